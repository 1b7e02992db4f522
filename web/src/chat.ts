// Chat and notes beside the board. The server sends rendered lines; text stays in its field until it is accepted.
import { place } from "./place";
import { Timer } from "./pending";
import { getStored, setStored } from "./storage";
import { byId } from "./shell";
import type { Reply } from "./socket";

interface Lines {
  whole: boolean;
  html: string;
  more: number;
}

type Request = (message: Record<string, unknown>) => Promise<Reply | null>;

const SAVE_DELAY = 700; // milliseconds after the last key until a note is saved
const END_MARGIN = 60; // pixels from the end that count as the end
const clock = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat(document.documentElement.lang, {
  day: "numeric", month: "short", hour: "2-digit", minute: "2-digit",
}); // prettier-ignore

export class Chat {
  private list = document.getElementById("said");
  private box = document.getElementById("talk-box");
  private field = document.getElementById("say-text") as HTMLInputElement | null;
  private readKey = `read:${place.pathname}`;
  private saving = new Timer();

  constructor(
    private request: Request,
    private openTab: (part: string) => void,
  ) {
    document.addEventListener("click", (event) => this.onClick(event.target as Element));
    byId("table").addEventListener("keydown", (event) => this.onArrowKey(event));
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
      byId("note-kept").textContent = "";
      this.saving.start(() => this.saveNote(note), SAVE_DELAY);
    });
    document.addEventListener("visibilitychange", () => this.showUnread());
    document.addEventListener("tab", () => this.showUnread());
  }

  /** Adds lines from the server, or replaces them all (`whole`). */
  receive({ whole, html, more }: Lines): void {
    if (!this.list || !this.box) return;
    const atEnd = this.box.scrollHeight - this.box.scrollTop - this.box.clientHeight < END_MARGIN;
    if (whole) this.list.innerHTML = html;
    else this.list.insertAdjacentHTML("beforeend", html);
    if (whole) this.showEarlierButton(more);
    this.fillTimes();
    const own = this.list.lastElementChild?.matches("[data-mine]");
    if (whole || atEnd || own) this.box.scrollTop = this.box.scrollHeight;
    this.showUnread();
  }

  /** Opens or closes the chat (key C); returns whether there is one. */
  toggle(): boolean {
    if (!this.field) return false;
    if (this.open) this.close();
    else this.openPane("talk");
    return true;
  }

  get open(): boolean {
    return this.box !== null && this.box.getClientRects().length > 0;
  }

  close(): void {
    this.openPane("log");
    if (document.body.dataset["tab"] === "talk") this.openTab("board");
    document.getElementById("aside-log")?.focus();
  }

  openPane(pane: string): void {
    document.body.dataset["aside"] = pane;
    for (const tab of document.querySelectorAll<HTMLElement>(".asides [role=tab]")) {
      tab.setAttribute("aria-selected", String(tab.dataset["aside"] === pane));
      tab.tabIndex = tab.dataset["aside"] === pane ? 0 : -1;
    }
    if (pane === "talk" && this.box) {
      this.box.scrollTop = this.box.scrollHeight;
      if (!matchMedia("(pointer: coarse)").matches) this.field?.focus();
    }
    this.showUnread();
  }

  private onClick(target: Element): void {
    const pane = target.closest<HTMLElement>(".asides [data-aside]")?.dataset["aside"];
    if (pane) this.openPane(pane);
    const part = target.closest<HTMLElement>(".tabs [data-tab]")?.dataset["tab"];
    if (part) this.openPane(part === "talk" ? "talk" : "log");
    const phrase = target.closest<HTMLElement>("[data-phrase]")?.dataset["phrase"];
    if (phrase) void this.send({ phrase });
    const action = target.closest<HTMLElement>("[data-talk]")?.dataset["talk"];
    const line = Number(target.closest<HTMLElement>("[data-line]")?.dataset["line"]);
    if (action === "close") this.close();
    if (action === "earlier") void this.loadEarlier();
    if (action === "mute" || action === "unmute") void this.requestMute({ do: "mute", line, on: action === "mute" });
    for (const menu of document.querySelectorAll<HTMLDetailsElement>(".said details.about[open]"))
      if (!menu.contains(target) || action) menu.open = false;
  }

  /** Moves between the tabs with the arrow keys. */
  private onArrowKey(event: KeyboardEvent): void {
    const tab = (event.target as Element).closest<HTMLElement>(".asides [role=tab]");
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!tab || !step) return;
    const tabs = [...document.querySelectorAll<HTMLElement>(".asides [role=tab]")];
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length]!;
    this.openPane(next.dataset["aside"]!);
    next.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  private async send(words: { text?: string; phrase?: string }): Promise<void> {
    const answer = await this.request({ do: "say", ...words });
    if (answer?.ok) {
      if (words.text !== undefined) this.field!.value = "";
      this.showRefusal("");
    } else this.showRefusal(answer?.text ?? byId("talk").dataset["missing"]!);
  }

  private async requestMute(message: Record<string, unknown>): Promise<void> {
    const answer = await this.request(message);
    if (answer && !answer.ok) this.showRefusal(answer.text ?? "");
  }

  /** Shows the server's refusal beside the field; an empty text hides it. */
  private showRefusal(text: string): void {
    const word = byId("talk-word");
    word.textContent = text;
    word.hidden = !text;
  }

  private async loadEarlier(): Promise<void> {
    const before = Number(this.list?.querySelector<HTMLElement>("[data-line]")?.dataset["line"]);
    type Earlier = Reply & { earlier?: string; more?: number };
    const answer = (await this.request({ do: "earlier", before })) as Earlier | null;
    if (!answer?.ok || !this.box) return;
    const height = this.box.scrollHeight;
    this.list!.insertAdjacentHTML("afterbegin", answer.earlier ?? "");
    this.box.scrollTop += this.box.scrollHeight - height;
    this.showEarlierButton(answer.more ?? 0);
    this.fillTimes();
  }

  private showEarlierButton(more: number): void {
    this.box!.querySelector<HTMLElement>(".earlier")!.hidden = more <= 1;
  }

  private async saveNote(note: HTMLTextAreaElement): Promise<void> {
    const body = JSON.stringify({ text: note.value });
    const where = `/api/tables/${location.pathname.split("/")[2]}/note`;
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(where, { method: "PUT", body, headers }).catch(() => null);
    const mark = byId("note-kept");
    mark.textContent = (answer?.ok ? mark.dataset["kept"] : mark.dataset["lost"])!;
    if (!answer?.ok) this.saving.start(() => this.saveNote(note), 5 * SAVE_DELAY);
  }

  /** Fills in the times of lines, in the reader's time zone and language. */
  private fillTimes(): void {
    const today = new Date().toDateString();
    for (const place of this.list!.querySelectorAll<HTMLTimeElement>("time:empty")) {
      const then = new Date(Number(place.dataset["time"]) * 1000);
      place.dateTime = then.toISOString();
      place.textContent = (then.toDateString() === today ? clock : day).format(then);
    }
  }

  /** Shows how many lines of others are unread; lines in an open chat count as read. */
  private showUnread(): void {
    if (!this.list) return;
    const others = [...this.list.querySelectorAll<HTMLElement>("[data-line]:not([data-mine], .hidden-line)")];
    const last = Number(this.list.querySelector<HTMLElement>("[data-line]:last-child")?.dataset["line"] ?? 0);
    if (this.open && !document.hidden && last) setStored(this.readKey, String(last));
    const seen = Number(getStored(this.readKey) ?? 0);
    const unread = others.filter((line) => Number(line.dataset["line"]) > seen).length;
    for (const badge of document.querySelectorAll<HTMLElement>(".unread")) {
      badge.hidden = unread === 0;
      badge.textContent = unread > 99 ? "99+" : String(unread);
    }
  }
}
