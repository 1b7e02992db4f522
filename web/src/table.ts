// The table page: puts what the server sends into its places, and sends what the person chooses.
import { Hint } from "./advice";
import { Chooser } from "./chooser";
import { Clock } from "./clock";
import { Coach } from "./coach";
import { mark } from "./favicon";
import { goToNext, showNext } from "./next";
import { ending } from "./ending";
import { still } from "./flights";
import { keep, kept } from "./kept";
import { Lesson } from "./lesson";
import { copyText } from "./link";
import { Log, type Lines } from "./log";
import { Menu } from "./menu";
import { morph } from "./morph";
import { factor, setPace, showPace } from "./pace";
import { Pan } from "./pan";
import { reports } from "./report";
import { openRule } from "./rules";
import { byId, shell, show } from "./shell";
import { Since } from "./since";
import { Staging, stepsOf, type Step } from "./staging";
import { sound } from "./sound";
import { Talk } from "./talk";
import { Timeline } from "./timeline";
import { WhatIf } from "./whatif";
import { Wire, type Answer, type Update } from "./wire";

/** A place's HTML: anew, or what to put between the beginning and the end of what was there. */
type Html = string | [head: number, tail: number, between: string];

const FORCED_AFTER = 350; // milliseconds
const MANY = 9;
const NOTICED = 9000; // milliseconds after which a refusal has been read
const QUICK = 800; // milliseconds: who sends again that soon has not seen what the first one led to

const body = document.body;
const root = byId("table");
const notice = byId("notice");
const lost = byId("lost");
let version = Number(body.dataset["version"]);
let at: number | null = body.dataset["at"] ? Number(body.dataset["at"]) : null;
let forcing = 0;
let goingBack = false;
let noticing = 0;
let sentAt = -QUICK;
let instead: number | null = null; // the move to make as soon as another one has been taken back
let askedThere = body.dataset["asked"] === "yes"; // in the position that is shown
let asked = askedThere; // in the newest one
let ended = false; // the game has just come to its end
let arrived: (() => void) | null = null; // somebody waits for a moment of the past to be shown
const seen = `seen:${location.pathname}`; // up to which version this person has watched here
let turn = Number(sessionStorage.getItem(`turn:${location.pathname}`) ?? 0);

function address(): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const query = new URLSearchParams({ turn: String(turn) });
  if (at !== null) query.set("move", String(at));
  const hand = new URLSearchParams(location.search).get("hand");
  if (hand) query.set("hand", hand);
  return `${scheme}://${location.host}${location.pathname}/live?${query}`;
}

/** The address of a moment, with the key that shows a hand. */
function there(at: number | null): string {
  const query = new URLSearchParams(location.search);
  if (at === null) query.delete("move");
  else query.set("move", String(at));
  return location.pathname + (query.size ? `?${query}` : "");
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
  clearTimeout(noticing);
  noticing = window.setTimeout(() => (notice.hidden = true), NOTICED);
  instead = null;
  rest();
}

/** What was chosen waits for its answer no longer. */
function rest(): void {
  for (const spot of document.querySelectorAll(".busy")) spot.classList.remove("busy");
}

