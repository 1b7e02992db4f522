// What happened is told one thing after the other. News wait in a queue until those before them have been read; whoever
// wants to go on goes on at once, and nothing ever has to be waited for.
import { fly, still, type Flight } from "./flights";
import { factor } from "./pace";
import { clear, outline } from "./spots";
import type { Update } from "./wire";

export interface Step {
  turn: number; // steps of one turn have the same number
  seat?: number;
  text?: string; // the turn so far, in one sentence
  places?: string[];
  flights?: Flight[];
  style?: string;
  sheet?: string;
  k?: number; // the position after it
}

export interface Page {
  apply(news: Update): void;
  asked(): boolean; // whether this person owes a move in what is shown
  elsewhere(): boolean; // whether this person looks at something else than the newest position
  idle(): void; // everything has been told
}

const READ = { least: 1100, most: 4500, letter: 30 }; // milliseconds
const BETWEEN = 380; // between two moves of one turn
const PATIENCE = 12_000; // whoever has to move is told the rest faster after that
const SHEET = { least: 4000, most: 20_000, letter: 35 };

export class Staging {
  private queue: Update[] = [];
  private busy = false;
  private paused = false;
  private began = 0;
  private go: (() => void) | null = null; // ends the present pause
  private timer = 0;
  private skips = false; // the person has gone on: nothing is told until they have moved
  private turn = -1; // whose steps have been told last
  private places: string[] = [];
  private sums = new Map<string, number>();

  constructor(
    private bar: HTMLElement,
    private sheet: HTMLDialogElement,
    private page: Page,
  ) {
    sheet.addEventListener("close", () => this.go?.());
    sheet.addEventListener("click", (event) => {
      if (!(event.target instanceof Element)) return;
      if (event.target.closest("[data-tell]")) sheet.close();
      if (event.target.closest("[data-again]")) this.again();
    });
  }

  /** What moves on the sheet moves once more. */
  private again(): void {
    const told = this.sheet.querySelector(".sheet-body")!;
    told.innerHTML = String(told.innerHTML);
    told.querySelector<HTMLElement>("[data-again]")?.focus();
  }

  /** News from the server: told now, or after what is being told. */
  take(news: Update): void {
    const told = stepsOf(news).some((step) => step.text || step.sheet);
    // Whoever is in the middle of a choice that stays as it was is not interrupted.
    const midway = this.page.asked() && news["prompt"] === undefined;
    if (!this.busy && (!told || midway || !this.tells())) {
      this.show(news);
      return;
    }
    this.queue.push(news);
    if (!this.busy) return void this.run();
    this.bar.classList.toggle("mine", this.asked()); // what is told meanwhile may have led to one's own turn
    this.hasten();
  }

  get active(): boolean {
    return this.busy;
  }

  /** Whether the board lags behind what has happened. */
  get behind(): boolean {
    return this.queue.length > 0;
  }

  /** The person wants to go on: what comes before their next move is not told either. */
  skip(): void {
    this.skips = true;
    this.flush();
  }

  /** The person has moved: what follows is told again. */
  resume(): void {
    this.skips = false;
  }

  /** Everything at once. */
  flush(): void {
    const rest = this.queue.splice(0);
    for (const news of rest) this.page.apply(news);
    this.paused = false;
    this.go?.();
  }

  pause(): void {
    this.paused = !this.paused;
    show(this.bar, this.paused);
    if (this.paused) clearTimeout(this.timer);
    else this.hasten();
  }

  next(): void {
    this.go?.();
  }

  private tells(): boolean {
    return factor() > 0 && !this.skips && !document.hidden && !this.page.elsewhere();
  }

  /** News that are not told but only seen. */
  private show(news: Update): void {
    this.page.apply(news);
    if (this.tells()) for (const step of stepsOf(news)) fly(step.flights ?? []);
    this.page.idle();
  }

  private async run(): Promise<void> {
    this.busy = true;
    this.began = performance.now();
    while (this.queue.length) {
      const news = this.queue.shift()!;
      this.page.apply(news);
      for (const step of stepsOf(news)) if (this.tells()) await this.tell(step);
    }
    this.busy = false;
    this.paused = false;
    show(this.bar, false);
    clear();
    this.bar.hidden = true;
    this.page.idle();
  }

