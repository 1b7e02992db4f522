// Scrolling of the board: places that can be chosen come into view. A board wider than the window has a small map
// (data-pan) that shows the visible part and scrolls the board with a tap or a drag.

const EDGE_MARGIN = 50; // pixels from the edge
const CORNERS = ["top left", "top right", "bottom left"]; // the small map lies in the last one

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
        this.scrollToShare((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
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
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = this.stage;
    const whole = scrollWidth <= clientWidth && scrollHeight <= clientHeight;
    if (!there || there === this.lastFollowed || (choosing && this.lastFollowed) || whole) return;
    const [across, down] = there.split(" ").map(Number) as [number, number];
    const [x, y] = [across * scrollWidth - scrollLeft, down * scrollHeight - scrollTop];
    const outside = Math.min(x, y, clientWidth - x, clientHeight - y) < EDGE_MARGIN;
    if (!this.lastFollowed || outside) this.scrollToShare(across, down);
    this.lastFollowed = there;
  }

  private isVisible(spot: Element): boolean {
    const [seen, box] = [this.stage.getBoundingClientRect(), spot.getBoundingClientRect()];
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const across = x > Math.max(0, seen.left) && x < Math.min(innerWidth, seen.right);
    return across && y > Math.max(0, seen.top) && y < Math.min(innerHeight, seen.bottom);
  }

  private scrollToShare(across: number, down: number): void {
    this.stage.scrollLeft = across * this.stage.scrollWidth - this.stage.clientWidth / 2;
    this.stage.scrollTop = down * this.stage.scrollHeight - this.stage.clientHeight / 2;
  }

  private updateFrame(): void {
    const map = this.stage.querySelector<HTMLElement>("[data-pan]");
    if (map) {
      const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = this.stage;
      // On the map alone: all that is drawn in the board would inherit them, and be styled anew at each scroll.
      map.style.setProperty("--from", String(scrollLeft / scrollWidth));
      map.style.setProperty("--part", String(clientWidth / scrollWidth));
      map.style.setProperty("--top", String(scrollTop / scrollHeight));
      map.style.setProperty("--tall", String(clientHeight / scrollHeight));
      map.toggleAttribute("data-pan-whole", scrollWidth <= clientWidth && scrollHeight <= clientHeight);
    }
    this.clearCorner();
  }

  /** Moves what floats in a corner over the board (`data-floats`) to one below which nothing can be chosen. */
  private clearCorner(): void {
    const pill = document.querySelector<HTMLElement>("[data-floats]");
    if (!pill || !/absolute|fixed/.test(getComputedStyle(pill).position)) return;
    const spots = [...this.stage.querySelectorAll(".can[data-move]")].map((spot) => spot.getBoundingClientRect());
    const covered = CORNERS.map((corner) => {
      pill.dataset["floats"] = corner;
      const box = pill.getBoundingClientRect();
      const meets = (spot: DOMRect): boolean =>
        spot.left < box.right && spot.right > box.left && spot.top < box.bottom && spot.bottom > box.top;
      return spots.filter(meets).length;
    });
    pill.dataset["floats"] = CORNERS[covered.indexOf(Math.min(...covered))];
  }
}

/** Puts a scrolling element into the tab order, so that the arrow keys scroll it. */
function makeFocusable(part: HTMLElement): void {
  const scrolls = part.scrollHeight > part.clientHeight || part.scrollWidth > part.clientWidth;
  if (scrolls && /auto|scroll/.test(getComputedStyle(part).overflow)) part.tabIndex = 0;
  else part.removeAttribute("tabindex");
}
