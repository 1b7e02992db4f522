// The page's icon: with a dot, and from two on a number, while tables wait for the user.

const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
const plain = link?.href ?? "";
let drawing: Promise<string> | null = null;
let shown = 0;

/** Shows the number of waiting tables; the plain icon for 0. */
export async function showCount(count: number): Promise<void> {
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
  const text =
    '<text x="22.5" y="14" text-anchor="middle" font-family="sans-serif" font-weight="800" ' +
    `font-size="${count > 9 ? 11 : 14}" fill="#1d140c">${number}</text>`;
  const circle = '<circle cx="22.5" cy="9.5" r="8.5" fill="#ffd24a" stroke="#1d140c" stroke-width="2"/>';
  const dot = circle + (count > 1 ? text : "");
  link.href = `data:image/svg+xml,${encodeURIComponent(picture.replace("</svg>", `${dot}</svg>`))}`;
}
