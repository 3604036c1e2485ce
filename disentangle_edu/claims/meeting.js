// Tools of a page of sentences: a search, a filter in the address, and votes that stay in this browser.
(() => {
  const KEY = "disentangle_edu votes";
  const tools = document.getElementById("tools");
  const { search, verdict, count, save } = tools.elements;
  const rows = [...document.querySelectorAll("tr:has(.vote)")].map((row) => ({
    row,
    id: row.querySelector(".vote").dataset.sentence,
    words: [...row.cells].slice(0, -1).map((cell) => cell.textContent).join(" ").toLowerCase(), // not the votes
    verdicts: [...row.querySelectorAll(".verdict")].map(({ dataset }) => dataset.verdict),
  }));
  const read = () => {
    try { return JSON.parse(localStorage[KEY] ?? "{}"); } catch { return {}; } // the browser may keep nothing
  };

  function filter() {
    const words = search.value.trim().toLowerCase();
    let shown = 0;
    for (const { row, words: text, verdicts } of rows) {
      row.hidden = !text.includes(words) || !!verdict.value && !verdicts.includes(verdict.value);
      shown += !row.hidden;
    }
    count.value = `${shown} of ${rows.length} sentences`;
  }

  function remember() {
    const kept = new URLSearchParams();
    if (search.value) kept.set("search", search.value);
    if (verdict.value) kept.set("verdict", verdict.value);
    history.replaceState(null, "", `${location.pathname}${kept.size ? `?${kept}` : ""}${location.hash}`);
  }

  function vote(id, box) {
    const [choice, note] = box.querySelectorAll("select, input");
    note.hidden = !choice.value;
    const mine = choice.value ? { vote: choice.value, note: note.value } : undefined; // JSON leaves this out
    try { localStorage[KEY] = JSON.stringify({ ...read(), [id]: mine }); } catch { /* as above */ }
  }

  const votes = read();
  for (const { row, id } of rows) {
    const box = row.querySelector(".vote"), [choice, note] = box.querySelectorAll("select, input");
    if (votes[id]) [choice.value, note.value] = [votes[id].vote, votes[id].note];
    note.hidden = !choice.value;
    box.addEventListener("input", () => vote(id, box));
  }
  save.addEventListener("click", () => {
    const all = Object.entries(read()).map(([sentence, mine]) => ({ sentence, ...mine }));
    const href = URL.createObjectURL(new Blob([JSON.stringify(all, null, 1)], { type: "application/json" }));
    Object.assign(document.createElement("a"), { href, download: "votes.json" }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  });
  tools.addEventListener("submit", (event) => event.preventDefault());
  tools.addEventListener("input", () => { filter(); remember(); });
  const asked = new URLSearchParams(location.search);
  search.value = asked.get("search") ?? "";
  verdict.value = asked.get("verdict") ?? "";
  filter();
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
})();
