// What a person can see and reach on a table page, measured. Installed into a page before its own scripts run.
globalThis.sight = (() => {
  const CHOICE = "[data-move], [data-pick]";
  const UNSEEN = "title, desc, script, style, option, [hidden], .skip, .sr"; // words that nobody reads on the screen
  const round = (n) => Math.round(n * 10) / 10;

  const shown = (e) => e.getClientRects().length > 0 && !e.closest(".away") && e.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const choices = () => [...document.querySelectorAll(CHOICE)].filter((e) => !e.matches(":disabled") && shown(e));
  const same = (a, b) => a && b && (a === b || (a.dataset.move ?? a.dataset.pick) === (b.dataset.move ?? b.dataset.pick));
  const slotOf = (e) => e.closest("[data-slot]")?.dataset.slot ?? (e.closest("#prompt") ? "prompt" : (e.closest("[id]")?.id ?? ""));
  const labelOf = (e) => (e.getAttribute("aria-label") || e.textContent || "").replace(/\s+/g, " ").trim().slice(0, 70);
  const prompt = () => (document.querySelector("#prompt .t")?.textContent ?? "").trim().slice(0, 60);

  const union = (boxes) =>
    boxes.reduce((a, b) => ({
      left: Math.min(a.left, b.left), top: Math.min(a.top, b.top), right: Math.max(a.right, b.right), bottom: Math.max(a.bottom, b.bottom),
    }));
  const meet = (a, b) => ({
    left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom),
  });
  const area = (b) => Math.max(0, b.right - b.left) * Math.max(0, b.bottom - b.top);
  const shrink = (b, n) => ({ left: b.left + n, top: b.top + n, right: b.right - n, bottom: b.bottom - n });
  const middle = (b) => [(b.left + b.right) / 2, (b.top + b.bottom) / 2];

  /** The box of what takes the pointer: in a drawing only some shapes of a group do. */
  function target(e) {
    if (!(e instanceof SVGElement)) return e.getBoundingClientRect();
    const shapes = [e, ...e.querySelectorAll("*")].filter(
      (s) => s instanceof SVGGeometryElement || s instanceof SVGTextContentElement || s.tagName === "use" || s.tagName === "image");
    const boxes = shapes
      .filter((s) => s.getClientRects().length && getComputedStyle(s).pointerEvents !== "none" && !s.closest("defs"))
      .map((s) => s.getBoundingClientRect())
      .filter((b) => b.width > 0 && b.height > 0);
    return boxes.length ? union(boxes) : e.getBoundingClientRect();
  }

  const cuts = (style, axis) => /hidden|clip|auto|scroll/.test(style[axis]);

  /** What of the window an element's surroundings leave to it. */
  function window_of(e) {
    let room = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    for (let up = e.parentElement; up && up !== document.documentElement; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.display === "contents" || (up instanceof SVGElement && up.tagName !== "svg")) continue;
      const [x, y] = [cuts(style, "overflowX"), cuts(style, "overflowY")];
      if (!x && !y) continue;
      const box = up.getBoundingClientRect();
      room = meet(room, { left: x ? box.left : -1e6, right: x ? box.right : 1e6, top: y ? box.top : -1e6, bottom: y ? box.bottom : 1e6 });
    }
    return room;
  }

  /** Where a pointer meets it: the box of the points that do, and one of them, the middle if possible. */
  function met(e, box) {
    const n = 5;
    const [w, h] = [(box.right - box.left) / n, (box.bottom - box.top) / n];
    const points = [];
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        const [x, y] = [box.left + (i + 0.5) * w, box.top + (j + 0.5) * h];
        if (same(document.elementFromPoint(x, y)?.closest(CHOICE), e)) points.push([x, y]);
      }
    if (!points.length) return null;
    const [x, y] = middle(box);
    const at = points.reduce((a, b) => (Math.hypot(b[0] - x, b[1] - y) < Math.hypot(a[0] - x, a[1] - y) ? b : a));
    const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
    return { at, width: Math.max(...xs) - Math.min(...xs) + w, height: Math.max(...ys) - Math.min(...ys) + h };
  }

  /** Scrolls what lies in a part that scrolls into sight; gives back how to undo that. */
  function bring(e) {
    const kept = [];
    for (let up = e.parentElement; up; up = up.parentElement) kept.push([up, up.scrollLeft, up.scrollTop]);
    e.scrollIntoView({ block: "nearest", inline: "nearest" });
    return () => kept.forEach(([up, x, y]) => ((up.scrollLeft = x), (up.scrollTop = y)));
  }

  /** Everything that can be chosen in what is shown now: is it in sight, uncovered, and large enough? */
  function places({ touch, least }) {
    const all = choices();
    const boxes = all.map(target); // before anything is scrolled
    const centres = boxes.map(middle);
    const keys = all.map((e) => e.dataset.move ?? e.dataset.pick);
    const colours = [resolved("--can-line"), resolved("--can-case")];
    const found = all.map((e, i) => {
      let [box, room, back] = [boxes[i], window_of(e), () => {}];
      if (touch && area(meet(box, room)) < area(box) - 1) {
        back = bring(e);
        [box, room] = [target(e), window_of(e)];
      }
      const part = area(meet(box, room)) / Math.max(1, area(box));
      const hit = met(e, meet(box, room));
      const over = hit ? "" : describe(document.elementFromPoint(...middle(box)));
      back();
      const [w, h] = [box.right - box.left, box.bottom - box.top];
      const near = Math.min(1e4, ...centres.map((_, j) => (keys[j] === keys[i] ? 1e4 : Math.hypot(centres[j][0] - centres[i][0], centres[j][1] - centres[i][1]))));
      const findings = [];
      if (part < 0.9) findings.push(["outside", `${Math.round(part * 100)} % of it in sight`]);
      if (part > 0 && !hit) findings.push(["covered", `by ${over}`]);
      const small = w < least - 0.5 || h < least - 0.5;
      const figure = `${round(w)}x${round(h)}`;
      if (small && touch && e instanceof SVGElement && near < least) findings.push(["crowded", `${figure}, neighbour at ${round(near)}`]);
      else if (small) findings.push(["small", figure]);
      else if (hit && part >= 0.9 && (hit.width < least * 0.8 || hit.height < least * 0.8))
        findings.push(["narrow", `${round(hit.width)}x${round(hit.height)} of ${figure} can be met`]);
      return {
        move: e.dataset.move ?? "", pick: e.dataset.pick ?? "", picked: e.classList.contains("picked"), sure: e.closest("[data-sure]") !== null, marked: marked(e, colours),
        slot: slotOf(e), style: styleName(e), label: labelOf(e), box: [box.left, box.top, w, h], findings,
      };
    });
    // What is drawn twice needs to be reached once.
    const fine = new Set(found.filter((place) => !place.findings.length).map(({ move, pick }) => `${move}/${pick}`));
    for (const place of found) if (fine.has(`${place.move}/${place.pick}`)) place.findings = [];
    return found;
  }

  const describe = (e) => {
    if (!e) return "nothing";
    const kind = e.getAttribute("class");
    return `${e.tagName.toLowerCase()}${kind ? "." + kind.trim().split(/\s+/).join(".") : ""}${e.id ? "#" + e.id : ""} in ${slotOf(e)}`;
  };

  /** Gold in a case of ink around it, in a drawing or around a box. */
  function marked(e, [gold, ink]) {
    if (!e.classList.contains("can")) return true;
    const lines = [...e.querySelectorAll(".can-line")].filter(shown);
    const cases = [...e.querySelectorAll(".can-case")].filter(shown);
    if (lines.length && cases.length) return true;
    return [e, ...e.querySelectorAll("*")].some((s) =>
      [null, "::before", "::after"].some((pseudo) => {
        const style = getComputedStyle(s, pseudo);
        return [style.borderTopColor, style.outlineColor, style.boxShadow].some((c) => c.includes(gold)) && style.boxShadow.includes(ink);
      }));
  }
  function resolved(name) {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = `var(${name})`;
    const colour = getComputedStyle(probe).color;
    probe.remove();
    return colour;
  }

  // ---------------------------------------------------------------- words

  /** Every visible piece of text: its element, its boxes. */
  function* texts() {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (walk.nextNode()) {
      const node = walk.currentNode;
      const e = node.parentElement;
      if (!node.data.trim() || e.closest(UNSEEN) || !shown(e)) continue;
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter((b) => b.width > 1.5 && b.height > 1.5);
      if (boxes.length && !onlyHeard(e)) yield [node.data.trim(), e, boxes];
    }
  }

  /** Words for screen readers stand in a box of one pixel. */
  function onlyHeard(e) {
    for (let up = e; up instanceof HTMLElement && !up.dataset.slot; up = up.parentElement)
      if (up.offsetWidth <= 1 && up.offsetHeight <= 1 && getComputedStyle(up).display !== "contents") return true;
    return false;
  }

  /** How large letters are on the screen: a drawing is scaled. */
  function letters(e) {
    const size = parseFloat(getComputedStyle(e).fontSize);
    const drawn = e instanceof SVGGraphicsElement ? e : e.closest("foreignObject");
    const matrix = drawn?.getScreenCTM();
    return matrix ? size * Math.hypot(matrix.c, matrix.d) : size;
  }

  const PASSING = new Set(["can", "hot", "fresh", "busy", "picked"]); // classes that come and go
  const styleName = (e) => {
    for (let up = e; up && !up.dataset?.slot; up = up.parentElement) {
      const kind = (up.getAttribute("class") ?? "").split(/\s+/).filter((c) => c && !PASSING.has(c));
      if (kind.length) return "." + kind.join(".");
      if (up.id) return "#" + up.id.replace(/\d+/g, "N");
    }
    return e.tagName.toLowerCase();
  };

  function words({ smallest }) {
    const [found, known] = [new Map(), new Map()];
    const add = (kind, e, text, figure) => {
      const [slot, style] = [slotOf(e), styleName(e)];
      const key = `${kind} ${slot} ${style}`;
      if (!found.has(key)) found.set(key, { kind, slot, style, label: text.slice(0, 40), figure });
    };
    for (const [text, e, boxes] of texts()) {
      const size = letters(e);
      if (size < smallest - 0.05) add("letters", e, text, `${round(size)} px`);
      const cut = cutOff(e, union(boxes), known);
      if (cut) add("clipped", e, text, cut);
    }
    return [...found.values()];
  }

  const limits = (e) => {
    // The boxes around an element that hide what does not fit, up to one that scrolls or shortens with an ellipsis.
    const found = [];
    for (let up = e; up; up = up.parentElement) {
      if (up instanceof SVGElement && up.tagName !== "svg") continue;
      const style = getComputedStyle(up);
      if (style.textOverflow === "ellipsis") break;
      const [x, y] = [style.overflowX, style.overflowY];
      if (style.display !== "contents" && /hidden|clip/.test(x + y)) found.push([up, /hidden|clip/.test(x), /hidden|clip/.test(y)]);
      if (/auto|scroll/.test(x + y)) break;
    }
    return found;
  };

  /** Whether text runs out of a box that hides what does not fit, and does not say so by an ellipsis. */
  function cutOff(e, box, known) {
    const inner = shrink(box, 2);
    if (!known.has(e)) known.set(e, limits(e));
    for (const [up, x, y] of known.get(e)) {
      const room = up === document.body ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight } : up.getBoundingClientRect();
      const [wide, high] = [Math.max(room.left - inner.left, inner.right - room.right), Math.max(room.top - inner.top, inner.bottom - room.bottom)];
      if (up.parentElement?.matches(".status") && inner.top >= room.bottom) return ""; // left out as a whole, not cut
      if (x && wide > 0) return `${round(wide)} px beyond ${describe(up)}`;
      if (y && high > 0) return `${round(high)} px beyond ${describe(up)}`;
    }
    return "";
  }

  // ---------------------------------------------------------------- the page around it

  /** What must not move: the page, the board, the prompt. */
  function frame() {
    const box = (selector) => {
      const e = document.querySelector(selector);
      const b = e && e.getClientRects().length ? e.getBoundingClientRect() : null;
      return b ? [b.left, b.top, b.width, b.height].map(Math.round) : null;
    };
    const root = document.documentElement;
    const stage = document.querySelector(".stage");
    return {
      scroll: [Math.round(scrollX), Math.round(scrollY), root.scrollWidth - innerWidth, root.scrollHeight - innerHeight],
      board: box(".stage"), inside: stage ? [stage.scrollHeight - stage.clientHeight, stage.scrollTop] : [0, 0],
      prompt: box("#prompt") ?? box(".voice"), dock: box(".voice"), log: box("#log-box"), tab: document.body.dataset.tab,
    };
  }

  /** What can be chosen nowhere in what is shown: in another tab, or in no tab at all. */
  function hidden() {
    const seen = new Set(choices().map((e) => e.dataset.move));
    const rest = new Map();
    for (const e of document.querySelectorAll("[data-move]:not(:disabled)"))
      if (!seen.has(e.dataset.move) && !e.closest(".away")) rest.set(e.dataset.move, e);
    return [...rest.values()].map((e) => ({ move: e.dataset.move, slot: slotOf(e), style: styleName(e), label: labelOf(e) }));
  }

  /** Whether the person is asked: over, a decision, or nothing yet. */
  function asked() {
    if (document.body.dataset.over === "yes") return "over";
    if (document.querySelector(".busy, [data-forced]")) return "";
    return document.querySelector("[data-move]:not(:disabled)") ? "asked" : "";
  }

  /** A point at which a pointer meets this choice; the shown place of a move or a pick. */
  /** Where to press a place. A move may have two: a button, which is sure at once, and a place on the board, which is not. */
  function pointAt({ move, pick, sure }) {
    const same = choices().filter((e) => (move !== "" ? e.dataset.move === move : e.dataset.pick === pick));
    const spot = same.find((e) => (e.closest("[data-sure]") !== null) === sure) ?? same[0];
    if (!spot) return null;
    spot.scrollIntoView({ block: "nearest", inline: "nearest" });
    return met(spot, meet(target(spot), window_of(spot)))?.at ?? null;
  }

  // ---------------------------------------------------------------- contrast

  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((c) => ((c /= 255), c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  async function pixels(base64) {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    return pen.getImageData(0, 0, image.width, image.height);
  }
  /** How much the markers stand out: two pictures of the page, with and without them, and where they are. */
  async function contrasts({ marked, bare, boxes, ratio }) {
    const [a, b] = [await pixels(marked), await pixels(bare)];
    return boxes.map(([left, top, width, height]) => {
      const found = [];
      for (let y = Math.max(0, Math.floor((top - 4) * ratio)); y < Math.min(a.height, (top + height + 4) * ratio); y++)
        for (let x = Math.max(0, Math.floor((left - 4) * ratio)); x < Math.min(a.width, (left + width + 4) * ratio); x++) {
          const i = 4 * (y * a.width + x);
          const [p, q] = [a.data.slice(i, i + 3), b.data.slice(i, i + 3)];
          if (Math.abs(p[0] - q[0]) + Math.abs(p[1] - q[1]) + Math.abs(p[2] - q[2]) < 40) continue;
          const [m, n] = [light(p), light(q)];
          found.push((Math.max(m, n) + 0.05) / (Math.min(m, n) + 0.05));
        }
      found.sort((m, n) => m - n);
      return found.length < 20 ? 0 : round(found[Math.floor(found.length * 0.9)]);
    });
  }

  // ---------------------------------------------------------------- all of it in one visit

  /** How much of a part can be seen, in per cent: its box, cut by the window and by what scrolls or hides around it.
      A part without a box of its own (display: contents) is seen as far as the least seen of what it contains; words in
      it that are cut away whole are only heard. */
  function share(selector) {
    const boxless = (e) => getComputedStyle(e).display === "contents";
    const parts = (e) => (boxless(e) ? [...e.children].filter(drawn).flatMap(parts) : [e]);
    const drawn = (e) => getComputedStyle(e).display !== "none" && getComputedStyle(e).clipPath !== "inset(50%)";
    const seen = (e) => {
      const box = e.getBoundingClientRect();
      return box.width && box.height ? area(meet(box, window_of(e))) / area(box) : 0;
    };
    const shares = [...document.querySelectorAll(selector)].map((e) => {
      const all = parts(e).map(seen);
      return all.length ? Math.min(...all) : 0;
    });
    return Math.round(100 * Math.max(0, ...shares));
  }

  /** What of the dock of a phone is wider than its place, and what lies on something else of it. */
  function dock() {
    const seen = (e) => e.getClientRects().length > 0;
    const wide = [...document.querySelectorAll(".status, .voice, .voice *, .tabs *, .yx-short")]
      .filter((e) => seen(e) && !e.closest("svg") && getComputedStyle(e).display !== "inline")
      .filter((e) => getComputedStyle(e).overflowX !== "auto" && e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 4)
      .map((e) => `${e.className} is ${e.scrollWidth} wide in ${e.clientWidth}`);
    const boxes = [...document.querySelectorAll(".voice .words, .voice .btn, .voice .hand")]
      .filter(seen)
      .map((e) => [e.className, e.getBoundingClientRect()]);
    const over = boxes.flatMap(([a, p], i) =>
      boxes
        .slice(i + 1)
        .filter(([, q]) => p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 1 && q.top < p.bottom - 1)
        .map(([b]) => `${a} lies on ${b}`));
    return [...wide, ...over];
  }

  /** Whether the table fits its window: how much of each part is in sight, how high board and log are, its letters. */
  function fit(parts) {
    const root = document.documentElement;
    return {
      shares: Object.fromEntries(Object.entries(parts).map(([name, selector]) => [name, share(selector)])),
      scroll: [root.scrollWidth - innerWidth, root.scrollHeight - innerHeight],
      board: Math.round((100 * document.querySelector(".stage").clientHeight) / innerHeight),
      log: document.querySelector("#log-box").clientHeight,
      letters: parseFloat(getComputedStyle(document.querySelector("#log > *")).fontSize),
    };
  }

  /** Everything about the decision that is shown, in one answer. */
  function look({ touch, least, smallest, read }) {
    return {
      prompt: prompt(), places: places({ touch, least }), words: read ? words({ smallest }) : [], frame: frame(),
      hidden: hidden(), dock: touch ? dock() : [],
    };
  }

  return { places, words, frame, hidden, asked, pointAt, prompt, contrasts, dock, fit, look };
})();
