"""Labs on FactorVAE: a batch holds a factor still, and the quietest latent has its vote."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ... import metrics
from ...matrices import Votes
from ...measures.interventional import argmin_votes
from ...score import Score
from ...types import Floats, Progress
from ...viz.canvas import Canvas, Panel, Style, panel, scale
from ...viz.handles import Axis, Handle
from ...viz.picture import Picture
from ...viz.pictures import describe, words
from ...viz.theme import FAINT, GRID, GROUND, INK, MARK, PART, on_shade, shade
from ...widgets.change_text import use_caption
from ...widgets.controls import choice, flag, number_table, whole
from ...widgets.display import After
from ...widgets.lab import Lab, lab
from ...worlds import examples
from ..common.fixed_factor import BALL, HIGH, LOW, STEP, draw_numbered_ball
from ..common.mixtures import FACTORS, shares_of, weights_panel
from .data import ROUNDS, one_batch, score_of_votes, winners

# ------------------------------------------------------------------------- a vote of FactorVAE

BATCH = ((4, 4, 2), (5, 4, 9), (4, 5, 5), (5, 4, 0))  # samples in three latents
OVER_ALL = np.array([4.0, 2.0, 10.0])  # the variance of each latent over all data
MEAN = 5.0  # of each, over all data
DASHED: Style = {"stroke": FAINT, "stroke_width": "1.5", "stroke_dasharray": "5 4"}
MOST_SAMPLES = 8
ROW, GAP = 29.0, 34.0  # pixels of a sample, and between two latents


def _batch_by_hand_panel(samples: Floats, shares: Floats, votes: Floats) -> Panel:
    """The samples of a batch on each latent, how widely they spread, and how widely all data do."""
    strip_height = ROW * len(samples) + 12

    @panel(50 + 3 * (strip_height + GAP), min_width=330, max_width=560)
    def draw(canvas: Canvas) -> None:
        x, y, width, _ = canvas.box
        title = "a batch with one factor held still: drag a sample"
        canvas.title(title, "a batch: drag a sample")
        left, right = x + 58 + BALL, x + width - BALL - 6
        small: Style = {"font_size": "11"}
        to_x = scale((LOW, HIGH), (left, right))
        for i, column in enumerate(samples.T):
            top, name = y + 30 + (strip_height + GAP) * i, f"latent {i + 1}"
            canvas.text(x, top + strip_height / 2 + 4, name, "start", FAINT, link=name)
            canvas.rect(left - BALL, top, right - left + 2 * BALL, strip_height, GROUND, GRID)
            colour = MARK if votes[i] else PART
            for whose, middle, spread in (
                ("batch", column.mean(), column.std()),
                ("all", MEAN, OVER_ALL[i] ** 0.5),
            ):
                ends = to_x(np.array([middle - spread, middle + spread]))
                start, end = np.clip(ends, left - BALL, right + BALL)
                style: Style = {"key": f"{whose}{i}", "link": name}
                style |= {"fill_opacity": "0.3"} if whose == "batch" else DASHED
                fill = colour if whose == "batch" else "none"
                canvas.rect(start, top, end - start, strip_height, fill, **style)
            for j, value in enumerate(column):
                axis = Axis(f"samples/{j}/{i}", value, LOW, HIGH, STEP, "x", to_x(LOW), to_x(HIGH))
                handle = Handle(f"sample {j + 1} in {name}", (axis,), f"{value:g}")
                style = {"handle": handle, "link": f"sample {j + 1}"}
                middle = top + 6 + ROW * (j + 0.5)
                canvas.add(
                    draw_numbered_ball(
                        (to_x(value), middle), j + 1, PART, f"sample{j}-{i}", **style
                    )
                )
            label = f"variance {column.var():.3g} of {OVER_ALL[i]:g}: {shares[i]:.3g}"
            label += ", the least" if votes[i] else ""
            style = {
                "key": f"share{i}",
                "link": name,
                "font_weight": "bold" if votes[i] else "normal",
            }
            canvas.text(left - BALL, top + strip_height + 15, label, "start", INK, **small, **style)
        notes = "band: one deviation to either side; dashed: over all data"
        canvas.text(x, y + 38 + 3 * (strip_height + GAP), notes, "start", FAINT, **small)

    return draw()


def draw_one_vote(samples: Sequence[Sequence[float]]) -> Picture:
    """A batch in three latents: how widely each spreads, and who casts the vote."""
    places = np.array(samples)
    if places.shape[1:] != OVER_ALL.shape or not 2 <= len(places) <= MOST_SAMPLES:
        raise ValueError(
            f"samples: found {len(places)} rows of {places.shape[1]} numbers, expected 2 to "
            f"{MOST_SAMPLES} rows of {len(OVER_ALL)} numbers."
        )
    variances = places.var(0)
    shares = variances / OVER_ALL
    votes = argmin_votes(variances[None], OVER_ALL)[0]
    first = [f"latent {i + 1}" for i in np.flatnonzero(votes)]
    who = f"{first[0].capitalize()} keeps least and casts the vote"
    if len(first) > 1:
        who = f"{' and '.join(first).capitalize()} keep equally little and share the vote"
    whose = "its" if len(first) == 1 else "their"
    caption = f"{who}: {shares.min():.3g} of {whose} variance over all data."
    least, voter = int(variances.argmin()), int(votes.argmax())
    is_goal = voter == 2  # latent 3 is to win the vote though it varies more than latent 2
    if variances[least] < variances[voter] - 1e-9:
        sizes = f"{variances[voter]:.3g} against {variances[least]:.3g}"
        done = "Done: it varies" if is_goal else "It varies"
        caption += (
            f" {done} more than latent {least + 1} does ({sizes}), but that one never varies much."
        )
    elif is_goal:
        caption += " It does not vary more than latent 2 yet."
    sentence = ", ".join(f"latent {i + 1} {share:.4f}" for i, share in enumerate(shares))
    alt = f"{len(places)} samples on three latents. {caption}"
    details = f"Variance in the batch over variance in all data: {sentence}."
    scores = {f"latent {i + 1}": float(share) for i, share in enumerate(shares)}
    return Picture(
        panels=(_batch_by_hand_panel(places, shares, votes),),
        description=alt,
        text=details,
        scores=scores,
        caption=caption,
    )


@lab
def one_vote(after: After = None) -> Lab:
    """Drag the samples of a batch: which latent varies least for its size, and casts the vote?"""
    controls = {"samples": number_table("samples", BATCH, LOW, HIGH)}
    return Lab(draw_one_vote, controls, describe_change=use_caption, after=after)


@dataclass(frozen=True)
class CastVotes:
    """The votes so far.

    table : a row per latent, a column per factor.   count : of batches.   last : the factor that
    stood still in the newest; none before there was one.
    """

    table: tuple[tuple[float, ...], ...] = ((0, 0, 0), (0, 0, 0), (0, 0, 0))
    count: int = 0
    last: str = ""


STRIP = 40  # samples of a batch that are drawn
REACH = 3.2  # standard deviations to either side
SCALES = {1.2: (0.5, 1), 3.0: (1, 2), 6.0: (2, 4), 12.0: (4, 8)}  # an axis ends there: its marks


def _format_share(share: float) -> str:
    """A share to three digits."""
    return f"{share:.3f}" if share >= 0.001 else "< 0.001"


@panel(254, min_width=320, max_width=520)
def _batch_panel(
    canvas: Canvas,
    latents: np.ndarray,
    share: np.ndarray,
    exact: np.ndarray,
    factor: int,
    before: np.ndarray,
) -> None:
    """One batch, latent by latent: its samples as strokes, its variance as a bar.

    The smallest wins. A stroke on the bar: what all samples would leave. Thin lines join what was
    left in each of the batches `before`: where all err alike they do not cross.

    latents (n, 3) : in standard deviations over all samples, so that strokes and bars agree.
    """
    first = winners(share)
    largest = max(share.max(), before.max(initial=0.0))
    full = next((scale for scale in SCALES if scale >= largest), max(SCALES))
    samples = np.clip(latents[:STRIP], -REACH, REACH)
    x, y, width, _ = canvas.box
    title = f"a batch with {FACTORS[factor]} held still"
    canvas.title(title, "a batch")
    left, room = x + 58, (width - 70) * 0.3
    bars = left + room + 14
    free_width = x + width - bars - 76  # figures have a column of their own
    canvas.note(bars, y + 34, "variance left")
    notes = f"{len(samples)} of its samples", "upright: over all samples"
    for note_text, note_x, anchor in zip(notes, (left, x + width - 4), ("start", "end")):
        canvas.note(note_x, y + 232, note_text, anchor)
    if len(before):
        note = "thin: the last " + (f"{len(before)} batches" if len(before) > 1 else "batch")
        canvas.note(x + width - 4, y + 247, note, "end")
    for j, tick in enumerate(SCALES[full]):
        mark_x = bars + tick / full * free_width
        canvas.line(mark_x, y + (196 if j else 42), mark_x, y + 204, GRID)
        canvas.note(mark_x, y + 216, f"{tick:g}", "middle")
    for i in range(3):
        top, name = y + 42 + 60 * i, f"latent {i + 1}"
        canvas.text(left - 6, top + 25, name, "end", FAINT, link=name)
        canvas.rect(left, top, room, 42, GROUND, GRID)
        for j, value in enumerate(samples[:, i]):
            mark_x = left + room / 2 + value / REACH * (room / 2 - 4)
            canvas.line(
                mark_x,
                top + 6,
                mark_x,
                top + 36,
                PART,
                stroke_width="1.3",
                opacity="0.6",
                key=f"s{i}-{j}",
            )
        colour = MARK if i in first else PART
        long = min(share[i] / full, 1.0) * free_width
        style: Style = {"key": f"v{i}", "link": name, "title": f"variance left {share[i]:.3f}"}
        canvas.rect(bars, top + 8, long, 26, colour, **style)
        mark_x = bars + exact[i] / full * free_width
        canvas.line(mark_x, top + 4, mark_x, top + 38, INK, key=f"ve{i}", stroke_width="2")
        figures = (
            (19, "vn", "least " * (i in first) + _format_share(share[i]), INK),
            (33, "vx", f"all {exact[i]:.3f}", FAINT),
        )
        for down, key, label, fill in figures:
            canvas.text(x + width, top + down, label, "end", fill, key=f"{key}{i}", font_size="11")
    for j, row in enumerate(before):
        ways = [
            (bars + min(value / full, 1.0) * free_width, y + 63 + 60 * i)
            for i, value in enumerate(row)
        ]
        thin: Style = {"stroke_width": "1", "stroke_opacity": "0.5"}
        canvas.polyline(ways, INK, key=f"before{j}", pointer_events="none", **thin)


@panel(226, min_width=280, max_width=360)
def _votes_panel(
    canvas: Canvas,
    votes: np.ndarray,
    majority: Sequence[int] | np.ndarray,
    last: tuple[list[int], int] | None = None,
    count: int = 0,
    title: str = "votes so far",
) -> None:
    """The table of votes, framed where a latent stands for a factor; the newest falls in."""
    x, y, width, _ = canvas.box
    canvas.title(f"{title}: {votes.sum():,.0f}", "votes")
    left, cell_width = x + 62, min((width - 70) / 3, 90)
    for k, name in enumerate(FACTORS):
        canvas.text(left + (k + 0.5) * cell_width, y + 40, name, fill=FAINT, link=name)
    for i in range(3):
        name, row_y = f"latent {i + 1}", y + 48 + 50 * i
        canvas.text(left - 8, row_y + 29, name, "end", FAINT, link=name)
        has_votes = votes[i].sum() > 0
        for k in range(3):
            share = votes[i, k] / max(votes.sum(0)[k], 1)
            cell_x = left + k * cell_width
            canvas.rect(cell_x, row_y, cell_width, 50, shade(share), GRID, key=f"c{i}-{k}")
            looks: Style
            looks = {"pointer_events": "none", "key": f"n{i}-{k}"}
            if last and k == last[1] and i in last[0]:  # it shows once the vote is there
                looks |= {"cls": "de-arrives", "key": f"n{i}-{k}-{count}"}
            number = f"{votes[i, k]:,.10g}"
            canvas.text(cell_x + cell_width / 2, row_y + 29, number, fill=on_shade(share), **looks)
            if has_votes and majority[i] == k:
                frame: Style = {
                    "stroke_width": "3",
                    "pointer_events": "none",
                    "key": f"stands{i}",
                }
                canvas.rect(cell_x + 2, row_y + 2, cell_width - 4, 46, "none", MARK, **frame)
    latents, factor = last or ([], 0)
    for i in latents:
        across, down = left + (factor + 0.5) * cell_width, y + 48 + 50 * i + 25
        style = f"--dx:{-cell_width * (factor + 1.6):.0f}px;--dy:0px"
        canvas.circle(across, down, 10, MARK, cls="de-token", key=f"token{count}-{i}", style=style)
    note = "framed: the factor that a latent stands for"
    canvas.note(x, y + 216, note)


N_EARLIER = 10  # batches before this one that are shown as lines


def _earlier_shares(
    weights: Sequence[Sequence[float]], batch: int, factor: int, own_samples: bool, count: int
) -> np.ndarray:
    """(batches, 3) what was left of each latent's variance in the batches before this one."""
    seeds = range(max(count - N_EARLIER, 1), count)
    return np.array([one_batch(weights, batch, factor, own_samples, seed)[1] for seed in seeds])


