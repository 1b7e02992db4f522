// Playback of the turns since the viewer's last one, each with the position after it, up to the present.
import { reducedMotion } from "./animation";
import { paceFactor } from "./pace";
import { Timer } from "./pending";
import { clearRings, showRings } from "./anchors";
import { changesOf, showCaption, showPaused, type Step } from "./playback";

const STEP_TIME = 1600; // milliseconds for a step
const PLACE_TIME = 250; // added for each place beyond two
const TOTAL_TIME = 12_000;
const SWIPE = 50; // pixels

export interface SinceSource {
  steps(): Promise<Step[]>;
  at(k: number | null): Promise<void>;
  isAsked(): boolean;
  nothing(): void; // called when there are no steps
}

export class PlaybackSince {
  private steps: Step[] = [];
  private index = -1;
  private opening = false;
  private paused = false;
  private timer = new Timer();

  constructor(
    private bar: HTMLElement,
    private source: SinceSource,
  ) {
    bar.addEventListener("click", (event) => {
      const cell = (event.target as Element).closest<HTMLElement>("[data-cell]")?.dataset["cell"];
      if (cell !== undefined) void this.goTo(Number(cell), true);
    });
    bar.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this.timer.clear());
    bar.addEventListener("pointerleave", () => this.scheduleNext());
    let from = 0;
    bar.addEventListener("touchstart", (event) => (from = event.touches[0]!.clientX), { passive: true });
    bar.addEventListener("touchend", (event) => {
      const delta = event.changedTouches[0]!.clientX - from;
      if (this.active && Math.abs(delta) > SWIPE) void this.step(delta < 0 ? 1 : -1);
    });
  }

  get active(): boolean {
    return this.opening || this.index >= 0;
  }

  /** Starts the playback; with `last`, paused at the newest step; `quietly` where there may be nothing to tell. */
  async open(last = false, quietly = false): Promise<void> {
    if (this.active) return;
    this.opening = true;
    this.steps = await this.source.steps();
    this.opening = false;
    if (!this.steps.length) return quietly ? undefined : this.source.nothing();
    document.body.classList.add("since");
    this.paused = last || reducedMotion() || paceFactor() === 0;
    await this.goTo(last ? this.steps.length - 1 : 0, this.paused);
    this.bar.querySelector<HTMLElement>('[data-tell="now"]')?.focus();
  }

  async close(): Promise<void> {
    if (!this.active) return;
    this.timer.clear();
    this.index = -1;
    clearRings();
    this.bar.hidden = true;
    this.bar.classList.remove("film-on", "paused");
    document.body.classList.remove("since");
    await this.source.at(null);
  }

  pause(): void {
    this.paused = !this.paused;
    showPaused(this.bar, this.paused);
    if (this.paused) this.timer.clear();
    else this.scheduleNext();
  }

  async step(delta: number): Promise<void> {
    await this.goTo(this.index + delta, true);
  }

  async first(): Promise<void> {
    await this.goTo(0, true);
  }

  private async goTo(number: number, pauseHere: boolean): Promise<void> {
    this.timer.clear();
    if (number >= this.steps.length) return this.close();
    const index = Math.max(0, number);
    const step = this.steps[index]!;
    this.index = index;
    this.paused ||= pauseHere;
    await this.source.at(step.k ?? null);
    if (this.index !== index) return; // another step was chosen meanwhile
    this.bar.classList.add("film-on");
    showPaused(this.bar, this.paused);
    showCaption(this.bar, step, this.source.isAsked());
    this.showCells();
    showRings(step.places ?? [], changesOf(step));
    this.scheduleNext();
  }

  private scheduleNext(): void {
    this.timer.clear();
    if (!this.active || this.paused) return;
    const step = this.steps[this.index]!;
    const extra = PLACE_TIME * Math.max(0, (step.places ?? []).length - 2);
    const time = Math.max(500, Math.min(STEP_TIME + extra, TOTAL_TIME / this.steps.length));
    // Never faster than normal, so that it can be read.
    this.timer.start(() => this.goTo(this.index + 1, false), time * Math.max(1, paceFactor()));
  }

  private showCells(): void {
    const list = this.bar.querySelector("ol")!;
    const cells = this.steps.map((step, number) => {
      const cell = cellOf(step.text ?? "", number);
      if (number === this.index) cell.firstElementChild!.setAttribute("aria-current", "step");
      if (number < this.index) cell.firstElementChild!.className = "done";
      return cell;
    });
    if (this.source.isAsked()) {
      const now = cellOf(list.dataset["now"] ?? "", this.steps.length);
      now.className = "last";
      cells.push(now);
    }
    list.replaceChildren(...cells);
    list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.bar.querySelector(".count")!.textContent = `${this.index + 1} / ${this.steps.length}`;
  }
}

function cellOf(html: string, number: number): HTMLElement {
  const cell = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.dataset["cell"] = String(number);
  button.innerHTML = html;
  cell.append(button);
  return cell;
}
