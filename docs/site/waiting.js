// Shows what a page of the site is waiting for, the progress, and what to do if a file does not arrive.
// It is inside the page, so that it depends on no other file; fetching.js reports what Python fetches.
(() => {
  const LATE = 10; // seconds without progress until the page suggests what to do
  const EXPECTED = []; // the files that the page loads, inserted when the site is built
  const files = new Map(); // { name, got, all, state } by address
  const ask = new URLSearchParams(location.search);
  let news = performance.now();

  function note(address, change) {
    const { href } = new URL(address, document.baseURI);
    const file = files.get(href) ?? { name: href.split("?")[0].split("/").pop() || "this page", got: 0, all: 0, state: "asked" };
    files.set(href, Object.assign(file, change));
    news = performance.now();
    show();
  }

  // ---- collecting: what the page fetches

  for (const address of EXPECTED) note(address, {});
  new PerformanceObserver((list) => {
    for (const { name, transferSize, encodedBodySize } of list.getEntries()) {
      if (/^https?:/.test(name) && files.get(name)?.state !== "failed" && encodedBodySize) note(name, { state: "there", got: encodedBodySize || transferSize });
    }
  }).observe({ type: "resource", buffered: true });
  const address = (node) => node.matches?.("script[src], link[rel=stylesheet], link[rel=preload]") && (node.src || node.href);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (address(node) && !files.has(address(node))) note(address(node), {});
  }).observe(document, { childList: true, subtree: true });
  addEventListener("error", ({ target }) => { if (target !== window && address(target)) note(address(target), { state: "failed" }); }, true);
  addEventListener("unhandledrejection", ({ reason }) => {
    const [missing] = String(reason?.message).match(/https?:\S+/) ?? [];
    if (missing && /import|load|fetch/i.test(reason.message)) note(missing, { state: "failed" });
  });
  window.Worker = new Proxy(Worker, { construct(Made, given) {
    const made = Reflect.construct(Made, given);
    note(given[0], {});
    made.addEventListener("message", () => note(given[0], { state: "there" }), { once: true });
    made.addEventListener("error", () => note(given[0], { state: "failed" }));
    return made;
  } });
  new BroadcastChannel("disentangle_edu: fetching").onmessage = ({ data: { address, ...change } }) => note(address, change);

  // ---- showing the progress

  const box = Object.assign(document.createElement("div"), { id: "de-waiting" });
  box.setAttribute("role", "status");
  box.style = "position:fixed;z-index:2000;left:0;right:0;bottom:0;padding:10px 16px;background:var(--de-ground);color:var(--de-ink);border-top:1px solid var(--de-faint);font:16px/1.5 sans-serif;pointer-events:none";
  const millions = (bytes) => (bytes / 1e6).toFixed(1);
  function ready() {
    if (document.querySelector(".de-stage svg")) return true;
    const kernel = window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel;
    return kernel ? kernel.status === "idle" : !!document.querySelector(".jp-DirListing, .jp-Launcher") && !ask.has("path");
  }
  function show() {
    if (!document.body) return;
    if (ready()) return box.remove(), clearInterval(clock);
    if (!box.isConnected) document.body.append(box);
    const all = [...files.values()], missing = all.filter(({ state }) => state === "asked");
    const here = all.filter(({ state }) => state === "there").length, got = all.reduce((sum, file) => sum + file.got, 0);
    const failed = all.find(({ state }) => state === "failed");
    const failure = failed && `${failed.name} could not be loaded${failed.why ? ` (${failed.why})` : ""}.`;
    const [next] = missing.sort((a, b) => b.all - a.all), quiet = Math.floor((performance.now() - news) / 1000);
    const part = next?.all ? ` (${millions(next.got)} of ${millions(next.all)} MB)` : "";
    const now = failure || (next ? `Waiting for ${next.name}${part}.` : "Python is starting.");
    const late = !failure && quiet >= LATE ? ` Nothing has arrived for ${quiet} seconds.` : "";
    const cure = failure || late ? " Reload this page. If that does not help, your network may block the site: try another network or browser, or run the course on your own machine (pip install \"disentangle-edu[lab]\", then disentangle-edu lab)." : "";
    box.textContent = `${here} files have arrived, ${millions(got)} MB. ${now}${late}${cure}`;
  }
  const clock = setInterval(show, 1000);
  addEventListener("DOMContentLoaded", show);
})();
