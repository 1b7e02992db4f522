// What the page has under way: requests, timers, updates, playback, animations. The root element counts it in
// `data-pending`; 0 means that the page is settled until its user, its server or a clock does something.
// `data-begun` counts what was ever begun. A program that drives the page and wants to know that nothing is on its way
// either dispatches `settle` on the document: each connection then asks its server for what it has not shown yet.

const root = document.documentElement;
let pending = 0;
let begun = 0;

function show(): void {
  root.dataset["begun"] = String(begun);
  root.dataset["pending"] = String(pending);
}

/** Reports that something is under way; returns the function that ends it, once. */
export function begin(): () => void {
  begun++;
  pending++;
  show();
  let open = true;
  return () => {
    if (!open) return;
    open = false;
    pending--;
    show();
  };
}

/** Reports work until its promise settles; returns that promise. */
export function track<T>(work: Promise<T>): Promise<T> {
  return work.finally(begin());
}

/** A timer that counts as under way until it has run or is cleared. */
export class Timer {
  private id = 0;
  private end: (() => void) | null = null;

  start(run: () => unknown, milliseconds: number): void {
    this.clear();
    const end = (this.end = begin());
    this.id = window.setTimeout(async () => {
      this.end = null;
      try {
        await run();
      } finally {
        end();
      }
    }, milliseconds);
  }

  clear(): void {
    clearTimeout(this.id);
    this.end?.();
    this.end = null;
  }
}

const loaded = begin();
const showFonts = (): void => void document.fonts.ready.then(loaded);
if (document.readyState === "complete") showFonts();
else addEventListener("load", showFonts, { once: true });
