// The page's icon: with a dot while somebody waits for the person, and how many tables do.

const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
const plain = link?.href ?? "";
let drawing: Promise<string> | null = null;
let shown = 0;

/** Shows how many tables wait; the plain icon for none. */
export async function mark(count: number): Promise<void> {
  if (!link || count === shown) return;
  shown = count;
  if (!count) {
    link.href = plain;
    return;
  }
  drawing ??= fetch(plain).then((answer) => answer.text());
  const picture = await drawing.catch(() => "");
  if (shown !== count || !picture.includes("</svg>")) return;
  const number = count > 9 ? "9+" : String(count);
  const words = `<text x="22.5" y="14" text-anchor="middle" font-family="sans-serif" font-weight="800" font-size="${count > 9 ? 11 : 14}" fill="#1d140c">${number}</text>`;
  const dot = `<circle cx="22.5" cy="9.5" r="8.5" fill="#ffd24a" stroke="#1d140c" stroke-width="2"/>${count > 1 ? words : ""}`;
  link.href = `data:image/svg+xml,${encodeURIComponent(picture.replace("</svg>", `${dot}</svg>`))}`;
}
