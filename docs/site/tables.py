"""Pages of the book that are lists: the ledger, the facts, conventions of libraries, references."""

import html
import inspect
import re
from collections import Counter

from teaching import ROOT, notebook_of, title_of

from disentangle_edu.chapters import collect
from disentangle_edu.claims import registry
from disentangle_edu.claims.coverage import Sentence, pages
from disentangle_edu.claims.facts import Fact, facts_of
from disentangle_edu.conventions import CONVENTIONS, OURS, Convention
from disentangle_edu.course import COURSE
from disentangle_edu.quiz.markdown_tables import table_of
from disentangle_edu.viz.bibliography import PAPERS, cite

collect("facts", COURSE)
LEDGER = """# The ledger, paper by paper

The table has every sentence and figure that can be checked in five documents, and in the abstract
and the published results of a sixth: the statement in our words, and its verdict.
The verdicts are recorded; `disentangle-edu claims` measures them again, and reports each change.

* **holds**: the sentence holds under every reading that we tried.
* **fails**: the sentence holds under no reading that we tried.
* **holds under a reading**: the sentence holds under some readings; its card in the chapter names
  them.
* **figure differs, conclusion holds**: we measure another number, but the conclusion is the same.
* **argument fails, conclusion holds**: the conclusion is right, but its argument is not.
* **misprint, what is meant holds**: the sentence fails if you read it literally.
* **open**: the sentence is not measured, and the table says what a measurement would need.
* **not testable**: no measurement could refute the sentence.

Each place is a link to its row.
"""
# Shows only rows with the chosen verdict. A cell may have "(needs ...)" after its verdict.
FILTER = """```{{raw}} html
<p><label>Show <select id="de-verdict"><option value="">all verdicts</option>{options}</select>
</label> <output></output></p>
<script>
document.getElementById("de-verdict").addEventListener("change", ({{ target }}) => {{
  let count = 0;
  for (const row of document.querySelectorAll("article tbody tr")) {{
    const verdict = row.cells[2].textContent.split(" (needs")[0].trim();
    row.hidden = target.value !== "" && verdict !== target.value;
    count += !row.hidden;
  }}
  target.closest("p").querySelector("output").textContent = `${{count}} rows`;
}});
</script>
```
"""
TESTED = """# What the course says, tested

A ✓ behind a sentence of a chapter says that a function checks it.
Here are all of these sentences, each with what was measured when its chapter was built.
Questions, captions and guides have tested sentences, too.
`disentangle-edu claims --course` measures them again.
"""
LIBRARIES = """# The libraries' conventions

Libraries use one name for many numbers.
`mig(rep, convention="NAME")` computes the score of that library with these options.
The chapter [Same name, many numbers](same_name.html) explains how we found the options, and how
close our scores are to those of the libraries.
"""


def ledger_page() -> str:
    """A table of sentences for each paper."""
    papers = pages()
    verdicts = {sentence.verdict for sentences in papers.values() for sentence in sentences}
    options = "".join(f"<option>{verdict}</option>" for verdict in sorted(verdicts))
    out = [LEDGER, FILTER.format(options=options)]
    for paper, sentences in papers.items():
        finer = sum(sentence.number in registry.CLAIMS for sentence in sentences)
        counts = Counter(sentence.verdict for sentence in sentences).most_common()
        counts_text = "; ".join(f"{verdict} {count}" for verdict, count in counts)
        count = f"{len(sentences) - finer} sentences"
        count += f" and {finer} more claims on what they say" if finer else ""
        source = cite(paper).text.partition(": ")[2]
        out.append(f"## {paper}\n\n{source}\n\n{count}: {counts_text}.\n")
        out.append(table(["place", "it says", "verdict", "chapter"], map(_sentence, sentences)))
    return "\n".join(out)


def _sentence(sentence: Sentence) -> list[str]:
    needs = f" (needs: {sentence.needs})" if sentence.needs else ""
    lessons = [registry.CLAIMS[id].lesson for id in sentence.claims]
    names = dict.fromkeys(filter(None, lessons))
    chapters = ", ".join(f"[{title_of(name).partition(': ')[0]}]({name}.html)" for name in names)
    anchor = f'<a id="{sentence.number}" href="#{sentence.number}">{sentence.where}</a>'
    return [anchor, sentence.statement, f"{sentence.verdict}{needs}", chapters]


def plain(fact: Fact) -> str:
    """The statement of a fact without marks of Markdown."""
    return re.sub("[*_`]", "", fact.statement)


def slug(fact: Fact) -> str:
    """The anchor of a fact on the page of facts."""
    return re.sub("[/_]", "-", fact.id)


def facts_page() -> str:
    """The facts of all chapters, each with the numbers that its notebook keeps."""
    out = [TESTED]
    for chapter in COURSE:
        out.append(f"## {title_of(chapter)}\n\n```{{raw}} html")
        measured = notebook_of(chapter).metadata["facts"]
        out += [_fact(fact, measured[fact.id]) for fact in facts_of(chapter)]
        out.append("```\n")
    return "\n".join(out)


def _fact(fact: Fact, measured: str) -> str:
    statement = html.escape(plain(fact))
    result = html.escape(f"{inspect.getdoc(fact.check)} It {measured.replace('_', ' ')}.")
    return f'<div id="{slug(fact)}"><b>{statement}</b><p>{result}</p></div>'


def conventions_page() -> str:
    """The settings of each library, what it cannot compute, and its known errors."""
    out = [LIBRARIES]
    for name, convention in CONVENTIONS.items():
        if name != OURS:
            out.append(f"## {name}\n\n{convention.library} {convention.commit}\n")
            out += _convention(convention)
    return "\n".join(out)


def references_page() -> str:
    """How to cite the course, and a section for every paper that the chapters name."""
    cited = re.search(r"## How to cite\n\n(> .+\n)", (ROOT / "README.md").read_text())[1]
    papers = [f"### {key}\n\n{cite(key).text.partition(': ')[2]}\n" for key in sorted(PAPERS)]
    return "\n".join(
        ["# References\n\n## How to cite this course\n", cited, "## Papers\n", *papers]
    )


def _convention(convention: Convention) -> list[str]:
    options = [
        [metric, ", ".join(f"`{option}={_short(value)}`" for option, value in of_it.items())]
        for metric, of_it in convention.metrics.items()
    ]
    refused = [
        [f"{metric}, {what}", reason] for (metric, what), reason in convention.unsupported.items()
    ]
    return [
        table(["metric", "options"], options),
        table(["gives no score for", "because it"], refused) if refused else "",
        table(["known mistake in", "what it does"], list(convention.known_errors.items()))
        if convention.known_errors
        else "",
    ]


def _short(value: object) -> str:
    """The value of an option as text; a fraction has four digits."""
    return f"{value:.4g}" if isinstance(value, float) else repr(value)


def table(head: list[str], rows) -> str:
    """A table in Markdown."""
    cells = [[cell.replace("|", "\\|").replace("\n", " ") for cell in row] for row in rows]
    return table_of(head, cells).text + "\n"
