// The table page: puts what the server sends into its places, and sends what the person chooses.
import { Chooser } from "./chooser";
import { fly, type Flight } from "./flights";
import { morph } from "./morph";
import { Pan } from "./pan";
import { byId, shell, show } from "./shell";
import { Timeline } from "./timeline";
import { Wire, type Answer, type Update } from "./wire";

interface Log {
  from: number;
  html: string;
}

/** A place's HTML: anew, or what to put between the beginning and the end of what was there. */
type Html = string | [head: number, tail: number, between: string];

interface Motion {
  style: string;
  flights: Flight[];
}

const FORCED_AFTER = 350; // milliseconds

const body = document.body;
const root = byId("table");
const notice = byId("notice");
const lost = byId("lost");
let version = Number(body.dataset["version"]);
let at: number | null = body.dataset["at"] ? Number(body.dataset["at"]) : null;
let forcing = 0;
let goingBack = false;
let turn = Number(sessionStorage.getItem(`turn:${location.pathname}`) ?? 0);

function address(): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const query = new URLSearchParams({ turn: String(turn) });
  if (at !== null) query.set("move", String(at));
  return `${scheme}://${location.host}${location.pathname}/live?${query}`;
}

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function say(answer: Answer | null): void {
  if (!answer || answer.ok) {
    notice.hidden = true;
    return;
  }
  notice.querySelector("span")!.textContent = answer.text ?? "";
  const link = notice.querySelector("a")!;
  link.hidden = !answer.guide;
  if (answer.guide) link.href = answer.guide;
  notice.hidden = false;
  rest();
}

/** What was chosen waits for its answer no longer. */
function rest(): void {
  for (const spot of document.querySelectorAll(".busy")) spot.classList.remove("busy");
}

async function send(message: Record<string, unknown>): Promise<void> {
  say(await wire.ask({ ...message, action_id: newId() }, true));
}

/** A choice with one way to choose is made by the page, after a moment in which it can be seen; whoever is taking moves
 * back goes back past it. */
function takeForced(): void {
  clearTimeout(forcing);
  const move = byId("prompt").querySelector<HTMLElement>("[data-forced]")?.dataset["forced"];
  if (!move) return;
  const undo = goingBack && byId("prompt").querySelector('[data-do="undo"]:enabled') !== null;
  if (goingBack && !undo) return;
  // Another window of the same person may be quicker; then there is nothing to complain about.
  const message = undo ? { do: "undo" } : { do: "play", move: Number(move), version };
  forcing = window.setTimeout(() => void wire.ask({ ...message, action_id: newId() }, true), undo ? 0 : FORCED_AFTER);
}

async function look(side: number): Promise<void> {
  turn = (side + 4) % 4;
  sessionStorage.setItem(`turn:${location.pathname}`, String(turn));
  await wire.ask({ do: "look", turn });
}

async function goTo(k: number | null): Promise<void> {
  say(await wire.ask(k === null ? { do: "live" } : { do: "at", k }));
}

function press(key: string): boolean {
  const click = (selector: string): boolean => {
    const button = document.querySelector<HTMLElement>(selector);
    if (!button || button.matches(":disabled") || button.getClientRects().length === 0) return false;
    button.click();
    return true;
  };
  switch (key.toLowerCase()) {
    case "u": return click('#prompt [data-do="undo"]');
    case "f": return click("#prompt [data-move]");
    case "q": void look(turn - 1); return true;
    case "e": void look(turn + 1); return true;
    case "l": return click("[data-levels] button");
    case "[": timeline.step("previous"); return true;
    case "]": timeline.step("next"); return true;
    case "?": show("help"); return true;
    default: return false;
  }
} // prettier-ignore

function writeLog({ from, html }: Log): void {
  const box = byId("log-box");
  const list = byId("log");
  const low = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
  while (list.children.length > from) list.lastElementChild?.remove();
  list.insertAdjacentHTML("beforeend", html);
  if (low) box.scrollTop = box.scrollHeight;
}

/** On a phone one part is shown at a time: turn to the part in which something can be chosen. */
function turnTab(): void {
  const has = (slot: string): boolean => root.querySelector(`[data-slot="${slot}"] .can[data-move]`) !== null;
  const market = document.querySelector('.tabs [data-tab="market"]')!.getClientRects().length > 0;
  const above = has("above") && !has("hand") ? (market ? "market" : "board") : null; // without a tab it lies over the board
  const part = has("board") ? "board" : above;
  for (const tab of document.querySelectorAll<HTMLElement>(".tabs [data-tab]"))
    tab.classList.toggle("due", tab.dataset["tab"] === part);
  if (part && part !== body.dataset["due"]) openTab(part);
  body.dataset["due"] = part ?? "";
}

