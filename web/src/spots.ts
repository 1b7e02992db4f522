// Places of the picture by their names (data-spot), and rings around those that somebody has changed.

const ROOM = 4; // pixels between a place and its ring

let ringed: [names: string[], changes: Map<string, number>] | null = null;

export function spot(name: string): Element | null {
  const found = document.querySelectorAll(`[data-spot="${CSS.escape(name)}"]`);
  return [...found].find((place) => place.getClientRects().length > 0) ?? null;
}

/** Rings with numbers in the order of the changes; `changes` says by how much a figure has changed. */
export function outline(names: string[], changes: Map<string, number> = new Map()): void {
  clear();
  ringed = [names, changes];
  const layer = document.createElement("div");
  layer.id = "rings";
  layer.setAttribute("aria-hidden", "true");
  let number = 0;
  for (const name of new Set(names)) {
    const place = spot(name);
    if (!place) continue;
    const box = place.getBoundingClientRect();
    if (box.bottom < 0 || box.right < 0 || box.top > innerHeight || box.left > innerWidth) continue;
    const ring = document.createElement("i");
    ring.style.cssText = `left:${box.left - ROOM}px;top:${box.top - ROOM}px;width:${box.width + 2 * ROOM}px;height:${box.height + 2 * ROOM}px`;
    const change = changes.get(name);
    number++;
    ring.dataset["number"] = change ? `${change > 0 ? "+" : "−"}${Math.abs(change)}` : String(number);
    if (Math.abs(box.width - box.height) < 8 && !change) ring.className = "round";
    layer.append(ring);
  }
  if (number) document.body.append(layer);
}

export function clear(): void {
  ringed = null;
  document.getElementById("rings")?.remove();
}

/** Rings stay with their places when those move. */
function again(event: Event): void {
  if (!ringed) return;
  const moved = event.target;
  if (!(moved instanceof Element) || ringed[0].some((name) => moved.contains(spot(name)))) outline(...ringed);
}

addEventListener("resize", again);
addEventListener("scroll", again, { capture: true, passive: true });
