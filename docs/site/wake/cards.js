// Links to a glossary entry, a paper or a tested sentence open a card with the entry; without this file, they lead to the entry's page.

const TITLES = { glossary: "Glossary", references: "References", facts: "All tested sentences" };
const ENTRIES = Object.keys(TITLES).map((name) => `a[href*='${name}.html#']`).join();
const HOVER = 300; // milliseconds of hovering before a card opens or closes
const pages = new Map(); // pages that were requested, by address
const card = Object.assign(document.createElement("div"), { id: "de-card", hidden: true });
card.setAttribute("role", "note");
document.querySelector("article")?.append(card);
let from = null, wait = 0; // from: the link whose card is open. wait: the hover timer

async function entry(link) { // the paragraphs of the entry that a link points to
  const [page, id] = link.href.split("#");
  if (!pages.has(page)) pages.set(page, fetch(page).then((answer) => answer.text()).then((text) => new DOMParser().parseFromString(text, "text/html")));
  return [...(await pages.get(page)).getElementById(id)?.querySelectorAll(":scope > p") ?? []];
}

async function open(link) {
  const shown = await entry(link).catch(() => []);
  if (!shown.length) return false;
  from?.removeAttribute("aria-describedby");
  from = link;
  const more = Object.assign(document.createElement("a"), { href: link.href, textContent: TITLES[link.pathname.split("/").pop().replace(".html", "")] });
  card.replaceChildren(...shown, more);
  card.hidden = false;
  link.setAttribute("aria-describedby", card.id);
  const box = link.getBoundingClientRect(), base = card.offsetParent.getBoundingClientRect(), room = card.offsetParent.clientWidth - card.offsetWidth;
  const above = box.bottom + card.offsetHeight + 8 > innerHeight && box.top > card.offsetHeight + 8;
  card.style.left = `${Math.max(0, Math.min(box.left - base.left, room))}px`;
  card.style.top = `${(above ? box.top - card.offsetHeight - 8 : box.bottom + 8) - base.top}px`;
  return true;
}

function close() {
  clearTimeout(wait);
  card.hidden = true;
  from?.removeAttribute("aria-describedby");
  from = null;
}

const linkOf = (event) => event.target.closest?.(ENTRIES);
const inCard = (node) => card.contains(node) || from?.contains(node);
addEventListener("click", (event) => {
  const link = linkOf(event);
  if (!link || card.contains(link)) return inCard(event.target) || close();
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  open(link).then((opened) => { if (!opened) location.href = link.href; });
});
addEventListener("pointerover", (event) => {
  const link = linkOf(event);
  clearTimeout(wait);
  if (event.pointerType !== "mouse") return;
  if (link && !card.contains(link) && link !== from) wait = setTimeout(() => open(link), HOVER);
  else if (!card.hidden && !inCard(event.target)) wait = setTimeout(close, HOVER);
});
addEventListener("keydown", (event) => { if (event.key === "Escape" && !card.hidden) close(); });
addEventListener("focusin", (event) => { if (!inCard(event.target)) close(); });
