// The people at the table: their clocks tick here. The server sends moments at which something ends, once for each change.
import { morph } from "./morph";

/** How the time of a seat runs; moments are the server's, in seconds. */
interface Told {
  pace: "none" | "live" | "days";
  runs: boolean;
  bonus?: number; // live: the seconds of a turn
  bank?: number; // live: what is left besides, while it stands
  turn_ends?: number; // live: when the seconds of this turn are over
  ends?: number; // when all time is over
  used?: number; // without a clock: how long this seat has thought, while it stands
  begun?: number; // without a clock: when it would have begun to think, had it thought all the time since
  vacation?: number;
}

const SHORT = 30; // seconds left from which on time is short
const SPOKEN = [10, 30];
const [MINUTE, HOUR, DAY] = [60, 3600, 86400];

export class Clock {
  private spoken = 0; // what a screen reader was told last about this turn
  private ends = 0;

  constructor(private ahead: () => number | null) {
    setInterval(() => this.tick(), 1000);
  }

  /** The people have changed. */
  show(html: string): void {
    for (const place of document.querySelectorAll("[data-people]")) morph(place, html);
    this.tick();
  }

  tick(): void {
    const ahead = this.ahead();
    if (ahead === null) return;
    const now = (Date.now() + ahead) / 1000;
    let own = "";
    for (const sitters of document.querySelectorAll<HTMLElement>(".company .sitters")) {
      const words = JSON.parse(sitters.dataset["words"] ?? "{}") as Record<string, string>;
      for (const sitter of sitters.querySelectorAll<HTMLElement>(".sitter")) {
        const gone = sitter.querySelector<HTMLElement>("[data-gone]");
        if (gone) write(gone, fill(words["away"], { time: span(now - Number(gone.dataset["gone"]), words) }));
        const told = sitter.dataset["clock"];
        if (told) own = this.showSeat(sitter, JSON.parse(told) as Told, now, words) || own;
        if (sitters.closest(".card")) place(sitter);
      }
    }
    this.prompt(own);
  }

  /** Puts a seat's time into its place; what the prompt says about it, when it is the viewer's own. */
  private showSeat(sitter: HTMLElement, told: Told, now: number, words: Record<string, string>): string {
    const place = sitter.querySelector<HTMLElement>(".time")!;
    // Where there is little room the time alone is shown; heard is all of it.
    const brief = sitter.closest(".strip") !== null || sitter.classList.contains("placed");
    const tell = (time: string): void => {
      const whole = fill(words["left"], { time });
      write(place, brief ? time : whole);
      if (place.getAttribute("aria-label") !== whole) place.setAttribute("aria-label", whole);
    };
    const left = told.ends === undefined ? null : Math.max(0, told.ends - now);
    sitter.classList.toggle("runs", told.runs);
    sitter.classList.toggle("short", told.pace === "live" && told.runs && left !== null && left < SHORT);
    if (told.pace === "none") {
      const used = told.begun === undefined ? (told.used ?? 0) : Math.max(0, now - told.begun);
      write(place, watch(used));
      place.title = words["used"] ?? "";
      place.classList.add("quiet");
      return "";
    }
    if (told.pace === "days") {
      const away = told.vacation !== undefined && told.vacation > now;
      if (away || left === null) write(place, away ? (words["vacation"] ?? "") : "");
      else tell(span(left, words));
      return "";
    }
    const turn = told.turn_ends === undefined ? 0 : Math.max(0, told.turn_ends - now);
    const bank = told.bank ?? Math.max(0, (left ?? 0) - turn);
    tell(watch(bank));
    const ring = sitter.querySelector<HTMLElement>(".ring");
    if (ring) {
      ring.hidden = !told.runs || turn <= 0;
      write(ring.querySelector("b")!, String(Math.ceil(turn)));
    }
    sitter.style.setProperty("--rest", String(told.bonus ? (100 * turn) / told.bonus : 0));
    if (!sitter.classList.contains("me") || !told.runs) return "";
    this.speak(left ?? 0, told.ends ?? 0, words);
    return turn > 0 ? fill(words["move"], { n: String(Math.ceil(turn)), time: watch(bank) }) : fill(words["bank"], { time: watch(bank) });
  }

  /** Says once that time is short, and once more. */
  private speak(left: number, ends: number, words: Record<string, string>): void {
    if (Math.abs(ends - this.ends) > 1) [this.ends, this.spoken] = [ends, left < SHORT ? SHORT : 0]; // a turn that begins so is no news
    const due = SPOKEN.find((seconds) => left <= seconds);
    const voice = document.getElementById("clock-voice");
    if (!due || !voice || (this.spoken && this.spoken <= due)) return;
    this.spoken = due;
    voice.textContent = words[String(due)] ?? "";
  }

  /** The prompt says how much time there is for this move. It is seen, not heard: heard are half a minute and ten seconds. */
  private prompt(words: string): void {
    const detail = document.querySelector<HTMLElement>("#prompt .words .s");
    let spot = detail?.querySelector<HTMLElement>(".own-clock") ?? null;
    if (!detail || (!words && !spot)) return;
    if (!spot) {
      spot = document.createElement("span");
      spot.className = "own-clock";
      spot.setAttribute("aria-hidden", "true");
      detail.append(spot);
    }
    write(spot, words);
    const bar = detail.closest("#prompt")!; // where the game itself needs the room, the row of the viewer says it
    spot.hidden = false;
    spot.hidden = detail.parentElement!.offsetHeight > bar.clientHeight;
  }
}

/** Where the game's own panels have a place for it, that is shown there: a row of its own would say everything twice. */
function place(sitter: HTMLElement): void {
  const spot = document.querySelector<HTMLElement>(`[data-slot] [data-person="${sitter.dataset["seat"]}"]`);
  sitter.classList.toggle("placed", spot !== null);
  if (!spot) return;
  spot.className = `sits ${sitter.className}`;
  spot.style.setProperty("--rest", sitter.style.getPropertyValue("--rest"));
  const parts = [".shape .dot", ".shape .robot", ".who small", ".ring:not([hidden])", ".time"];
  const html = parts.map((part) => sitter.querySelector(part)?.outerHTML ?? "").join("");
  if (spot.innerHTML !== html) spot.innerHTML = html;
}

function write(place: Element, text: string): void {
  if (place.textContent !== text) place.textContent = text;
}

function fill(sentence: string | undefined, parts: Record<string, string>): string {
  return (sentence ?? "").replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? "");
}

/** As a watch tells it: 18:42, or 1:02:05. */
function watch(seconds: number): string {
  const all = Math.floor(seconds);
  const two = (n: number): string => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(all / HOUR), Math.floor((all % HOUR) / MINUTE), all % MINUTE];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** As people tell it: 3 days, 19 h, 6 min. */
function span(seconds: number, words: Record<string, string>): string {
  if (seconds >= 2 * DAY) return fill(words["days"], { n: String(Math.floor(seconds / DAY)) });
  if (seconds >= HOUR) return fill(words["hours"], { n: String(Math.floor(seconds / HOUR)) });
  return fill(words["minutes"], { n: String(Math.max(0, Math.floor(seconds / MINUTE))) });
}