function openTab(part: string): void {
  body.dataset["tab"] = part;
  for (const tab of document.querySelectorAll<HTMLElement>(".tabs [data-tab]"))
    tab.setAttribute("aria-selected", String(tab.dataset["tab"] === part));
  pan.after();
  if (part === "history") byId("log-box").scrollTop = byId("log-box").scrollHeight;
}

/** Where a phone has room for one part of a board at a time (`data-part`), the page remembers which. */
function showPart(part: string): void {
  body.dataset["part"] = part;
  for (const tab of root.querySelectorAll<HTMLElement>('[role="tab"][data-part]'))
    tab.setAttribute("aria-selected", String(tab.dataset["part"] === part));
}

const shown = new Map<string, string>();

/** The whole HTML of a place, of which perhaps a part came. */
function put(place: string, html: Html): string {
  const before = shown.get(place) ?? "";
  const whole = typeof html === "string" ? html : before.slice(0, html[0]) + html[2] + before.slice(before.length - html[1]);
  shown.set(place, whole);
  return whole;
}

function update(news: Update): void {
  chooser.before();
  const motion = news["motion"] as Motion | undefined;
  body.dataset["motion"] = motion?.style ?? "";
  const panels = (news["panels"] ?? {}) as Record<string, Html>;
  for (const [slot, html] of Object.entries(panels)) {
    const place = document.querySelector(`[data-slot="${slot}"]`);
    const whole = put(`slot ${slot}`, html);
    if (place) morph(place, whole);
  }
  for (const id of ["prompt", "history", "waiting", "rematch", "end"])
    if (news[id] !== undefined) morph(byId(id), put(id, news[id] as Html));
  if (news["log"]) writeLog(news["log"] as Log);
  if (typeof news["version"] === "number") {
    version = news["version"];
    body.dataset["version"] = String(version);
    rest(); // a part that has not changed is not sent, and what was chosen there may be chosen again
  }
  if (typeof news["title"] === "string") document.title = news["title"];
  if ("at" in news) {
    at = news["at"] as number | null;
    body.classList.toggle("past", at !== null);
    history.replaceState(null, "", at === null ? location.pathname : `${location.pathname}?move=${at}`);
    timeline.settled();
  }
  if (news["over"] === true && body.dataset["over"] !== "yes") {
    if (at === null) show("end-sheet");
    body.dataset["over"] = "yes";
  }
  chooser.after();
  turnTab();
  showPart(body.dataset["part"] ?? "0");
  takeForced();
  pan.after();
  if (motion) fly(motion.flights);
}

const chooser = new Chooser(root, byId("bubble"), {
  play: (move) => {
    goingBack = false;
    clearTimeout(forcing);
    void send({ do: "play", move, version });
  },
  preview: async (move) => (await wire.ask({ do: "preview", move }))?.preview ?? null,
  press,
});
const pan = new Pan(root.querySelector<HTMLElement>(".stage")!, [...root.querySelectorAll<HTMLElement>(".stage, .above, .left, .right")]);
const timeline = new Timeline(byId("history"), (k) => void goTo(k));
const wire = new Wire(address, update, (connected, tries) => {
  lost.hidden = connected || tries < 2;
  body.classList.toggle("offline", !connected);
});

shell();
document.addEventListener("click", (event) => {
  const target = event.target as Element;
  const doing = target.closest<HTMLElement>("[data-do]:not(:disabled)")?.dataset["do"];
  if (doing === "undo" || doing === "restart") {
    goingBack = true;
    clearTimeout(forcing);
    void send({ do: doing });
  }
  if (doing === "live") timeline.live();
  const side = target.closest<HTMLElement>("[data-turn]")?.dataset["turn"];
  if (side) void look(Number(side));
  const tab = target.closest<HTMLElement>("[data-tab]:not(body)")?.dataset["tab"];
  if (tab) openTab(tab);
  const part = target.closest<HTMLElement>("[data-part]:not(body)")?.dataset["part"];
  if (part) showPart(part);
  if (target.closest("[data-levels]")) body.classList.toggle("levels");
  if (target.closest("#notice .close")) notice.hidden = true;
});
byId("log-box").scrollTop = byId("log-box").scrollHeight;
chooser.after();
turnTab();
showPart("0");
takeForced();
pan.after();
