// Has Pyodide's Python compile and pack a folder: node demo_archive.mjs TOOLS FOLDER ARCHIVE WHEEL...
import { readFile } from "node:fs/promises";
import { dirname, basename } from "node:path";
import { loadPyodide } from "pyodide";

const [tools, folder, archive, ...wheels] = process.argv.slice(2);
try {
  const pyodide = await loadPyodide();
  for (const wheel of wheels) pyodide.unpackArchive(new Uint8Array(await readFile(wheel)), "wheel");
  for (const [place, root] of Object.entries({ "/tools": tools, "/folder": folder, "/packed": dirname(archive) })) {
    pyodide.FS.mkdirTree(place);
    pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root }, place);
  }
  const sys = pyodide.pyimport("sys");
  sys.path.insert(0, "/tools");
  pyodide.pyimport("demo_archive").pack("/folder", `/packed/${basename(archive)}`);
} catch (error) {
  console.error(String(error?.message ?? error).slice(-3000)); // its stack would show a whole line of Pyodide
  process.exitCode = 1;
}
