// Players and their clocks. The server sends end times, once for each change; the page counts down.
import { morph } from "./morph";

/** Clock of a seat; times are the server's, in seconds. */
interface SeatClock {
  pace: "none" | "live" | "days";
  runs: boolean;
  bonus?: number; // live: seconds for a turn
  bank?: number; // live: seconds left in the bank, while it does not run
  turn_ends?: number; // live: when the seconds of this turn end
  ends?: number; // when all time ends
  used?: number; // without a clock: seconds used, while it does not run
  begun?: number; // without a clock: now minus the seconds used, while it runs
  vacation?: number;
}

const LOW_TIME = 30; // seconds
const ANNOUNCED_AT = [10, 30];
const [MINUTE, HOUR, DAY] = [60, 3600, 86400];

export class Clock {
  private announced = 0; // the last threshold announced in this turn
  private ends = 0;

  constructor(private clockOffset: () => number | null) {
    setInterval(() => this.tick(), 1000);
  }

  /** Replaces the list of players. */
  show(html: string): void {
    for (const place of document.querySelectorAll("[data-people]")) morph(place, html);
    this.tick();
  }

  tick(): void {
    const clockOffset = this.clockOffset();
    if (clockOffset === null) return;
    const now = (Date.now() + clockOffset) / 1000;
    let promptText = "";
    for (const sitters of document.querySelectorAll<HTMLElement>(".company .sitters")) {
      const words = JSON.parse(sitters.dataset["words"] ?? "{}") as Record<string, string>;
      for (const sitter of sitters.querySelectorAll<HTMLElement>(".sitter")) {
        const gone = sitter.querySelector<HTMLElement>("[data-gone]");
        if (gone) setText(gone, format(words["away"], { time: formatSpan(now - Number(gone.dataset["gone"]), words) }));
        const seatClock = sitter.dataset["clock"];
        if (seatClock) promptText = this.showSeat(sitter, JSON.parse(seatClock) as SeatClock, now, words) || promptText;
        if (sitters.closest(".card")) placeInPanel(sitter);
      }
    }
    for (const awaited of document.querySelectorAll<HTMLElement>(".waited-for [data-away]")) showAwaited(awaited, now);
    this.showInPrompt(promptText);
  }

  /** Shows a seat's time; returns the text for the prompt if it is the viewer's own running clock. */
  private showSeat(sitter: HTMLElement, seatClock: SeatClock, now: number, words: Record<string, string>): string {
    const place = sitter.querySelector<HTMLElement>(".time")!;
    // In small places only the time is shown; the label for screen readers is complete.
    const short = sitter.closest(".strip") !== null || sitter.classList.contains("placed");
    const showTime = (time: string): void => {
      const whole = format(words["left"], { time });
      setText(place, short ? time : whole);
      if (place.getAttribute("aria-label") !== whole) place.setAttribute("aria-label", whole);
    };
    const left = seatClock.ends === undefined ? null : Math.max(0, seatClock.ends - now);
    sitter.classList.toggle("runs", seatClock.runs);
    sitter.classList.toggle("short", seatClock.pace === "live" && seatClock.runs && left !== null && left < LOW_TIME);
    if (seatClock.pace === "none") {
      const used = seatClock.begun === undefined ? (seatClock.used ?? 0) : Math.max(0, now - seatClock.begun);
      setText(place, formatClock(used));
      place.title = words["used"] ?? "";
      place.classList.add("quiet");
      return "";
    }
    if (seatClock.pace === "days") {
      const away = seatClock.vacation !== undefined && seatClock.vacation > now;
      if (away || left === null) setText(place, away ? (words["vacation"] ?? "") : "");
      else showTime(formatSpan(left, words));
      return "";
    }
    const turn = seatClock.turn_ends === undefined ? 0 : Math.max(0, seatClock.turn_ends - now);
    const bank = seatClock.bank ?? Math.max(0, (left ?? 0) - turn);
    showTime(formatClock(bank));
    const ring = sitter.querySelector<HTMLElement>(".ring");
    if (ring) {
      ring.hidden = !seatClock.runs || turn <= 0;
      setText(ring.querySelector("b")!, String(Math.ceil(turn)));
    }
    sitter.style.setProperty("--rest", String(seatClock.bonus ? (100 * turn) / seatClock.bonus : 0));
    if (!sitter.classList.contains("me") || !seatClock.runs) return "";
    this.announce(left ?? 0, seatClock.ends ?? 0, words);
    const time = formatClock(bank);
    return turn > 0 ? format(words["move"], { n: String(Math.ceil(turn)), time }) : format(words["bank"], { time });
  }

