"""Batches of a code of weighted sums, and the votes that fall, batch by batch."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .... import Score, Votes, metrics, viz, widgets
from ....types import Floats, Progress
from ....worlds import examples
from ...common.mixtures import FACTORS, shares_of, weights_panel
from ..data import ROUNDS, Weights, one_batch, score_of_votes, winners

N_STROKES = 40  # samples of a batch that are drawn
REACH = 3.2  # standard deviations to each side
SCALES = {1.2: (0.5, 1), 3.0: (1, 2), 6.0: (2, 4), 12.0: (4, 8)}  # {the end of an axis: its ticks}
N_EARLIER = 10  # batches before this one that are shown as lines


@dataclass(frozen=True)
class CastVotes:
    """The votes so far.

    table : a row per latent, a column per factor.   count : of batches.   last : the factor that
    was fixed in the newest; empty before there was one.
    """

    table: tuple[tuple[float, ...], ...] = ((0, 0, 0), (0, 0, 0), (0, 0, 0))
    count: int = 0
    last: str = ""


@dataclass(frozen=True)
class Batch:
    """One batch: the share of each latent's variance that is left, here and over all samples.

    latents : (n, 3) in standard deviations over all samples, so that strokes and bars agree.
    earlier : (batches, 3) shares in earlier batches.
    """

    factor: int
    latents: Floats
    share: Floats
    exact: Floats
    earlier: Floats

    @property
    def voters(self) -> list[int]:
        """The latents with the smallest share."""
        return winners(self.share)


def batch_of(weights: Weights, batch: int, held: str, own: bool, count: int) -> Batch:
    """The batch of that number, and the batches before it."""
    factor = FACTORS.index(held)
    seeds = range(max(count - N_EARLIER, 1), count)
    earlier = np.array([one_batch(weights, batch, factor, own, seed)[1] for seed in seeds])
    exact = examples.variance_left(weights)[:, factor]
    return Batch(factor, *one_batch(weights, batch, factor, own, count), exact, earlier)


def format_share(share: float) -> str:
    """A share to three digits."""
    return f"{share:.3f}" if share >= 0.001 else "< 0.001"


# --------------------------------------------------------------------------------------- a batch


@viz.panel(254, min_width=320, max_width=520)
def batch_panel(canvas: viz.Canvas, batch: Batch) -> None:
    """One batch, latent by latent: its samples as strokes, its variance as a bar.

    The smallest bar wins. A stroke on the bar is the share over all samples. Thin lines join the
    shares of each earlier batch: they do not cross if all latents err in the same direction.
    """
    x, y, width, _ = canvas.box
    canvas.title(f"a batch with {FACTORS[batch.factor]} fixed", "a batch")
    left, room = x + 58, (width - 70) * 0.3
    bars = left + room + 14
    bar_width = x + width - bars - 76  # numbers have their own column
    largest = max(batch.share.max(), batch.earlier.max(initial=0.0))
    full = next((end for end in SCALES if end >= largest), max(SCALES))
    draw_notes(canvas, batch, left, bars)
    for j, tick in enumerate(SCALES[full]):
        mark = bars + tick / full * bar_width
        canvas.line(mark, y + (196 if j else 42), mark, y + 204, viz.GRID)
        canvas.note(mark, y + 216, f"{tick:g}", "middle")
    for i in range(3):
        draw_samples(canvas.within(left, y + 42 + 60 * i, room, 42), batch, i)
        draw_variance(canvas.within(bars, y + 42 + 60 * i, bar_width, 42), batch, i, full)
    for j, row in enumerate(batch.earlier):
        ways = [
            (bars + min(value / full, 1.0) * bar_width, y + 63 + 60 * i)
            for i, value in enumerate(row)
        ]
        thin: viz.Style = {"stroke_width": "1", "stroke_opacity": "0.5"}
        canvas.polyline(ways, viz.INK, key=f"before{j}", pointer_events="none", **thin)


def draw_notes(canvas: viz.Canvas, batch: Batch, left: float, bars: float) -> None:
    """Key to strokes, bars and lines."""
    x, y, width, _ = canvas.box
    canvas.note(bars, y + 34, "variance left")
    canvas.note(left, y + 232, f"{min(len(batch.latents), N_STROKES)} samples")
    canvas.note(x + width - 4, y + 232, "stroke: over all samples", "end")
    if count := len(batch.earlier):
        note = f"thin: the last {f'{count} batches' if count > 1 else 'batch'}"
        canvas.note(x + width - 4, y + 247, note, "end")


def draw_samples(canvas: viz.Canvas, batch: Batch, i: int) -> None:
    """Samples of one latent as strokes."""
    left, top, room, height = canvas.box
    name = f"latent {i + 1}"
    canvas.text(left - 6, top + 25, name, "end", viz.FAINT, link=name)
    canvas.rect(left, top, room, height, viz.GROUND, viz.GRID)
    for j, value in enumerate(np.clip(batch.latents[:N_STROKES, i], -REACH, REACH)):
        x = left + room / 2 + value / REACH * (room / 2 - 4)
        style: viz.Style = {"stroke_width": "1.3", "opacity": "0.6", "key": f"s{i}-{j}"}
        canvas.line(x, top + 6, x, top + 36, viz.PART, **style)


def draw_variance(canvas: viz.Canvas, batch: Batch, i: int, full: float) -> None:
    """The share of one latent's variance as a bar and in figures.   full : of a whole bar."""
    left, top, width, _ = canvas.box
    share, exact, name = batch.share[i], batch.exact[i], f"latent {i + 1}"
    least = i in batch.voters
    style: viz.Style = {"key": f"v{i}", "link": name, "title": f"variance left {share:.3f}"}
    canvas.rect(
        left,
        top + 8,
        min(share / full, 1.0) * width,
        26,
        viz.CHOSEN if least else viz.PART,
        **style,
    )
    x, right = left + exact / full * width, left + width + 76
    canvas.line(x, top + 4, x, top + 38, viz.INK, key=f"ve{i}", stroke_width="2")
    figure = "least " * least + format_share(share)
    canvas.text(right, top + 19, figure, "end", viz.INK, key=f"vn{i}", font_size="11")
    canvas.text(right, top + 33, f"all {exact:.3f}", "end", viz.FAINT, key=f"vx{i}", font_size="11")


