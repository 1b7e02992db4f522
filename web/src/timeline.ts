// The history strip: a slider over the moments at which this viewer's history may stop; it can also play by itself.
import { still } from "./flights";
import { factor } from "./pace";

const EACH = 800; // milliseconds for a move, at the usual pace
const LAPSE = 10_000; // milliseconds for all moves of a time lapse
const QUICK = 0.25; // where nothing is told step by step

export class Timeline {
  private wanted: number | null = null; // an index into the stops; null is live
  private timer = 0;
  private playing = false;
  private each: number | null = null; // milliseconds for a move of a time lapse

  constructor(
    private strip: HTMLElement,
    private go: (k: number | null) => void,
  ) {
    strip.addEventListener("input", (event) => {
      if (event.target instanceof HTMLInputElement) this.turnTo(Number(event.target.value), 80);
    });
    strip.addEventListener("click", (event) => {
      const button = (event.target as Element).closest<HTMLElement>("[data-step], [data-stop]");
      if (button?.dataset["step"]) this.step(button.dataset["step"]);
      else if (button) this.turnTo(Number(button.dataset["stop"]), 0);
    });
  }

  private stops(): number[] {
    return JSON.parse(this.strip.querySelector<HTMLElement>("[data-stops]")?.dataset["stops"] ?? "[]") as number[];
  }

  private slider(): HTMLInputElement | null {
    return this.strip.querySelector("input");
  }

  private here(): number {
    return this.wanted ?? Number(this.slider()?.value ?? this.stops().length - 1);
  }

  step(name: string): void {
    if (name === "play") return this.play(!this.playing);
    const last = this.stops().length - 1;
    const here = this.here();
    const to = { first: 0, previous: here - 1, next: here + 1, last }[name];
    if (name === "live") this.live();
    else if (to !== undefined) this.turnTo(Math.max(0, Math.min(last, to)), 0);
  }

  live(): void {
    this.play(false);
    clearTimeout(this.timer);
    this.wanted = null;
    this.go(null);
  }

  /** From the first move on; who wants less motion plays it when they like. */
  replay(): void {
    this.turnTo(0, 0);
    if (!still()) this.play(true);
  }

  /** From a moment on, quickly, up to the present. */
  lapse(k: number): void {
    const stops = this.stops();
    this.each = Math.max(120, Math.min(EACH, LAPSE / Math.max(1, stops.filter((stop) => stop > k).length)));
    this.to(Math.max(0, stops.lastIndexOf(k)), 0);
    this.play(true);
  }

  private play(on: boolean): void {
    const started = on && !this.playing;
    this.playing = on;
    this.mark();
    if (!on) {
      clearTimeout(this.timer);
      this.each = null;
    }
    else if (started && this.here() >= this.stops().length - 1) this.to(0, 0);
    else if (started && this.wanted === null) this.soon();
  }

  private soon(): void {
    clearTimeout(this.timer);
    if (!this.playing) return;
    this.timer = window.setTimeout(() => {
      if (this.here() >= this.stops().length - 1) this.live();
      else this.to(this.here() + 1, 0);
    }, this.each ?? EACH * (factor() || QUICK));
  }

  /** Somebody wants to see a certain moment: it plays no further. */
  private turnTo(index: number, wait: number): void {
    this.play(false);
    this.to(index, wait);
  }

  private to(index: number, wait: number): void {
    const stops = this.stops();
    const slider = this.slider();
    if (slider) slider.value = String(index);
    this.wanted = index;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.go(stops[index] ?? null), wait);
  }

  /** After an update: dragging and playing go on from where the server says we are. */
  settled(): void {
    this.wanted = null;
    this.mark();
    if (this.playing) this.soon();
  }

  private mark(): void {
    this.strip.querySelector('[data-step="play"]')?.setAttribute("aria-pressed", String(this.playing));
  }
}