def _describe_vote(first: Sequence[int], share: str, cast: bool) -> str:
    """Who keeps least, and what becomes of the vote: a clause."""
    names, would = " and ".join(f"latent {i + 1}" for i in first), "" if cast else "would "
    if len(first) > 1:
        return f"{names} keep equally little of their variance ({share}) and {would}share a vote"
    vote = "casts its vote" if cast else "would cast its vote"
    return f"{names} keeps least of its variance ({share}) and {vote}"


def draw_factor_vae(
    weights: Sequence[Sequence[float]],
    batch: int,
    held: str,
    own: bool,
    memory: CastVotes,
) -> Picture:
    """The mixing world of Fact 4: one batch, its vote, and the votes cast so far."""
    votes = np.array(memory.table, dtype=float)
    factor, count = FACTORS.index(held), memory.count
    shares_of(np.abs(weights).tolist(), "mixes")  # a latent of nothing would never move
    latents, share = one_batch(weights, batch, factor, own, count)
    first = winners(share)
    cast = memory.last == held  # another factor may be looked at since
    last = (first, factor) if cast else None
    voting = _describe_vote(first, _format_share(share[first[0]]), cast)
    caption = f"With {FACTORS[factor]} still, {voting} for {FACTORS[factor]}."
    named: dict[str, Score] = {}
    exact = examples.variance_left(weights)
    before = _earlier_shares(weights, batch, factor, own, count)
    batch_panel = _batch_panel(latents, share, exact[:, factor], factor, before)
    panels = [weights_panel(weights), batch_panel]
    panels.append(_votes_panel(votes, votes.argmax(1), last, count))
    if votes.sum() >= 10 and not votes.any(0).all():
        caption += " For a score every factor must have been held still: press 100 batches."
    elif votes.sum() >= 10:
        score = metrics.factor_vae(Votes(votes, row_names=[f"latent {i + 1}" for i in range(3)]))
        named["factor_vae"] = score
        right = f"{score.value:.0%} of {int(votes.sum())} votes fall into framed cells"
        caption += f" So far {right}: FactorVAE is {score.value:.2f}."
    listed = ", ".join(f"latent {i + 1} {value:.4f}" for i, value in enumerate(exact[:, factor]))
    details = (
        f"Of its variance, over all samples with {FACTORS[factor]} still, each keeps: {listed}."
    )
    least, of = np.unravel_index(exact.argmin(), exact.shape)
    details += (
        f" The smallest of all nine: {exact.min():.4f} (latent {least + 1}, factor {of + 1})."
    )
    alt = f"Weights, one batch and its vote, and a table of votes. {caption}"
    return Picture(
        panels=tuple(panels), description=alt, text=details, scores=named, caption=caption
    )


