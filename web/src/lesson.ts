// The coach of a lesson: a card beside the places it explains, over an overlay that darkens the rest. The board marks
// the move that is asked for; everything else stays clickable, and the coach replies to it.
import { reducedMotion } from "./animation";
import { byId, openDialog } from "./shell";

export interface LessonPage {
  ask(what: string): void;
  openTab(part: string): void;
  showPart(part: string): void;
  playing(): boolean; // whether a playback is running
  past(): boolean; // whether an earlier position is shown
  timeLapse(k: number): void; // replays the moves from `k` on as a time lapse
}

const HIGHLIGHT_MARGIN = 12; // pixels around a highlighted place
const CARD_GAP = 16; // pixels between the highlight and the card
const ASKED_WEIGHT = 100; // how much worse it is to cover an asked place than another highlighted one
const OTHER_WEIGHT = 0.005; // the same for what else can be chosen
const WINDOW_MARGIN = 12; // pixels between the card and the edge of the window
const NARROW = 760;
const GRID = 16; // pixels between places that are tried when the usual ones cover something
const LOW = matchMedia("(max-height: 480px) and (min-width: 561px)"); // the bar is at the top
// Points of a place that a click may hit, as fractions of its width and height.
const CLICK_POINTS = [
  [0.5, 0.5], [0.5, 0.3], [0.5, 0.7], [0.3, 0.4], [0.7, 0.4], [0.3, 0.65], [0.7, 0.65],
] as const; // prettier-ignore
const PARTS: Record<string, string> = { board: "board", above: "market", left: "board", right: "players" };

type Point = { left: number; top: number };
type Box = Point & { right: number; bottom: number };

export class Lesson {
  private step = "";
  private move = "";
  private drawn = "";
  private byKey = false; // the focus is only moved for keyboard users

  constructor(
    private root: HTMLElement,
    private overlay: SVGElement,
    private page: LessonPage,
  ) {
    root.addEventListener("click", (event) => {
      const what = (event.target as Element).closest<HTMLElement>("[data-teach]:not(:disabled)")?.dataset["teach"];
      if (what === "show") this.pointOut();
      else if (what) page.ask(what);
    });
    document.addEventListener("click", (event) => {
      if (!(event.target as Element).closest("[data-leave]")) return;
      event.preventDefault();
      openDialog("leave");
    });
    document.addEventListener("pointerdown", () => (this.byKey = false), { capture: true });
    document.addEventListener("keydown", (event) => {
      this.byKey = true;
      const target = event.target as Element;
      if (event.key !== "Backspace" || target.closest("input, textarea, dialog[open]")) return;
      event.preventDefault();
      root.querySelector<HTMLElement>('[data-teach="back"]:enabled')?.click();
    });
    addEventListener("resize", () => this.place() > 0 && this.makeRoom());
    addEventListener("scroll", () => this.place(), { capture: true, passive: true });
    new ResizeObserver(() => this.place()).observe(byId("table"));
  }

  /** Call after the page has changed, and when the playback has ended. */
  afterUpdate(): void {
    const hidden = this.page.playing();
    this.root.hidden = hidden;
    if (hidden) return this.drawOverlay([]);
    const card = this.card();
    const newStep = card.dataset["step"] !== this.step;
    const newTarget = newStep || card.dataset["asked"] !== this.move || card.classList.contains("answering");
    this.step = card.dataset["step"] ?? "";
    this.move = card.dataset["asked"] ?? "";
    if (newStep && card.dataset["lapse"]) this.page.timeLapse(Number(card.dataset["lapse"]));
    this.pickColour();
    if (newTarget) this.bringIntoView();
    this.markPlaces();
    if (this.place() > 0 && newTarget) this.makeRoom();
    if (newStep) this.announce();
  }

  private card(): HTMLElement {
    return this.root.querySelector<HTMLElement>(".coach-card")!;
  }

  private askedPlaces(): Element[] {
    const move = this.card().dataset["asked"];
    return move ? [...document.querySelectorAll(`#table [data-move="${move}"]`)] : [];
  }

  private highlightedPlaces(): Element[] {
    const names = JSON.parse(this.card().dataset["lit"] || "[]") as string[];
    return names.flatMap((name) => [...document.querySelectorAll(`#table ${name}, .top ${name}`)]);
  }

