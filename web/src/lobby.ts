// The lobby: lists that change by themselves, and a form that shows as many seats as the chosen game has players.
import { mark } from "./favicon";
import { morph } from "./morph";
import { nextByKey } from "./next";
import { fitForm } from "./open-form";
import { shell } from "./shell";
import { sound } from "./sound";
import { Wire } from "./wire";

shell();
nextByKey();

const title = document.title;
let waiting = 0;

/** The tab says how many tables wait, and is heard when one more does. */
function count(): void {
  const now = Number(document.querySelector<HTMLElement>("[data-waiting]")?.dataset["waiting"] ?? 0);
  document.title = now ? `(${now}) ${title}` : title;
  void mark(now);
  if (now > waiting) sound.turn();
  waiting = now;
}

count();

function fitSeats(form: HTMLFormElement): void {
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
  fitForm(form);
}

const form = document.querySelector<HTMLFormElement>("form.open");
if (form) {
  form.addEventListener("change", () => fitSeats(form));
  fitSeats(form);
  document.addEventListener("click", (event) => {
    const game = (event.target as Element).closest<HTMLElement>("[data-choose]")?.dataset["choose"];
    if (!game) return;
    const radio = form.querySelector<HTMLInputElement>(`[name="game"][value="${game}"]`);
    if (radio) radio.checked = true;
    fitSeats(form);
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
  new Wire(
    () => `${scheme}://${location.host}/live?page=${location.pathname === "/replays" ? "watch" : "lobby"}`,
    (news) => {
      for (const [id, html] of Object.entries(news)) {
        const place = document.getElementById(id);
        if (place && typeof html === "string") morph(place, html);
      }
      count();
    },
    () => {},
  );
}
