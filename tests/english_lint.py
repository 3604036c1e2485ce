"""Check that the English of the project reads well: no phrase of english_kinds.toml is added.

python tests/english_lint.py          the phrases of kinds that have become more frequent
python tests/english_lint.py --all    all phrases, and their number by kind
python tests/english_lint.py --write  lower the numbers of english_baseline.json

It reads the text of pages, chapters, docstrings and strings such as errors. Code in a text becomes
`_`. Every command ends with status 1 if a kind has more phrases than english_baseline.json records,
and no command raises a number there. If the wording of a line is right as it is, end the line with
`english: ok` in a comment.
"""

import ast
import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
READ = ["disentangle_edu", "docs", "README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
BASELINE = HERE / "english_baseline.json"
KINDS = tomllib.loads((HERE / "english_kinds.toml").read_text(encoding="utf-8"))
PATTERNS = {name: re.compile(kind["pattern"]) for name, kind in KINDS.items()}
ALLOWED = "english: ok"

SHORTEST = 21  # letters of a string that can be a sentence
STYLE = re.compile(r"min-width|[a-z-]+:\s?[#.\w]+(?: [\w.%]+)*[;}]|</?[a-z]+[ >].*</")
CODE = re.compile(r"\s*(?:from|import|def|class|@|>>>|#|<|\{|function|const|let|var)\b")
NEW_PARAGRAPH = re.compile(r"[\w*]+(?:, [\w*]+)* : |(?:Raises|Returns|Columns) ")
LIST_ITEM = re.compile(r"(?:[*-]|\d+\.)\s+")
INLINE = (  # what stands for code, links and tags in a sentence
    (re.compile(r"`[^`\n]+`|\[\[\w+\]\]|https?://\S+"), "_"),
    (re.compile(r"\[([^\]]*)\]\([^)]*\)"), r"\1"),
    (re.compile(r"<[^>\n]{1,80}>"), " "),
    (re.compile(r"\*{1,2}"), ""),
)
BETWEEN_SENTENCES = re.compile(
    r"(?<=[.!?])[\"')]*\s+(?=[A-Z\"“(_*{\d]|[a-z]+\d{4}\b|scikit-learn)|(?<=:)\s+(?=[A-Z][a-z])"
)


class Paragraph(NamedTuple):
    """Text that begins on a line of a file."""

    line: int
    text: str
    in_docstring: bool = False


class Hit(NamedTuple):
    """A sentence with a phrase of some kind."""

    path: Path
    line: int
    kind: str
    sentence: str


# ------------------------------------------------------------------------------------ paragraphs


def paragraphs_of_markdown(lines: list[str]) -> Iterator[Paragraph]:
    """Paragraphs, headings, list items and cells of tables; no blocks of code."""
    start, words, fenced = 0, [], False
    for number, line in enumerate([*lines, ""], 1):
        text = line.strip()
        fenced ^= text.startswith("```")
        alone = text.startswith(("#", "|", "<", "---", "title:")) or not text
        code = fenced or text.startswith("```") or (line.startswith("    ") and not words)
        if words and (alone or code or LIST_ITEM.match(text)):
            yield Paragraph(start, " ".join(words))
            words = []
        if code:
            continue
        if alone:
            yield from (
                Paragraph(number, cell.strip())
                for cell in text.strip("|").split("|")
                if len(cell.strip()) >= SHORTEST or text.startswith("#")
            )
            continue
        start = start if words else number
        words.append(LIST_ITEM.sub("", text, count=1))


def markdown_of_cells(lines: list[str]) -> list[str]:
    """The lines of a notebook's source, with all but its markdown cells empty."""
    kept, in_markdown = [], False
    for line in lines:
        in_markdown = "[markdown]" in line if line.startswith("# %%") else in_markdown
        is_text = in_markdown and line.startswith("# ") and not line.startswith("# %%")
        kept.append(line[2:] if is_text else "")
    return kept


def paragraphs_of_python(source: str) -> Iterator[Paragraph]:
    """Paragraphs of docstrings, without their examples, and of strings that can be sentences."""
    tree = ast.parse(source)
    docstrings, parts = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                docstrings.add(first.value)
        elif isinstance(node, ast.JoinedStr):
            parts.update(node.values)
    for node in ast.walk(tree):
        if node in docstrings and isinstance(node.value, str):
            text = re.split(r"^\s*>>>", node.value, maxsplit=1, flags=re.M)[0]
            yield from split_string(node.lineno, text, in_docstring=True)
        elif node not in parts and can_be_sentence(text := text_of(node)):
            yield from split_string(node.lineno, text)


def text_of(node: ast.AST) -> str:
    """The text of a string, with {} for each value that is formatted; '' of anything else."""
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(part) or "{}" for part in node.values)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return ""


