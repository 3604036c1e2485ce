"""Panels of a path from one sentence to another."""

from collections.abc import Sequence
from dataclasses import dataclass

from .... import viz
from ..data import STEPS, Path, stage_sentences
from ._words import Places, StyledSentence, columns_of, draw_words, in_lines, mark_new

ROW, LEGEND = 38.0, 60.0  # pixels of a row, and of the legend


@dataclass(frozen=True)
class Route:
    """A path between two sentences, with names and styles.

    names : latents that move, one for each stage.   read, goal : sentences of the first and of the
    last code.
    """

    path: Path
    names: Sequence[str]
    read: StyledSentence
    goal: StyledSentence

    @property
    def stages(self) -> list[str]:
        """Sentences at the start and after every latent has gone its way."""
        return stage_sentences(self.path)

    def places(self, left: float, room: float) -> Places:
        """Positions of the words of all sentences."""
        sentences = [sentence for _, _, sentence in self.path]
        *starts, letters = columns_of([*sentences, self.read[0], self.goal[0]])
        return in_lines(starts, letters, left, room)


@viz.panel(  # four lines of legend on a narrow page
    height=lambda route: 62 + ROW * (len(route.stages) + 3) + LEGEND, min_width=330, max_width=700
)
def path_panel(canvas: viz.Canvas, route: Route, step: int, title: str, legend: str) -> None:
    """The sentence after every stage of a path, and a point to drag down the path."""
    x, y, width, _ = canvas.box
    canvas.title(f"{title}: drag the point down the path", f"{title}: drag the point", title)
    places, last = route.places(x + 96, width - 98), len(route.stages) - 1
    top, rail = y + 62 + ROW, x + 14
    canvas.note(x + 36, top - ROW + 4, "read")
    draw_words(canvas, places, top - ROW + 4, route.read, "read")
    canvas.line(rail, top, rail, top + ROW * last, viz.GRID, stroke_width="4")
    with canvas.radio_group("a sentence of the path", key="rows"):
        for i in range(last + 1):
            canvas.line(rail - 5, top + ROW * i, rail + 5, top + ROW * i, viz.FAINT)
            row = canvas.within(x + 30, top + ROW * i - 17, width - 32, 34)
            draw_stage(row, route, i, i == -(-step // STEPS), places)
    said = route.path[step][2]
    axis = viz.Axis("step", step, 0, len(route.path) - 1, 1, "y", top, top + ROW * last)
    handle = viz.Handle("step on the path", (axis,), f"step {step}: {said}")
    canvas.circle(rail, top + ROW * step / STEPS, 9, viz.HANDLE, key="point", handle=handle)
    goal_y, now_y = top + ROW * (last + 1), top + ROW * (last + 2) + 4
    canvas.note(x + 36, goal_y + 4, "goal")
    draw_words(canvas, places, goal_y + 4, route.goal, "goal")
    frame: viz.Style = {"rx": 4, "stroke_width": "2", "key": "spoken"}  # the point's colour
    canvas.rect(x + 30, now_y - 16, width - 32, 34, viz.GROUND, viz.CHOSEN, **frame)
    canvas.note(x + 36, now_y + 4, "now")
    draw_words(canvas, places, now_y + 4, mark_new(said, said), "now")
    canvas.paragraph(x, now_y + 22, width, legend)


def draw_stage(canvas: viz.Canvas, route: Route, i: int, chosen: bool, places: Places) -> None:
    """Draw the sentence of one stage in a frame, which can be chosen."""
    x, y, _, _ = canvas.box
    name, sentence = route.names[i - 1] if i else "start", route.stages[i]
    linked: viz.Style = {"link": name} if i else {}
    axis = viz.Axis("step", -1.0, i * STEPS, i * STEPS, 1.0, "y", 0)
    handle = viz.Handle(f"go to {name}", (axis,), sentence, (i, 0), chosen=chosen)
    frame: viz.Style = {"key": f"row{i}", "rx": 4, "stroke_width": "2" if chosen else "1", **linked}
    before = route.stages[i - 1] if i else route.read[0]
    with canvas.group(**linked):
        canvas.rect(
            *canvas.box, viz.GROUND, viz.CHOSEN if chosen else viz.GRID, handle=handle, **frame
        )
        with canvas.group(pointer_events="none"):  # so that a click reaches the row
            canvas.note(x + 6, y + 21, name, **linked)
            draw_words(canvas, places, y + 21, mark_new(before, sentence), f"s{i}")


@viz.panel(height=lambda counts: 36 + 28 * len(counts), min_width=230, max_width=340)
def changed_panel(
    canvas: viz.Canvas, counts: Sequence[int], n_words: int, names: Sequence[str]
) -> None:
    """Squares for the number of words that change with each latent."""
    x, y, width, _ = canvas.box
    titles = ["words that change with each latent"] if len(names) > 1 else []
    canvas.title(*titles, "words that change")
    step = (width - 96) / n_words
    for j, (name, count) in enumerate(zip(names, counts)):
        top = y + 30 + 28 * j
        canvas.note(x + 50, top + 15, name, "end", link=name)
        for k in range(n_words):
            style: viz.Style = {"key": f"c{j}-{k}", "rx": 3, "link": name}
            canvas.rect(
                x + 58 + k * step, top, step - 3, 20, viz.PART if k < count else viz.GROUND, **style
            )
        canvas.text(x + width - 20, top + 15, count, key=f"n{j}")
