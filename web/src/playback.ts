// Playback of what happened, step by step. Updates wait in a queue until the previous ones have been read; the user can
// skip them at any time.
import { animateFlights, reducedMotion, type Flight } from "./animation";
import { paceFactor } from "./pace";
import { begin } from "./pending";
import { clearRings, showRings } from "./anchors";
import type { Update } from "./socket";

export interface Step {
  turn: number; // steps of one turn share its number
  seat?: number;
  text?: string; // the turn so far, in one sentence
  places?: string[];
  flights?: Flight[];
  style?: string;
  sheet?: string;
  k?: number; // number of the position after it
}

export interface PlaybackPage {
  apply(update: Update): void;
  isAsked(): boolean; // whether the user has to move in the position shown
  looksElsewhere(): boolean; // whether the user looks at another position than the newest
  onIdle(): void; // the queue is empty
}

const READING_TIME = { least: 1100, most: 4500, letter: 30 }; // milliseconds
const STEP_PAUSE = 380; // milliseconds between two moves of one turn
const CATCH_UP_AFTER = 12_000; // milliseconds after which a user who has to move sees the rest faster
const SHEET_TIME = { least: 4000, most: 20_000, letter: 35 };

export class Playback {
  private queue: Update[] = [];
  private busy = false;
  private paused = false;
  private startedAt = 0;
  private finishStep: (() => void) | null = null; // ends the current pause
  private timer = 0;
  private endWork: (() => void) | null = null; // ends the report that playback goes on by itself
  private skipping = false; // nothing is played until the user has moved
  private turn = -1; // turn of the last step played
  private places: string[] = [];
  private totals = new Map<string, number>();

  constructor(
    private bar: HTMLElement,
    private sheet: HTMLDialogElement,
    private page: PlaybackPage,
  ) {
    sheet.addEventListener("close", () => this.finishStep?.());
    sheet.addEventListener("click", (event) => {
      if (!(event.target instanceof Element)) return;
      if (event.target.closest("[data-tell]")) sheet.close();
      if (event.target.closest("[data-again]")) this.replaySheet();
    });
  }

  /** Restarts the animation on the sheet. */
  private replaySheet(): void {
    const hasText = this.sheet.querySelector(".sheet-body")!;
    hasText.innerHTML = String(hasText.innerHTML);
    hasText.querySelector<HTMLElement>("[data-again]")?.focus();
  }

  /** Plays an update of the server now, or queues it behind the one being played. */
  receive(update: Update): void {
    const hasText = stepsOf(update).some((step) => step.text || step.sheet);
    // A choice that the update does not change is not interrupted.
    const choosing = this.page.isAsked() && update["prompt"] === undefined;
    if (!this.busy && (!hasText || choosing || !this.shouldPlay())) {
      this.showPaused(update);
      return;
    }
    this.queue.push(update);
    if (!this.busy) return void this.run();
    this.bar.classList.toggle("mine", this.isAsked()); // the queue may have led to the user's own turn
    this.scheduleNext();
  }

  get active(): boolean {
    return this.busy;
  }

  /** Whether updates are waiting, so that the board is not current. */
  get behind(): boolean {
    return this.queue.length > 0;
  }

  /** Skips everything up to the user's next move. */
  skip(): void {
    this.skipping = true;
    this.flush();
  }

  /** Plays updates again, after the user has moved. */
  resume(): void {
    this.skipping = false;
  }

  /** Applies all queued updates at once. */
  flush(): void {
    const remaining = this.queue.splice(0);
    for (const update of remaining) this.page.apply(update);
    this.paused = false;
    this.finishStep?.();
  }

  pause(): void {
    this.paused = !this.paused;
    showPaused(this.bar, this.paused);
    if (this.paused) clearTimeout(this.timer);
    else this.scheduleNext();
    this.reportWork(!this.paused);
  }

  next(): void {
    this.finishStep?.();
  }

  private shouldPlay(): boolean {
    return paceFactor() > 0 && !this.skipping && !document.hidden && !this.page.looksElsewhere();
  }

  /** Applies an update without captions. */
  private showPaused(update: Update): void {
    this.page.apply(update);
    if (this.shouldPlay()) for (const step of stepsOf(update)) animateFlights(step.flights ?? []);
    this.page.onIdle();
  }

  private async run(): Promise<void> {
    this.busy = true;
    this.reportWork(true);
    this.startedAt = performance.now();
    while (this.queue.length) {
      const [first, rest] = this.shouldPlay() ? withheld(this.queue.shift()!) : [this.queue.shift()!, null];
      this.page.apply(first);
      for (const step of stepsOf(first)) if (this.shouldPlay()) await this.play(step);
      if (rest) this.page.apply(rest);
    }
    this.busy = false;
    this.paused = false;
    showPaused(this.bar, false);
    clearRings();
    this.bar.hidden = true;
    this.page.onIdle();
    this.reportWork(false);
  }

  /** Whether the newest queued update asks the user for a move. */
  private isAsked(): boolean {
    const last = this.queue.findLast((update) => update["asked"] !== undefined);
    return last ? last["asked"] === true : this.page.isAsked();
  }

