// The log: a line for each turn, which unfolds. It follows the newest line unless somebody has scrolled up.
import { clear, outline } from "./spots";

export interface Lines {
  from: number;
  html: string;
}

const NEAR = 40; // pixels from the end that still count as the end

export class Log {
  private follows = true;
  private pointed: Element | null = null;

  constructor(
    private box: HTMLElement,
    private list: HTMLElement,
    private seat: string,
    private places: (event: number) => Promise<string[]>,
  ) {
    box.addEventListener("scroll", () => {
      this.follows = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
    });
    // Where the box appears or changes its size, nobody has scrolled.
    new ResizeObserver(() => this.follow()).observe(box);
    const kinds = "lesson" in document.body.dataset ? [] : ["pointerover", "focusin"]; // the coach points by himself
    for (const kind of kinds) list.addEventListener(kind, (event) => void this.point(event.target));
    for (const kind of ["pointerleave", "focusout"]) list.addEventListener(kind, () => this.leave());
    this.mark();
    this.follow();
  }

  write({ from, html }: Lines): void {
    while (this.list.children.length > from) this.list.lastElementChild?.remove();
    this.list.insertAdjacentHTML("beforeend", html);
    this.mark();
    this.follow();
  }

  /** The newest line, whatever was read before. */
  end(): void {
    this.follows = true;
    this.follow();
  }

  private follow(): void {
    if (this.follows) this.box.scrollTop = this.box.scrollHeight;
  }

  /** A mark under the viewer's own last turn: what stands below it is news. */
  private mark(): void {
    for (const old of this.list.querySelectorAll<HTMLElement>("[data-mark]")) delete old.dataset["mark"];
    if (!this.seat) return;
    const own = [...this.list.querySelectorAll<HTMLElement>(`:scope > [data-seat="${this.seat}"]`)].pop();
    if (own?.nextElementSibling) own.dataset["mark"] = this.list.dataset["since"] ?? "";
  }

  /** The places that a turn has changed, while somebody points at its line. */
  private async point(target: EventTarget | null): Promise<void> {
    const line = target instanceof Element ? target.closest<HTMLElement>("[data-event]") : null;
    if (!line || line === this.pointed) return;
    this.pointed = line;
    const places = await this.places(Number(line.dataset["event"]));
    if (this.pointed === line) outline(places);
  }

  private leave(): void {
    if (!this.pointed) return;
    this.pointed = null;
    clear();
  }
}
