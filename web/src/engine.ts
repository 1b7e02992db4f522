// Worker that holds Python (Pyodide) and everything of Tablero that pages need without a server. Values are kept in
// IndexedDB before what they belong to is acknowledged.

interface PythonSocket {
  receive(text: string): void;
  close(): void;
  destroy(): void;
}
interface Bridge {
  load(): Promise<void>;
  answer(request: string): Promise<string>;
  connect(request: string, send: (frame: string | { toJs(): Uint8Array<ArrayBuffer> }) => void): PythonSocket;
}
interface Python {
  unpackArchive(archive: ArrayBuffer, format: string, options: { extractDir: string }): void;
  pyimport(name: string): never;
}

/** A message of the page: a request to answer, or a connection to open over a port. */
export interface EngineMessage {
  id: number;
  request: string;
  port?: MessagePort;
}

const HOME = "/tablero";
const DATABASE = "tablero-local";
const ONCE = "rows"; // of these each key is written once: two windows cannot both go on with a table

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error(String(request.error)));
  });
}

/** Opens the database; null where the browser refuses it: then everything lasts as long as the page. */
async function openDatabase(): Promise<IDBDatabase | null> {
  try {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("values", { keyPath: ["kind", "key"] });
    return await done(opening);
  } catch {
    return null;
  }
}

const database = openDatabase();
let count = Date.now(); // keeps the order in which values were first written

async function put(kind: string, key: string, value: string): Promise<void> {
  const opened = await database;
  if (!opened) return;
  const transaction = opened.transaction("values", "readwrite", { durability: "strict" });
  const values = transaction.objectStore("values");
  const kept = await done(values.get([kind, key]));
  const entry = { kind, key, value, number: kept?.number ?? ++count };
  const written = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(new Error(String(transaction.error)));
  });
  written.catch(() => {}); // told by the request below
  await done(kind === ONCE ? values.add(entry) : values.put(entry));
  await written;
}

async function read(kind: string): Promise<string> {
  const opened = await database;
  if (!opened) return "[]";
  const range = IDBKeyRange.bound([kind], [kind, []]);
  const found = await done(opened.transaction("values").objectStore("values").getAll(range));
  found.sort((one, other) => one.number - other.number);
  return JSON.stringify(found.map((entry) => [entry.key, JSON.parse(entry.value)]));
}

async function start(): Promise<Bridge> {
  const near = (name: string): string => new URL(name, location.href).href;
  const [{ loadPyodide }, archive] = await Promise.all([
    import(near("pyodide.mjs")),
    fetch(near("tablero.zip")).then((answer) => {
      if (!answer.ok) throw new Error(`tablero.zip: ${answer.status}`);
      return answer.arrayBuffer();
    }),
  ]);
  const python = (await loadPyodide({ indexURL: near(".") })) as Python;
  python.unpackArchive(archive, "zip", { extractDir: HOME });
  (python.pyimport("sys") as { path: { insert(at: number, place: string): void } }).path.insert(0, HOME);
  const { Bridge } = python.pyimport("tablero.local.bridge") as { Bridge: (...given: unknown[]) => Bridge };
  const bridge = Bridge(put, read);
  await bridge.load();
  return bridge;
}

const started = start();

/** Passes messages between a page and its connection in Python. A null of the page ends it. */
function connect(bridge: Bridge, request: string, port: MessagePort): void {
  const socket = bridge.connect(request, (frame) => {
    if (typeof frame === "string") port.postMessage(frame);
    else {
      const { buffer } = frame.toJs();
      port.postMessage(buffer, [buffer]);
    }
  });
  port.onmessage = ({ data }) => {
    if (typeof data === "string") return socket.receive(data);
    socket.close();
    socket.destroy();
    port.close();
  };
}

addEventListener("message", async ({ data }: MessageEvent<EngineMessage>) => {
  const { id, request, port } = data;
  try {
    const bridge = await started;
    if (port) connect(bridge, request, port);
    else postMessage({ id, answer: await bridge.answer(request) });
  } catch (error) {
    console.error(error);
    port?.postMessage(null);
    postMessage({ id, failed: String(error).slice(-500) });
  }
});
