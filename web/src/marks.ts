// Rings over a still picture: where the played move and the better one begin, and what they change, with numbers in their order.

interface Walk {
  move: number;
  places: string[];
}

const ROOM = 3; // pixels between a place and its ring

export function outlineOn(picture: HTMLElement, which: string): void {
  picture.querySelector(".rv-rings")?.remove();
  const layer = document.createElement("div");
  layer.className = "rv-rings";
  layer.setAttribute("aria-hidden", "true");
  const frame = picture.getBoundingClientRect();
  if (!frame.width) return; // not seen now
  for (const kind of ["played", "better"] as const) {
    if (which !== "both" && which !== kind) continue;
    const walk = JSON.parse(picture.dataset[kind]!) as Walk;
    const found = [find(picture, "move", String(walk.move)), ...walk.places.map((name) => find(picture, "spot", name))];
    let number = 0;
    const rung: DOMRect[] = [];
    for (const place of found) {
      const box = place?.getBoundingClientRect();
      if (!box || rung.some((other) => same(other, box))) continue;
      rung.push(box);
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
  const share = (length: number, whole: number): string => `${(100 * length) / whole}%`;
  out.className = kind + (Math.abs(box.width - box.height) < 10 ? " round" : "");
  out.style.left = share(box.left - frame.left - ROOM, frame.width);
  out.style.top = share(box.top - frame.top - ROOM, frame.height);
  out.style.width = share(box.width + 2 * ROOM, frame.width);
  out.style.height = share(box.height + 2 * ROOM, frame.height);
  out.dataset["number"] = String(number);
  return out;
}
