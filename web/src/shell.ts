// What every page can do: switch the theme, open and close dialogs, copy a link.

export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

function switchTheme(): void {
  const root = document.documentElement;
  const dark = root.dataset["theme"]
    ? root.dataset["theme"] === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset["theme"] = dark ? "light" : "dark";
  document.cookie = `theme=${root.dataset["theme"]};path=/;max-age=31536000;samesite=lax`;
}

async function copy(button: HTMLElement): Promise<void> {
  const field = button.parentElement?.querySelector("input");
  if (!field) return;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // pages that are not served over https have no clipboard
  }
  const label = button.querySelector("span") ?? button;
  const before = label.textContent;
  label.textContent = button.dataset["done"] ?? before;
  setTimeout(() => (label.textContent = before), 2000);
}

export function show(id: string): void {
  const dialog = document.getElementById(id);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

export function shell(): void {
  document.addEventListener("click", (event) => {
    const target = event.target as Element;
    if (target.closest(".theme")) switchTheme();
    const opener = target.closest<HTMLElement>("[data-open]");
    if (opener) show(opener.dataset["open"] ?? "");
    const copier = target.closest<HTMLElement>("[data-copy]");
    if (copier) void copy(copier);
    if (target.closest("dialog .close") || target instanceof HTMLDialogElement) target.closest("dialog")?.close();
  });
}
