// The table page: applies the server's updates and sends the user's moves.
import { Hint } from "./hint";
import { MovePicker } from "./move_picker";
import { Clock } from "./clock";
import { Coach } from "./coach";
import { showCount } from "./favicon";
import { goToNext, showNextButtons } from "./next";
import { reducedMotion } from "./animation";
import { getStored, setStored } from "./storage";
import { Lesson } from "./lesson";
import { copyText } from "./share";
import { Log, type Lines } from "./log";
import { Menu } from "./menu";
import { patchHtml, readServed, showHtml, type Html } from "./page_html";
import { paceFactor, setPace, showPace } from "./pace";
import { Pan } from "./pan";
import { place, reloadPage, setAddress } from "./place";
import { track, Timer } from "./pending";
import { initReports } from "./report";
import { openRule } from "./rules";
import { byId, openDialog, shell } from "./shell";
import { layOverWords } from "./words_box";
import { PlaybackSince } from "./playback_since";
import { Puzzle } from "./puzzle";
import { Playback, stepsOf, type Step } from "./playback";
import { sound } from "./sound";
import { Chat } from "./chat";
import { Timeline } from "./timeline";
import { WhatIf } from "./whatif";
import { newId, Sending } from "./sending";
import { Socket, type Reply, type Update } from "./socket";

const LOW = matchMedia("(max-height: 480px)");

const FORCED_DELAY = 350; // milliseconds before the only legal move is made
const MANY_PLACES = 9; // from which on markers are softer
const NOTICE_TIME = 9000; // milliseconds for which a refusal is shown

// Elements, by id, that updates replace under the same key.
const PARTS = [
  "prompt", "coach", "hint", "lesson", "puzzle", "worth", "branches", "what-note", "history", "waiting", "rematch",
  "end", "curtain", "menu", "resigning", "offer", "agreeing", "watching",
]; // prettier-ignore

const body = document.body;
const root = byId("table");
const notice = byId("notice");
let version = Number(body.dataset["version"]);
let at: number | null = body.dataset["at"] ? Number(body.dataset["at"]) : null;
const forcedTimer = new Timer();
let undoing = false;
let noticeTimer = 0;
let replacement: number | null = null; // the move to make as soon as another one is undone
let askedHere = body.dataset["asked"] === "yes"; // whether the user has to move, in the position shown
let asked = askedHere; // the same, in the newest position
let justEnded = false; // the game has ended since the last update
let onShown: (() => void) | null = null; // resolves showMove when a past position is shown
const seenKey = `seen:${place.pathname}`; // storage key of the last version seen
let turn = Number(sessionStorage.getItem(`turn:${place.pathname}`) ?? 0);

// The server has a page reload that was built for another version.
const build = (document.currentScript as HTMLScriptElement).src.split("/").pop() ?? "";

function address(): string {
  const query = new URLSearchParams({ turn: String(turn), build });
  if (at !== null) query.set("move", String(at));
  const hand = new URLSearchParams(place.search).get("hand");
  if (hand) query.set("hand", hand);
  return `${place.pathname}/live?${query}`;
}

/** Returns the address of a position, with the key that shows a hand. */
function urlAt(at: number | null): string {
  const query = new URLSearchParams(place.search);
  if (at === null) query.delete("move");
  else query.set("move", String(at));
  return place.pathname + (query.size ? `?${query}` : "");
}

/** Shows why something is refused; `gently` where the user has done nothing wrong. */
function showRefusal(answer: Reply | null, gently = false): void {
  if (!answer || answer.ok) {
    notice.hidden = true;
    return;
  }
  notice.classList.toggle("gentle", gently);
  notice.querySelector("span")!.textContent = answer.text ?? "";
  const link = notice.querySelector("a")!;
  link.hidden = !answer.guide;
  if (answer.guide) link.href = answer.guide;
  notice.hidden = false;
  layOverWords(notice);
  clearTimeout(noticeTimer);
  noticeTimer = window.setTimeout(() => (notice.hidden = true), NOTICE_TIME);
  replacement = null;
  clearBusy();
}

