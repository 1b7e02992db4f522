// The report form as a dialog over the table; without this script the links open its page.
import { track } from "./pending";
import { byId, openDialog, parsePage } from "./shell";

export function initReports(): void {
  document.addEventListener("click", (event) => {
    const target = event.target as Element;
    const link = target.closest<HTMLAnchorElement>("a[data-report]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      link.closest("details")?.removeAttribute("open");
      void track(showPage(fetch(link.href), link.href));
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
    void track(showPage(fetch(form.action, { method: "POST", body }), form.action));
  });
}

/** Shows the main part of a page in the dialog; opens the page itself if that fails. */
async function showPage(response: Promise<Response>, address: string): Promise<void> {
  try {
    const page = parsePage(await (await response).text());
    byId("report-sheet").querySelector(".report-body")!.replaceChildren(...page.querySelectorAll("main > *"));
    document.querySelector<HTMLDialogElement>("#help[open]")?.close();
    openDialog("report-sheet");
    document.getElementById("report-title")?.focus();
  } catch {
    location.assign(address);
  }
}
