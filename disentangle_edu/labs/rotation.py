"""The lab on a rotation: nothing is lost, yet most scores fall."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from ..core import METRICS, Activity
from ..show.panels import Place, bars_panel, cloud_panel
from ..show.svg import INK, MARK, PAPER, Axis, Handle, Panel, Picture, circle, line, text
from ..worlds import examples
from .controls import in_picture, number, whole
from .lab import Lab, lab, tells_itself

# Those of the package that ask about factors; a reader's own may join later, and need not fit.
SHOWN = tuple(name for name, metric in METRICS.items() if metric.reads is not Activity)
SAMPLES, DRAWN = 1_000, 300
POINTS = {"beta_vae": dict(points=200, batch=32), "factor_vae": dict(points=400, batch=32)}
REACH = 2.8  # of the plane that is drawn, in standard deviations of a factor


@functools.lru_cache(maxsize=128)
def _scores(angle: int, noise: float) -> dict[str, float]:
    rep = examples.rotated(angle, samples=SAMPLES, noise=noise)
    return {name: float(METRICS[name](rep, **POINTS.get(name, {}))) for name in SHOWN}


def _axes_of_factors(angle: int) -> Callable[[Place], str]:
    """An arrow along which each factor grows; the first one's tip is the handle."""

    def over(place: Place) -> str:
        out, centre = [], place(0, 0)
        for k in range(2):
            way = np.radians(angle + 90 * k)
            tip = place(2.1 * np.cos(way), 2.1 * np.sin(way))
            beside = tip[0] + 46 * np.sin(way), tip[1] + 24 * np.cos(way) + 4
            told: dict[str, Any] = {"pointer_events": "none", "link": f"factor {k + 1}"}
            out.append(line(*centre, *tip, INK, stroke_width="3", key=f"arrow{k}", **told))
            told |= {"font_weight": "bold", "key": f"named{k}"}
            out.append(text(*beside, f"factor {k + 1}", **told))
            if k == 0:
                axis = Axis("angle", angle, 0, 90, 1, "turn", *centre)
                handle = Handle("angle of factor 1", (axis,), f"{angle} degrees")
                told = {"stroke": PAPER, "stroke_width": "2", "key": "tip", "handle": handle}
                out.append(circle(*tip, 9, MARK, **told))
        return "".join(out)

    return over


def _square(panel: Panel) -> Panel:
    """A plot as wide as it is high, so that angles are what they look like."""

    def draw(x: float, y: float, width: float, height: float) -> str:
        side = min(width - 54, height - 60)  # beside ticks and labels
        return panel.draw(x, y, side + 54, side + 60)

    return Panel(draw, panel.height, panel.least, 440)


def _brief(scores: dict[str, float]) -> dict[str, float]:
    return {name.replace("dependent_", "dep. "): value for name, value in scores.items()}


def draw_turned(angle: int, noise: float) -> Picture:
    """Two factors, copied and turned: which scores notice?"""
    rep = examples.rotated(angle, samples=SAMPLES, noise=noise)
    values, before = _scores(angle, noise), _scores(0, noise)
    fallen = [name for name in SHOWN if values[name] < before[name] - 0.1]
    said = (
        f"At {angle} degrees {len(fallen)} of {len(SHOWN)} scores have fallen by more than 0.1; "
        f"informativeness, which asks both latents together, is {values['informativeness']:.2f}."
    )
    points = POINTS["beta_vae"]["points"], POINTS["factor_vae"]["points"]
    lines = [
        ", ".join(f"{name} = {value:.4f}" for name, value in values.items()) + ".",
        f"{SAMPLES:,} samples, one repetition; BetaVAE and FactorVAE from few points "
        f"({points[0]} and {points[1]}).",
    ]
    reach = (-REACH, REACH)
    shown = rep.latents[:DRAWN]
    seen = np.abs(shown).max(1) < REACH - 0.1  # what lies beyond is not drawn
    cloud = cloud_panel(
        ("drag the arrow of factor 1", "latent 1", "latent 2"),
        shown[seen],
        rep.factors[:DRAWN, 0][seen].astype(int),
        over=_axes_of_factors(angle),
        x_range=reach,
        y_range=reach,
        height=400,
        least=330,
    )
    title = "every score; a stroke: at 0 degrees"
    bars = bars_panel(title, _brief(values), marks=_brief(before), step=21, least=330)
    alt = f"Two latents turned by {angle} degrees, and every score. {said} {lines[0]}"
    return Picture((_square(cloud), bars), alt, "\n".join(lines), values, said)


@lab
def turned(after: Any = None) -> Lab:
    """Turn the latents of a perfect code: nothing is lost, yet most scores fall."""
    controls = {
        "angle": in_picture(whole("angle, degrees", 0, 0, 90)),
        "noise": number("noise", 0.1, 0.05, 1, 0.05),
    }
    return Lab(draw_turned, controls, tell=tells_itself, after=after)
