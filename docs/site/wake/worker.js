// Python for one page: fetches Pyodide, numpy and our package side by side, then runs wake.py.
// What no first picture needs comes when something imports it, or opens the file.
const SITE = "/lib/python3.14/site-packages";
let python = null, hear = null;
const waiting = []; // what the page says before Python is there

const say = (kind, more = {}) => postMessage(JSON.stringify({ kind, ...more }));
const fetched = async (url) => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer;
};

onmessage = ({ data }) => {
  if (data.kind === "wake") wake(data).catch((error) => say("asleep", { words: String(error) }));
  else if (hear) listen(data);
  else waiting.push(data);
};
// Where the browser lets Python wait (JSPI), long work hears a hand in its middle.
const call = (does, ...words) => "Suspending" in WebAssembly ? does.callPromising(...words) : does(...words);
const listen = (data) => call(hear, JSON.stringify(data));

async function wake({ root, cells, kept, width }) {
  const pyodide = new URL("static/pyodide/", root).href, wakeAt = new URL("_static/wake/", root).href;
  const starting = import(`${pyodide}pyodide.mjs`); // it also tells the page what is fetched
  const list = await (await fetched(`${wakeAt}list.json`)).json();
  const { loadPyodide } = await starting;
  const wheels = list.first.map(async (name) => (await fetched(pyodide + name)).arrayBuffer());
  const code = fetched(`${wakeAt}wake.py`).then((answer) => answer.text());
  [...wheels, code].forEach((coming) => coming.catch(() => {})); // each is awaited below
  python = await loadPyodide({ indexURL: pyodide, lockFileContents: { info: list.info, packages: {} }, env: { HOME: "/home/pyodide" } });
  for (const wheel of wheels) python.unpackArchive(await wheel, "wheel", { extractDir: SITE });
  for (const [folder, name] of list.files) {
    python.FS.mkdirTree(`${SITE}/${folder}`);
    python.FS.createLazyFile(`${SITE}/${folder}`, name, `${wakeAt}files/${folder}/${name}`, true, false);
  }
  self.unpackNow = (name) => {
    const ask = new XMLHttpRequest();
    ask.open("GET", pyodide + name, false);
    ask.responseType = "arraybuffer";
    ask.send();
    if (ask.status !== 200) throw new Error(`${name}: ${ask.status}`);
    python.unpackArchive(ask.response, "wheel", { extractDir: SITE });
  };
  python.globals.set("LATE", python.toPy(list.late));
  python.globals.set("KEPT", python.toPy(list.kept));
  python.globals.set("WIDTH", width);
  await python.runPythonAsync(await code);
  await call(python.globals.get("wake"), JSON.stringify(cells), JSON.stringify(kept));
  hear = python.globals.get("hear");
  waiting.splice(0).forEach(listen);
}
