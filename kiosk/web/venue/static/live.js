// Keeps an open page as it is now, and goes on to the next one when that is due and there. Without it the page stays as
// it was made, and tells when that was.

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

/** Show what a page of the same address is now. */
function show(event) {
  const fresh = new DOMParser().parseFromString(JSON.parse(event.data), "text/html");
  for (const part of document.querySelectorAll("[data-live]")) {
    const now = fresh.querySelector(`[data-live="${part.dataset.live}"]`);
    if (now) renew(part, now);
  }
}

/** Go to an address after some seconds, not before it answers, and not while the pointer or the focus holds the page. */
async function goOn(next, seconds) {
  for (;;) {
    await new Promise((due) => setTimeout(due, 1000 * seconds));
    if (document.querySelector(".turns:is(:hover, :focus-within)")) continue;
    const answer = await fetch(next, { method: "HEAD" }).catch(() => null);
    if (answer?.ok) return location.replace(next);
  }
}

const { of, next, seconds } = document.currentScript.dataset;
if (of) new EventSource(of).addEventListener("message", show);
if (next) goOn(next, Number(seconds));
