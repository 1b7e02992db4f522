// One sentence that comes and goes, and is read out.

const LONG = 5000; // milliseconds in which it can be read
let gone = 0;

export function toast(text: string): void {
  const known = document.getElementById("toast");
  const place = known ?? document.body.appendChild(document.createElement("div"));
  place.id = "toast";
  place.className = "toast";
  place.setAttribute("role", "status");
  place.textContent = "";
  place.hidden = false;
  requestAnimationFrame(() => (place.textContent = text)); // a region that was there before is read out
  clearTimeout(gone);
  gone = window.setTimeout(() => (place.hidden = true), LONG);
}
