"""README and similar pages: they render on GitHub as written, and their links are valid."""

import re
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest
import yaml  # comes with jupytext
from chapter_files import prose_of
from markdown_it import MarkdownIt
from mdit_py_plugins.anchors import anchors_plugin
from test_architecture import FLOOR

import disentangle_edu
from disentangle_edu.claims.coverage import count_states, list_sentences
from disentangle_edu.claims.registry import CLAIMS
from disentangle_edu.conventions.library_scores import figures
from disentangle_edu.course import COURSE, notebook
from disentangle_edu.lessons import QUESTIONS
from disentangle_edu.measures.subspaces import learned_before
from disentangle_edu.zoo import pretrained, rank_correlation

ROOT = Path(__file__).resolve().parents[1]
DOCS = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md"))
PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", *DOCS]
GITHUB = MarkdownIt("gfm-like").use(anchors_plugin, max_level=6)


def read(page):
    return (ROOT / page).read_text(encoding="utf-8")


# ------------------------------------------------------------------------------------------- tables


def cells_of(line):
    """A table row's cells as written; an escaped bar separates nothing."""
    return re.split(r"(?<!\\)\|", line.strip().strip("|"))


def written_tables(text):
    """For each block of lines that begin with a bar, the number of cells in each line."""
    outside = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    blocks = re.findall(r"(?:^\|.*\n?)+", outside, re.M)
    return [[len(cells_of(line)) for line in block.splitlines()] for block in blocks]


def rendered_tables(text):
    """For each table on the page, the number of cells in each row, the header first."""
    tables = []
    for token in GITHUB.parse(text):
        if token.type == "table_open":
            tables.append([])
        elif token.type == "tr_open":
            tables[-1].append(0)
        elif token.type in ("th_open", "td_open"):
            tables[-1][-1] += 1
    return tables


def check_tables(text):
    """Each table is rendered with all its rows, and each row has as many cells as the header."""
    written, rendered = written_tables(text), rendered_tables(text)
    without_rule = [cells[:1] + cells[2:] for cells in written]
    assert rendered == without_rule
    assert all(len(cells) >= 3 and len(set(cells)) == 1 for cells in written)


@pytest.mark.parametrize("page", PAGES)
def test_markdown_page_tables_render(page):
    check_tables(read(page))


@pytest.mark.parametrize(
    "broken",
    [
        "| a | b |\n|---|---|\n<!-- rows -->\n| 1 | 2 |\n",
        "| a | b |\n|---|---|\n| 1 | 2 |\n\n| 3 | 4 |\n",
        "| a | b |\n| 1 | 2 |\n",
        "| a | b |\n|---|---|\n| 1 |\n",
        "| a | b |\n|---|---|\n| 1 | 2 | 3 |\n",
        "| a | b |\n|---|---|\n",
    ],
)
def test_check_tables_broken_table_raises(broken):
    check_tables("| a | b |\n|---|---|\n| 1 | 2 |\n")
    with pytest.raises(AssertionError):
        check_tables(broken)


# -------------------------------------------------------------------------------------------- links


def links(text):
    """The targets of a page's links and pictures."""
    for token in GITHUB.parse(text):
        for inner in token.children or []:
            if inner.type in ("link_open", "image"):
                yield inner.attrs.get("href") or inner.attrs.get("src")


def anchors(text):
    return {token.attrs["id"] for token in GITHUB.parse(text) if token.type == "heading_open"}


@pytest.mark.parametrize("page", PAGES)
def test_markdown_page_links_exist(page):
    for link in links(read(page)):
        where = urlparse(link)
        if not where.scheme:
            target = (ROOT / page).parent / unquote(where.path) if where.path else ROOT / page
            assert target.exists(), link
            assert not where.fragment or where.fragment in anchors(target.read_text()), link
        elif where.netloc == "mybinder.org":
            assert where.path.endswith("/HEAD"), link  # only types.py states the version
            assert (ROOT / where.query.partition("/tree/")[2]).exists(), link


@pytest.mark.parametrize("page", PAGES)
def test_markdown_page_lines_are_at_most_100_columns(page):
    """Lines with tables, pictures and links may be longer."""
    prose = re.sub(r"\(https?://\S+\)", "", read(page))
    long = [
        line
        for line in prose.splitlines()
        if len(line) > 100 and line[:2] not in ("| ", "![", "[!")
    ]
    assert not long