def cast_votes(values: dict, rounds: int, all_factors: bool = False) -> dict:
    """The values after so many more batches with the factor that is held, or each in turn."""
    shares_of(np.abs(values["weights"]).tolist(), "mixes")
    table = [list(row) for row in values["memory"].table]
    count, last = values["memory"].count + rounds, FACTORS.index(values["held"])
    for to_go in reversed(range(rounds)):  # the last batch holds the factor that was chosen
        factor = (last - to_go) % 3 if all_factors else last
        seed = count - to_go
        _, share = one_batch(values["weights"], values["batch"], factor, values["own"], seed)
        first = winners(share)
        for i in first:
            table[i][factor] += 1 / len(first)
    return {"memory": CastVotes(tuple(map(tuple, table)), count, values["held"])}


def follow_votes(before: dict, now: dict) -> dict:
    """Another code, batch or way of drawing starts a new count."""
    if any(before[name] != now[name] for name in ("weights", "batch", "own")):
        return now | {"memory": CastVotes()}
    return now


def full_factor_vae(
    progress: Progress,
    weights: Sequence[Sequence[float]],
    batch: int,
    held: str,
    own: bool,
    memory: CastVotes,
) -> Picture:
    """The score at the size of the paper: 10,000 votes to learn, 5,000 to judge."""
    shares_of(np.abs(weights).tolist(), "mixes")
    if own:
        score = score_of_votes(weights, batch, own, progress)
        size = f"{3 * ROUNDS:,} votes, every latent with {batch} samples of its own"
    else:
        world = examples.mixing_world(np.array(weights))
        score = metrics.factor_vae(world, batch_size=batch, progress=progress)
        size = f"10,000 votes of {batch} samples to learn, 5,000 to judge"
    caption = f"{size}: FactorVAE is {score.value:.4f}."
    alt = f"{caption} {describe(score.matrix)}"
    assert isinstance(score.matrix, Votes)
    votes_panel = _votes_panel(
        score.matrix.values, score.matrix.majority_factor, title="votes that judge"
    )
    factor = FACTORS.index(held)
    sampled = one_batch(weights, batch, factor, own, memory.count)
    exact = examples.variance_left(weights)[:, factor]
    before = _earlier_shares(weights, batch, factor, own, memory.count)
    panels = weights_panel(weights), _batch_panel(*sampled, exact, factor, before), votes_panel
    return Picture(
        panels=panels,
        description=alt,
        text=words([score]),
        scores={"factor_vae": score},
        caption=caption,
    )


@lab
def factor_vae(after: After = None) -> Lab:
    """Latents that are weighted sums of three factors: draw batches, and watch votes fall."""
    controls = {
        "weights": number_table("weights", examples.MIXING),
        "batch": whole("samples per batch", 128, 2, 256, 2),
        "held": choice("hold still", list(FACTORS), "factor 1"),
        "own": flag("every latent sees samples of its own"),
    }
    presses = {
        "One more batch": lambda values: cast_votes(values, 1),
        "100 batches": lambda values: cast_votes(values, 100, all_factors=True),
    }
    return Lab(
        draw_factor_vae,
        controls,
        initial_state=CastVotes(),
        update_state=follow_votes,
        describe_change=use_caption,
        buttons=presses,
        full=full_factor_vae,
        after=after,
    )
