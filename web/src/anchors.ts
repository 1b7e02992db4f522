// Anchors: named places of the picture (data-spot), and numbered rings around those that have changed.

const RING_GAP = 4; // pixels between a place and its ring

let shown: [names: string[], changes: Map<string, number>] | null = null;

/** Returns the visible element with this anchor name. */
export function findAnchor(name: string): Element | null {
  const found = document.querySelectorAll(`[data-spot="${CSS.escape(name)}"]`);
  return [...found].find((place) => place.getClientRects().length > 0) ?? null;
}

/** Draws rings around anchors, numbered in order, or labelled with the change of a number from `changes`. */
export function showRings(names: string[], changes: Map<string, number> = new Map()): void {
  clearRings();
  shown = [names, changes];
  const layer = document.createElement("div");
  layer.id = "rings";
  layer.setAttribute("aria-hidden", "true");
  let number = 0;
  for (const name of new Set(names)) {
    const place = findAnchor(name);
    if (!place) continue;
    const box = place.getBoundingClientRect();
    if (box.bottom < 0 || box.right < 0 || box.top > innerHeight || box.left > innerWidth) continue;
    const ring = document.createElement("i");
    ring.style.left = `${box.left - RING_GAP}px`;
    ring.style.top = `${box.top - RING_GAP}px`;
    ring.style.width = `${box.width + 2 * RING_GAP}px`;
    ring.style.height = `${box.height + 2 * RING_GAP}px`;
    const change = changes.get(name);
    number++;
    ring.dataset["number"] = change ? `${change > 0 ? "+" : "−"}${Math.abs(change)}` : String(number);
    if (Math.abs(box.width - box.height) < 8 && !change) ring.className = "round";
    layer.append(ring);
  }
  if (number) document.body.append(layer);
}

export function clearRings(): void {
  shown = null;
  document.getElementById("rings")?.remove();
}

/** Redraws the rings after scrolling or resizing has moved their anchors. */
function redraw(event: Event): void {
  if (!shown) return;
  const moved = event.target;
  if (!(moved instanceof Element) || shown[0].some((name) => moved.contains(findAnchor(name)))) showRings(...shown);
}

addEventListener("resize", redraw);
addEventListener("scroll", redraw, { capture: true, passive: true });
