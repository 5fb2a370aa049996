// The rim of the table: shows what the server tells, and sends what hands do.

const KEYS = {
  // as on the keyboard of the kiosk's own window: the number row is Stop of seats 1 to 12, the row below it Play
  stop: ["Digit1", "Digit2", "Digit3", "Digit4", "Digit5", "Digit6", "Digit7", "Digit8", "Digit9", "Digit0", "Minus", "Equal"],
  play: ["KeyQ", "KeyW", "KeyE", "KeyR", "KeyT", "KeyY", "KeyU", "KeyI", "KeyO", "KeyP", "BracketLeft", "BracketRight"],
};
const HINTS = { stop: "1234567890-=", play: "QWERTYUIOP[]" };
const CONFIRM_MS = 1000; // the server releases what is not confirmed for three seconds
const TAP_MS = 100;
const SILENT_MS = 25000; // the server tells something every ten seconds
const PICTURE_MS = 200;
const AGAIN_MS = 2000;
const ANSWER_MS = 3000;
const LOST_BOARD = "lost";

const one = (selector, inside = document) => inside.querySelector(selector);
const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// ---------------------------------------------------------------- asking the server

let refusalEnds = 0;

function refuse(why) {
  const told = one("#refusal");
  told.textContent = why;
  told.hidden = false;
  clearTimeout(refusalEnds);
  refusalEnds = setTimeout(() => (told.hidden = true), 6000);
}

/** Return whether the server has done it; otherwise its reason is shown. */
async function post(path, body, limit = ANSWER_MS) {
  try {
    const answer = await fetch(path, { method: "POST", body: JSON.stringify(body), signal: AbortSignal.timeout(limit) });
    if (answer.ok) return true;
    const json = answer.headers.get("content-type").startsWith("application/json");
    refuse(json ? (await answer.json()).error : "No access: open the address that kiosk rim prints.");
  } catch {
    refuse("kiosk rim does not answer.");
  }
  return false;
}

// ---------------------------------------------------------------- buttons

const page = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const held = new Map(); // "1 stop" -> the pointers and keys that hold it
let number = 0;
let inTurn = Promise.resolve();
let waiting = 0;

function heldNow() {
  const pins = [...held.keys()].map((pin) => pin.split(" "));
  return { page, number: ++number, held: pins.map(([seat, button]) => [Number(seat), button]) };
}

/** Tell the server all buttons that are held, after what it was told before: a tap is never turned around. */
function tellHeld() {
  const body = heldNow();
  waiting += 1;
  inTurn = inTurn.then(async () => {
    if (!(await post("/hold", body))) forget();
    waiting -= 1;
  });
}

function showHeld() {
  for (const button of all(".arcade")) button.classList.toggle("down", held.has(pinOf(button)));
}

function pinOf(button) {
  return `${button.closest(".seat").dataset.seat} ${button.dataset.button}`;
}

function press(pin, by) {
  const first = !held.has(pin);
  if (first) held.set(pin, new Set());
  held.get(pin).add(by);
  if (first) tellHeld();
  showHeld();
}

function release(by) {
  for (const [pin, holders] of [...held]) {
    if (holders.delete(by) && !holders.size) {
      held.delete(pin);
      tellHeld();
    }
  }
  showHeld();
}

function forget() {
  held.clear();
  showHeld();
}

/** The page is left: what waits in turn is overtaken by this message. */
function releaseAll() {
  if (!held.size && !waiting) return;
  held.clear();
  navigator.sendBeacon("/hold", JSON.stringify(heldNow()));
  showHeld();
}

setInterval(() => held.size && !waiting && tellHeld(), CONFIRM_MS);
addEventListener("pagehide", releaseAll);
addEventListener("blur", releaseAll);
document.addEventListener("visibilitychange", () => document.hidden && releaseAll());

function wireButton(button) {
  const pin = pinOf(button);
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    button.setPointerCapture(event.pointerId);
    press(pin, `pointer ${event.pointerId}`);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    button.addEventListener(end, (event) => release(`pointer ${event.pointerId}`));
  }
  button.addEventListener("contextmenu", (event) => event.preventDefault()); // a long touch
  button.addEventListener("click", async (event) => {
    if (event.detail !== 0) return; // of a pointer; this one is of a screen reader
    press(pin, "click");
    await wait(TAP_MS);
    release("click");
  });
}

function pinOfKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const focused = document.activeElement;
  if (["Enter", "Space"].includes(event.code)) return focused.matches(".arcade") ? pinOf(focused) : null;
  for (const [button, codes] of Object.entries(KEYS)) {
    const seat = codes.indexOf(event.code) + 1;
    if (seat && one(`.seat[data-seat="${seat}"]`)) return `${seat} ${button}`;
  }
  return null;
}

addEventListener("keydown", (event) => {
  const pin = pinOfKey(event);
  if (pin === null) return;
  event.preventDefault();
  if (!event.repeat) press(pin, `key ${event.code}`);
});
addEventListener("keyup", (event) => {
  if (pinOfKey(event) !== null) event.preventDefault(); // no click of the space bar
  release(`key ${event.code}`);
});

