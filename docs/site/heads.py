"""The head of every page of the site: its icon, and the card that shows when it is shared.

Also the list of pages for search engines, and the page for addresses that lead nowhere.
"""

import html
import html.parser
import re
import textwrap
import tomllib
from pathlib import Path

from PIL import Image, ImageOps

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
HOME = PROJECT["urls"]["Homepage"].rstrip("/") + "/"
REPOSITORY = PROJECT["urls"]["Repository"]
NAME = "disentangle_edu"
FILM = ROOT / "docs" / "pictures" / "dial.gif"
CARD, CARD_SIZE = "card.png", (1200, 630)  # the usual size of link previews
CARD_ALT = (
    "A dial mixes the knobs of a network that draws hearts, and seven needles show its scores."
)
SHARED = ("title", "description", "url", "image", "image:alt")  # Open Graph tags of a page
ICON = "icon.svg"
# Folders with pages of other projects, such as bundles.
FOREIGN = ("build/", "extensions/", "static/", "_static/", "slides/_static/", "doc/")
UNLISTED = ("404.html", "search.html", "genindex.html", "lab.html", "sheet.html")
DESCRIBED = 80, 160  # characters: the shortest description, and the longest that is shown
VIEWPORT = re.compile(r'\s*<meta name="viewport"[^>]*>')
TITLE = re.compile(r"<title>(.*?)</title>", re.S)
RELATIVE = re.compile(r'\b(href|src|action|data-content_root)="(?!\w+:|[#/])(?:\./)?')


class Words(html.parser.HTMLParser):
    """The heading and the first paragraphs of a page, without what a cell shows."""

    def __init__(self, page: str):
        super().__init__()
        self.heading, self.paragraphs = "", [""]
        self._inside = ""
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        """A heading or paragraph begins; a mark after a heading does not belong to it."""
        classes = dict(attributes).get("class") or ""
        if tag in ("h1", "p") and not classes.startswith("de-"):
            self._inside = tag
            self.paragraphs += [""] * (tag == "p")
        elif tag == "a" and "headerlink" in classes:
            self._inside = ""

    def handle_endtag(self, tag):
        """It ends."""
        if tag in ("h1", "p"):
            self._inside = ""

    def handle_data(self, data):
        """The text of the head."""
        if self._inside == "h1":
            self.heading += data
        elif self._inside == "p":
            self.paragraphs[-1] += data


def described(words: Words) -> str:
    """The first sentences of a page, as many as a card shows; those of the project without any."""
    least, longest = DESCRIBED
    description = ""
    for paragraph in words.paragraphs:
        if len(description) < least:
            description = f"{description} {paragraph}".strip()
    return textwrap.shorten(description or PROJECT["description"], longest, placeholder=" ...")


def head(name: str, title: str, words: Words) -> str:
    """The lines that a page's head lacks."""
    about = PROJECT["description"] if name == "index.html" else described(words)
    root = "../" * name.count("/")
    shared = (title, about, HOME + ("" if name == "index.html" else name), HOME + CARD, CARD_ALT)
    card = dict(zip(SHARED, shared)) | {"type": "website", "site_name": NAME}
    lines = [f'<meta name="description" content="{html.escape(about)}">']
    lines += [f'<meta property="og:{key}" content="{html.escape(card[key])}">' for key in card]
    lines += ['<meta name="twitter:card" content="summary_large_image">']
    lines += [f'<link rel="icon" href="{root}{ICON}" type="image/svg+xml">']
    return "\n".join([*lines, ""])


def complete(name: str, page: str) -> str:
    """A page with all that its head should say, once."""
    page = re.sub(r'\s*<link rel="(?:shortcut )?icon"[^>]*>', "", page)
    before, first, after = page.partition('<meta name="viewport"')
    page = before + first + VIEWPORT.sub("", after)
    parsed = Words(page)
    title = html.unescape(match[1].strip()) if (match := TITLE.search(page)) else NAME
    if title == NAME and parsed.heading:  # the front page
        title = f"{parsed.heading.strip()} - {NAME}"
        page = TITLE.sub(lambda _: f"<title>{html.escape(title)}</title>", page, count=1)
    page = page.replace("</head>", head(name, title, parsed) + "</head>", 1)
    return from_anywhere(page) if name == "404.html" else page


def from_anywhere(page: str) -> str:
    """A page whose links hold at any address of the site: a host shows it for what is missing."""
    root = "/" + HOME.split("/", 3)[3]
    return RELATIVE.sub(rf'\1="{root}', page)


def finish(site: Path) -> None:
    """Complete all pages of a site, and put the icon, the card and the list of pages into it."""
    pages = [path for path in sorted(site.rglob("*.html"))]
    names = {path.relative_to(site).as_posix(): path for path in pages}
    names = {name: path for name, path in names.items() if not name.startswith(FOREIGN)}
    for name, path in names.items():
        path.write_text(complete(name, path.read_text()))
    (site / ICON).write_bytes((HERE / ICON).read_bytes())
    with Image.open(FILM) as film:
        ImageOps.pad(film.convert("RGB"), CARD_SIZE, color="white").save(site / CARD)
    listed = [name for name in names if name not in UNLISTED and not _is_an_app(site, name)]
    (site / "sitemap.xml").write_text(sitemap(listed))
    (site / "robots.txt").write_text(f"User-agent: *\nAllow: /\nSitemap: {HOME}sitemap.xml\n")


def _is_an_app(site: Path, name: str) -> bool:
    """Whether a page belongs to JupyterLite, which keeps its settings next to its pages."""
    return (site / name.partition("/")[0] / "jupyter-lite.json").exists()


def sitemap(names: list[str]) -> str:
    """The list of pages for search engines."""
    places = "".join(f"<url><loc>{HOME}{name}</loc></url>\n" for name in names)
    kind = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{kind}">\n{places}</urlset>\n'
