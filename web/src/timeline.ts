// The history strip: a slider over the moments at which this viewer's history may stop.

export class Timeline {
  private wanted: number | null = null; // an index into the stops; null is live
  private timer = 0;

  constructor(
    private strip: HTMLElement,
    private go: (k: number | null) => void,
  ) {
    strip.addEventListener("input", (event) => {
      if (event.target instanceof HTMLInputElement) this.to(Number(event.target.value), 80);
    });
    strip.addEventListener("click", (event) => {
      const step = (event.target as Element).closest<HTMLElement>("[data-step]")?.dataset["step"];
      if (step) this.step(step);
    });
  }

  private stops(): number[] {
    return JSON.parse(this.strip.querySelector<HTMLElement>("[data-stops]")?.dataset["stops"] ?? "[]") as number[];
  }

  private slider(): HTMLInputElement | null {
    return this.strip.querySelector("input");
  }

  step(name: string): void {
    const last = this.stops().length - 1;
    const here = this.wanted ?? Number(this.slider()?.value ?? last);
    const to = { first: 0, previous: here - 1, next: here + 1, last }[name];
    if (name === "live") this.live();
    else if (to !== undefined) this.to(Math.max(0, Math.min(last, to)), 0);
  }

  live(): void {
    clearTimeout(this.timer);
    this.wanted = null;
    this.go(null);
  }

  private to(index: number, wait: number): void {
    const stops = this.stops();
    const slider = this.slider();
    if (slider) slider.value = String(index);
    this.wanted = index;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.go(stops[index] ?? null), wait);
  }

  /** After an update: dragging goes on from where the server says we are. */
  settled(): void {
    this.wanted = null;
  }
}
