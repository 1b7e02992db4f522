// The lobby: lists that the server updates, and a form with fields by game and number of players.
import { showCount } from "./favicon";
import { morph } from "./morph";
import { enableNextKey } from "./next";
import { host, setCookie } from "./place";
import { showMatchingFields } from "./table_form";
import { shell } from "./shell";
import { sound } from "./sound";
import { getStored, setStored } from "./storage";
import { Socket } from "./socket";

shell();
if (!host) enableNextKey();

const title = document.title;
let waiting = 0;

/** Shows the number of waiting tables in title and icon; plays a sound when it grows. */
function showWaiting(): void {
  const now = Number(document.querySelector<HTMLElement>("[data-waiting]")?.dataset["waiting"] ?? 0);
  document.title = now ? `(${now}) ${title}` : title;
  void showCount(now);
  for (const badge of document.querySelectorAll<HTMLElement>(".bottom-bar .count")) {
    badge.hidden = now === 0;
    badge.textContent = String(now);
  }
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
  showMatchingFields(form, players);
}

// ---------------------------------------------------------------- the sheet in which a table is opened

const KEPT = "open-table"; // what was chosen last, on this device

const sheet = document.querySelector<HTMLDialogElement>("#open-sheet");
const form = document.querySelector<HTMLFormElement>("form.open");

function fieldsOf(form: HTMLFormElement): (HTMLInputElement | HTMLSelectElement)[] {
  const named = [...form.elements].filter((one) => one instanceof HTMLInputElement || one instanceof HTMLSelectElement);
  // Names of people and of the table belong to one table only.
  return named.filter((field) => field.name && !/^(name|invited)/.test(field.name));
}

/** Fills in what was chosen last; fields and values that are no longer there are left out. */
function fillIn(form: HTMLFormElement, kept: Record<string, string[]>): void {
  for (const field of fieldsOf(form)) {
    const values = kept[field.name];
    if (field instanceof HTMLInputElement && (field.type === "radio" || field.type === "checkbox")) {
      if (values?.includes(field.value)) field.checked = true;
      else if (values && field.type === "checkbox") field.checked = false;
    } else if (values?.[0] !== undefined) {
      const before = field.value;
      field.value = values[0];
      if (!field.value) field.value = before;
    }
  }
}

function keep(form: HTMLFormElement): void {
  const kept: Record<string, string[]> = {};
  for (const field of fieldsOf(form)) {
    const values = (kept[field.name] ??= []);
    const ticks = field instanceof HTMLInputElement && (field.type === "radio" || field.type === "checkbox");
    if (!ticks || field.checked) values.push(field.value);
  }
  setStored(KEPT, JSON.stringify(kept));
}

if (form && sheet) {
  const last = getStored(KEPT);
  if (last) {
    try {
      fillIn(form, JSON.parse(last) as Record<string, string[]>);
      form.querySelector<HTMLElement>(".kept")!.hidden = false;
    } catch {
      // Another version has written it.
    }
  }
  form.addEventListener("change", () => showFields(form));
  form.addEventListener("submit", () => keep(form));
  showFields(form);
  if (sheet.open) {
    sheet.close();
    sheet.showModal();
  }
  document.addEventListener("click", (event) => {
    if (!(event.target as Element).closest("[data-shut]")) return;
    event.preventDefault();
    sheet.close();
  });
  document.addEventListener("keydown", (event) => {
    const typing = (event.target as Element).closest("input, select, textarea, dialog[open], [contenteditable]");
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    if (event.key.toLowerCase() !== "t" || modified || event.repeat || typing) return;
    event.preventDefault();
    document.querySelector<HTMLElement>('[data-open="open-sheet"]')?.focus(); // the focus returns there
    sheet.showModal();
  });
}

// ---------------------------------------------------------------- the level of the bots

/** Changes the level shown, and keeps it on this device until the next game of this kind. */
function setLevel(picker: HTMLElement, level: number): void {
  const names = [...picker.querySelectorAll<HTMLElement>("p > span:not(.bars)")];
  const bars = picker.querySelectorAll(".bars i");
  if (level < 1 || level > names.length) return;
  picker.dataset["level"] = String(level);
  names.forEach((name, place) => (name.hidden = place !== level - 1));
  bars.forEach((bar, place) => bar.classList.toggle("on", place < level));
  for (const button of picker.querySelectorAll<HTMLButtonElement>("[data-by]"))
    button.disabled = level + Number(button.dataset["by"]) < 1 || level + Number(button.dataset["by"]) > names.length;
  const all = [...document.querySelectorAll<HTMLElement>(".level")];
  const chosen = all.map((one) => `${one.dataset["game"]}.${one.dataset["level"]}.${one.dataset["latest"]}`).join("~");
  setCookie("levels", chosen);
}

document.addEventListener("click", (event) => {
  const button = (event.target as Element).closest<HTMLElement>("[data-by]");
  const picker = button?.closest<HTMLElement>(".level");
  if (button && picker) setLevel(picker, Number(picker.dataset["level"]) + Number(button.dataset["by"]));
});
document.addEventListener("keydown", (event) => {
  const picker = (event.target as Element).closest<HTMLElement>(".level");
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!picker || !step) return;
  event.preventDefault();
  setLevel(picker, Number(picker.dataset["level"]) + step);
  const [easier, harder] = picker.querySelectorAll<HTMLButtonElement>("[data-by]");
  if (easier?.disabled) harder?.focus();
  if (harder?.disabled) easier?.focus();
});

const hello = document.querySelector<HTMLElement>("[data-morning]");
const hour = new Date().getHours();
if (hello && hour >= 4 && hour < 11) hello.textContent = hello.dataset["morning"] ?? "";
if (hello && (hour >= 18 || hour < 4)) hello.textContent = hello.dataset["evening"] ?? "";

const lists = document.getElementById("lists");
if (lists) {
  new Socket(
    () => `/live?page=${location.pathname === "/replays" ? "watch" : "lobby"}`,
    (update) => {
      for (const [id, html] of Object.entries(update)) {
        const place = document.getElementById(id);
        if (place && typeof html === "string") morph(place, html);
      }
      showWaiting();
    },
  );
}