  /** Announces each threshold once to screen readers. */
  private announce(left: number, ends: number, words: Record<string, string>): void {
    // A turn that starts with low time is not announced.
    if (Math.abs(ends - this.ends) > 1) [this.ends, this.announced] = [ends, left < LOW_TIME ? LOW_TIME : 0];
    const threshold = ANNOUNCED_AT.find((seconds) => left <= seconds);
    const liveRegion = document.getElementById("clock-voice");
    if (!threshold || !liveRegion || (this.announced && this.announced <= threshold)) return;
    this.announced = threshold;
    liveRegion.textContent = words[String(threshold)] ?? "";
  }

  /** Shows the time for this move in the prompt, hidden from screen readers, which get announcements instead. */
  private showInPrompt(words: string): void {
    const detail = document.querySelector<HTMLElement>("#prompt .words .s");
    let spot = detail?.querySelector<HTMLElement>(".own-clock") ?? null;
    if (!detail || (!words && !spot)) return;
    if (!spot) {
      spot = document.createElement("span");
      spot.className = "own-clock";
      spot.setAttribute("aria-hidden", "true");
      detail.append(spot);
    }
    setText(spot, words);
    const bar = detail.closest("#prompt")!; // if the prompt overflows, the time is only in the viewer's row
    spot.hidden = false;
    spot.hidden = detail.parentElement!.offsetHeight > bar.clientHeight;
  }
}

/** Tells for how long a player has been away, and when a bot takes over. */
function showAwaited(awaited: HTMLElement, now: number): void {
  const sitters = awaited.closest(".company")?.querySelector<HTMLElement>(".sitters");
  const words = JSON.parse(sitters?.dataset["words"] ?? "{}") as Record<string, string>;
  const { away, takes, told } = awaited.dataset;
  const left = Math.max(0, Number(takes) - now);
  const time = formatSpan(now - Number(away), words);
  setText(awaited, format(told, { time, left: left < HOUR ? formatClock(left) : formatSpan(left, words) }));
}

/** Copies a player's clock into the game's own panel if that has a place for it, instead of a row of its own. */
function placeInPanel(sitter: HTMLElement): void {
  const spot = document.querySelector<HTMLElement>(`[data-slot] [data-person="${sitter.dataset["seat"]}"]`);
  sitter.classList.toggle("placed", spot !== null);
  if (!spot) return;
  spot.className = `sits ${sitter.className}`;
  spot.style.setProperty("--rest", sitter.style.getPropertyValue("--rest"));
  const parts = [".shape .dot", ".shape .robot", ".who small", ".ring:not([hidden])", ".time"];
  const html = parts.map((part) => sitter.querySelector(part)?.outerHTML ?? "").join("");
  if (spot.innerHTML !== html) spot.innerHTML = html;
}

function setText(place: Element, text: string): void {
  if (place.textContent !== text) place.textContent = text;
}

function format(sentence: string | undefined, parts: Record<string, string>): string {
  return (sentence ?? "").replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? "");
}

/** Formats seconds as 18:42 or 1:02:05. */
function formatClock(seconds: number): string {
  const all = Math.floor(seconds);
  const two = (n: number): string => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(all / HOUR), Math.floor((all % HOUR) / MINUTE), all % MINUTE];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Formats seconds as 3 days, 19 h or 6 min. */
function formatSpan(seconds: number, words: Record<string, string>): string {
  if (seconds >= 2 * DAY) return format(words["days"], { n: String(Math.floor(seconds / DAY)) });
  if (seconds >= HOUR) return format(words["hours"], { n: String(Math.floor(seconds / HOUR)) });
  return format(words["minutes"], { n: String(Math.max(0, Math.floor(seconds / MINUTE))) });
}