  /** Whether the newest news ask this person for a move. */
  private asked(): boolean {
    const last = this.queue.findLast((news) => news["asked"] !== undefined);
    return last ? last["asked"] === true : this.page.asked();
  }

  private async tell(step: Step): Promise<void> {
    const flown = fly(step.flights ?? []);
    if (!step.text && !step.sheet) return;
    caption(this.bar, step, this.asked());
    this.gather(step);
    outline(this.places, this.sums);
    if (step.sheet) {
      this.sheet.querySelector(".sheet-body")!.innerHTML = step.sheet;
      if (!document.querySelector("dialog[open]")) this.sheet.showModal();
    }
    await this.wait(step, flown);
    if (this.sheet.open) this.sheet.close();
  }

  /** A turn that goes on keeps its rings, and its figures add up. */
  private gather(step: Step): void {
    if (step.turn !== this.turn) {
      this.places = [];
      this.sums = new Map();
    }
    this.turn = step.turn;
    this.places = [...new Set([...this.places, ...(step.places ?? [])])];
    for (const [place, change] of changes(step)) this.sums.set(place, (this.sums.get(place) ?? 0) + change);
  }

  private wait(step: Step, flown: number): Promise<void> {
    const start = performance.now();
    const letters = (step.text ?? "").replace(/<[^>]*>/g, "").length;
    const written = step.sheet ? this.sheet.querySelector<HTMLElement>(".sheet-body")!.innerText.length : 0;
    const sheet = written && Math.max(SHEET.least, Math.min(SHEET.most, written * SHEET.letter));
    const whole = Math.max(READ.least, Math.min(READ.most, letters * READ.letter)) + sheet;
    return new Promise((done) => {
      this.go = () => {
        clearTimeout(this.timer);
        this.go = null;
        done();
      };
      this.until = () => {
        const same = !step.sheet && stepsOf(this.queue[0])[0]?.turn === step.turn;
        const late = this.asked() && performance.now() - this.began > PATIENCE * factor();
        return start + Math.max(flown, (same ? BETWEEN : whole) * factor() * (late ? 0.25 : 1));
      };
      this.hasten();
    });
  }

  private until: () => number = () => 0;

  /** The pause may have become shorter. */
  private hasten(): void {
    clearTimeout(this.timer);
    if (!this.go || this.paused) return;
    // A sheet stays as long as somebody points at it or reads it with the keys.
    const held = this.sheet.open && ("lesson" in document.body.dataset || this.heldByReader());
    const rest = this.until() - performance.now();
    this.timer = window.setTimeout(() => (rest > 0 || held ? this.hasten() : this.go?.()), Math.max(16, Math.min(rest, 400)));
  }

  private heldByReader(): boolean {
    return Boolean(this.sheet.matches(":hover .sheet-body") || this.sheet.querySelector(".sheet-body:focus-within"));
  }
}

export function stepsOf(news: Update | undefined): Step[] {
  return (news?.["steps"] ?? []) as Step[];
}

/** By how much the figures of a step have changed. */
export function changes(step: Step): Map<string, number> {
  const places = new Set(step.places ?? []);
  const found = new Map<string, number>();
  for (const { start, end, n } of step.flights ?? []) {
    if (places.has(start)) found.set(start, (found.get(start) ?? 0) - n);
    if (places.has(end)) found.set(end, (found.get(end) ?? 0) + n);
  }
  for (const { end, lands } of step.flights ?? []) if (lands) found.delete(end);
  return found;
}

const LONG = 105; // letters that do not fit into two lines of the usual size

export function caption(bar: HTMLElement, step: Step, mine: boolean): void {
  const words = bar.querySelector(".t")!;
  words.innerHTML = step.text ?? "";
  words.classList.toggle("long", (words.textContent ?? "").length > LONG);
  bar.classList.toggle("mine", mine);
  bar.classList.toggle("still", still());
  bar.hidden = false;
}

export function show(bar: HTMLElement, paused: boolean): void {
  bar.classList.toggle("paused", paused);
  bar.querySelector('[data-tell="pause"]')!.setAttribute("aria-pressed", String(paused));
}
