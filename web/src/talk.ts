// Chat and notes beside the board. The server sends finished lines; what is written stays in its field until it has arrived.
import { keep, kept } from "./kept";
import { byId } from "./shell";
import type { Answer } from "./wire";

interface Lines {
  whole: boolean;
  html: string;
  more: number;
}

type Ask = (message: Record<string, unknown>) => Promise<Answer | null>;

const SAVED_AFTER = 700; // milliseconds without a key until a note is kept
const NEAR = 60; // pixels from the end that still count as the end
const clock = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat(document.documentElement.lang, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

export class Talk {
  private list = document.getElementById("said");
  private box = document.getElementById("talk-box");
  private field = document.getElementById("say-text") as HTMLInputElement | null;
  private read = `read:${location.pathname}`;
  private saving = 0;

  constructor(
    private ask: Ask,
    private openTab: (part: string) => void,
  ) {
    document.addEventListener("click", (event) => this.click(event.target as Element));
    byId("table").addEventListener("keydown", (event) => this.arrows(event));
    const form = document.getElementById("say");
    form?.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.send({ text: this.field!.value });
    });
    form?.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    });
    const note = document.getElementById("note") as HTMLTextAreaElement | null;
    note?.addEventListener("input", () => {
      clearTimeout(this.saving);
      byId("note-kept").textContent = "";
      this.saving = window.setTimeout(() => void this.keepNote(note), SAVED_AFTER);
    });
    document.addEventListener("visibilitychange", () => this.count());
    document.addEventListener("tab", () => this.count());
  }

  /** Lines have come. */
  take({ whole, html, more }: Lines): void {
    if (!this.list || !this.box) return;
    const atEnd = this.box.scrollHeight - this.box.scrollTop - this.box.clientHeight < NEAR;
    if (whole) this.list.innerHTML = html;
    else this.list.insertAdjacentHTML("beforeend", html);
    if (whole) this.offer(more);
    this.tell();
    if (whole || atEnd || this.list.lastElementChild?.matches("[data-mine]")) this.box.scrollTop = this.box.scrollHeight;
    this.count();
  }

  /** The key C. */
  toggle(): boolean {
    if (!this.field) return false;
    if (this.open) this.close();
    else this.show("talk");
    return true;
  }

  get open(): boolean {
    return this.box !== null && this.box.getClientRects().length > 0;
  }

  close(): void {
    this.show("log");
    if (document.body.dataset["tab"] === "talk") this.openTab("board");
    document.getElementById("aside-log")?.focus();
  }

  show(pane: string): void {
    document.body.dataset["aside"] = pane;
    for (const tab of document.querySelectorAll<HTMLElement>(".asides [role=tab]")) {
      tab.setAttribute("aria-selected", String(tab.dataset["aside"] === pane));
      tab.tabIndex = tab.dataset["aside"] === pane ? 0 : -1;
    }
    if (pane === "talk" && this.box) {
      this.box.scrollTop = this.box.scrollHeight;
      if (!matchMedia("(pointer: coarse)").matches) this.field?.focus();
    }
    this.count();
  }

  private click(target: Element): void {
    const pane = target.closest<HTMLElement>(".asides [data-aside]")?.dataset["aside"];
    if (pane) this.show(pane);
    const part = target.closest<HTMLElement>(".tabs [data-tab]")?.dataset["tab"];
    if (part) this.show(part === "talk" ? "talk" : "log");
    const phrase = target.closest<HTMLElement>("[data-phrase]")?.dataset["phrase"];
    if (phrase) void this.send({ phrase });
    const doing = target.closest<HTMLElement>("[data-talk]")?.dataset["talk"];
    const line = Number(target.closest<HTMLElement>("[data-line]")?.dataset["line"]);
    if (doing === "close") this.close();
    if (doing === "earlier") void this.earlier();
    if (doing === "mute" || doing === "unmute") void this.refused({ do: "mute", line, on: doing === "mute" });
    for (const menu of document.querySelectorAll<HTMLDetailsElement>(".said details.about[open]"))
      if (!menu.contains(target) || doing) menu.open = false;
  }

  /** Tabs are gone through with the arrow keys. */
  private arrows(event: KeyboardEvent): void {
    const tab = (event.target as Element).closest<HTMLElement>(".asides [role=tab]");
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!tab || !step) return;
    const tabs = [...document.querySelectorAll<HTMLElement>(".asides [role=tab]")];
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length]!;
    this.show(next.dataset["aside"]!);
    next.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  private async send(words: { text?: string; phrase?: string }): Promise<void> {
    const answer = await this.ask({ do: "say", ...words });
    if (answer?.ok) {
      if (words.text !== undefined) this.field!.value = "";
      this.tellWord("");
    } else this.tellWord(answer?.text ?? byId("talk").dataset["missing"]!);
  }

  private async refused(message: Record<string, unknown>): Promise<void> {
    const answer = await this.ask(message);
    if (answer && !answer.ok) this.tellWord(answer.text ?? "");
  }

  /** What the house says to what was asked here, where whoever asked looks. */
  private tellWord(text: string): void {
    const word = byId("talk-word");
    word.textContent = text;
    word.hidden = !text;
  }

  private async earlier(): Promise<void> {
    const before = Number(this.list?.querySelector<HTMLElement>("[data-line]")?.dataset["line"]);
    const answer = (await this.ask({ do: "earlier", before })) as (Answer & { earlier?: string; more?: number }) | null;
    if (!answer?.ok || !this.box) return;
    const height = this.box.scrollHeight;
    this.list!.insertAdjacentHTML("afterbegin", answer.earlier ?? "");
    this.box.scrollTop += this.box.scrollHeight - height;
    this.offer(answer.more ?? 0);
    this.tell();
  }

  private offer(more: number): void {
    this.box!.querySelector<HTMLElement>(".earlier")!.hidden = more <= 1;
  }

  private async keepNote(note: HTMLTextAreaElement): Promise<void> {
    const body = JSON.stringify({ text: note.value });
    const where = `/api/tables/${location.pathname.split("/")[2]}/note`;
    const answer = await fetch(where, { method: "PUT", body, headers: { "Content-Type": "application/json" } }).catch(() => null);
    const mark = byId("note-kept");
    mark.textContent = (answer?.ok ? mark.dataset["kept"] : mark.dataset["lost"])!;
    if (!answer?.ok) this.saving = window.setTimeout(() => void this.keepNote(note), 5 * SAVED_AFTER);
  }

  /** When something was said, as it is told where the reader is. */
  private tell(): void {
    const today = new Date().toDateString();
    for (const place of this.list!.querySelectorAll<HTMLTimeElement>("time:empty")) {
      const then = new Date(Number(place.dataset["time"]) * 1000);
      place.dateTime = then.toISOString();
      place.textContent = (then.toDateString() === today ? clock : day).format(then);
    }
  }

  /** How many lines of others have not been in sight yet. */
  private count(): void {
    if (!this.list) return;
    const others = [...this.list.querySelectorAll<HTMLElement>("[data-line]:not([data-mine], .hidden-line)")];
    const last = Number(this.list.querySelector<HTMLElement>("[data-line]:last-child")?.dataset["line"] ?? 0);
    if (this.open && !document.hidden && last) keep(this.read, String(last));
    const seen = Number(kept(this.read) ?? 0);
    const unread = others.filter((line) => Number(line.dataset["line"]) > seen).length;
    for (const badge of document.querySelectorAll<HTMLElement>(".unread")) {
      badge.hidden = unread === 0;
      badge.textContent = unread > 99 ? "99+" : String(unread);
    }
  }
}