function showNotice(text: string): void {
  showRefusal({ ack: 0, ok: false, text }, true);
}

/** Removes the waiting mark from chosen places. */
function clearBusy(): void {
  for (const spot of document.querySelectorAll(".busy")) spot.classList.remove("busy");
}

async function send(message: Record<string, unknown>): Promise<void> {
  body.classList.remove("from-above");
  await sending.send(message);
}

/** Makes the only legal move after a short delay; while the user is undoing moves, undoes it as well. */
function playForced(): void {
  forcedTimer.clear();
  const move = byId("prompt").querySelector<HTMLElement>("[data-forced]")?.dataset["forced"];
  if (!move) return;
  const undo = undoing && byId("prompt").querySelector('[data-do="undo"]:enabled') !== null;
  if (undoing && !undo) return;
  // Another window of the user may be faster: a refusal is not shown.
  const message = undo ? { do: "undo" } : { do: "play", move: Number(move), version };
  const play = (): Promise<unknown> => socket.request({ ...message, action_id: newId() }, true);
  forcedTimer.start(play, undo ? 0 : FORCED_DELAY);
}

/** Makes the move chosen in place of another one, as soon as that one is undone. */
function playInstead(): void {
  if (replacement === null || !root.querySelector(`.can[data-move="${replacement}"]`)) return;
  const move = replacement;
  replacement = null;
  undoing = false;
  forcedTimer.clear();
  void send({ do: "play", move, version });
}

async function rotateBoard(side: number): Promise<void> {
  turn = (side + 4) % 4;
  sessionStorage.setItem(`turn:${place.pathname}`, String(turn));
  await socket.request({ do: "look", turn });
}

async function goToMove(k: number | null): Promise<void> {
  showRefusal(await socket.request(k === null ? { do: "live" } : { do: "at", k }));
}

/** Goes to a move and waits until its position is shown. */
async function showMove(k: number | null): Promise<void> {
  if (at === k) return;
  const shown = new Promise<void>((done) => {
    onShown = () => at === k && done();
    setTimeout(done, 2000); // without a connection the captions are shown anyway
  });
  await goToMove(k);
  await track(shown);
}

/** Shows what a place is and which rule forbids choosing it. */
async function explainRefusal(move: number, place: string): Promise<void> {
  if (playback.active) return; // the position shown is not the one in which a rule forbids it
  if (at !== null) return showNotice(byId("prompt").querySelector(".s")?.textContent ?? "");
  const answer = await socket.request({ do: "why", move });
  if (!answer || answer.ok) return;
  const name = /^[^.:,;]{1,40}/.exec(place)?.[0].trim();
  showRefusal({ ...answer, text: [name, answer.text].filter(Boolean).join(": ") });
}

/** Plays what happened while the user was away, once. */
function playMissed(): void {
  const known = getStored(seenKey);
  const missed = known !== null && Number(known) < version;
  const current = asked && at === null && !lesson && !whatIf && !puzzle && !document.hidden;
  if (missed && current && paceFactor() > 0) void playbackSince.open();
  rememberSeen();
}

function rememberSeen(): void {
  if (!document.hidden && at === null) setStored(seenKey, String(version));
}

/** Shows the bars of the result sheet at full length, without animation, after a key, a click or its closing. */
function finishBars(): void {
  const sheet = byId("end-sheet");
  for (const event of ["keydown", "pointerdown", "close"])
    sheet.addEventListener(event, () => sheet.classList.add("grown"));
}

function enlarge(button: Element): void {
  const board = button.closest("[data-board]")?.cloneNode(true) as Element | undefined;
  if (!board) return;
  for (const part of [board, ...board.querySelectorAll("[id], [data-move], [data-spot], [tabindex]")])
    for (const name of ["id", "data-move", "data-try", "data-spot", "tabindex"]) part.removeAttribute(name);
  for (const picture of board.querySelectorAll("svg"))
    if (picture.viewBox.baseVal?.width > 60) picture.classList.add("large");
  document.querySelector("#enlarged .enlarged-body")!.replaceChildren(board);
  openDialog("enlarged");
}