def can_be_sentence(text: str) -> bool:
    """Whether a string can be English, rather than a key, a style sheet or code."""
    is_long = len(text) >= SHORTEST and " " in text and re.search(r"[a-z]{3}", text)
    return bool(is_long) and not STYLE.search(text) and not CODE.match(text)


def split_string(first_line: int, text: str, in_docstring: bool = False) -> Iterator[Paragraph]:
    """Paragraphs of a string: empty lines and the heads of parameters separate them."""
    start, words = 0, []
    for number, line in enumerate([*text.split("\n"), ""]):
        stripped = line.strip()
        if words and (not stripped or NEW_PARAGRAPH.match(stripped)):
            yield Paragraph(first_line + start, " ".join(words), in_docstring)
            words = []
        if stripped:
            start = start if words else number
            words.append(stripped)


# ----------------------------------------------------------------------------------------- phrases


def find_hits(path: Path) -> Iterator[Hit]:
    """Every phrase of some kind in a file."""
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines()
    found: list[Paragraph] = []
    if path.suffix == ".md":
        found += paragraphs_of_markdown(lines)
    if path.name == "prose.py":
        found += paragraphs_of_markdown(markdown_of_cells(lines))
    if path.suffix == ".py":
        found += paragraphs_of_python(source)
    for paragraph in found:
        if ALLOWED in lines[min(paragraph.line, len(lines)) - 1]:
            continue
        for sentence in sentences_of(paragraph.text):
            for name, pattern in PATTERNS.items():
                if paragraph.in_docstring and not KINDS[name].get("docstrings", True):
                    continue
                if pattern.search(sentence):
                    yield Hit(path, paragraph.line, name, sentence)


def sentences_of(text: str) -> list[str]:
    """The sentences of a paragraph, with _ for code and without markup."""
    for pattern, replacement in INLINE:
        text = pattern.sub(replacement, text)
    sentences = map(str.strip, BETWEEN_SENTENCES.split(text))
    return [sentence for sentence in sentences if re.search(r"[a-z]", sentence)]


def files() -> Iterator[Path]:
    """All files with text for readers."""
    for name in READ:
        path = ROOT / name
        found = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (file for file in found if file.suffix in (".py", ".md"))


# ------------------------------------------------------------------------------------------ command


def main(arguments: list[str]) -> int:
    """Run the check; returns the exit status."""
    hits = [hit for path in files() for hit in find_hits(path)]
    counts = Counter(hit.kind for hit in hits)
    recorded = json.loads(BASELINE.read_text()) if BASELINE.exists() else dict(counts)
    grown = {name for name, count in counts.items() if count > recorded.get(name, 0)}
    for hit in hits:
        if "--all" in arguments or hit.kind in grown:
            print(f"{hit.path.relative_to(ROOT)}:{hit.line}: {hit.kind}: {hit.sentence}")
    for name in counts if "--all" in arguments else grown:
        print(f"{name}: {counts[name]} ({recorded.get(name, 0)} recorded); {KINDS[name]['write']}")
    if "--write" in arguments:
        lowest = {name: min(counts[name], recorded.get(name, 0)) for name in sorted(KINDS)}
        BASELINE.write_text(json.dumps(lowest, indent=1) + "\n")
    print(f"English: {sum(counts.values())} phrases, {sum(recorded.values())} recorded.")
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
