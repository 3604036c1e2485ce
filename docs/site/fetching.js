// Before Pyodide itself, in the worker that it runs in: tells the page what is fetched, and sets a limit to what never answers.
{
  const LIMIT = 60_000; // milliseconds without a byte
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
    // What the browser compiles goes on unopened: only so does it keep the result.
    if (!answer.ok || !answer.body || address.endsWith(".wasm")) { answer.ok ? tell({ state: "there" }) : fail(answer.status); clearTimeout(patience); return answer; }
    const all = answer.headers.get("content-encoding") ? 0 : Number(answer.headers.get("content-length")); // of a packed file it is another number
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