# ------------------------------------------------------------------------------------- the votes


@viz.panel(226, min_width=280, max_width=360)
def votes_panel(
    canvas: viz.Canvas,
    votes: Floats,
    majority: Sequence[int] | np.ndarray,
    title: str = "votes so far",
    newest: tuple[list[int], int] | None = None,
    count: int = 0,
) -> None:
    """The table of votes, with a frame for the factor of each latent; the newest vote falls in.

    newest : the latents that vote in the newest batch, and the factor.   count : of batches.
    """
    x, y, width, _ = canvas.box
    canvas.title(f"{title}: {votes.sum():,.0f}", "votes")
    left, cell = x + 62, min((width - 70) / 3, 90)
    voters, fixed = newest or ([], 0)
    for k, name in enumerate(FACTORS):
        canvas.text(left + (k + 0.5) * cell, y + 40, name, fill=viz.FAINT, link=name)
    for i in range(3):
        name, top = f"latent {i + 1}", y + 48 + 50 * i
        canvas.text(left - 8, top + 29, name, "end", viz.FAINT, link=name)
        for k in range(3):
            key = f"{i}-{k}-{count}" if i in voters and k == fixed else f"{i}-{k}"
            draw_votes(canvas.within(left + k * cell, top, cell, 50), votes, i, k, key)
            if majority[i] == k and votes[i].sum() > 0:
                frame: viz.Style = {
                    "stroke_width": "3",
                    "pointer_events": "none",
                    "key": f"stands{i}",
                }
                canvas.rect(left + k * cell + 2, top + 2, cell - 4, 46, "none", viz.CHOSEN, **frame)
    for i in voters:
        across, down = left + (fixed + 0.5) * cell, y + 48 + 50 * i + 25
        style = f"--dx:{-cell * (fixed + 1.6):.0f}px;--dy:0px"
        canvas.circle(
            across, down, 10, viz.PART, cls="de-token", key=f"token{count}-{i}", style=style
        )
    canvas.note(x, y + 216, "framed: the factor with most votes of a latent")


def draw_votes(canvas: viz.Canvas, votes: Floats, i: int, k: int, key: str) -> None:
    """One cell; its number appears when a falling vote has arrived."""
    x, y, width, height = canvas.box
    share = votes[i, k] / max(votes.sum(0)[k], 1)
    canvas.rect(x, y, width, height, viz.shade(share), viz.GRID, key=f"c{i}-{k}")
    looks: viz.Style = {"pointer_events": "none", "key": f"n{key}"}
    looks |= {"cls": "de-arrives"} if key != f"{i}-{k}" else {}
    number = f"{votes[i, k]:,.10g}"
    canvas.text(x + width / 2, y + 29, number, fill=viz.on_shade(share), **looks)


def describe_vote(voters: Sequence[int], share: str, held: str, cast: bool) -> str:
    """The latent with the smallest share, and what happens to its vote."""
    would = "" if cast else "would "
    if len(voters) > 1:
        names = " and ".join(f"latent {i + 1}" for i in voters)
        least = f"{names.capitalize()} keep equally little ({share})"
        return f"{least} and {would}share a vote for {held}."
    casts = "casts" if cast else "would cast"
    name = f"Latent {voters[0] + 1}"
    return f"{name} keeps the smallest share ({share}) and {casts} its vote for {held}."


# ------------------------------------------------------------------------------------ the counts


