// The host's page looks at the figures again every few seconds while somebody can see it.
import { morph } from "./morph";
import { shell } from "./shell";

const EVERY = 5_000;

shell();
const figures = document.getElementById("figures");
const stale = document.getElementById("stale");

async function look(): Promise<void> {
  if (!figures || !stale || document.hidden) return;
  try {
    const answer = await fetch(location.pathname, { cache: "no-store" });
    if (!answer.ok) throw new Error(answer.statusText);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("figures");
    if (!fresh) return location.reload(); // the token has been changed: this page is closed
    morph(figures, fresh.innerHTML);
    stale.hidden = true;
  } catch {
    stale.hidden = false;
  }
}

if (figures) {
  setInterval(() => void look(), EVERY);
  document.addEventListener("visibilitychange", () => void look());
}
