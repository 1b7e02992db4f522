// Sharing a link: the share menu of a phone, elsewhere the clipboard.

export async function copyLink(button: HTMLElement): Promise<void> {
  const url = location.origin + button.dataset["share"]!;
  if ("share" in navigator && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ url, title: document.title }).catch(() => undefined); // cancelled by the user
    return;
  }
  await copyText(url);
  const label = button.querySelector("span")!;
  const before = label.textContent;
  label.textContent = button.dataset["done"]!;
  setTimeout(() => (label.textContent = before), 2000);
}

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea"); // the clipboard API needs https
    field.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}
