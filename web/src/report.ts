// A report over the table: the page that asks whom or what and why, as a sheet. Without this the links lead to that page.
import { byId, show } from "./shell";

export function reports(): void {
  document.addEventListener("click", (event) => {
    const target = event.target as Element;
    const link = target.closest<HTMLAnchorElement>("a[data-report]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      link.closest("details")?.removeAttribute("open");
      void put(fetch(link.href), link.href);
    }
    const back = target.closest<HTMLAnchorElement>("#report-sheet a");
    if (back && new URL(back.href).pathname === location.pathname) {
      event.preventDefault();
      (byId("report-sheet") as HTMLDialogElement).close();
    }
  });
  byId("report-sheet").addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
    void put(fetch(form.action, { method: "POST", body }), form.action);
  });
}

/** Shows what the page says; where it cannot be had, the page itself. */
async function put(asked: Promise<Response>, address: string): Promise<void> {
  try {
    const page = new DOMParser().parseFromString(await (await asked).text(), "text/html");
    byId("report-sheet").querySelector(".report-body")!.replaceChildren(...page.querySelectorAll("main > *"));
    document.querySelector<HTMLDialogElement>("#help[open]")?.close();
    show("report-sheet");
    document.getElementById("report-title")?.focus();
  } catch {
    location.assign(address);
  }
}
