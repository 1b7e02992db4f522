// A short message that disappears by itself and is announced to screen readers.

const SHOWN_FOR = 5000; // milliseconds
let timer = 0;

export function toast(text: string): void {
  const known = document.getElementById("toast");
  const place = known ?? document.body.appendChild(document.createElement("div"));
  place.id = "toast";
  place.className = "toast";
  place.setAttribute("role", "status");
  place.textContent = "";
  place.hidden = false;
  requestAnimationFrame(() => (place.textContent = text)); // only changes of an existing region are announced
  clearTimeout(timer);
  timer = window.setTimeout(() => (place.hidden = true), SHOWN_FOR);
}
