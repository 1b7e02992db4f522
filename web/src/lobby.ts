// The lobby: lists that the server updates, and a form with fields by game and number of players.
import { showCount } from "./favicon";
import { morph } from "./morph";
import { enableNextKey } from "./next";
import { showMatchingFields } from "./table_form";
import { shell } from "./shell";
import { sound } from "./sound";
import { Socket } from "./socket";

shell();
enableNextKey();

const title = document.title;
let waiting = 0;

/** Shows the number of waiting tables in title and icon; plays a sound when it grows. */
function showWaiting(): void {
  const now = Number(document.querySelector<HTMLElement>("[data-waiting]")?.dataset["waiting"] ?? 0);
  document.title = now ? `(${now}) ${title}` : title;
  void showCount(now);
  if (now > waiting) sound.turn();
  waiting = now;
}

showWaiting();

function showFields(form: HTMLFormElement): void {
  const data = new FormData(form);
  const game = String(data.get("game"));
  for (const part of form.querySelectorAll<HTMLElement>("[data-game]")) {
    part.hidden = part.dataset["game"] !== game;
    if (part instanceof HTMLFieldSetElement) part.disabled = part.hidden;
  }
  const players = Number(form.querySelector<HTMLInputElement>(`[data-game="${game}"] [name^="seats"]:checked`)?.value);
  for (const seat of form.querySelectorAll<HTMLFieldSetElement>("[data-seat]")) {
    seat.hidden = Number(seat.dataset["seat"]) >= players;
    seat.disabled = seat.hidden;
  }
  showMatchingFields(form);
}

const form = document.querySelector<HTMLFormElement>("form.open");
if (form) {
  form.addEventListener("change", () => showFields(form));
  showFields(form);
  document.addEventListener("click", (event) => {
    const game = (event.target as Element).closest<HTMLElement>("[data-choose]")?.dataset["choose"];
    if (!game) return;
    const radio = form.querySelector<HTMLInputElement>(`[name="game"][value="${game}"]`);
    if (radio) radio.checked = true;
    showFields(form);
    form.scrollIntoView({ behavior: "smooth", block: "nearest" });
    form.querySelector<HTMLElement>('[name="game"]:checked')?.focus({ preventScroll: true });
  });
}

const hello = document.querySelector<HTMLElement>("[data-morning]");
const hour = new Date().getHours();
if (hello && hour >= 4 && hour < 11) hello.textContent = hello.dataset["morning"] ?? "";
if (hello && (hour >= 18 || hour < 4)) hello.textContent = hello.dataset["evening"] ?? "";

const lists = document.getElementById("lists");
if (lists) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  new Socket(
    () => `${scheme}://${location.host}/live?page=${location.pathname === "/replays" ? "watch" : "lobby"}`,
    (update) => {
      for (const [id, html] of Object.entries(update)) {
        const place = document.getElementById(id);
        if (place && typeof html === "string") morph(place, html);
      }
      showWaiting();
    },
    () => {},
  );
}
