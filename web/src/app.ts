// The site as an app: a worker takes messages while no page is open, and has a page for when there is no network.

const LATER = 2500; // milliseconds: the page comes first

/** The worker, which is there from now on; nothing where the browser has none for this site. Another language is another worker, so that
 * it keeps the page without a network in the language of the others. */
export async function worker(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator)) return null;
  await navigator.serviceWorker.register(`/worker.js?language=${document.documentElement.lang}`, { scope: "/" });
  return navigator.serviceWorker.ready;
}

export function app(): void {
  setTimeout(() => void worker().catch(() => null), LATER);
}
