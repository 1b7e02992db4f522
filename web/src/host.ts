// The host's page reloads its metrics every few seconds while it is visible.
import { morph } from "./morph";
import { track } from "./pending";
import { parsePage, shell } from "./shell";

const REFRESH_INTERVAL = 5_000;

shell();
const metrics = document.getElementById("figures");
const stale = document.getElementById("stale");

async function refresh(): Promise<void> {
  if (!metrics || !stale || document.hidden) return;
  try {
    const answer = await fetch(location.pathname, { cache: "no-store" });
    if (!answer.ok) throw new Error(answer.statusText);
    const fresh = parsePage(await answer.text()).getElementById("figures");
    if (!fresh) return location.reload(); // the token has been changed: sign in again
    morph(metrics, fresh.innerHTML);
    stale.hidden = true;
  } catch {
    stale.hidden = false;
  }
}

if (metrics) {
  setInterval(() => void track(refresh()), REFRESH_INTERVAL);
  document.addEventListener("visibilitychange", () => void track(refresh()));
}
