// Registration of the service worker (worker.ts), which receives push messages and shows the offline page.

const REGISTER_AFTER = 2500; // milliseconds: the page loads first

/** Registers the service worker and waits until it is ready; null where the browser supports none. The language is part
 * of its address, so that the offline page is cached in the language of the other pages. */
export async function serviceWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator)) return null;
  await navigator.serviceWorker.register(`/worker.js?language=${document.documentElement.lang}`, { scope: "/" });
  return navigator.serviceWorker.ready;
}

export function registerServiceWorker(): void {
  setTimeout(() => void serviceWorker().catch(() => null), REGISTER_AFTER);
}
