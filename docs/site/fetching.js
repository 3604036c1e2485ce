// Put before Pyodide's own code, in its worker: reports every fetch to the page, and sets a time limit for servers that never answer.
{
  const LIMIT = 60_000; // milliseconds without data until a fetch is aborted
  const plain = self.fetch.bind(self), channel = new BroadcastChannel("disentangle_edu: fetching");
  self.fetch = async (asked, how = {}) => {
    const address = new URL(asked.url ?? asked, self.location.href).href;
    const tell = (change) => channel.postMessage({ address, ...change });
    const limit = new AbortController();
    let got = 0, told = 0, patience = 0;
    const wait = () => {
      clearTimeout(patience);
      patience = setTimeout(() => {
        tell({ state: "failed", why: `no answer for ${LIMIT / 1000} seconds` });
        limit.abort(new Error(`${address}: no answer for ${LIMIT / 1000} seconds.`));
      }, LIMIT);
    };
    const fail = (why) => { clearTimeout(patience); tell({ state: "failed", why }); };
    tell({ state: "asked" });
    wait();
    let answer;
    try { answer = await plain(asked, { ...how, signal: AbortSignal.any([limit.signal, ...(how.signal ? [how.signal] : [])]) }); } catch (error) { limit.signal.aborted || fail(""); throw error; }
    // Return WebAssembly responses unchanged, because the browser caches the compiled code only for those.
    if (!answer.ok || !answer.body || address.endsWith(".wasm")) { answer.ok ? tell({ state: "there" }) : fail(answer.status); clearTimeout(patience); return answer; }
    const all = answer.headers.get("content-encoding") ? 0 : Number(answer.headers.get("content-length")); // 0 is unknown: for a compressed file, the length is the compressed one
    const counted = answer.body.pipeThrough(new TransformStream({
      transform(bytes, to) {
        wait();
        got += bytes.length;
        if (got - told > 2e5) tell({ state: "asked", got: told = got, all });
        to.enqueue(bytes);
      },
      flush() { clearTimeout(patience); tell({ state: "there", got, all }); },
    }));
    const { status, statusText, headers } = answer;
    return new Response(counted, { status, statusText, headers });
  };
}