  /** Picks the cube, or the two tiles, that the asked move needs first. */
  private pickColour(): void {
    const places = this.askedPlaces();
    if (!places.length || places.some(shown)) return;
    const colour = places.find((place) => place.classList.contains("away"))?.getAttribute("data-colour");
    for (const pick of colour?.split(" ") ?? [])
      document.querySelector<HTMLElement>(`#table [data-pick="${pick}"]:not(.picked)`)?.click();
  }

  /** Marks only the asked places; in a step with a goal, all legal ones. */
  private markPlaces(): void {
    const asked = new Set(this.askedPlaces());
    const any = "goal" in this.card().dataset;
    for (const place of document.querySelectorAll("#table [data-move]"))
      place.classList.toggle("unlit", !any && !asked.has(place));
    for (const place of document.querySelectorAll("#table .wanted")) place.classList.toggle("wanted", asked.has(place));
    for (const place of asked) if (place instanceof HTMLElement) place.classList.add("wanted");
    for (const place of document.querySelectorAll("#table .under")) place.classList.remove("under");
    for (const place of asked) if (shown(place)) this.letClicksThrough(place);
  }

  /** Makes elements of the same picture that cover an asked place let clicks through. */
  private letClicksThrough(place: Element): void {
    const picture = place.closest("[data-slot]");
    for (let tries = 0; tries < 12; tries++) {
      const top = CLICK_POINTS.map((share) => elementOver(place, share)?.closest("[data-move], [data-try]")).find(
        (each) => each && !place.contains(each) && !each.contains(place) && picture?.contains(each),
      );
      if (!top) return;
      top.classList.add("under");
    }
  }

  /** Opens the part that the step is about and scrolls its places into view. */
  private bringIntoView(): void {
    const highlighted = [...this.askedPlaces(), ...this.highlightedPlaces()];
    const wanted = this.askedPlaces().length ? this.askedPlaces() : highlighted;
    if (!wanted.length) return;
    if (!wanted.some(shown)) this.open(wanted);
    const places = wanted.filter(shown);
    if (places.some(isVisible)) return;
    const first = places.find((place) => place.closest('[data-slot="above"]')) ?? places[0];
    first?.scrollIntoView({ block: "center", inline: "center" });
  }

  private open(wanted: Element[]): void {
    const part = PARTS[wanted[0]?.closest<HTMLElement>("[data-slot]")?.dataset["slot"] ?? ""];
    const tab = document.querySelector(`.tabs [data-tab="${part}"]`);
    if (part) this.page.openTab(tab && shown(tab) ? part : "board"); // without a tab it lies over the board
    for (const tab of document.querySelectorAll<HTMLElement>('#table [role="tab"][data-part]'))
      if (!wanted.some(shown)) this.page.showPart(tab.dataset["part"] ?? "0");
  }

  /** Scrolls what the card speaks of to the top or the bottom of its part where the card then covers less of it. */
  private makeRoom(): void {
    const places = [...this.askedPlaces(), ...this.highlightedPlaces()].filter(isVisible);
    const part = places[0]?.closest<HTMLElement>("[data-slot]");
    if (!part || part.scrollHeight <= part.clientHeight || places.some((place) => !part.contains(place))) return;
    const before = part.scrollTop;
    const [whole, room] = [boundingBox(places.map(boxOf)), boxOf(part)];
    const tried = [before, before + whole.top - room.top - CARD_GAP, before + whole.bottom - room.bottom + CARD_GAP];
    const covered = tried.map((top) => {
      part.scrollTop = top;
      return this.place();
    });
    part.scrollTop = tried[covered.indexOf(Math.min(...covered))] ?? before;
    this.place();
  }

  private announce(): void {
    const words = [...this.card().querySelectorAll("h2, .text")].map((part) => part.textContent);
    byId("lesson-voice").textContent = words.join(". ");
    const first = this.askedPlaces().find(shown) ?? this.card().querySelector('[data-teach="next"]');
    if (!this.byKey || !first || document.querySelector("dialog[open]")) return;
    (first as HTMLElement).focus({ preventScroll: true });
  }

  /** Focuses the asked place and lets it blink (button "Show me"). */
  private pointOut(): void {
    const place = this.askedPlaces().find(shown);
    if (!place) return this.bringIntoView();
    place.scrollIntoView({ block: "nearest", inline: "nearest" });
    (place as HTMLElement).focus({ preventScroll: true });
    const blink = [1, 0.25, 1, 0.25, 1].map((opacity) => ({ opacity }));
    if (!reducedMotion()) place.animate(blink, 1200);
    this.place();
  }

