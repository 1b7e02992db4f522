// The table's menu and its waiting room: actions other than moves, and the dialogs that confirm them.
import { copyText } from "./share";
import { showMatchingFields } from "./table_form";
import { SMALL } from "./words_box";
import type { Reply } from "./socket";

/** Builds the message of a button from its attributes; `data-to`, `data-level` and `data-on` are numbers. */
function messageOf(button: HTMLElement): Record<string, unknown> {
  const { deed, to, level, name, on } = button.dataset;
  const character = button.closest(".levels-menu")?.querySelector<HTMLInputElement>("[name^=character]:checked")?.value;
  const message: Record<string, unknown> = { deed };
  if (to !== undefined) message["to"] = Number(to);
  if (level !== undefined) message["level"] = Number(level);
  if (name !== undefined) message["name"] = name;
  if (on !== undefined) message["on"] = Number(on);
  if (character) message["character"] = character;
  return message;
}

export class Menu {
  private opener = document.querySelector<HTMLElement>("[data-menu]");
  private sheet = document.getElementById("table-menu");
  private dialog = document.querySelector<HTMLDialogElement>("#sure");
  private asked = ""; // what waits for its answer

  constructor(private request: (message: Record<string, unknown>) => Promise<Reply | null>) {
    document.addEventListener("click", (event) => this.onClick(event));
    document.addEventListener("submit", (event) => void this.submit(event));
    document.addEventListener("change", (event) => {
      const form = (event.target as Element).closest<HTMLFormElement>("form[data-deed-form]");
      if (form) showMatchingFields(form);
    });
    this.sheet?.addEventListener("keydown", (event) => this.moveFocus(event));
    this.sheet?.addEventListener("beforetoggle", (event) => {
      if ((event as ToggleEvent).newState === "open") this.place();
    });
    this.sheet?.addEventListener("toggle", (event) => {
      const open = (event as ToggleEvent).newState === "open";
      this.opener?.setAttribute("aria-expanded", String(open));
      if (open) this.rows()[0]?.focus();
    });
    this.afterUpdate();
  }

  /** Call after the page has changed. */
  afterUpdate(): void {
    const rows = this.rows().length > 0;
    if (this.opener) this.opener.hidden = !rows;
    if (!rows && !SMALL.matches && this.sheet?.matches(":popover-open")) this.sheet.hidePopover();
    for (const button of document.querySelectorAll<HTMLElement>("[data-device-share]"))
      button.hidden = !("share" in navigator);
    for (const form of document.querySelectorAll<HTMLFormElement>("form[data-deed-form]")) showMatchingFields(form);
  }

  private rows(): HTMLElement[] {
    return [...(this.sheet?.querySelectorAll<HTMLElement>("#menu button, #menu a") ?? [])];
  }

  /** Places the menu below its button; on a phone the style sheet places it at the bottom. */
  private place(): void {
    if (!this.sheet || !this.opener) return;
    const box = this.opener.getBoundingClientRect();
    // The list of players stays visible.
    const players = document.querySelector(".table > .right")?.getBoundingClientRect();
    const edge = players && players.left > innerWidth / 2 ? players.left : innerWidth;
    this.sheet.style.top = SMALL.matches ? "" : `${Math.round(box.bottom + 4)}px`;
    this.sheet.style.left = SMALL.matches ? "" : `${Math.round(Math.max(8, Math.min(box.left, edge - 314)))}px`;
  }

  private moveFocus(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const rows = this.rows();
    const at = rows.indexOf(document.activeElement as HTMLElement);
    rows[(at + step + rows.length) % rows.length]?.focus();
  }

  private onClick(event: Event): void {
    const target = event.target as Element;
    const link = target.closest<HTMLElement>("[data-link]");
    if (link) void this.copy(link);
    const sharing = target.closest<HTMLElement>("[data-device-share]")?.dataset["deviceShare"];
    if (sharing) void navigator.share({ url: sharing, title: document.title }).catch(() => undefined); // cancelled
    if (target.closest("#table-menu :is([data-open], [data-deed], [data-hand])")) this.sheet?.hidePopover();
    const button = target.closest<HTMLElement>("[data-deed]");
    if (!button) return;
    if (button.dataset["sure"] && !target.closest("#sure")) return this.confirm(button);
    target.closest("dialog")?.close();
    target.closest<HTMLElement>(".levels-menu")?.hidePopover();
    void this.ask(messageOf(button));
  }

  /** Asks for what a button does; the second click of a double click asks for nothing more. */
  private async ask(message: Record<string, unknown>): Promise<void> {
    const asked = JSON.stringify(message);
    if (asked === this.asked) return;
    this.asked = asked;
    await this.request(message);
    this.asked = "";
  }

  private confirm(button: HTMLElement): void {
    if (!this.dialog) return;
    this.dialog.querySelector("h2")!.textContent = button.dataset["sure"] ?? "";
    const yes = this.dialog.querySelector<HTMLElement>("[data-deed]")!;
    for (const name of ["deed", "to", "name"]) {
      const value = button.dataset[name];
      if (value === undefined) delete yes.dataset[name];
      else yes.dataset[name] = value;
    }
    yes.textContent = button.textContent?.trim() || button.getAttribute("aria-label") || "";
    this.dialog.showModal();
  }

  private async copy(button: HTMLElement): Promise<void> {
    await copyText(location.origin + button.dataset["link"]!);
    const label = button.querySelector("b") ?? button;
    const before = label.textContent;
    label.textContent = button.dataset["done"] ?? before;
    setTimeout(() => (label.textContent = before), 2000);
  }

  private async submit(event: Event): Promise<void> {
    const form = event.target as HTMLFormElement;
    const deed = form.dataset["deedForm"];
    if (!deed) return;
    event.preventDefault();
    const fields: Record<string, string> = {};
    new FormData(form).forEach((value, name) => (fields[name] = String(value)));
    const answer = await this.request(deed === "agree" ? { deed, fields } : { deed, ...fields });
    if (!answer?.ok) return;
    if (deed === "agree") form.closest("dialog")?.close();
    else form.reset();
  }
}
