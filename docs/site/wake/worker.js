// Python for one page: fetches Pyodide, numpy and our package in parallel, as soon as a page begins to load.
// The first message sets its role: "wake" with the cells of a page, or "work" for a second worker, which runs long tasks.
const SITE = "/lib/python3.14/site-packages";
const IDLE = 60_000; // milliseconds after which a second worker without work ends
const wakeAt = new URL("./", import.meta.url).href, pyodide = new URL("../../static/pyodide/", wakeAt).href;
let python = null, hear = null;
const waiting = []; // messages that arrive before Python has started

const say = (kind, more = {}) => postMessage(JSON.stringify({ kind, ...more }));
const fetched = async (url) => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer;
};
// If a file that Python opens cannot be fetched, Pyodide stops with a fatal error.
for (const event of ["error", "unhandledrejection"]) {
  addEventListener(event, ({ error, reason }) => { if ((error ?? reason) instanceof WebAssembly.RuntimeError) say("broken"); });
}
const started = start();
started.catch(() => {}); // the error is handled where the promise is awaited

onmessage = ({ data }) => {
  if (hear) return listen(data);
  waiting.push(data);
  if (data.kind === "wake") ready("wake.py", data).catch((error) => say("asleep", { words: String(error) }));
  else if (data.kind === "work" && waiting.length === 1) ready("work.py", {}).catch(() => waiting.forEach(({ number }) => say("told", { number, failed: true })));
};
// In a browser with JSPI, Python can pause during long work and handle gestures.
const call = (does, ...words) => "Suspending" in WebAssembly ? does.callPromising(...words) : does(...words);
const listen = (data) => call(hear, JSON.stringify(data));

async function start() {
  const starting = import(`${pyodide}pyodide.mjs`); // this file also reports fetches to the page (fetching.js)
  const list = await (await fetched(`${wakeAt}list.json`)).json();
  const { loadPyodide } = await starting;
  const wheels = list.first.map(async (name) => (await fetched(pyodide + name)).arrayBuffer());
  wheels.forEach((coming) => coming.catch(() => {})); // errors are handled below, where each promise is awaited
  // The compiled standard library: starting from its sources takes twice as long.
  python = await loadPyodide({ indexURL: pyodide, stdLibURL: `${pyodide}compiled/python_stdlib.zip`, lockFileContents: { info: list.info, packages: {} }, env: { HOME: "/home/pyodide" } });
  for (const wheel of wheels) python.unpackArchive(await wheel, "wheel", { extractDir: SITE });
  for (const [folder, name] of list.files) {
    python.FS.mkdirTree(`${SITE}/${folder}`);
    python.FS.createLazyFile(`${SITE}/${folder}`, name, `${wakeAt}files/${folder}/${name}`, true, false);
  }
  self.fetchedNow = (name) => {
    const ask = new XMLHttpRequest();
    ask.open("GET", new URL(name, pyodide), false);
    ask.responseType = "arraybuffer";
    ask.send();
    if (ask.status !== 200) throw new Error(`${name}: ${ask.status}`);
    return ask.response;
  };
  return list;
}

async function ready(file, { width, chapters, guesses }) {
  const code = ["start.py", file].map(async (name) => (await fetched(wakeAt + name)).text());
  code.forEach((coming) => coming.catch(() => {}));
  const list = await started;
  // As JSON text, because a JavaScript null would reach Python as JsNull, which our code does not handle.
  python.registerJsModule("page", { told: JSON.stringify({ ...list, kept: { ...list.kept, ...guesses }, width, chapters, site: SITE }) });
  python.FS.writeFile(`${SITE}/start.py`, await code[0]);
  await python.runPythonAsync(await code[1]);
  hear = python.globals.get("hear");
  await waiting.splice(0).map(listen)[0]; // wait for the first message, which started Python
}

// ---- the second worker of this worker: Python sends it tasks with `beside`, and receives its replies through `hear`

let second = null, resting = 0;
self.beside = (number, words) => {
  second ??= Object.assign(new Worker(import.meta.url, { type: "module" }), {
    onmessage: ({ data }) => {
      const told = JSON.parse(data);
      if (told.kind !== "told") return;
      clearTimeout(resting);
      resting = setTimeout(() => { second.terminate(); second = null; }, IDLE);
      listen(told);
    },
    onerror: () => listen({ kind: "told", failed: true }),
  });
  clearTimeout(resting);
  second.postMessage({ kind: "work", number, words });
};