  private async play(step: Step): Promise<void> {
    const animated = animateFlights(step.flights ?? []);
    if (!step.text && !step.sheet) return;
    showCaption(this.bar, step, this.isAsked());
    this.collectChanges(step);
    showRings(this.places, this.totals);
    if (step.sheet) {
      this.sheet.querySelector(".sheet-body")!.innerHTML = step.sheet;
      if (!document.querySelector("dialog[open]")) this.sheet.showModal();
    }
    await this.wait(step, animated);
    if (this.sheet.open) this.sheet.close();
  }

  /** Adds a step's rings and changes to those of its turn. */
  private collectChanges(step: Step): void {
    if (step.turn !== this.turn) {
      this.places = [];
      this.totals = new Map();
    }
    this.turn = step.turn;
    this.places = [...new Set([...this.places, ...(step.places ?? [])])];
    for (const [place, change] of changesOf(step)) this.totals.set(place, (this.totals.get(place) ?? 0) + change);
  }

  private wait(step: Step, animated: number): Promise<void> {
    const start = performance.now();
    const letters = (step.text ?? "").replace(/<[^>]*>/g, "").length;
    const sheetLetters = step.sheet ? this.sheet.querySelector<HTMLElement>(".sheet-body")!.innerText.length : 0;
    const sheetTime = sheetLetters && readingTimeOf(sheetLetters, SHEET_TIME);
    const readingTime = readingTimeOf(letters, READING_TIME) + sheetTime;
    return new Promise((done) => {
      this.finishStep = () => {
        clearTimeout(this.timer);
        this.finishStep = null;
        done();
      };
      this.stepEnd = () => {
        const sameTurn = !step.sheet && stepsOf(this.queue[0])[0]?.turn === step.turn;
        const isLate = this.isAsked() && performance.now() - this.startedAt > CATCH_UP_AFTER * paceFactor();
        return start + Math.max(animated, (sameTurn ? STEP_PAUSE : readingTime) * paceFactor() * (isLate ? 0.25 : 1));
      };
      this.scheduleNext();
    });
  }

  private stepEnd: () => number = () => 0;

  /** Restarts the timer of the current step; its end may have come nearer. */
  private scheduleNext(): void {
    clearTimeout(this.timer);
    if (!this.finishStep || this.paused) return;
    // A sheet stays open while the pointer or the focus is on it.
    const reading = this.sheet.open && ("lesson" in document.body.dataset || this.isReading());
    const remaining = this.stepEnd() - performance.now();
    const next = (): void => (remaining > 0 || reading ? this.scheduleNext() : this.finishStep?.());
    this.timer = window.setTimeout(next, Math.max(16, Math.min(remaining, 400)));
    this.reportWork(remaining > 0 || !reading);
  }

  /** Reports whether playback goes on by itself, or waits for the user. */
  private reportWork(on: boolean): void {
    if (on) this.endWork ??= begin();
    else {
      this.endWork?.();
      this.endWork = null;
    }
  }

  private isReading(): boolean {
    return Boolean(this.sheet.matches(":hover .sheet-body") || this.sheet.querySelector(".sheet-body:focus-within"));
  }
}

function readingTimeOf(letters: number, { least, most, letter }: typeof READING_TIME): number {
  return Math.max(least, Math.min(most, letters * letter));
}

const SHOWN_DURING = ["board", "hand"]; // panels that do not name a winner

/** Splits the end of a game: what names the winner is shown after the playback has told it. */
function withheld(update: Update): [Update, Update | null] {
  if (update["over"] !== true || !stepsOf(update).length) return [update, null];
  const { panels, steps, version, at, asked, ...told } = update;
  const all = Object.entries((panels ?? {}) as Record<string, unknown>);
  const of = (during: boolean): Record<string, unknown> =>
    Object.fromEntries(all.filter(([slot]) => SHOWN_DURING.includes(slot) === during));
  const known = Object.entries({ steps, version, at, asked }).filter(([, value]) => value !== undefined);
  return [{ ...Object.fromEntries(known), panels: of(true) }, { ...told, panels: of(false) }];
}

export function stepsOf(update: Update | undefined): Step[] {
  return (update?.["steps"] ?? []) as Step[];
}

/** Returns by how much each number on the board changes in a step. */
export function changesOf(step: Step): Map<string, number> {
  const places = new Set(step.places ?? []);
  const found = new Map<string, number>();
  for (const { start, end, n } of step.flights ?? []) {
    if (places.has(start)) found.set(start, (found.get(start) ?? 0) - n);
    if (places.has(end)) found.set(end, (found.get(end) ?? 0) + n);
  }
  for (const { end, lands } of step.flights ?? []) if (lands) found.delete(end);
  return found;
}

const LONG_CAPTION = 105; // letters that do not fit into two lines of normal size

export function showCaption(bar: HTMLElement, step: Step, mine: boolean): void {
  const words = bar.querySelector(".t")!;
  words.innerHTML = step.text ?? "";
  words.classList.toggle("long", (words.textContent ?? "").length > LONG_CAPTION);
  bar.classList.toggle("mine", mine);
  bar.classList.toggle("still", reducedMotion());
  bar.hidden = false;
}

export function showPaused(bar: HTMLElement, paused: boolean): void {
  bar.classList.toggle("paused", paused);
  bar.querySelector('[data-tell="pause"]')!.setAttribute("aria-pressed", String(paused));
}
