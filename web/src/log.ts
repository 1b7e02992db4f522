// The log: a line for each turn, which expands. It follows the newest line unless the user has scrolled up.
import { clearRings, showRings } from "./anchors";

export interface Lines {
  from: number;
  html: string;
}

const END_MARGIN = 40; // pixels from the end that count as the end

export class Log {
  private follows = true;
  private size = "";
  private pointed: Element | null = null;

  constructor(
    private box: HTMLElement,
    private list: HTMLElement,
    private seat: string,
    private places: (event: number) => Promise<string[]>,
  ) {
    box.addEventListener("scroll", () => {
      // A new size of the box or of its lines is no scrolling by the user: the observer looks at it.
      if (this.size !== this.measure()) return;
      this.follows = box.scrollHeight - box.scrollTop - box.clientHeight < END_MARGIN;
    });
    const resized = new ResizeObserver(() => this.scrollToEnd());
    resized.observe(box);
    resized.observe(list);
    // Lessons highlight places themselves.
    const kinds = "lesson" in document.body.dataset ? [] : ["pointerover", "focusin"];
    for (const kind of kinds) list.addEventListener(kind, (event) => void this.showPlaces(event.target));
    for (const kind of ["pointerleave", "focusout"]) list.addEventListener(kind, () => this.hidePlaces());
    this.markOwnTurn();
    this.scrollToEnd();
  }

  write({ from, html }: Lines): void {
    while (this.list.children.length > from) this.list.lastElementChild?.remove();
    this.list.insertAdjacentHTML("beforeend", html);
    this.markOwnTurn();
    this.scrollToEnd();
  }

  /** Scrolls to the newest line and follows it again. */
  showEnd(): void {
    this.follows = true;
    this.scrollToEnd();
  }

  private scrollToEnd(): void {
    this.size = this.measure();
    if (this.follows) this.box.scrollTop = this.box.scrollHeight;
  }

  private measure(): string {
    return `${this.box.clientHeight} of ${this.box.scrollHeight}`;
  }

  /** Marks the viewer's own last turn; the lines below it are new. */
  private markOwnTurn(): void {
    for (const old of this.list.querySelectorAll<HTMLElement>("[data-mark]")) delete old.dataset["mark"];
    if (!this.seat) return;
    const own = [...this.list.querySelectorAll<HTMLElement>(`:scope > [data-seat="${this.seat}"]`)].pop();
    if (own?.nextElementSibling) own.dataset["mark"] = this.list.dataset["since"] ?? "";
  }

  /** Rings the places that a turn has changed while the pointer or the focus is on its line. */
  private async showPlaces(target: EventTarget | null): Promise<void> {
    const line = target instanceof Element ? target.closest<HTMLElement>("[data-event]") : null;
    if (!line || line === this.pointed) return;
    this.pointed = line;
    const places = await this.places(Number(line.dataset["event"]));
    if (this.pointed === line) showRings(places);
  }

  private hidePlaces(): void {
    if (!this.pointed) return;
    this.pointed = null;
    clearRings();
  }
}