// ---------------------------------------------------------------- the seats

let layout = "";

function showTable(table) {
  const newest = JSON.stringify(table.seats.map(({ seat, edge, position, board }) => [seat, edge, position, board]));
  if (newest !== layout) {
    layout = newest;
    build(table.seats);
  }
  const round = table.round ? `round ${table.round}${table.rounds ? ` of ${table.rounds}` : ""}` : "";
  setText(one("#state"), [table.state.replace("_", " "), table.game, round].filter(Boolean).join(" · "));
  for (const seat of table.seats) showSeat(one(`.seat[data-seat="${seat.seat}"]`), seat);
}

function build(seats) {
  forget();
  for (const edge of all(".edge")) {
    const here = seats.filter((seat) => seat.edge === edge.dataset.edge);
    edge.replaceChildren(...here.map(buildSeat));
    edge.hidden = !here.length;
  }
  one("#table").dataset.seats = seats.length;
  seats.forEach(({ seat }, place) => one(`.seat[data-seat="${seat}"] .lamp`).style.setProperty("--place", place / seats.length));
  all(".arcade").forEach(wireButton);
}

function buildSeat({ seat, position, board }) {
  const card = one("#seat").content.firstElementChild.cloneNode(true);
  card.dataset.seat = seat;
  card.style.setProperty("--number", seat);
  card.style.setProperty("--order", Math.round(1000 * position));
  one(".medal", card).textContent = seat;
  one(".medal", card).setAttribute("aria-label", `Seat ${seat}`);
  for (const button of all(".arcade", card)) {
    const name = button.dataset.button;
    button.setAttribute("aria-label", `${name === "stop" ? "Stop" : "Play"}, seat ${seat}`);
    one("kbd", button).textContent = HINTS[name][seat - 1];
  }
  if (board) card.append(buildBoard(seat));
  return card;
}

function showSeat(card, seat) {
  card.dataset.state = seat.state;
  setText(one(".name", card), seat.name || (seat.state === "free" ? "free" : "guest"));
  setText(one(".lamp-text", card), seat.lamp.replaceAll("_", " "));
  showLamp(one(".lamp", card), seat.lamp);
  showRows(one(".counts", card), seat.counts, showCount);
  showRows(one(".said", card), seat.said, (text) => element("li", text));
  one(".said", card).title = seat.said.join("\n");
  setText(one(".fault", card), seat.fault);
  const board = one(".board", card);
  if (board) showBoard(board, seat);
}