# ------------------------------------------------------------------------------------------- README


def test_readme_begins_with_picture_sentence_commands_and_link():
    tokens = GITHUB.parse(read("README.md"))
    start = [i for i, token in enumerate(tokens) if token.type == "heading_open"]
    shown = [token for token in tokens[start[0] : start[1]] if token.content]
    title, picture, sentence, commands, link = shown
    assert title.content == "disentangle_edu"
    opens, drawn, _ = picture.children
    assert drawn.type == "image" and drawn.content
    assert len(sentence.content) < 100
    assert len(commands.content.splitlines()) == 2
    assert [inner.type for inner in link.children] == ["link_open", "text", "link_close"]
    assert opens.attrs["href"] == link.children[0].attrs["href"]  # the link to the book


def test_readme_shows_example_then_ways_in_then_chapters():
    sections = re.split(r"^## .+\n", read("README.md"), flags=re.M)[1:4]
    example, ways, chapters = sections
    assert "```python" in example and len(example.splitlines()) <= 20
    assert len(re.findall(r"^\*\*I .+\*\*$", ways, re.M)) == 3
    assert "| [`00_start_here`]" in chapters


def test_readme_example_prints_documented_output(capsys):
    blocks = {token.info: token.content for token in GITHUB.parse(read("README.md")) if token.info}
    assert len(blocks["python"].split("\n\n")[-1].splitlines()) <= 6
    exec(blocks["python"], {})
    assert capsys.readouterr().out == blocks["text"]


def test_readme_lists_every_notebook_with_its_minutes():
    rows = re.findall(r"^\| \[`(\d\d_\w+)`\]\(.*\| (\d+) \|$", read("README.md"), re.M)
    prose = map(prose_of, COURSE)
    minutes = [re.search(r"\*\*Time:\*\* (\d+) minutes", words)[1] for words in prose]
    assert rows == list(zip(map(notebook, COURSE), minutes))


def test_readme_course_ways_sum_minutes_of_chapters():
    minutes = dict(re.findall(r"^\| \[`(\d\d)_\w+`\]\(.*\| (\d+) \|$", read("README.md"), re.M))
    ways = re.findall(r"^\| [\w -:]+ \| (\[\d\d\].+) \| (\d+) \|$", read("README.md"), re.M)
    assert len(ways) >= 8
    for chapters, printed in ways:
        assert sum(int(minutes[n]) for n in re.findall(r"\[(\d\d)\]", chapters)) == int(printed)


def test_contributing_lists_every_subpackage_in_layer_order():
    package = Path(disentangle_edu.__file__).parent
    layout = read("CONTRIBUTING.md").split("## Layout")[1].split("\n## ")[0]
    first_cells = re.findall(r"^\| (`[^|]+) \|", layout, re.M)
    named = re.findall(r"`([\w.]+/?)`", " ".join(first_cells))
    assert all((package / name).exists() for name in named)
    packages = {f"{path.parent.name}/" for path in package.glob("*/__init__.py")}
    assert packages == {name for name in named if name.endswith("/")}
    floors = [FLOOR[name.removesuffix("/").removesuffix(".py")] for name in named]
    assert floors == sorted(floors)


def test_contributing_names_every_family_of_metrics():
    package = Path(disentangle_edu.__file__).parent
    (row,) = re.findall(r"^\| .*`metrics/`.*$", read("CONTRIBUTING.md"), re.M)
    families = {path.stem for path in package.glob("metrics/*.py")} - {"__init__", "parts"}
    assert set(re.findall(r"\w+", row.split(":")[1])) == families


def test_readme_has_at_most_100_lines():
    assert len(read("README.md").splitlines()) <= 100


def words_of(*pages):
    return " ".join(" ".join(map(read, pages)).split())


