// The history strip: a slider over the positions that this viewer may see, with automatic replay.
import { reducedMotion } from "./animation";
import { paceFactor } from "./pace";
import { Timer } from "./pending";

const MOVE_TIME = 800; // milliseconds for a move, at normal speed
const TIME_LAPSE = 10_000; // milliseconds for all moves of a time lapse
const FAST_FACTOR = 0.25; // of MOVE_TIME, for users without playback

export class Timeline {
  private target: number | null = null; // index into the stops; null is the present
  private timer = new Timer();
  private playing = false;
  private moveTime: number | null = null; // milliseconds for a move of a time lapse

  constructor(
    private strip: HTMLElement,
    private go: (k: number | null) => void,
  ) {
    strip.addEventListener("input", (event) => {
      if (event.target instanceof HTMLInputElement) this.stopAt(Number(event.target.value), 80);
    });
    strip.addEventListener("click", (event) => {
      const button = (event.target as Element).closest<HTMLElement>("[data-step], [data-stop]");
      if (button?.dataset["step"]) this.step(button.dataset["step"]);
      else if (button) this.stopAt(Number(button.dataset["stop"]), 0);
    });
  }

  private stops(): number[] {
    return JSON.parse(this.strip.querySelector<HTMLElement>("[data-stops]")?.dataset["stops"] ?? "[]") as number[];
  }

  private slider(): HTMLInputElement | null {
    return this.strip.querySelector("input");
  }

  private current(): number {
    return this.target ?? Number(this.slider()?.value ?? this.stops().length - 1);
  }

  step(name: string): void {
    if (name === "play") return this.play(!this.playing);
    const last = this.stops().length - 1;
    const current = this.current();
    const to = { first: 0, previous: current - 1, next: current + 1, last }[name];
    if (name === "live") this.live();
    else if (to !== undefined) this.stopAt(Math.max(0, Math.min(last, to)), 0);
  }

  live(): void {
    this.play(false);
    this.timer.clear();
    this.target = null;
    this.go(null);
  }

  /** Replays from the first move; with reduced motion only goes there. */
  replay(): void {
    this.stopAt(0, 0);
    if (!reducedMotion()) this.play(true);
  }

  /** Replays quickly from move `k` to the present. */
  timeLapse(k: number): void {
    const stops = this.stops();
    const moves = stops.filter((stop) => stop > k).length;
    this.moveTime = Math.max(120, Math.min(MOVE_TIME, TIME_LAPSE / Math.max(1, moves)));
    this.goTo(Math.max(0, stops.lastIndexOf(k)), 0);
    this.play(true);
  }

  private play(on: boolean): void {
    const started = on && !this.playing;
    this.playing = on;
    this.showPlaying();
    if (!on) {
      this.timer.clear();
      this.moveTime = null;
    }
    else if (started && this.current() >= this.stops().length - 1) this.goTo(0, 0);
    else if (started && this.target === null) this.scheduleNext();
  }

  private scheduleNext(): void {
    this.timer.clear();
    if (!this.playing) return;
    this.timer.start(() => {
      if (this.current() >= this.stops().length - 1) this.live();
      else this.goTo(this.current() + 1, 0);
    }, this.moveTime ?? MOVE_TIME * (paceFactor() || FAST_FACTOR));
  }

  /** Stops the replay at a position that the user has chosen. */
  private stopAt(index: number, wait: number): void {
    this.play(false);
    this.goTo(index, wait);
  }

  private goTo(index: number, wait: number): void {
    const stops = this.stops();
    const slider = this.slider();
    if (slider) slider.value = String(index);
    this.target = index;
    this.timer.start(() => this.go(stops[index] ?? null), wait);
  }

  /** Call after an update: dragging and replay continue from the server's position. */
  afterUpdate(): void {
    this.target = null;
    this.showPlaying();
    if (this.playing) this.scheduleNext();
  }

  private showPlaying(): void {
    this.strip.querySelector('[data-step="play"]')?.setAttribute("aria-pressed", String(this.playing));
  }
}
