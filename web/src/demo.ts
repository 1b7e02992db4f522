// The page that holds pages of this device: starts the engine, shows in a frame what the address after # asks for.
import type { Connection, Host } from "./place";

interface Answer {
  body: string;
  status: number;
  to: string;
  cookies: Record<string, string>;
}
interface Words {
  starting: string;
  failed: string;
  again: string;
}

const OPEN = 1;
const CLOSED = 3;
const COOKIES = "tablero-local:cookies"; // in localStorage: other sites of the same host are not sent them
const ROOTED = /(\s(?:src|href)=")\/((?:static|art)\/)/g; // files of the demo lie beside this page

const root = document.documentElement;
const notice = document.querySelector<HTMLElement>("#start")!;
const allWords = JSON.parse(notice.dataset["words"]!) as Record<string, Words>;
const known = [getCookies()["language"] ?? "", ...navigator.languages.map((name) => name.slice(0, 2))];
const words = allWords[known.find((name) => name in allWords) ?? "en"]!;
notice.querySelector("p")!.textContent = words.starting;

const worker = new Worker(`${notice.dataset["engine"]}/engine.js`, { type: "module" });
const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
let count = 0;

worker.onmessage = ({ data }: MessageEvent<{ id: number; answer?: string; failed?: string }>) => {
  const one = waiting.get(data.id);
  waiting.delete(data.id);
  if (data.answer !== undefined) one?.resolve(JSON.parse(data.answer) as Answer);
  else one?.reject(new Error(data.failed));
};
worker.onerror = (event) => showFailure(event.message ?? "");

function getCookies(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(COOKIES) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

function setCookie(name: string, value: string): void {
  try {
    localStorage.setItem(COOKIES, JSON.stringify({ ...getCookies(), [name]: value }));
  } catch {
    // Only a preference is lost.
  }
}

function written(address: string, form?: Record<string, string>): string {
  const fields = { address, method: form ? "POST" : "GET", form: form ?? {}, cookies: getCookies() };
  return JSON.stringify({ ...fields, languages: navigator.languages });
}

function ask(address: string, form?: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const id = ++count;
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, request: written(address, form) });
  });
}

// ---------------------------------------------------------------- the page in the frame

let frame: HTMLIFrameElement | null = null;
let connections: LocalConnection[] = [];
let shown = ""; // its address
let asked = 0;

/** Returns the address after #, "/" without one. */
function wanted(): string {
  const address = location.hash.slice(1);
  return address.startsWith("/") ? address : "/";
}

async function show(address: string, form?: Record<string, string>): Promise<void> {
  const number = ++asked;
  root.setAttribute("aria-busy", "true");
  try {
    const answer = await ask(address, form);
    for (const [name, value] of Object.entries(answer.cookies)) setCookie(name, value);
    if (number !== asked) return; // another page has been asked for meanwhile
    if (answer.to) {
      // A page that only leads on is not a place to come back to.
      if (form) history.pushState(null, "", `#${answer.to}`);
      else history.replaceState(null, "", `#${answer.to}`);
      await show(answer.to);
    } else put(address, answer.body);
  } catch (error) {
    showFailure(String(error));
  } finally {
    if (number === asked) root.removeAttribute("aria-busy");
  }
}

/** Puts a page in a new frame, which takes the place of the former one as soon as it is there. */
function put(address: string, html: string): void {
  const next = document.createElement("iframe");
  next.title = "Tablero";
  const before = frame;
  const former = connections;
  connections = [];
  frame = next;
  shown = address;
  next.addEventListener("load", () => {
    const page = next.contentDocument!;
    for (const connection of former) connection.close();
    before?.remove();
    notice.hidden = true;
    next.classList.add("there");
    next.contentWindow!.focus();
    const follow = (): void => {
      document.title = page.title;
      next.title = page.title;
      root.lang = page.documentElement.lang;
    };
    new MutationObserver(follow).observe(page.head, { subtree: true, childList: true, characterData: true });
    follow();
    page.getElementById(decodeURIComponent(address.split("#")[1] ?? ""))?.scrollIntoView();
  });
  next.srcdoc = html.replace(ROOTED, "$1$2");
  document.body.append(next);
}

function showFailure(why: string): void {
  console.error(why);
  notice.hidden = false;
  notice.classList.add("failed");
  notice.querySelector("p")!.textContent = words.failed;
  notice.querySelector("progress")?.remove();
  const button = notice.querySelector("button")!;
  button.textContent = words.again;
  button.hidden = false;
  button.onclick = () => location.reload();
}

class LocalConnection implements Connection {
  binaryType = "arraybuffer";
  readyState = OPEN;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string | ArrayBuffer }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  private port: MessagePort;

  constructor(address: string) {
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = ({ data }) => {
      if (data === null) this.onclose?.({ code: 4404 });
      else this.onmessage?.({ data });
    };
    worker.postMessage({ id: ++count, request: written(address), port: port2 }, [port2]);
    queueMicrotask(() => this.onopen?.());
  }

  send(text: string): void {
    this.port.postMessage(text);
  }

  close(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.onmessage = null;
    this.port.postMessage(null);
  }
}

const host: Host = {
  get address() {
    return shown;
  },
  async fetch(address) {
    const answer = await ask(address);
    return new Response(answer.body.replace(ROOTED, "$1$2"), { status: answer.status });
  },
  connect(address) {
    const connection = new LocalConnection(address);
    connections.push(connection);
    return connection;
  },
  go(address, form) {
    if (!form && address !== wanted()) location.hash = address;
    else void show(address, form);
  },
  setAddress(address) {
    shown = address;
    history.replaceState(null, "", `#${address}`);
  },
  setCookie,
};
(window as unknown as { tablero: Host }).tablero = host;
addEventListener("hashchange", () => wanted() !== shown && void show(wanted()));
void show(wanted());
