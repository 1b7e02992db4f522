// Bundles scripts, style sheets and fonts into src/tablero/site/static. File names carry a hash of their content, so
// that browsers may cache them for ever; manifest.json maps each plain name to the current one.
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "../src/tablero/site/static");
const games = join(here, "../src/tablero/games");
const manifest = {};

async function writeHashed(name, content) {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 10);
  const hashed = `${basename(name, extname(name))}.${hash}${extname(name)}`;
  await writeFile(join(out, hashed), content);
  manifest[name] = hashed;
  return hashed;
}

const faces = [
  ["alegreya-sans", "Alegreya Sans", [400, 500, 700, 800]],
  ["alegreya", "Alegreya", [500, 700, 800]],
];
// Unicode ranges of the two subsets of every face, from Fontsource's own style sheets.
const ranges = {
  "latin-ext":
    "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F," +
    "U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
  latin:
    "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC," +
    "U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
};

async function fonts() {
  let css = "";
  for (const [folder, family, weights] of faces)
    for (const weight of weights)
      for (const [subset, range] of Object.entries(ranges)) {
        const name = `${folder}-${subset}-${weight}-normal.woff2`;
        const source = join(here, "node_modules/@fontsource", folder, "files", name);
        const file = await writeHashed(name, await readFile(source));
        css +=
          `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;` +
          `src:url(/static/${file}) format("woff2");unicode-range:${range}}\n`;
      }
  return css;
}

async function style(files) {
  const text = (await Promise.all(files.map((file) => readFile(file, "utf8")))).join("\n");
  return (await esbuild.transform(text, { loader: "css", minify: true })).code;
}

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const sheets = [
  "tokens", "base", "lobby", "table", "people", "chat", "marker", "coach", "hint", "playback", "connection",
  "result-sheet", "waiting-room", "lesson", "whatif", "plan", "low", "puzzle", "guide", "review", "profile",
  "notifications", "tournament", "account", "device",
].map((name) => join(here, "style", `${name}.css`)); // prettier-ignore
await writeHashed("site.css", (await fonts()) + (await style(sheets)));
await writeHashed("host.css", await style([join(here, "style", "host.css")]));
for (const game of await readdir(games)) {
  const file = join(games, game, "style.css");
  const found = await readFile(file, "utf8").catch(() => null);
  if (found !== null) await writeHashed(`${game}.css`, await style([file]));
}
for (const name of await readdir(join(here, "art"))) await writeHashed(name, await readFile(join(here, "art", name)));
for (const name of ["table", "lobby", "static_page", "guide", "host", "review", "profile", "offline", "tournament"]) {
  const bundle = await esbuild.build({
    entryPoints: [join(here, "src", `${name}.ts`)],
    bundle: true, minify: true, format: "iife", target: "es2022", write: false,
  });
  await writeHashed(`${name}.js`, bundle.outputFiles[0].contents);
}
// Of pages without a server: the page that holds them, and the worker that is their server (tools/demo.py).
for (const [name, format] of [["demo", "iife"], ["engine", "esm"]]) {
  const bundle = await esbuild.build({
    entryPoints: [join(here, "src", `${name}.ts`)],
    bundle: true, minify: true, format, target: "es2022", write: false,
  });
  await writeHashed(`${name}.js`, bundle.outputFiles[0].contents);
}
// The service worker keeps its name, because browsers look for updates under it; BUILD makes each build differ.
const worker = await esbuild.build({
  entryPoints: [join(here, "src", "worker.ts")],
  bundle: true, minify: true, format: "iife", target: "es2022", write: false,
  define: { BUILD: JSON.stringify(createHash("sha256").update(JSON.stringify(manifest)).digest("hex").slice(0, 10)) },
});
await writeFile(join(out, "worker.js"), worker.outputFiles[0].contents);
await writeFile(join(out, "manifest.json"), JSON.stringify(manifest, null, 1) + "\n");
