// Python for one page: fetches Pyodide, numpy and our package side by side, as soon as a page begins to load.
// Then the page says what it is: "wake" with its cells, or "work" for a second one, which does what takes long.
const SITE = "/lib/python3.14/site-packages";
const IDLE = 60_000; // milliseconds after which a second worker without work ends
const wakeAt = new URL("./", import.meta.url).href, pyodide = new URL("../../static/pyodide/", wakeAt).href;
let python = null, hear = null;
const waiting = []; // what the page says before Python is there

const say = (kind, more = {}) => postMessage(JSON.stringify({ kind, ...more }));
const fetched = async (url) => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer;
};
// Where a file that something opens does not come, Pyodide ends for good.
for (const event of ["error", "unhandledrejection"]) {
  addEventListener(event, ({ error, reason }) => { if ((error ?? reason) instanceof WebAssembly.RuntimeError) say("broken"); });
}
const started = start();
started.catch(() => {}); // whoever waits for it hears of it

onmessage = ({ data }) => {
  if (hear) return listen(data);
  waiting.push(data);
  if (data.kind === "wake") ready("wake.py", data).catch((error) => say("asleep", { words: String(error) }));
  else if (data.kind === "work" && waiting.length === 1) ready("work.py", {}).catch(() => waiting.forEach(({ number }) => say("told", { number, failed: true })));
};
// Where the browser lets Python wait (JSPI), long work hears a hand in its middle.
const call = (does, ...words) => "Suspending" in WebAssembly ? does.callPromising(...words) : does(...words);
const listen = (data) => call(hear, JSON.stringify(data));

async function start() {
  const starting = import(`${pyodide}pyodide.mjs`); // it also tells the page what is fetched
  const list = await (await fetched(`${wakeAt}list.json`)).json();
  const { loadPyodide } = await starting;
  const wheels = list.first.map(async (name) => (await fetched(pyodide + name)).arrayBuffer());
  wheels.forEach((coming) => coming.catch(() => {})); // each is awaited below
  // Python's own library compiled: from its sources the start takes twice as long.
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
  // As text: a null of JavaScript's own would reach Python as JsNull, and no code of ours knows that.
  python.registerJsModule("page", { told: JSON.stringify({ ...list, kept: { ...list.kept, ...guesses }, width, chapters, site: SITE }) });
  python.FS.writeFile(`${SITE}/start.py`, await code[0]);
  await python.runPythonAsync(await code[1]);
  hear = python.globals.get("hear");
  await waiting.splice(0).map(listen)[0]; // the first is what began it
}

// ---- a second worker for this one: Python asks it with `beside`, and hears through `hear`

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