def cast_votes(values: dict, rounds: int, all_factors: bool = False) -> dict:
    """The values after more batches with the chosen factor, or with each factor in turn."""
    shares_of(np.abs(values["weights"]).tolist(), "mixes")
    table = [list(row) for row in values["memory"].table]
    count, last = values["memory"].count + rounds, FACTORS.index(values["held"])
    for to_go in reversed(range(rounds)):  # the last batch fixes the chosen factor
        factor = (last - to_go) % 3 if all_factors else last
        seed = count - to_go
        _, share = one_batch(values["weights"], values["batch"], factor, values["own"], seed)
        voters = winners(share)
        for i in voters:
            table[i][factor] += 1 / len(voters)
    return {"memory": CastVotes(tuple(map(tuple, table)), count, values["held"])}


def one_more(values: dict) -> dict:
    """One more batch."""
    return cast_votes(values, 1)


def hundred_more(values: dict) -> dict:
    """A hundred more batches, which fix each factor in turn."""
    return cast_votes(values, 100, all_factors=True)


def follow_votes(before: dict, now: dict) -> dict:
    """Start a new count for another code, size of a batch or way of sampling."""
    if any(before[name] != now[name] for name in ("weights", "batch", "own")):
        return now | {"memory": CastVotes()}
    return now


def full_factor_vae(
    progress: Progress, weights: Weights, batch: int, held: str, own: bool, memory: CastVotes
) -> viz.Picture:
    """The score at the size of the paper: 10,000 training votes and 5,000 test votes."""
    shares_of(np.abs(weights).tolist(), "mixes")
    if own:
        score = score_of_votes(weights, batch, own, progress)
        size = f"{3 * ROUNDS:,} votes, and each latent sees its own {batch} samples"
    else:
        world = examples.mixing_world(np.array(weights))
        score = metrics.factor_vae(world, batch_size=batch, progress=progress)
        size = f"10,000 training votes and 5,000 test votes of {batch} samples each"
    votes = score.matrix
    assert isinstance(votes, Votes)
    return viz.Picture(
        panels=(
            weights_panel(weights),
            batch_panel(batch_of(weights, batch, held, own, memory.count)),
            votes_panel(votes.values, votes.majority_factor, "test votes"),
        ),
        shows=viz.describe_matrix(votes),
        caption=f"FactorVAE is {score.value:.4f}: {size}.",
        text=viz.describe_scores([score]),
        scores={"factor_vae": score},
    )


def score_so_far(votes: Floats) -> tuple[dict[str, Score], str]:
    """FactorVAE of the votes so far if there are enough of them, and a sentence on it."""
    if votes.sum() < 10:
        return {}, ""
    if not votes.any(0).all():
        return {}, " A score needs votes for each factor: press 100 batches."
    score = metrics.factor_vae(Votes(votes, row_names=[f"latent {i + 1}" for i in range(3)]))
    right = f"{score.value:.0%} of {int(votes.sum())} votes are in framed cells"
    return {"factor_vae": score}, f" {right}, so FactorVAE is {score.value:.2f}."


@widgets.lab(
    {
        "weights": widgets.number_table("weights", examples.MIXING),
        "batch": widgets.whole("samples per batch", 128, 2, 256, 2),
        "held": widgets.choice("fixed factor", list(FACTORS), "factor 1"),
        "own": widgets.flag("each latent sees its own samples"),
    },
    initial_memory=CastVotes(),
    update_memory=follow_votes,
    describe_change=widgets.describe_by_caption,
    button_actions={"One more batch": one_more, "100 batches": hundred_more},
    full=full_factor_vae,
)
def factor_vae(
    weights: Weights, batch: int, held: str, own: bool, memory: CastVotes
) -> viz.Picture:
    """Latents are weighted sums of three factors: draw batches, and watch their votes."""
    # Raises an error if a latent has no weight, because it would never move.
    shares_of(np.abs(weights).tolist(), "mixes")
    votes = np.array(memory.table, dtype=float)
    now = batch_of(weights, batch, held, own, memory.count)
    cast = memory.last == held  # otherwise the reader has chosen another factor since
    newest = (now.voters, now.factor) if cast else None
    scores, so_far = score_so_far(votes)
    voting = describe_vote(now.voters, format_share(now.share[now.voters[0]]), held, cast)
    exact = examples.variance_left(weights)
    listed = ", ".join(f"latent {i + 1} ({value:.4f})" for i, value in enumerate(now.exact))
    least, of = np.unravel_index(exact.argmin(), exact.shape)
    return viz.Picture(
        panels=(
            weights_panel(weights),
            batch_panel(now),
            votes_panel(votes, votes.argmax(1), newest=newest, count=memory.count),
        ),
        shows="Weights, one batch and its vote, and a table of votes.",
        caption=voting + so_far,
        text=f"Share of its variance that a latent keeps over all samples with {held} fixed: "
        f"{listed}. The smallest of all nine shares is {exact.min():.4f}, for latent {least + 1} "
        f"with factor {of + 1} fixed.",
        scores=scores,
    )