def test_documentation_numbers_match_data():
    said = words_of("docs/results.md", "docs/scoring.md")
    counts = {3: "three", 12: "twelve", 13: "thirteen", 15: "fifteen", 18: "eighteen", 30: "thirty"}
    table, libraries = figures(), counts[figures().library.nunique()]
    served = int((table.convention != "").sum())
    assert f"has {len(table):,} figures that {libraries} libraries printed" in said
    assert f"Of these figures {served} have the settings of a convention" in said
    assert f"The other {len(table) - served} have settings that no convention has" in said
    theirs = [one for name, one in disentangle_edu.CONVENTIONS.items() if name != "ours"]
    sources = {one.library.split(",")[0] for one in theirs}
    there = f"There are {counts[len(theirs)]} conventions, of {counts[len(sources)]} libraries."
    assert there in said
    assert f"none: {libraries} libraries' own figures" in words_of("README.md")
    inputs = counts[table.groupby("library").case.nunique().max()]
    chapter = words_of("disentangle_edu/chapters/same_name/prose.py")
    assert f"{libraries} libraries were run on up to {inputs} inputs" in chapter
    reflects = [claim.verdict for id, claim in CLAIMS.items() if id.startswith("criterion-")]
    assert f"Of its {counts[len(reflects)]} statements on which metric" in said
    assert f"reflects which criterion, {counts[reflects.count('fails')]} fail." in said
    worlds = learned_before().query("noise == 0 and not permuted and L <= 20")
    off = max((worlds[name] - worlds[f"true {name}"]).abs().max() for name in ("iwo", "iwr"))
    assert off < 0.05 and f"within 0.05 of the exact truth on {counts[len(worlds)]}" in said
    splits = re.findall(r"[\d,]+\d", CLAIMS["pos-splits"].expects.text)
    assert f"{sum(int(split.replace(',', '')) for split in splits):,} sentences" in said


def test_paper_counts_match_course_and_claims():
    said = words_of("docs/paper/paper.md")
    counts = count_states(list_sentences()).loc["all"]
    assert f"Of {counts['sentences']} sentences in six sources {counts['measured']}" in said
    assert f"are measured, {counts['open']} need something" in said
    assert counts["not testable"] == 5 and "and five could not be tested" in said
    assert len(COURSE) == 20 and "twenty chapters" in said
    assert f"{len(QUESTIONS)} questions ask for a guess" in said


def test_results_page_numbers_match_zoo():
    said, table = words_of("docs/results.md"), pretrained.table()
    first = table.query("world == 'sprites'")
    found = rank_correlation.task_correlations(first, "mlp", 3000).set_index("metric")[
        "correlation"
    ]
    told = rank_correlation.disagreements(first, "mig", "dcimig").attrs["share"]
    together = rank_correlation.rank_correlation(first["mig"], first["dcimig"])
    for words in (
        f"so we ship {len(table)} small models",
        f"the {len(first)} of the first world MIG and DCIMIG correlate by {together:.2f}",
        f"order {told:.0%} of all pairs",
        f"plain reconstruction ({found['-rec_mean']:.2f})",
        f"MIG ({found['mig']:.2f}) and D ({found['disentanglement']:.2f})",
    ):
        assert words in said


def test_scoring_page_quotes_reported_scores():
    for case, metric, quoted in [
        ("a_copy", "mig", ["0.8966", "0.9984"]),
        ("e_noise05", "disentanglement", ["0.09", "0.49", "1.00"]),
    ]:
        table = figures()
        found = table.value[(table.case == case) & (table.metric == metric)]
        for number in quoted:
            digits = len(number.partition(".")[2])
            rounded = {f"{float(value):.{digits}f}" for value in found if value != "error"}
            assert number in read("docs/scoring.md") and number in rounded


# --------------------------------------------------------------------------- CHANGELOG and CITATION


def test_changelog_sections_are_of_known_kinds():
    kinds = set(re.findall(r"^### (.+)$", read("CHANGELOG.md"), re.M))
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_citation_file_has_required_fields():
    """What Citation File Format 1.2.0 requires; the reader adds the version that was used."""
    citation = yaml.safe_load(read("CITATION.cff"))
    assert {"cff-version", "message", "title", "authors"} <= set(citation)
    assert citation["cff-version"] == "1.2.0" and citation["type"] == "software"
    assert citation["authors"] and all(author["name"] for author in citation["authors"])
    assert f"{citation['title']}. 20" in words_of("README.md").replace(">", "")