  // ---------------------------------------------------------------- place of the card

  /** Places the card; returns how much it covers of what it speaks of. */
  private place(): number {
    if (this.root.hidden) return 0;
    const seen = (places: Element[]): Box[] => (this.page.past() ? [] : places.filter(isVisible).map(boxOf));
    const asked = seen(this.askedPlaces());
    const highlighted = [...asked, ...seen(this.highlightedPlaces())];
    // In a step with a goal no legal place should be covered; in others rather not.
    const legal = seen([...document.querySelectorAll("#table .can[data-move]:not(.away)")]);
    const choices = "goal" in this.card().dataset ? legal : [];
    this.drawOverlay(highlighted);
    const card = this.card();
    const narrow = innerWidth <= NARROW && !LOW.matches;
    const { width, height } = card.getBoundingClientRect();
    const freeArea = this.freeArea(narrow);
    const whole = highlighted.length ? boundingBox(highlighted) : null;
    const places = whole ? placesBeside(whole, width, height, narrow, freeArea) : [];
    // Cover as little as possible of highlighted places, least of all asked ones; without any, use a corner.
    const cost = (place: Point, boxes: Box[]): number =>
      boxes.reduce((sum, box) => sum + overlap(place, width, height, box), 0);
    const corners = [freeArea.bottom - height, freeArea.top].flatMap((top) =>
      [freeArea.right - width, freeArea.left].map((left) => ({ left, top })),
    );
    const weigh = (place: Point): number =>
      cost(place, highlighted) + ASKED_WEIGHT * cost(place, [...asked, ...choices]) + OTHER_WEIGHT * cost(place, legal);
    const cheapest = (from: Point[]): { place: Point; cost: number } =>
      from
        .map((place) => ({ place, cost: weigh(place) }))
        .reduce((best, each) => (each.cost < best.cost - 1 ? each : best));
    let best = cheapest([...places, ...corners].map((place) => clamp(place, width, height, freeArea)));
    // Places that are scattered leave gaps elsewhere; the bar of the history may be covered before they are.
    if (best.cost > 0) {
      best = cheapest([best.place, ...placesBetween(width, height, this.freeArea(narrow, true), whole)]);
    }
    const chosen = best.place;
    card.style.translate = `${Math.round(chosen.left)}px ${Math.round(chosen.top)}px`;
    card.dataset["side"] = whole ? sideOf(whole, chosen, width, height) : "none";
    if (whole) {
      const x = (whole.left + whole.right) / 2 - chosen.left;
      const y = (whole.top + whole.bottom) / 2 - chosen.top;
      card.style.setProperty("--tip-x", `${Math.max(24, Math.min(width - 24, x))}px`);
      card.style.setProperty("--tip-y", `${Math.max(24, Math.min(height - 24, y))}px`);
    }
    return cost(chosen, highlighted);
  }

  /** Returns the part of the window for the card; the prompt stays visible, and the bars too unless `all` is taken. */
  private freeArea(narrow: boolean, all = false): Box {
    const prompt = boxOf(bar());
    const [left, right] = [WINDOW_MARGIN, innerWidth - WINDOW_MARGIN];
    const strip = !all && byId("history").getClientRects().length > 0;
    return narrow
      ? { left, top: all ? 2 : 58, right, bottom: prompt.top - (all ? 2 : 8) }
      : { left, top: prompt.bottom + 8, right, bottom: innerHeight - (strip ? 76 : WINDOW_MARGIN) };
  }

  private drawOverlay(highlighted: Box[]): void {
    const holes = highlighted.length ? [...highlighted.map(expanded), boxOf(bar())] : [];
    const drawn = holes
      .map(({ left, top, right, bottom }) => {
        return `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" rx="16"/>`;
      })
      .join("");
    this.overlay.toggleAttribute("hidden", holes.length === 0);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.overlay.innerHTML =
      '<defs><filter id="soft" x="-20%" y="-20%" width="140%" height="140%">' +
      '<feGaussianBlur stdDeviation="5"/></filter><mask id="light"><rect width="100%" height="100%" fill="#fff"/>' +
      `<g fill="#000" filter="url(#soft)">${drawn}</g></mask></defs>` +
      `<rect width="100%" height="100%" mask="url(#light)"/>`;
  }
}

