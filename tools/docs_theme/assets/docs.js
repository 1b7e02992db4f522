// The site allows no scripts inside pages, so what the theme writes there is here: the small memory its own script asks for. And the site's
// choice of day or night, which a cookie keeps, with the button that changes it.
(() => {
  const scope = new URL(document.currentScript.dataset.base, location);
  window.__md_scope = scope;
  window.__md_hash = (text) => [...text].reduce((hash, letter) => (hash << 5) - hash + letter.charCodeAt(0), 0);
  window.__md_get = (key, store = localStorage, from = scope) => JSON.parse(store.getItem(`${from.pathname}.${key}`));
  window.__md_set = (key, value, store = localStorage, from = scope) => {
    try {
      store.setItem(`${from.pathname}.${key}`, JSON.stringify(value));
    } catch {
      // a browser that keeps nothing
    }
  };
  const root = document.documentElement;
  const chosen = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie);
  if (chosen) root.dataset.theme = chosen[1];

  function switchTheme() {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    document.cookie = `theme=${root.dataset.theme};path=/;max-age=31536000;samesite=lax`;
  }

  addEventListener("DOMContentLoaded", () => {
    document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "md-header__button md-icon theme";
    button.title = "Switch between light and dark";
    button.setAttribute("aria-label", button.title);
    button.innerHTML =
      '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18m0 2a7 7 0 0 1 0 14z"/></svg>';
    button.addEventListener("click", switchTheme);
    document.querySelector(".md-header__title")?.after(button);
  });
})();