function onKey(key: string): boolean {
  const click = (selector: string): boolean => {
    const button = [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.getClientRects().length);
    if (!button || button.matches(":disabled")) return false;
    button.click();
    return true;
  };
  switch (key.toLowerCase()) {
    case "u": return click('#prompt [data-do="undo"]');
    case "f": return click("#prompt [data-move]");
    case "q": void rotateBoard(turn - 1); return true;
    case "e": void rotateBoard(turn + 1); return true;
    case "l": return click("[data-levels] button");
    case "[": whatIf ? whatIf.step(-1) : timeline.step("previous"); return true;
    case "]": whatIf ? whatIf.step(1) : timeline.step("next"); return true;
    case "s": void playSince(); return true;
    case "r": return click("[data-rule]");
    case "t": return click("[data-menu]");
    case "h": return click('[data-do="advise"]');
    case "c": return chat.toggle();
    case "escape":
      if (body.classList.contains("from-above")) return click("[data-levels] button");
      if (hint.open) {
        hint.clear();
        return true;
      }
      if (notice.hidden && click('[data-slot] [data-do="undo"]')) return true; // drops what is in hand
      if (notice.hidden && lesson) setTimeout(() => openDialog("leave")); // later: this key event would close it again
      if (LOW.matches && notice.hidden) openTab("board");
      notice.hidden = true;
      return true;
    case "n": return click(".next-game") || (document.querySelector(".next-game") !== null && (void goToNext(), true));
    case "?": openDialog("help"); return true;
    default: return false;
  }
} // prettier-ignore

/** Turns the link on or off that shows this seat's view to its holders. */
async function showHand(on: boolean, done: string): Promise<void> {
  const message = { do: "hand", on, action_id: newId() };
  const answer = (await socket.request(message, true)) as (Reply & { hand?: string }) | null;
  if (!answer?.ok || !answer.hand) return showRefusal(answer);
  await copyText(answer.hand);
  showNotice(done);
}

async function playSince(): Promise<void> {
  playback.flush();
  await playbackSince.open();
}

/** Runs a key or button of the playback bar. */
function controlPlayback(what: string): void {
  if (playbackSince.active) {
    if (what === "back" || what === "next") void playbackSince.step(what === "next" ? 1 : -1);
    else if (what === "pause") playbackSince.pause();
    else if (what === "first") void playbackSince.first();
    else void playbackSince.close();
  } else if (what === "pause") playback.pause();
  else if (what === "next") playback.next();
  else if (what === "back") {
    playback.flush();
    void playbackSince.open(true);
  } else playback.skip();
}

const PLAYBACK_KEYS: Record<string, string> = {
  " ": "pause", ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "now", Enter: "now", Escape: "now",
}; // prettier-ignore

