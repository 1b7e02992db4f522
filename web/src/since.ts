// Since your last turn: the others' turns one by one, each with the position after it, then now.
import { still } from "./flights";
import { factor } from "./pace";
import { clear, outline } from "./spots";
import { caption, changes, show, type Step } from "./staging";

const EACH = 1600; // milliseconds
const PLACE = 250; // more for each place beyond two
const ALL = 12_000;
const SWIPE = 50; // pixels

export interface Reel {
  steps(): Promise<Step[]>;
  at(k: number | null): Promise<void>;
  asked(): boolean;
  nothing(): void; // nothing has happened
}

export class Since {
  private film: Step[] = [];
  private here = -1;
  private opening = false;
  private paused = false;
  private timer = 0;

  constructor(
    private bar: HTMLElement,
    private reel: Reel,
  ) {
    bar.addEventListener("click", (event) => {
      const cell = (event.target as Element).closest<HTMLElement>("[data-cell]")?.dataset["cell"];
      if (cell !== undefined) void this.go(Number(cell), true);
    });
    bar.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && clearTimeout(this.timer));
    bar.addEventListener("pointerleave", () => this.soon());
    let from = 0;
    bar.addEventListener("touchstart", (event) => (from = event.touches[0]!.clientX), { passive: true });
    bar.addEventListener("touchend", (event) => {
      const by = event.changedTouches[0]!.clientX - from;
      if (this.active && Math.abs(by) > SWIPE) void this.step(by < 0 ? 1 : -1);
    });
  }

  get active(): boolean {
    return this.opening || this.here >= 0;
  }

  /** `last`: begin with the newest step and stay there. */
  async open(last = false): Promise<void> {
    if (this.active) return;
    this.opening = true;
    this.film = await this.reel.steps();
    this.opening = false;
    if (!this.film.length) return this.reel.nothing();
    document.body.classList.add("since");
    this.paused = last || still() || factor() === 0;
    await this.go(last ? this.film.length - 1 : 0, this.paused);
    this.bar.querySelector<HTMLElement>('[data-tell="now"]')?.focus();
  }

  async close(): Promise<void> {
    if (!this.active) return;
    clearTimeout(this.timer);
    this.here = -1;
    clear();
    this.bar.hidden = true;
    this.bar.classList.remove("film-on", "paused");
    document.body.classList.remove("since");
    await this.reel.at(null);
  }

  pause(): void {
    this.paused = !this.paused;
    show(this.bar, this.paused);
    if (this.paused) clearTimeout(this.timer);
    else this.soon();
  }

  async step(by: number): Promise<void> {
    await this.go(this.here + by, true);
  }

  async first(): Promise<void> {
    await this.go(0, true);
  }

  private async go(number: number, stay: boolean): Promise<void> {
    clearTimeout(this.timer);
    if (number >= this.film.length) return this.close();
    const here = Math.max(0, number);
    const step = this.film[here]!;
    this.here = here;
    this.paused ||= stay;
    await this.reel.at(step.k ?? null);
    if (this.here !== here) return; // somebody was quicker
    this.bar.classList.add("film-on");
    show(this.bar, this.paused);
    caption(this.bar, step, this.reel.asked());
    this.cells();
    outline(step.places ?? [], changes(step));
    this.soon();
  }

  private soon(): void {
    clearTimeout(this.timer);
    if (!this.active || this.paused) return;
    const step = this.film[this.here]!;
    const each = Math.min(EACH + PLACE * Math.max(0, (step.places ?? []).length - 2), ALL / this.film.length);
    this.timer = window.setTimeout(() => void this.go(this.here + 1, false), Math.max(500, each) * Math.max(1, factor())); // whoever looks back wants to read
  }

  private cells(): void {
    const list = this.bar.querySelector("ol")!;
    const cells = this.film.map((step, number) => {
      const cell = cellOf(step.text ?? "", number);
      if (number === this.here) cell.firstElementChild!.setAttribute("aria-current", "step");
      if (number < this.here) cell.firstElementChild!.className = "done";
      return cell;
    });
    if (this.reel.asked()) {
      const now = cellOf(list.dataset["now"] ?? "", this.film.length);
      now.className = "last";
      cells.push(now);
    }
    list.replaceChildren(...cells);
    list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.bar.querySelector(".count")!.textContent = `${this.here + 1} / ${this.film.length}`;
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
