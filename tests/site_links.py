"""Which links of a built site lead nowhere: every page, script, style sheet and list is read.

python tests/site_links.py [FOLDER]     prints the dead links of build/site, or of that folder
"""

import base64
import functools
import html.parser
import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qs, unquote, urljoin, urlsplit

ROOT = Path(__file__).resolve().parents[1]
URLS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["urls"]
HOME, REPOSITORY = URLS["Homepage"].rstrip("/") + "/", URLS["Repository"].rstrip("/") + "/"
# Attributes that hold an address; `srcset` holds several.
ADDRESSES = ("href", "src", "data", "action", "poster", "xlink:href")
SOCIAL = ("og:image", "og:url", "twitter:image")
FILE = r"[\w./:-]+\.(?:html|ipynb|md|py|csv|npz|png|gif|svg)(?:[?#][^()\s]*)?"
LIKE_A_LINK = re.compile(rf"(?:href|src)=\\?[\"']([^\"'\\]+)\\?[\"']|\]\(({FILE}|#[\w-]+)\)")
SVG = "data:image/svg+xml;base64,"
SIZE = re.compile(r"\s[\d.]+[wx](?=,|$)")  # the size of a picture in a srcset
IN_SCRIPT = re.compile(
    r"""["'`]((?!/)[\w./-]*\w\.(?:js|mjs|json|py|html|css|ipynb))(?:\?[^"'`]*)?["'`]"""
)
IN_STYLE = re.compile(r"url\(\s*['\"]?([^'\")]+)['\"]?\s*\)")
# Folders of other projects' files; their bundles contain addresses that no page requests.
FOREIGN = ("build/", "extensions/", "static/", "slides/_static/revealjs/", "doc/", "_sources/")


class Page(html.parser.HTMLParser):
    """The links and anchors of one page, including those that its scripts hold as data."""

    def __init__(self, words: str):
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.base = ""
        self.find_links: Callable[[str], list[str]] | None = None  # for the text that follows
        self.feed(words)

    def handle_starttag(self, tag, attributes):
        found = {name: value or "" for name, value in attributes}
        self.anchors |= {found[name] for name in ("id", "name") if found.get(name)}
        if tag == "base":
            self.base = found["href"]
            return
        for link in (found[name] for name in ADDRESSES if name in found):
            self.links += in_svg(link) if link.startswith(SVG) else [link]
        self.links += [one.rstrip(",") for one in SIZE.sub("", found.get("srcset", "")).split()]
        self.links += IN_STYLE.findall(found.get("style", ""))
        if tag == "meta" and found.get("property", found.get("name")) in SOCIAL:
            self.links.append(found["content"])
        if tag == "script":
            self.find_links = in_words if "json" in found.get("type", "") else IN_SCRIPT.findall
        elif tag == "style":
            self.find_links = IN_STYLE.findall

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag):
        if tag in ("script", "style"):
            self.find_links = None

    def handle_data(self, data):
        if self.find_links:
            self.links += self.find_links(data)


def in_svg(address: str) -> list[str]:
    """The addresses of other files in a picture that is embedded in a data address."""
    words = base64.b64decode(address.removeprefix(SVG)).decode()
    return [link for link in in_words(words) if not link.startswith(("#", "data:"))]


def in_words(words: str) -> list[str]:
    """The addresses in a text of HTML or Markdown, also if it is a JSON string."""
    return [one or other for one, other in LIKE_A_LINK.findall(words)]


@functools.cache
def page_at(path: Path) -> Page:
    """The parsed page."""
    return Page(path.read_text(encoding="utf-8"))


def links_of(site: Path) -> Iterator[tuple[str, str]]:
    """(file, address) of every link in the site's own pages, style sheets, scripts and lists."""
    for path in sorted(site.rglob("*")):
        name = path.relative_to(site).as_posix()
        if not path.is_file() or name.startswith(FOREIGN):
            continue
        if path.suffix == ".html":
            yield from ((name, link) for link in page_at(path).links)
        elif path.suffix == ".css":
            yield from ((name, link) for link in IN_STYLE.findall(path.read_text()))
        elif path.suffix == ".js" and name.startswith("_static/wake/"):
            yield from ((name, link) for link in IN_SCRIPT.findall(path.read_text()))
        elif path.suffix == ".ipynb":
            yield from ((name, link) for link in in_a_notebook(path))
        elif path.name == "sitemap.xml":
            yield from ((name, link) for link in re.findall(r"<loc>(.+?)</loc>", path.read_text()))
    yield from in_lists(site)


def in_a_notebook(path: Path) -> Iterator[str]:
    """The links in a notebook's text and outputs; they lead to files in the notebook's folder."""
    for cell in json.loads(path.read_text())["cells"]:
        if cell["cell_type"] == "markdown":
            yield from in_words("".join(cell["source"]))
        for output in cell.get("outputs", []):
            yield from in_words("".join(output.get("data", {}).get("text/html", "")))


