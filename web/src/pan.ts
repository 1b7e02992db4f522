// Where the eye goes: what can be chosen is brought into sight, and a board that is wider than the window has a small map
// (data-pan) that shows which part of it is seen and leads elsewhere with a tap or a drag.

const NEAR = 50; // pixels from the edge

export class Pan {
  private known = "";
  private led = ""; // where the game went on when the board was last brought there

  constructor(
    private stage: HTMLElement,
    private parts: HTMLElement[], // all that may scroll
  ) {
    stage.addEventListener("scroll", () => this.frame(), { passive: true });
    addEventListener("resize", () => this.frame());
    for (const kind of ["pointerdown", "pointermove"] as const)
      stage.addEventListener(kind, (event) => {
        const map = event.buttons && event.target instanceof Element ? event.target.closest("[data-pan]") : null;
        if (!map) return;
        const box = map.getBoundingClientRect();
        this.to((event.clientX - box.left) / box.width);
      });
  }

  /** Call after the page has changed. */
  after(): void {
    const map = this.stage.querySelector<HTMLElement>("[data-pan]");
    const spots = [...this.stage.querySelectorAll<HTMLElement | SVGElement>(".can[data-move]")];
    this.follow(map?.dataset["pan"] ?? "", spots.length > 0);
    this.frame();
    for (const part of this.parts) reachable(part);
    const moves = spots.map((spot) => spot.dataset["move"]).join();
    if (moves === this.known) return;
    this.known = moves;
    for (const spot of spots) {
      const sheet = spot.closest("details");
      if (sheet) sheet.open = true;
    }
    const shown = spots.filter((spot) => spot.getClientRects().length);
    if (!shown.some((spot) => this.sees(spot))) shown[0]?.scrollIntoView({ block: "center", inline: "center" });
  }

  /** The board follows the others' turns where it shows only a part of itself; it stays while a place is being chosen. */
  private follow(there: string, choosing: boolean): void {
    const { scrollLeft, scrollWidth, clientWidth } = this.stage;
    if (!there || there === this.led || (choosing && this.led) || scrollWidth <= clientWidth) return;
    const x = Number(there) * scrollWidth - scrollLeft;
    if (!this.led || x < NEAR || x > clientWidth - NEAR) this.to(Number(there));
    this.led = there;
  }

  private sees(spot: Element): boolean {
    const [seen, box] = [this.stage.getBoundingClientRect(), spot.getBoundingClientRect()];
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    return x > Math.max(0, seen.left) && x < Math.min(innerWidth, seen.right) && y > Math.max(0, seen.top) && y < Math.min(innerHeight, seen.bottom);
  }

  private to(share: number): void {
    this.stage.scrollLeft = share * this.stage.scrollWidth - this.stage.clientWidth / 2;
  }

  private frame(): void {
    const { scrollLeft, scrollWidth, clientWidth, style } = this.stage;
    style.setProperty("--from", String(scrollLeft / scrollWidth));
    style.setProperty("--part", String(clientWidth / scrollWidth));
    this.stage.toggleAttribute("data-pan-whole", scrollWidth <= clientWidth);
  }
}

/** What scrolls can be reached by Tab, so that the arrow keys scroll it. */
function reachable(part: HTMLElement): void {
  const room = part.scrollHeight > part.clientHeight || part.scrollWidth > part.clientWidth;
  if (room && /auto|scroll/.test(getComputedStyle(part).overflow)) part.tabIndex = 0;
  else part.removeAttribute("tabindex");
}
