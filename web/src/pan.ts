// Scrolling of the board: places that can be chosen come into view. A board wider than the window has a small map
// (data-pan) that shows the visible part and scrolls the board with a tap or a drag.

const EDGE_MARGIN = 50; // pixels from the edge

export class Pan {
  private knownMoves = "";
  private lastFollowed = ""; // the position (data-pan) that the board was last scrolled to

  constructor(
    private stage: HTMLElement,
    private parts: HTMLElement[], // elements that may scroll
  ) {
    stage.addEventListener("scroll", () => this.updateFrame(), { passive: true });
    addEventListener("resize", () => this.updateFrame());
    for (const kind of ["pointerdown", "pointermove"] as const)
      stage.addEventListener(kind, (event) => {
        const map = event.buttons && event.target instanceof Element ? event.target.closest("[data-pan]") : null;
        if (!map) return;
        const box = map.getBoundingClientRect();
        this.scrollToShare((event.clientX - box.left) / box.width);
      });
  }

  /** Call after the page has changed. */
  afterUpdate(): void {
    const map = this.stage.querySelector<HTMLElement>("[data-pan]");
    const spots = [...this.stage.querySelectorAll<HTMLElement | SVGElement>(".can[data-move]")];
    this.follow(map?.dataset["pan"] ?? "", spots.length > 0);
    this.updateFrame();
    for (const part of this.parts) makeFocusable(part);
    const moves = spots.map((spot) => spot.dataset["move"]).join();
    if (moves === this.knownMoves) return;
    this.knownMoves = moves;
    for (const spot of spots) {
      const sheet = spot.closest("details");
      if (sheet) sheet.open = true;
    }
    const shown = spots.filter((spot) => spot.getClientRects().length);
    if (!shown.some((spot) => this.isVisible(spot))) shown[0]?.scrollIntoView({ block: "center", inline: "center" });
  }

  /** Scrolls a wide board to where the game goes on, but not while the user chooses a place. */
  private follow(there: string, choosing: boolean): void {
    const { scrollLeft, scrollWidth, clientWidth } = this.stage;
    if (!there || there === this.lastFollowed || (choosing && this.lastFollowed) || scrollWidth <= clientWidth) return;
    const x = Number(there) * scrollWidth - scrollLeft;
    if (!this.lastFollowed || x < EDGE_MARGIN || x > clientWidth - EDGE_MARGIN) this.scrollToShare(Number(there));
    this.lastFollowed = there;
  }

  private isVisible(spot: Element): boolean {
    const [seen, box] = [this.stage.getBoundingClientRect(), spot.getBoundingClientRect()];
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const across = x > Math.max(0, seen.left) && x < Math.min(innerWidth, seen.right);
    return across && y > Math.max(0, seen.top) && y < Math.min(innerHeight, seen.bottom);
  }

  private scrollToShare(share: number): void {
    this.stage.scrollLeft = share * this.stage.scrollWidth - this.stage.clientWidth / 2;
  }

  private updateFrame(): void {
    const { scrollLeft, scrollWidth, clientWidth, style } = this.stage;
    style.setProperty("--from", String(scrollLeft / scrollWidth));
    style.setProperty("--part", String(clientWidth / scrollWidth));
    this.stage.toggleAttribute("data-pan-whole", scrollWidth <= clientWidth);
  }
}

/** Puts a scrolling element into the tab order, so that the arrow keys scroll it. */
function makeFocusable(part: HTMLElement): void {
  const scrolls = part.scrollHeight > part.clientHeight || part.scrollWidth > part.clientWidth;
  if (scrolls && /auto|scroll/.test(getComputedStyle(part).overflow)) part.tabIndex = 0;
  else part.removeAttribute("tabindex");
}
