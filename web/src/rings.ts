// Rings over a drawn position of the review: where the played and the better move start and what they change, numbered.

interface MarkedMove {
  move: number;
  places: string[];
}

const RING_GAP = 3; // pixels between a place and its ring

/** Draws the rings of the played move, the better one or both (`which`) over a picture. */
export function drawRings(picture: HTMLElement, which: string): void {
  picture.querySelector(".rv-rings")?.remove();
  const layer = document.createElement("div");
  layer.className = "rv-rings";
  layer.setAttribute("aria-hidden", "true");
  const frame = picture.getBoundingClientRect();
  if (!frame.width) return; // not visible now
  for (const kind of ["played", "better"] as const) {
    if (which !== "both" && which !== kind) continue;
    const text = picture.dataset[kind];
    if (!text) continue; // nothing was better
    const marked = JSON.parse(text) as MarkedMove;
    const start = find(picture, "move", String(marked.move));
    const found = [start, ...marked.places.map((name) => find(picture, "spot", name))];
    let number = 0;
    const ringed: DOMRect[] = [];
    for (const place of found) {
      const box = place?.getBoundingClientRect();
      if (!box || ringed.some((other) => same(other, box))) continue;
      ringed.push(box);
      layer.append(ring(box, frame, kind, ++number));
    }
  }
  picture.append(layer);
}

function find(picture: HTMLElement, kind: string, name: string): Element | undefined {
  const places = picture.querySelectorAll(`[data-drawn-${kind}="${CSS.escape(name)}"]`);
  return [...places].find((place) => place.getClientRects().length > 0 && place.getBoundingClientRect().width > 0);
}

function same(one: DOMRect, other: DOMRect): boolean {
  return Math.abs(one.left - other.left) < 6 && Math.abs(one.top - other.top) < 6;
}

function ring(box: DOMRect, frame: DOMRect, kind: string, number: number): HTMLElement {
  const out = document.createElement("i");
  const percent = (length: number, whole: number): string => `${(100 * length) / whole}%`;
  out.className = kind + (Math.abs(box.width - box.height) < 10 ? " round" : "");
  out.style.left = percent(box.left - frame.left - RING_GAP, frame.width);
  out.style.top = percent(box.top - frame.top - RING_GAP, frame.height);
  out.style.width = percent(box.width + 2 * RING_GAP, frame.width);
  out.style.height = percent(box.height + 2 * RING_GAP, frame.height);
  out.dataset["number"] = String(number);
  return out;
}