function shown(place: Element): boolean {
  return place.getClientRects().length > 0 && !place.classList.contains("away");
}

/** Returns the bar; in a low window the prompt alone has a box. */
function bar(): Element {
  return LOW.matches ? byId("prompt") : document.querySelector(".voice")!;
}

function boxOf(place: Element): Box {
  const { left, top, right, bottom } = place.getBoundingClientRect();
  return { left, top, right, bottom };
}

/** Returns the topmost element at a point of a place, by default its centre. */
function elementOver(place: Element, [x, y]: readonly [number, number] = [0.5, 0.5]): Element | null {
  const box = boxOf(place);
  return document.elementFromPoint(box.left + x * (box.right - box.left), box.top + y * (box.bottom - box.top));
}

/** Whether a place is inside the window and not covered by a sheet or bar. */
function isVisible(place: Element): boolean {
  const box = boxOf(place);
  const outside = box.bottom <= 0 || box.right <= 0 || box.top >= innerHeight || box.left >= innerWidth;
  if (outside || !shown(place)) return false;
  const cover = elementOver(place)?.closest("[data-slot], .top, .voice, .tabs");
  return !cover || cover.contains(place);
}

function expanded(box: Box): Box {
  return {
    left: box.left - HIGHLIGHT_MARGIN, top: box.top - HIGHLIGHT_MARGIN,
    right: box.right + HIGHLIGHT_MARGIN, bottom: box.bottom + HIGHLIGHT_MARGIN,
  }; // prettier-ignore
}

function boundingBox(boxes: Box[]): Box {
  return {
    left: Math.min(...boxes.map((box) => box.left)), top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)), bottom: Math.max(...boxes.map((box) => box.bottom)),
  }; // prettier-ignore
}

/** Returns places for the card: right, left, below, above the highlight; on a phone below or above. */
function placesBeside(box: Box, width: number, height: number, narrow: boolean, freeArea: Box): Point[] {
  const off = HIGHLIGHT_MARGIN + CARD_GAP;
  const middle = { left: (box.left + box.right - width) / 2, top: (box.top + box.bottom - height) / 2 };
  const rows = [
    { left: middle.left, top: box.bottom + off },
    { left: middle.left, top: box.top - off - height },
  ];
  const columns = [
    { left: box.right + off, top: middle.top },
    { left: box.left - off - width, top: middle.top },
  ];
  const fits = ({ left, top }: Point): boolean => {
    const inside = left >= freeArea.left && top >= freeArea.top;
    return inside && left + width <= freeArea.right && top + height <= freeArea.bottom;
  };
  const places = narrow ? rows : [...columns, ...rows];
  // Places that fit come first; the others are moved into the window and may cover something.
  return [...places.filter(fits), ...places];
}

/** Returns places for the card all over an area, those near the highlight first. */
function placesBetween(width: number, height: number, area: Box, box: Box | null): Point[] {
  const found: Point[] = [];
  const [right, bottom] = [Math.max(area.left, area.right - width), Math.max(area.top, area.bottom - height)];
  for (let top = area.top; top < bottom + GRID; top += GRID)
    for (let left = area.left; left < right + GRID; left += GRID)
      found.push({ left: Math.min(left, right), top: Math.min(top, bottom) });
  const x = box ? (box.left + box.right - width) / 2 : area.right;
  const y = box ? (box.top + box.bottom - height) / 2 : area.bottom;
  const far = (place: Point): number => Math.hypot(place.left - x, place.top - y);
  return found.sort((one, other) => far(one) - far(other));
}

/** Returns the side of the highlight on which the card is; its tip points back. */
function sideOf(box: Box, place: Point, width: number, height: number): string {
  if (place.left >= box.right) return "right";
  if (place.left + width <= box.left) return "left";
  if (place.top >= box.bottom) return "below";
  return place.top + height <= box.top ? "above" : "none";
}

function clamp(place: Point, width: number, height: number, freeArea: Box): Point {
  return {
    left: Math.max(freeArea.left, Math.min(place.left, freeArea.right - width)),
    top: Math.max(freeArea.top, Math.min(place.top, freeArea.bottom - height)),
  };
}

function overlap(place: Point, width: number, height: number, box: Box): number {
  const x = Math.min(place.left + width, box.right) - Math.max(place.left, box.left);
  const y = Math.min(place.top + height, box.bottom) - Math.max(place.top, box.top);
  return x > 0 && y > 0 ? x * y : 0;
}
