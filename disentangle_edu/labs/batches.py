"""Labs on one batch, laid out by hand: pairs become a point of BetaVAE, samples a vote."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..core import Floats
from ..measures.holding import who_votes
from ..show.panels import axes_frame
from ..show.svg import (
    FAINT,
    GRID,
    GROUND,
    INK,
    MARK,
    PAPER,
    PART,
    Axis,
    Handle,
    Panel,
    Picture,
    circle,
    heading,
    line,
    rect,
    text,
)
from .controls import table
from .lab import Lab, lab, tells_itself

LOW, HIGH, STEP, BALL = 0.0, 10.0, 0.1, 9.0  # where samples may lie; their radius in pixels
AROUND = LOW - 0.5, HIGH + 0.5


def _ball(at: tuple[float, float], number: int, fill: str, key: str, **more: Any) -> str:
    """A ball with a number on it."""
    name: dict[str, Any] = {"pointer_events": "none", "font_size": "11", "key": f"number-{key}"}
    ball = circle(*at, BALL, fill, PAPER, key=key, **more)
    return ball + text(at[0], at[1] + 4, number, fill=PAPER, **name)


def _mean_of(values: Floats) -> str:
    """A mean, as it is added up."""
    return f"({' + '.join(f'{value:g}' for value in values)}) / {len(values)} = {values.mean():.3g}"


# ---------------------------------------------------------------------------- a point of BetaVAE

# Samples in two latents; two are a pair.
PAIRS = ((2, 8), (3, 3), (8, 3), (8, 7), (5, 7), (6, 3))
MOST_PAIRS = 5
NAMES = "latent 1", "latent 2"
LOOKS: tuple[dict[str, Any], ...] = ({}, {"stroke_dasharray": "2 4"})  # of the ways in each


def _pairs_panel(samples: Floats) -> Panel:
    """Three pairs of samples, and how far apart the two of each lie in either latent."""

    def draw(x: float, y: float, width: float, height: float) -> str:
        axes = "pairs: drag a sample", *NAMES
        frame, place = axes_frame(x, y, width, height, axes, AROUND, AROUND)
        (left, bottom), (right, top) = place(LOW, LOW), place(HIGH, HIGH)
        out = [frame]
        for j, (one, two) in enumerate(samples.reshape(-1, 2, 2)):
            corner = two[0], one[1]
            for i, (start, end) in enumerate(((one, corner), (corner, two))):
                told = {"key": f"way{j}-{i}", "link": NAMES[i], "stroke_width": "3", **LOOKS[i]}
                out.append(line(*place(*start), *place(*end), INK, **told))
        for row, (across, up) in enumerate(samples):
            ways = (
                Axis(f"pairs/{row}/0", across, LOW, HIGH, STEP, "x", left, right, NAMES[0]),
                Axis(f"pairs/{row}/1", up, LOW, HIGH, STEP, "y", bottom, top, NAMES[1]),
            )
            pair = row // 2 + 1
            name = f"{('first', 'second')[row % 2]} sample of pair {pair}"
            handle = Handle(name, ways)
            told = {"handle": handle, "link": f"pair {pair}"}
            out.append(_ball(place(across, up), pair, PART, f"sample{row}", **told))
        return "".join(out)

    return Panel(draw, 340, 320, 400)


def _point_panel(apart: Floats, mean: Floats) -> Panel:
    """How far apart the two of each pair lie, and the mean of these: the training point."""

    def draw(x: float, y: float, width: float, height: float) -> str:
        axes = "how far apart; ring: the mean", *NAMES
        frame, place = axes_frame(x, y, width, height, axes, AROUND, AROUND)
        out = [frame, line(*place(LOW, LOW), *place(HIGH, HIGH), FAINT, stroke_dasharray="6 4")]
        small: dict[str, Any] = {"font_size": "11"}
        for at, words in (((3.3, 9.3), "factor 1 stood still"), ((7, 0.5), "factor 2 stood still")):
            out.append(text(*place(*at), words, fill=FAINT, **small))
        for i, start in enumerate(((LOW, mean[1]), (mean[0], LOW))):
            told = {"key": f"mean{i}", "link": NAMES[i], "stroke_width": "3", **LOOKS[i]}
            out.append(line(*place(*start), *place(*mean), INK, **told))
        for j, here in enumerate(apart):
            out.append(_ball(place(*here), j + 1, FAINT, f"pair{j}", link=f"pair {j + 1}"))
        ring: dict[str, Any] = {"stroke": MARK, "stroke_width": "4", "key": "point"}
        out.append(circle(*place(*mean), BALL + 3, "none", **ring))
        return "".join(out)

    return Panel(draw, 340, 320, 400)


def draw_one_point(pairs: Sequence[Sequence[float]]) -> Picture:
    """Three pairs in two latents, and the training point that their mean distances are."""
    places = np.array(pairs)
    if places.shape[1:] != (2,) or len(places) % 2 or len(places) > 2 * MOST_PAIRS:
        raise ValueError(
            f"pairs: found {len(places)} rows of {places.shape[1]} numbers, expected two rows of "
            f"two numbers for each pair, of at most {MOST_PAIRS}."
        )
    apart = np.abs(places[::2] - places[1::2]).round(6)
    mean = apart.mean(0)
    side = "The ring lies on the line: nobody can say which factor stood still."
    if mean[0] != mean[1]:
        i = int(mean[1] < mean[0])
        side = f"Latent {i + 1} moved less: a classifier would say that factor {i + 1} stood still"
        side += ", and be wrong: these pairs share factor 1." if i else ", and so it did."
    ways = ", ".join(f"{name}: {_mean_of(apart[:, i])}" for i, name in enumerate(NAMES))
    said = f"Apart in {ways}. {side}"
    alt = f"{len(apart)} pairs of samples, and one point. {said}"
    panels = _pairs_panel(places), _point_panel(apart, mean)
    words = "Dashed: both latents move alike. A classifier of such points is a line like this."
    return Picture(panels, alt, words, dict(zip(NAMES, map(float, mean))), said)


@lab
def one_point(after: Any = None) -> Lab:
    """Drag three pairs of samples: what one training point of BetaVAE is made of."""
    controls = {"pairs": table("pairs", PAIRS, LOW, HIGH)}
    return Lab(draw_one_point, controls, tell=tells_itself, after=after)


# ------------------------------------------------------------------------- a vote of FactorVAE

BATCH = ((4, 4, 2), (5, 4, 9), (4, 5, 5), (5, 4, 0))  # samples in three latents
OVER_ALL = np.array([4.0, 2.0, 10.0])  # the variance of each latent over all data
MEAN = 5.0  # of each, over all data
DASHED: dict[str, Any] = {"stroke": FAINT, "stroke_width": "1.5", "stroke_dasharray": "5 4"}
MOST_SAMPLES = 8
ROW, GAP = 29.0, 34.0  # pixels of a sample, and between two latents


def _batch_panel(samples: Floats, shares: Floats, votes: Floats) -> Panel:
    """The samples of a batch on each latent, how widely they spread, and how widely all data do."""
    tall = ROW * len(samples) + 12

    def draw(x: float, y: float, width: float, height: float) -> str:
        title = "a batch with one factor held still: drag a sample"
        out = [heading(x, y, width, title, "a batch: drag a sample")]
        left, right = x + 58 + BALL, x + width - BALL - 6
        small: dict[str, Any] = {"font_size": "11"}

        def at(place: Any) -> Any:
            return left + (place - LOW) / (HIGH - LOW) * (right - left)

        for i, column in enumerate(samples.T):
            top, name = y + 30 + (tall + GAP) * i, f"latent {i + 1}"
            out.append(text(x, top + tall / 2 + 4, name, "start", FAINT, link=name))
            out.append(rect(left - BALL, top, right - left + 2 * BALL, tall, GROUND, GRID))
            mine = MARK if votes[i] else PART
            for whose, middle, spread in (
                ("batch", column.mean(), column.std()),
                ("all", MEAN, OVER_ALL[i] ** 0.5),
            ):
                ends = at(np.array([middle - spread, middle + spread]))
                start, end = np.clip(ends, left - BALL, right + BALL)
                told: dict[str, Any] = {"key": f"{whose}{i}", "link": name}
                told |= {"fill_opacity": "0.3"} if whose == "batch" else DASHED
                fill = mine if whose == "batch" else "none"
                out.append(rect(start, top, end - start, tall, fill, **told))
            for j, place in enumerate(column):
                axis = Axis(f"samples/{j}/{i}", place, LOW, HIGH, STEP, "x", at(LOW), at(HIGH))
                handle = Handle(f"sample {j + 1} in {name}", (axis,), f"{place:g}")
                told = {"handle": handle, "link": f"sample {j + 1}"}
                middle = top + 6 + ROW * (j + 0.5)
                out.append(_ball((at(place), middle), j + 1, PART, f"sample{j}-{i}", **told))
            words = f"variance {column.var():.3g} of {OVER_ALL[i]:g}: {shares[i]:.3g}"
            words += ", the least" if votes[i] else ""
            told = {
                "key": f"share{i}",
                "link": name,
                "font_weight": "bold" if votes[i] else "normal",
            }
            out.append(text(left - BALL, top + tall + 15, words, "start", INK, **small, **told))
        notes = "band: one deviation to either side; dashed: over all data"
        out.append(text(x, y + 38 + 3 * (tall + GAP), notes, "start", FAINT, **small))
        return "".join(out)

    return Panel(draw, 50 + 3 * (tall + GAP), 330, 560)


def draw_one_vote(samples: Sequence[Sequence[float]]) -> Picture:
    """A batch in three latents: how widely each spreads, and who casts the vote."""
    places = np.array(samples)
    if places.shape[1:] != OVER_ALL.shape or not 2 <= len(places) <= MOST_SAMPLES:
        raise ValueError(
            f"samples: found {len(places)} rows of {places.shape[1]} numbers, expected 2 to "
            f"{MOST_SAMPLES} rows of {len(OVER_ALL)} numbers."
        )
    left = places.var(0)
    shares = left / OVER_ALL
    votes = who_votes(left[None], OVER_ALL)[0]
    first = [f"latent {i + 1}" for i in np.flatnonzero(votes)]
    who = f"{first[0].capitalize()} keeps least and casts the vote"
    if len(first) > 1:
        who = f"{' and '.join(first).capitalize()} keep equally little and share the vote"
    whose = "its" if len(first) == 1 else "their"
    said = f"{who}: {shares.min():.3g} of {whose} variance over all data."
    least, voter = int(left.argmin()), int(votes.argmax())
    asked = voter == 2  # latent 3 is to win the vote though it varies more than latent 2
    if left[least] < left[voter] - 1e-9:
        sizes = f"{left[voter]:.3g} against {left[least]:.3g}"
        done = "Done: it varies" if asked else "It varies"
        said += (
            f" {done} more than latent {least + 1} does ({sizes}), but that one never varies much."
        )
    elif asked:
        said += " It does not vary more than latent 2 yet."
    told = ", ".join(f"latent {i + 1} {share:.4f}" for i, share in enumerate(shares))
    alt = f"{len(places)} samples on three latents. {said}"
    words = f"Variance in the batch over variance in all data: {told}."
    scores = {f"latent {i + 1}": float(share) for i, share in enumerate(shares)}
    return Picture((_batch_panel(places, shares, votes),), alt, words, scores, said)


@lab
def one_vote(after: Any = None) -> Lab:
    """Drag the samples of a batch: which latent varies least for its size, and casts the vote?"""
    controls = {"samples": table("samples", BATCH, LOW, HIGH)}
    return Lab(draw_one_vote, controls, tell=tells_itself, after=after)
