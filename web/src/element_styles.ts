// Styles elements that come into the page later by their `data-css`: the content policy refuses style attributes. What
// a page begins with is styled by a sheet of its own (core/drawing/element_styles.py).

const DECLARATIONS = / data-css="([\w\s:;.,%()#+*/-]*)"/g;
const sheet = new CSSStyleSheet();
const known = new Set<string>();

function add(declarations: string): void {
  if (known.has(declarations)) return;
  known.add(declarations);
  sheet.insertRule(`[data-css=${JSON.stringify(declarations)}]:not(#_){${declarations}}`);
}

function addOf(element: Element): void {
  const own = element.getAttribute("data-css");
  if (own !== null) add(own);
}

/** Adds the rules of HTML that is put into the page now, so that it can be measured at once. */
export function addStylesOf(html: string): void {
  for (const [, declarations] of html.matchAll(DECLARATIONS)) add(declarations ?? "");
}

document.adoptedStyleSheets.push(sheet);
new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes) {
    addOf(target as Element);
    for (const node of addedNodes)
      if (node instanceof Element) for (const one of [node, ...node.querySelectorAll("[data-css]")]) addOf(one);
  }
}).observe(document, { subtree: true, childList: true, attributeFilter: ["data-css"] });
