// Where the page is, and what answers it: a server, or on a device without one the engine (engine.ts), whose page
// (demo.ts) holds this one in a frame.

/** What a page needs of a websocket. */
export interface Connection {
  binaryType: string;
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string | ArrayBuffer }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** The page that holds pages of this device. */
export interface Host {
  /** The address of the page in the frame. */
  readonly address: string;
  fetch(address: string): Promise<Response>;
  connect(address: string): Connection;
  /** Shows another page; a form is sent first. */
  go(address: string, form?: Record<string, string>): void;
  setAddress(address: string): void;
  setCookie(name: string, value: string): void;
}

/** Null on a page of a server. */
export const host: Host | null =
  "local" in document.documentElement.dataset ? (window.parent as unknown as { tablero: Host }).tablero : null;

/** The address of this page. */
export const place: { readonly pathname: string; readonly search: string } = host
  ? new URL(host.address, "http://device")
  : location;

/** Opens the connection of an address that begins with a slash. */
export function openConnection(address: string): Connection {
  if (host) return host.connect(address);
  return new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${address}`) as Connection;
}

/** Fetches a part of a page. */
export function fetchPart(address: string): Promise<Response> {
  return host ? host.fetch(address) : fetch(address);
}

export function goTo(address: string): void {
  if (host) host.go(address);
  else location.assign(address);
}

export function reloadPage(): void {
  if (host) host.go(host.address);
  else location.reload();
}

/** Changes the address of this page, which stays as it is. */
export function setAddress(address: string): void {
  if (host) host.setAddress(address);
  else history.replaceState(null, "", address);
}

export function setCookie(name: string, value: string): void {
  if (host) host.setCookie(name, value);
  else document.cookie = `${name}=${value};path=/;max-age=31536000;samesite=lax`;
}

/** Makes links and forms of this page ask the engine; the others are left to the browser. */
export function followLinks(): void {
  if (!host) return;
  const holder = host;
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
    if (!link || event.defaultPrevented || event.button !== 0) return;
    const href = link.getAttribute("href") ?? "";
    if (href.startsWith("#")) {
      event.preventDefault();
      const aim = document.getElementById(decodeURIComponent(href.slice(1)));
      aim?.scrollIntoView();
      if (aim) holder.setAddress(`${place.pathname}${place.search}${href}`);
    } else if (href.startsWith("/")) {
      event.preventDefault();
      holder.go(href + (link.search && !href.includes("?") ? link.search : ""));
    }
  });
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || form.method === "dialog") return;
    event.preventDefault();
    const data = new FormData(form, event.submitter);
    holder.go(form.getAttribute("action") ?? "/", Object.fromEntries([...data].map(([name, value]) => [name, String(value)])));
  });
}