async function send(message: Record<string, unknown>): Promise<void> {
  body.classList.remove("from-above");
  const quick = performance.now() - sentAt < QUICK;
  sentAt = performance.now();
  const answer = await wire.ask({ ...message, action_id: newId() }, true);
  if (quick && answer?.rule === "stale_version") return rest();
  say(answer);
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

/** What was picked in place of another thing is taken as soon as that has been let go. */
function takeInstead(): void {
  if (instead === null || !root.querySelector(`.can[data-move="${instead}"]`)) return;
  const move = instead;
  instead = null;
  goingBack = false;
  clearTimeout(forcing);
  void send({ do: "play", move, version });
}

async function look(side: number): Promise<void> {
  turn = (side + 4) % 4;
  sessionStorage.setItem(`turn:${location.pathname}`, String(turn));
  await wire.ask({ do: "look", turn });
}

async function goTo(k: number | null): Promise<void> {
  say(await wire.ask(k === null ? { do: "live" } : { do: "at", k }));
}

/** The same, until it is on the page. */
async function shownAt(k: number | null): Promise<void> {
  if (at === k) return;
  const there = new Promise<void>((done) => {
    arrived = () => at === k && done();
    setTimeout(done, 2000); // without a connection the words are told all the same
  });
  await goTo(k);
  await there;
}

/** What a place is that cannot be chosen, and which rule forbids it. */
async function why(move: number, place: string): Promise<void> {
  if (staging.active) return; // what is told is not the position in which a rule could forbid it
  if (at !== null) return say({ ack: 0, ok: false, text: byId("prompt").querySelector(".s")?.textContent ?? "" });
  const answer = await wire.ask({ do: "why", move });
  if (!answer || answer.ok) return;
  const name = /^[^.:,;]{1,40}/.exec(place)?.[0].trim();
  say({ ...answer, text: [name, answer.text].filter(Boolean).join(": ") });
}

/** What happened while this person was away is told when they come back, once. */
function tellMissed(): void {
  const known = kept(seen);
  if (!lesson && !whatIf && !document.hidden && asked && at === null && factor() > 0 && known !== null && Number(known) < version) void since.open();
  watched();
}

function watched(): void {
  if (!document.hidden && at === null) keep(seen, String(version));
}

function enlarge(button: Element): void {
  const board = button.closest("[data-board]")?.cloneNode(true) as Element | undefined;
  if (!board) return;
  for (const part of [board, ...board.querySelectorAll("[id], [data-move], [data-spot], [tabindex]")])
    for (const name of ["id", "data-move", "data-try", "data-spot", "tabindex"]) part.removeAttribute(name);
  for (const picture of board.querySelectorAll("svg"))
    if (picture.viewBox.baseVal?.width > 60) picture.classList.add("large");
  document.querySelector("#enlarged .enlarged-body")!.replaceChildren(board);
  show("enlarged");
}

function press(key: string): boolean {
  const click = (selector: string): boolean => {
    const button = [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.getClientRects().length);
    if (!button || button.matches(":disabled")) return false;
    button.click();
    return true;
  };
  switch (key.toLowerCase()) {
    case "u": return click('#prompt [data-do="undo"]');
    case "f": return click("#prompt [data-move]");
    case "q": void look(turn - 1); return true;
    case "e": void look(turn + 1); return true;
    case "l": return click("[data-levels] button");
    case "[": whatIf ? whatIf.step(-1) : timeline.step("previous"); return true;
    case "]": whatIf ? whatIf.step(1) : timeline.step("next"); return true;
    case "s": void openSince(); return true;
    case "r": return click("[data-rule]");
    case "t": return click("[data-menu]");
    case "h": return click('[data-do="advise"]');
    case "c": return talk.toggle();
    case "escape":
      if (body.classList.contains("from-above")) return click("[data-levels] button");
      if (hint.open) {
        hint.forget();
        return true;
      }
      if (notice.hidden && click('[data-slot] [data-do="undo"]')) return true; // what is in hand is let go
      if (notice.hidden && lesson) setTimeout(() => show("leave")); // this very key would close it again
      notice.hidden = true;
      return true;
    case "n": return click(".next-game") || (document.querySelector(".next-game") !== null && (void goToNext(), true));
    case "?": show("help"); return true;
    default: return false;
  }
} // prettier-ignore

/** Whoever has the link sees what this seat sees, or no longer. */
async function showHand(on: boolean, done: string): Promise<void> {
  const answer = (await wire.ask({ do: "hand", on, action_id: newId() }, true)) as (Answer & { hand?: string }) | null;
  if (!answer?.ok || !answer.hand) return say(answer);
  await copyText(answer.hand);
  say({ ack: 0, ok: false, text: done });
}

async function openSince(): Promise<void> {
  staging.flush();
  await since.open();
}

/** The keys and buttons of the bar that tells what happened. */
function tell(what: string): void {
  if (since.active) {
    if (what === "back" || what === "next") void since.step(what === "next" ? 1 : -1);
    else if (what === "pause") since.pause();
    else if (what === "first") void since.first();
    else void since.close();
  } else if (what === "pause") staging.pause();
  else if (what === "next") staging.next();
  else if (what === "back") {
    staging.flush();
    void since.open(true);
  } else staging.skip();
}

const TELLING: Record<string, string> = {
  " ": "pause", ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "now", Enter: "now", Escape: "now",
}; // prettier-ignore

document.addEventListener(
  "keydown",
  (event) => {
    const what = TELLING[event.key];
    if (!what || !(since.active || staging.active) || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as Element;
    if (target.closest("input, select, textarea, dialog[open]")) return;
    if ((event.key === "Enter" || event.key === " ") && target.closest("button, summary, a, [data-move]")) return;
    event.preventDefault();
    event.stopPropagation();
    tell(what);
  },
  { capture: true },
);

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
  if (part === "history") log.end();
  document.dispatchEvent(new Event("tab"));
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
  if (news["reload"]) return location.reload(); // there is nothing to be seen here any more: the page says why
  chooser.before();
  body.dataset["motion"] = stepsOf(news).findLast((step) => step.style)?.style ?? "";
  const panels = (news["panels"] ?? {}) as Record<string, Html>;
  for (const [slot, html] of Object.entries(panels)) {
    const place = document.querySelector(`[data-slot="${slot}"]`);
    const whole = put(`slot ${slot}`, html);
    if (place) morph(place, whole);
  }
  for (const id of ["prompt", "coach", "hint", "lesson", "worth", "branches", "what-note", "history", "waiting", "rematch", "end", "curtain", "menu", "resigning", "offer", "agreeing", "watching"])
    if (news[id] !== undefined && document.getElementById(id)) morph(byId(id), put(id, news[id] as Html));
  if (news["people"] !== undefined) clock.show(put("people", news["people"] as Html));
  if (news["log"]) log.write(news["log"] as Lines);
  if (typeof news["version"] === "number") {
    version = news["version"];
    body.dataset["version"] = String(version);
    rest(); // a part that has not changed is not sent, and what was chosen there may be chosen again
    hint.forget();
  }
  if (typeof news["title"] === "string") {
    document.title = news["title"];
    void mark(news["title"].startsWith("●") ? 1 : 0);
    void showNext(); // whose turn it is has changed: it may be the moment to go on elsewhere
  }
  if ("at" in news) {
    at = news["at"] as number | null;
    body.classList.toggle("past", at !== null);
    if (!since.active) history.replaceState(null, "", there(at));
    timeline.settled();
    arrived?.();
  }
  if (typeof news["asked"] === "boolean") {
    askedThere = news["asked"];
    body.dataset["asked"] = askedThere ? "yes" : "";
  }
  if (at === null) asked = askedThere;
  if (news["over"] === true && body.dataset["over"] !== "yes") {
    ended = at === null;
    body.dataset["over"] = "yes";
  }
  watched();
  chooser.after();
  turnTab();
  showPart(body.dataset["part"] ?? "0");
  calm();
  leadToRule();
  hint.after();
  clock.tick();
  takeForced();
  takeInstead();
  pan.after();
  lesson?.after();
  whatIf?.after();
  menu.after();
  sound.news(news);
  const curtain = document.querySelector<HTMLElement>("#curtain [data-lift]");
  if (curtain && document.activeElement !== curtain) curtain.focus();
  root.inert = Boolean(curtain);
}

/** A phone has the way to the rule in its bar of tabs: the same way as in the prompt. */
function leadToRule(): void {
  const rule = byId("prompt").querySelector<HTMLAnchorElement>("[data-rule]");
  if (rule) document.querySelector(".rule-tab")!.setAttribute("href", rule.getAttribute("href")!);
}

/** Where many places can be chosen, each of them is marked more quietly. */
function calm(): void {
  for (const slot of root.querySelectorAll<HTMLElement>("[data-slot]"))
    slot.classList.toggle("calm", slot.querySelectorAll(".can[data-move]:not(.away)").length >= MANY);
}

const staging = new Staging(byId("told"), byId("told-sheet") as HTMLDialogElement, {
  apply: update,
  asked: () => asked,
  elsewhere: () => since.active || at !== null,
  idle: () => {
    lesson?.after();
    if (!ended) return;
    ended = false;
    show("end-sheet");
  },
});
const since = new Since(byId("told"), {
  steps: async () => ((await wire.ask({ do: "since" }, true))?.since ?? []) as Step[],
  at: shownAt,
  asked: () => asked,
  nothing: () => say({ ack: 0, ok: false, text: byId("told").dataset["nothing"] }),
});
const log = new Log(byId("log-box"), byId("log"), body.dataset["seat"] ?? "", async (event) => {
  return (await wire.ask({ do: "places", event }))?.places ?? [];
});
const chooser = new Chooser(root, byId("bubble"), {
  play: (move) => {
    const seen = version;
    staging.flush();
    staging.resume();
    if (version !== seen) return rest(); // what was clicked is not there any more
    goingBack = false;
    clearTimeout(forcing);
    void send({ do: "play", move, version });
  },
  why: (move, place) => void why(move, place),
  preview: async (move) => (await wire.ask({ do: "preview", move }))?.preview ?? null,
  press,
});
const pan = new Pan(root.querySelector<HTMLElement>(".stage")!, [...root.querySelectorAll<HTMLElement>(".stage, .above, .left, .right")]);
const timeline = new Timeline(byId("history"), (k) => void goTo(k));
const wire = new Wire(address, (news) => (news["talk"] ? talk.take(news["talk"] as never) : staging.take(news)), (connected, tries) => {
  lost.hidden = connected || tries < 2;
  body.classList.toggle("offline", !connected);
});

const talk = new Talk((message) => wire.ask(message), openTab);
const clock = new Clock(() => wire.ahead);
wire.onTime = () => clock.tick();
const coach = new Coach();
const hint = new Hint(() => wire.ask({ do: "advise" }), say, (spot) => {
  const slot = spot.closest<HTMLElement>("[data-slot]")?.dataset["slot"] ?? "";
  const part = { board: "board", above: "market", left: "players", right: "players" }[slot];
  if (part && !spot.getClientRects().length) openTab(part);
});
const lesson = "lesson" in body.dataset
  ? new Lesson(byId("lesson"), document.querySelector<SVGElement>("#veil")!, {
      ask: (button) => {
        if (at !== null) timeline.live();
        staging.resume();
        void wire.ask({ do: "coach", button }, true);
      },
      openTab,
      showPart,
      telling: () => staging.active || since.active,
      past: () => at !== null,
      lapse: (k) => !still() && timeline.lapse(k),
    })
  : null; // prettier-ignore

const whatIf = "whatIf" in body.dataset
  ? new WhatIf({
      ask: (button, more) => {
        staging.flush();
        return wire.ask({ do: "what-if", button, ...more }, true);
      },
      refused: say,
    })
  : null; // prettier-ignore

const menu = new Menu(async (message) => {
  const answer = await wire.ask({ do: "table", ...message, action_id: newId() }, true);
  say(answer);
  return answer;
});

shell();
ending(byId("end-sheet"));
if (document.getElementById("report-sheet")) reports();
sound.switches(document.querySelectorAll<HTMLElement>("[data-sound]"));
document.addEventListener("click", (event) => {
  const target = event.target as Element;
  const doing = target.closest<HTMLElement>("[data-do]:not(:disabled)")?.dataset["do"];
  if (doing === "undo" || doing === "restart") {
    goingBack = true;
    clearTimeout(forcing);
    void send({ do: doing });
  }
  const other = target.closest<HTMLElement>("[data-instead]")?.dataset["instead"];
  if (other) {
    goingBack = true;
    clearTimeout(forcing);
    instead = Number(other);
    void send({ do: "undo" });
  }
  const hand = target.closest<HTMLElement>("[data-hand]");
  if (hand) void showHand(hand.dataset["hand"] === "on", hand.dataset["done"]!);
  const lifts = target.closest<HTMLElement>("[data-lift]")?.dataset["lift"];
  if (lifts) void wire.ask({ do: "lift", seat: Number(lifts) }).then(say);
  if (doing === "live") timeline.live();
  if (doing === "since") void openSince();
  const taken = target.closest<HTMLElement>("#told-sheet [data-move]")?.dataset["move"];
  if (taken) void send({ do: "play", move: Number(taken), version });
  const telling = target.closest<HTMLElement>("#told [data-tell]")?.dataset["tell"];
  if (telling) tell(telling);
  const pace = target.closest<HTMLElement>("[data-pace]")?.dataset["pace"];
  if (pace) setPace(pace);
  const enlarging = target.closest(".enlarge");
  if (enlarging) enlarge(enlarging);
  if (doing === "look-back") {
    target.closest("dialog")?.close();
    timeline.replay();
  }
  const side = target.closest<HTMLElement>("[data-turn]")?.dataset["turn"];
  if (side) void look(Number(side));
  const tab = target.closest<HTMLElement>("[data-tab]:not(body)")?.dataset["tab"];
  if (tab) openTab(tab);
  const part = target.closest<HTMLElement>("[data-part]:not(body)")?.dataset["part"];
  if (part) showPart(part);
  const levels = target.closest("[data-levels]"); // they grow under a click; any other click lets them go
  if (!levels || !target.closest("[data-try]")) body.classList.toggle("from-above", Boolean(levels) && !body.classList.contains("from-above"));
  if (target.closest("#notice .close")) notice.hidden = true;
  if (target.closest("#advice .close")) hint.forget();
  const coaching = target.closest<HTMLElement>("[data-coach]:not(body)")?.dataset["coach"];
  if (coaching) coach.set(coaching);
  if (doing === "advise") void hint.wish();
  if (doing === "best-moves") hint.unfold();
  const rule = target.closest<HTMLAnchorElement>("[data-rule], #notice a");
  if (rule && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    const silent = body.dataset["coach"] === "on" && !byId("coach").getClientRects().length; // where it has no room of its own
    void openRule(rule, silent && rule.matches("[data-rule]") ? byId("coach") : null);
  }
});
document.addEventListener("visibilitychange", tellMissed);
document.addEventListener("visibilitychange", () => void showNext());
void mark(document.title.startsWith("●") ? 1 : 0);
void showNext();
showPace();
chooser.after();
turnTab();
showPart("0");
calm();
takeForced();
pan.after();
lesson?.after();
tellMissed();