/** All lamps' patterns count from the same moment, so that those that beat together are in phase. */
function showLamp(lamp, state) {
  if (lamp.dataset.state === state) return;
  lamp.dataset.state = state;
  if (state === "wave") return; // shown once, from now on
  for (const animation of lamp.getAnimations({ subtree: true })) animation.startTime = 0;
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function showRows(list, rows, shown) {
  const newest = JSON.stringify(rows);
  if (list.dataset.shown === newest) return;
  list.dataset.shown = newest;
  list.replaceChildren(...rows.map(shown));
}

function showCount([what, count]) {
  const group = document.createElement("div");
  group.append(element("dt", what), element("dd", count));
  return group;
}

// ---------------------------------------------------------------- dice boards

function buildBoard(seat) {
  const board = one("#board").content.firstElementChild.cloneNode(true);
  const chosen = [];
  const throws = one("[data-do=throw]", board);
  const act = (what, words = []) => post("/board", { seat, do: what, words });

  function showChosen() {
    const dice = chosen.map((die, place) => {
      const button = element("button", die[1]);
      button.type = "button";
      button.dataset.die = die;
      button.setAttribute("aria-label", `Take ${die} away`);
      button.addEventListener("click", () => {
        chosen.splice(place, 1);
        showChosen();
      });
      return button;
    });
    setText(throws, dice.length ? `Throw ${dice.length === 1 ? "this die" : `these ${dice.length}`}` : "Throw by chance");
    one(".chosen", board).replaceChildren(...(dice.length ? dice : ["Or tap the dice to throw:"]));
  }

  for (const die of all(".dice button", board)) {
    die.addEventListener("click", () => {
      if (chosen.length < 24) chosen.push(die.dataset.die);
      showChosen();
    });
  }
  throws.addEventListener("click", () => act("throw", chosen));
  const plug = one("[data-do=plug]", board);
  plug.addEventListener("click", () => act(plug.dataset.plugs));
  for (const fault of all(".faults input", board)) {
    fault.addEventListener("change", async () => {
      if (!(await act(fault.checked ? "fault" : "repair", [fault.value]))) fault.checked = !fault.checked;
    });
  }
  showChosen();
  return board;
}

function showBoard(board, seat) {
  const lost = seat.tray === LOST_BOARD;
  setText(one(".tray", board), seat.tray.replaceAll("_", " "));
  board.classList.toggle("lost", lost);
  const plug = one("[data-do=plug]", board);
  plug.dataset.plugs = lost ? "plug" : "unplug";
  setText(plug, lost ? "Plug in" : "Unplug");
  for (const fault of all(".faults input", board)) {
    if (fault !== document.activeElement) fault.checked = seat.faults.includes(fault.value);
  }
}

// ---------------------------------------------------------------- the picture

const picture = one("#picture");
let running = false; // whether there is a table

async function showPicture() {
  const answer = await fetch("/picture", { signal: AbortSignal.timeout(15000) });
  if (!answer.ok) throw new Error((await answer.json()).error);
  const image = await createImageBitmap(await answer.blob());
  if (picture.width !== image.width || picture.height !== image.height) {
    picture.width = image.width;
    picture.height = image.height;
  }
  picture.getContext("2d").drawImage(image, 0, 0);
  image.close();
}

async function followPicture() {
  for (;;) {
    if (document.hidden || !running) {
      await wait(PICTURE_MS);
      continue;
    }
    try {
      await showPicture();
      one("#screen").classList.add("live");
      setText(one("#no-picture"), "");
      await wait(PICTURE_MS);
    } catch (error) {
      one("#screen").classList.remove("live");
      setText(one("#no-picture"), error.message);
      await wait(AGAIN_MS);
    }
  }
}

const FINGER_MS = 40;
const MOST_POINTS = 200;
const strokes = new Map();

function partOf(event) {
  const box = picture.getBoundingClientRect();
  const part = (at, from, length) => Math.min(1, Math.max(0, (at - from) / length));
  return [part(event.clientX, box.left, box.width), part(event.clientY, box.top, box.height)];
}

function showFinger([x, y]) {
  const finger = one("#finger");
  finger.style.left = `${picture.offsetLeft + x * picture.offsetWidth}px`;
  finger.style.top = `${picture.offsetTop + y * picture.offsetHeight}px`;
  finger.hidden = false;
}

/** Return where the finger was at equal times: it goes from each point to the next in the same time. */
function resampled(path, ends) {
  const legs = Math.min(MOST_POINTS - 1, Math.ceil((ends - path[0].at) / FINGER_MS));
  if (path.length === 1 && ends - path[0].at < FINGER_MS) return [path[0].point];
  let before = 0;
  return Array.from({ length: legs + 1 }, (_, leg) => {
    const at = path[0].at + (leg / legs) * (ends - path[0].at);
    while (before + 1 < path.length && path[before + 1].at <= at) before += 1;
    return path[before].point;
  });
}

picture.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || !one("#screen").classList.contains("live")) return;
  picture.setPointerCapture(event.pointerId);
  strokes.set(event.pointerId, [{ at: event.timeStamp, point: partOf(event) }]);
  showFinger(partOf(event));
});
picture.addEventListener("pointermove", (event) => {
  if (!strokes.has(event.pointerId)) return;
  strokes.get(event.pointerId).push({ at: event.timeStamp, point: partOf(event) });
  showFinger(partOf(event));
});
picture.addEventListener("pointercancel", (event) => {
  strokes.delete(event.pointerId);
  one("#finger").hidden = true;
});
picture.addEventListener("pointerup", async (event) => {
  const path = strokes.get(event.pointerId);
  if (!path) return;
  strokes.delete(event.pointerId);
  path.push({ at: event.timeStamp, point: partOf(event) });
  const seconds = Math.max(0.06, (event.timeStamp - path[0].at) / 1000);
  await post("/touch", { points: resampled(path, event.timeStamp), seconds }, ANSWER_MS + 1000 * seconds);
  if (!strokes.size) one("#finger").hidden = true;
});
picture.addEventListener("contextmenu", (event) => event.preventDefault());

// ---------------------------------------------------------------- what is told

function showTrouble(why) {
  one("#trouble").hidden = !why;
  setText(one("#trouble"), why);
}

function take(text) {
  const { table, why } = JSON.parse(text);
  running = table !== null;
  one("#table").hidden = !running;
  showTrouble(running ? table.notice : why);
  if (running) showTable(table);
  else setText(one("#state"), "");
}

function lose(why) {
  running = false;
  one("#table").hidden = true;
  setText(one("#state"), "");
  showTrouble(why);
}

let events = null;
let heard = 0;

function connect() {
  events?.close();
  heard = performance.now();
  events = new EventSource("/events");
  events.onmessage = (event) => {
    heard = performance.now();
    if (event.data) take(event.data);
  };
  events.onerror = () => lose("The connection to kiosk rim is lost. It is being tried again.");
}

/** Connect again if nothing is heard; a server that was started again has another token. */
async function watch() {
  for (;;) {
    await wait(AGAIN_MS);
    const silent = performance.now() - heard > SILENT_MS;
    if (!silent && events.readyState !== EventSource.CLOSED) continue;
    const status = await fetch("/theme.css", { signal: AbortSignal.timeout(ANSWER_MS) }).then((answer) => answer.status, () => 0);
    if (status === 403) lose("kiosk rim was started again: open the new address that it has printed.");
    else connect();
  }
}

connect();
watch();
followPicture();
