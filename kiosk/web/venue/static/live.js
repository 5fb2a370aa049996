// Keeps an open page as it is now. Without it the page stays as it was made, and tells when that was.

/** Make a node as the other one is, and leave alone what is the same: a picture would flicker, the focus be lost. */
function renew(old, now) {
  if (old.isEqualNode(now)) return;
  if (old.nodeName !== now.nodeName || !old.hasChildNodes() || old.childNodes.length !== now.childNodes.length) {
    old.replaceWith(document.importNode(now, true));
    return;
  }
  for (const { name } of [...old.attributes]) if (!now.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes) old.setAttribute(name, value);
  [...old.childNodes].forEach((child, at) => renew(child, now.childNodes[at]));
}

new EventSource(document.currentScript.dataset.of).addEventListener("message", (event) => {
  const fresh = new DOMParser().parseFromString(JSON.parse(event.data), "text/html");
  for (const part of document.querySelectorAll("[data-live]")) {
    const now = fresh.querySelector(`[data-live="${part.dataset.live}"]`);
    if (now) renew(part, now);
  }
});