def in_lists(site: Path) -> Iterator[tuple[str, str]]:
    """The files that JSON lists name: for Python, for JupyterLite, and for the search."""
    for path in site.glob("api/contents/**/all.json"):
        for entry in json.loads(path.read_text())["content"]:
            if entry["type"] != "directory":
                yield path.relative_to(site).as_posix(), f"{HOME}files/{entry['path']}"
    wake = site / "_static" / "wake" / "list.json"
    if wake.exists():
        listed = json.loads(wake.read_text())
        wheels = {*listed["first"], *(name for names in listed["late"].values() for name in names)}
        yield from (("_static/wake/list.json", f"{HOME}static/pyodide/{name}") for name in wheels)
        for folder, name in listed["files"]:
            yield "_static/wake/list.json", f"files/{folder}/{name}"
    lite = site / "jupyter-lite.json"
    if lite.exists():
        config = json.loads(lite.read_text())["jupyter-config-data"]
        yield "jupyter-lite.json", config["faviconUrl"]
        for each in config["federated_extensions"]:
            yield "jupyter-lite.json", f"extensions/{each['name']}/{each['load']}"
    manifest = site / "manifest.webmanifest"
    if manifest.exists():
        for icon in json.loads(manifest.read_text())["icons"]:
            yield "manifest.webmanifest", icon["src"]
    index = site / "searchindex.js"
    if index.exists():
        found = json.loads(re.search(r"Search\.setIndex\((.*)\)", index.read_text(), re.S)[1])
        names = found["docnames"]
        for title, places in found["alltitles"].items():
            for number, anchor in places:
                yield f"searchindex.js, {title}", f"{names[number]}.html#{anchor or ''}"


def dead_links(site: Path) -> list[str]:
    """A line for each dead link of a site: "page: address (what is missing)"."""
    found = dict.fromkeys(links_of(site))  # a sidebar link appears once on every page
    told = [(name, link, missing(site, name, link)) for name, link in found]
    return [f"{name}: {link} ({why})" for name, link, why in told if why]


def missing(site: Path, name: str, link: str) -> str:
    """What a file's link leads to that does not exist; "" if everything exists."""
    place = HOME + name.split(",")[0]
    page = site / name
    base = page_at(page).base if page.suffix == ".html" else ""
    whole = urljoin(urljoin(place, base), link.strip())
    if f"{whole.partition('#')[0]}/".startswith(REPOSITORY):
        return _missing_in_repository(whole)
    if "mybinder.org" in whole:
        return _missing_notebook(whole)
    if not whole.startswith(HOME.rstrip("/")):
        return "an address outside the site's folder" if _own_host(whole) else ""
    return _missing_in_site(site, whole)


def _own_host(whole: str) -> bool:
    return urlsplit(whole).netloc == urlsplit(HOME).netloc


def _missing_in_site(site: Path, whole: str) -> str:
    asked = urlsplit(whole)
    path = site / unquote(asked.path).removeprefix(urlsplit(HOME).path.rstrip("/")).lstrip("/")
    if path.is_dir():
        path /= "index.html"
    if not path.is_file():
        return "no such file"
    for file in parse_qs(asked.query).get("path", []):
        if not (site / "files" / file).is_file():
            return f"no file files/{file}"
    anchor = unquote(asked.fragment).removeprefix("/")
    if anchor and path.suffix == ".html" and anchor not in page_at(path).anchors:
        return "no such anchor"
    return ""


def _missing_in_repository(whole: str) -> str:
    asked = urlsplit(whole)
    kind, _, place = asked.path.removeprefix(urlsplit(REPOSITORY).path).partition("/")
    if kind and kind not in ("blob", "tree", "raw"):  # issues, pull requests and the like
        return ""
    path = ROOT / (unquote(place.partition("/")[2]) if kind else "README.md")
    if not path.exists():
        return "no such file in the repository"
    if asked.fragment.startswith("L"):
        last = int(asked.fragment.rpartition("L")[2])
        return "" if last <= len(path.read_text().splitlines()) else "no such line there"
    return "" if asked.fragment in ("", *headings(path)) else "no such heading there"


def headings(path: Path) -> set[str]:
    """The anchors that GitHub gives the headings of a Markdown page."""
    found = re.findall(r"^#+ (.+)$", path.read_text(), re.M)
    return {re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-") for words in found}


def _missing_notebook(whole: str) -> str:
    for name in re.findall(r"notebooks/(\w+\.ipynb)", unquote(whole)):
        if not (ROOT / "notebooks" / name).exists():
            return f"no notebook {name}"
    return ""


if __name__ == "__main__":
    found = dead_links(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "site")
    print(*found, f"{len(found)} dead links", sep="\n")