document.addEventListener(
  "keydown",
  (event) => {
    const what = PLAYBACK_KEYS[event.key];
    if (!what || !(playbackSince.active || playback.active) || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as Element;
    if (target.closest("input, select, textarea, dialog[open]")) return;
    if ((event.key === "Enter" || event.key === " ") && target.closest("button, summary, a, [data-move]")) return;
    event.preventDefault();
    event.stopPropagation();
    controlPlayback(what);
  },
  { capture: true },
);

/** On a phone, where one part is shown at a time: opens the part in which something can be chosen. */
function showDueTab(): void {
  const has = (slot: string): boolean => root.querySelector(`[data-slot="${slot}"] .can[data-move]`) !== null;
  const market = document.querySelector('.tabs [data-tab="market"]')!.getClientRects().length > 0;
  // Without a tab of its own the market lies over the board.
  const above = has("above") && !has("hand") ? (market ? "market" : "board") : null;
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
  pan.afterUpdate();
  if (part === "history") log.showEnd();
  document.dispatchEvent(new Event("tab"));
}

let tabsShown = false; // the parts of a sheet have been shown

/** Opens the first part of a new sheet in which something can be chosen (`data-opens`). */
function openFirstPart(): void {
  const parts = root.querySelector<HTMLElement>("[data-opens]");
  if (parts && !tabsShown) body.dataset["part"] = parts.dataset["opens"];
  tabsShown = parts !== null;
  showPart(body.dataset["part"] ?? "0");
}

/** Shows one part of a board (`data-part`) where a phone has space for one at a time. */
function showPart(part: string): void {
  body.dataset["part"] = part;
  for (const tab of root.querySelectorAll<HTMLElement>('[role="tab"][data-part]'))
    tab.setAttribute("aria-selected", String(tab.dataset["part"] === part));
}

function update(changes: Update): void {
  if (changes["reload"]) return reloadPage(); // the table is gone: the new page explains why
  picker.beforeUpdate();
  body.dataset["motion"] = stepsOf(changes).findLast((step) => step.style)?.style ?? "";
  const isServed = readServed(changes["digests"] as Record<string, string> | undefined);
  const panels = (changes["panels"] ?? {}) as Record<string, Html>;
  for (const [slot, html] of Object.entries(panels))
    showHtml(document.querySelector(`[data-slot="${slot}"]`), slot, html, isServed(slot));
  for (const id of PARTS)
    if (changes[id] !== undefined && document.getElementById(id))
      showHtml(byId(id), id, changes[id] as Html, isServed(id));
  body.toggleAttribute("data-room", byId("waiting").childElementCount > 0);
  body.toggleAttribute("data-no-market", root.querySelector(".above")?.childElementCount === 0);
  if (changes["people"] !== undefined) {
    const people = patchHtml("people", changes["people"] as Html);
    if (people !== null && !isServed("people")) clock.show(people);
  }
  if (changes["log"] && !isServed("log")) log.write(changes["log"] as Lines);
  if (typeof changes["version"] === "number") {
    // A hint that was asked for while the page still connected is about this very position.
    if (changes["version"] !== version) hint.clear();
    version = changes["version"];
    body.dataset["version"] = String(version);
    clearBusy(); // unchanged parts are not sent and may still carry the mark
  }
  if (typeof changes["title"] === "string") {
    document.title = changes["title"];
    void showCount(changes["title"].startsWith("●") ? 1 : 0);
    void showNextButtons(); // the turn has changed: another table may wait
  }
  if ("at" in changes) {
    at = changes["at"] as number | null;
    body.classList.toggle("past", at !== null);
    if (!playbackSince.active) setAddress(urlAt(at));
    timeline.afterUpdate();
    onShown?.();
  }
  if (typeof changes["asked"] === "boolean") {
    askedHere = changes["asked"];
    body.dataset["asked"] = askedHere ? "yes" : "";
  }
  if (at === null) asked = askedHere;
  if (changes["over"] === true && body.dataset["over"] !== "yes") {
    justEnded = at === null;
    body.dataset["over"] = "yes";
  }
  rememberSeen();
  picker.afterUpdate();
  showDueTab();
  openFirstPart();
  softenMarkers();
  updateRuleLink();
  hint.afterUpdate();
  clock.tick();
  playForced();
  playInstead();
  pan.afterUpdate();
  lesson?.afterUpdate();
  whatIf?.afterUpdate();
  puzzle?.afterUpdate();
  menu.afterUpdate();
  sound.forUpdate(changes);
  const handover = document.querySelector<HTMLElement>("#curtain [data-lift]");
  if (handover && document.activeElement !== handover) handover.focus();
  root.inert = Boolean(handover);
}

/** Copies the rule link of the prompt to the tab bar of a phone. */
function updateRuleLink(): void {
  const rule = byId("prompt").querySelector<HTMLAnchorElement>("[data-rule]");
  if (rule) document.querySelector(".rule-tab")!.setAttribute("href", rule.getAttribute("href")!);
}

/** Makes markers softer where many places can be chosen. */
function softenMarkers(): void {
  for (const slot of root.querySelectorAll<HTMLElement>("[data-slot]"))
    slot.classList.toggle("calm", slot.querySelectorAll(".can[data-move]:not(.away)").length >= MANY_PLACES);
}

const playback = new Playback(byId("told"), byId("told-sheet") as HTMLDialogElement, {
  apply: update,
  isAsked: () => asked,
  looksElsewhere: () => playbackSince.active || at !== null,
  onIdle: () => {
    lesson?.afterUpdate();
    if (!justEnded) return;
    justEnded = false;
    openDialog("end-sheet");
  },
});
const playbackSince = new PlaybackSince(byId("told"), {
  steps: async () => ((await socket.request({ do: "since" }, true))?.since ?? []) as Step[],
  at: showMove,
  isAsked: () => asked,
  nothing: () => showNotice(byId("told").dataset["nothing"] ?? ""),
});
const log = new Log(byId("log-box"), byId("log"), body.dataset["seat"] ?? "", async (event) => {
  return (await socket.request({ do: "places", event }))?.places ?? [];
});
const picker = new MovePicker(root, byId("bubble"), {
  play: (move) => {
    const clicked = version;
    playback.flush();
    playback.resume();
    if (version !== clicked) return clearBusy(); // the clicked position is gone
    undoing = false;
    forcedTimer.clear();
    void send({ do: "play", move, version });
  },
  why: (move, place) => void explainRefusal(move, place),
  preview: async (move) => (await socket.request({ do: "preview", move }))?.preview ?? null,
  onKey,
});
const scrolling = [...root.querySelectorAll<HTMLElement>(".stage, .above, .left, .right")];
const pan = new Pan(root.querySelector<HTMLElement>(".stage")!, scrolling);
const timeline = new Timeline(byId("history"), (k) => void goToMove(k));
const receive = (changes: Update): void =>
  changes["talk"] ? chat.receive(changes["talk"] as never) : playback.receive(changes);
const sending = new Sending(() => socket, { refused: showRefusal, free: clearBusy });
const socket = new Socket(address, receive, (lost, since) => sending.showLost(lost, since));

const chat = new Chat((message) => socket.request(message), openTab);
const clock = new Clock(() => socket.clockOffset);
socket.onClock = () => clock.tick();
const coach = new Coach();
const hint = new Hint((deeper) => socket.request({ do: "advise", deeper }), showRefusal, (spot) => {
  const slot = spot.closest<HTMLElement>("[data-slot]")?.dataset["slot"] ?? "";
  const part = { board: "board", above: "market", left: "players", right: "players" }[slot];
  if (part && !spot.getClientRects().length) openTab(part);
});
const lesson = "lesson" in body.dataset
  ? new Lesson(byId("lesson"), document.querySelector<SVGElement>("#veil")!, {
      ask: (button) => {
        if (at !== null) timeline.live();
        playback.resume();
        void socket.request({ do: "coach", button }, true);
      },
      openTab,
      showPart,
      playing: () => playback.active || playbackSince.active,
      past: () => at !== null,
      timeLapse: (k) => !reducedMotion() && timeline.timeLapse(k),
    })
  : null; // prettier-ignore

const whatIf = "whatIf" in body.dataset
  ? new WhatIf({
      ask: (button, more) => {
        playback.flush();
        return socket.request({ do: "what-if", button, ...more }, true);
      },
      onRefused: showRefusal,
    })
  : null; // prettier-ignore

const puzzle = "puzzlePage" in body.dataset
  ? new Puzzle(byId("puzzle"), {
      ask: (button) => {
        if (at !== null) timeline.live();
        playback.flush();
        return socket.request({ do: "puzzle", button }, true);
      },
      onRefused: showRefusal,
      openTab,
      showPart,
    })
  : null; // prettier-ignore

const menu = new Menu(async (message) => {
  const answer = await socket.request({ do: "table", ...message, action_id: newId() }, true);
  showRefusal(answer);
  // Who comes back sees what has happened, and what the bot has done for them.
  if (message["deed"] === "back" && answer?.ok) await playbackSince.open(false, true);
  return answer;
});

shell();
finishBars();
if (document.getElementById("report-sheet")) initReports();
sound.switches(document.querySelectorAll<HTMLElement>("[data-sound]"));
document.addEventListener("click", (event) => {
  const target = event.target as Element;
  const doing = target.closest<HTMLElement>("[data-do]:not(:disabled)")?.dataset["do"];
  if (doing === "undo" || doing === "restart") {
    undoing = true;
    forcedTimer.clear();
    void send({ do: doing });
  }
  const other = target.closest<HTMLElement>("[data-instead]")?.dataset["instead"];
  if (other) {
    undoing = true;
    forcedTimer.clear();
    replacement = Number(other);
    void send({ do: "undo" });
  }
  const hand = target.closest<HTMLElement>("[data-hand]");
  if (hand) void showHand(hand.dataset["hand"] === "on", hand.dataset["done"]!);
  const lifts = target.closest<HTMLElement>("[data-lift]")?.dataset["lift"];
  if (lifts) void socket.request({ do: "lift", seat: Number(lifts) }).then(showRefusal);
  if (doing === "live") timeline.live();
  if (doing === "since") void playSince();
  if (doing === "strip") {
    const open = String(body.classList.toggle("strip-open"));
    target.closest("[data-do]")!.setAttribute("aria-expanded", open);
  }
  const taken = target.closest<HTMLElement>("#told-sheet [data-move]")?.dataset["move"];
  if (taken) void send({ do: "play", move: Number(taken), version });
  const control = target.closest<HTMLElement>("#told [data-tell]")?.dataset["tell"];
  if (control) controlPlayback(control);
  const pace = target.closest<HTMLElement>("[data-pace]")?.dataset["pace"];
  if (pace) setPace(pace);
  const enlarging = target.closest(".enlarge");
  if (enlarging) enlarge(enlarging);
  if (doing === "look-back") {
    target.closest("dialog")?.close();
    timeline.replay();
  }
  const side = target.closest<HTMLElement>("[data-turn]")?.dataset["turn"];
  if (side) void rotateBoard(Number(side));
  const tab = target.closest<HTMLElement>("[data-tab]:not(body)")?.dataset["tab"];
  // In a low window the parts lie over the board: the same button, or the board, closes them again.
  const over = LOW.matches && body.dataset["tab"] !== "board";
  if (tab) openTab(over && tab === body.dataset["tab"] ? "board" : tab);
  else if (over && target.closest(".stage")) openTab("board");
  const part = target.closest<HTMLElement>("[data-part]:not(body)")?.dataset["part"];
  if (part) showPart(part);
  const levels = target.closest("[data-levels]"); // enlarged by a click, shrunk by the next one
  if (!levels || !target.closest("[data-try]"))
    body.classList.toggle("from-above", Boolean(levels) && !body.classList.contains("from-above"));
  if (target.closest("#notice .close")) notice.hidden = true;
  if (target.closest("#advice .close")) hint.clear();
  const coaching = target.closest<HTMLElement>("[data-coach]:not(body)")?.dataset["coach"];
  if (coaching) coach.set(coaching);
  if (doing === "advise") void hint.request();
  if (doing === "best-moves") hint.toggleBestMoves();
  const rule = target.closest<HTMLAnchorElement>("[data-rule], #notice a");
  if (rule && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    const coachHidden = body.dataset["coach"] === "on" && !byId("coach").getClientRects().length; // for lack of space
    void openRule(rule, coachHidden && rule.matches("[data-rule]") ? byId("coach") : null);
  }
});
document.addEventListener("visibilitychange", playMissed);
document.addEventListener("visibilitychange", () => void showNextButtons());
void showCount(document.title.startsWith("●") ? 1 : 0);
void showNextButtons();
showPace();
picker.afterUpdate();
showDueTab();
openFirstPart();
softenMarkers();
playForced();
pan.afterUpdate();
lesson?.afterUpdate();
sending.resume();
playMissed();
