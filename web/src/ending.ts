// The sheet at the end: its bars grow once, and any key shows them whole; sharing is a link.

export function ending(sheet: HTMLElement): void {
  const whole = (): void => sheet.classList.add("grown");
  sheet.addEventListener("keydown", whole);
  sheet.addEventListener("pointerdown", whole);
  sheet.addEventListener("close", whole);
  sheet.addEventListener("click", (event) => {
    const button = (event.target as Element).closest<HTMLElement>("[data-share]");
    if (button) void share(button);
  });
}

export async function share(button: HTMLElement): Promise<void> {
  const url = location.origin + button.dataset["share"]!;
  if ("share" in navigator && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ url, title: document.title }).catch(() => undefined); // changed their mind
    return;
  }
  await copy(url);
  const label = button.querySelector("span")!;
  const before = label.textContent;
  label.textContent = button.dataset["done"]!;
  setTimeout(() => (label.textContent = before), 2000);
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea"); // pages that are not served over https have no clipboard
    field.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}
