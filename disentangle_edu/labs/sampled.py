"""Labs that draw samples: a small run for every step of a slider, the paper's size behind a button.

Each picture states how many samples it rests on and how far apart repetitions lie.
"""

import numpy as np

from .. import measures, metrics
from ..core import METRICS, Activity, InformativenessMatrix
from ..show import pictures
from ..worlds import examples
from .lab import Lab, choice, grid, lab, number, whole

LIVE_SEEDS = range(4)  # repetitions behind the spread of a live picture


def spread_words(values, size):
    """Mean, spread and size in one sentence."""
    return (
        (
            f"{size}: mean {np.mean(values):.4f}, spread {np.std(values, ddof=1):.4f} over {len(values)} repetitions; "
            "the picture shows the first."
        )
        if len(values) > 1
        else f"{size}, one repetition."
    )


def _shares(table, verb):
    """Rows divided by their sum, so that nine free sliders always make probabilities."""
    table = np.array(table, dtype=float)
    if (table.sum(1) == 0).any():
        raise ValueError(
            f"latent {int((table.sum(1) == 0).argmax()) + 1} {verb} nothing; give it at least one value above 0."
        )
    return table / table.sum(1, keepdims=True)


def _table(cells):
    return np.array(list(cells.values())).reshape(3, 3)


# ------------------------------------------------------------------------------------------------- BetaVAE

LIVE_POINTS = 500


def _beta_picture(world, shared, seeds, batch, points, progress=None):
    options = dict(points=points, batch=batch, shared=shared)
    scores = [metrics.beta_vae(world, seed=seed, progress=progress, **options) for seed in seeds]
    rows, held, _, _ = measures.difference_points(world, seed=seeds[0], **options)
    size = f"{points:,} points of {batch} pairs to learn, {max(10, points // 2):,} to judge"
    sentences = (
        f"{pictures.words(scores[:1])}\n{spread_words([float(score) for score in scores], size)}"
    )
    alt = (
        f"{sentences} A cloud of training points by the factor held still, and the classifier's guesses."
    ).replace("\n", " ")
    svg = pictures.canvas(
        330,
        alt,
        pictures.cloud_panel(
            (10, 8, 330, 316),
            "300 points, latents 1, 2",
            rows[:300, :2],
            held[:300],
            world.factor_names,
            "latent 1: mean difference",
            "latent 2: mean difference",
        ),
        pictures.matrix_panel((360, 8, 250, 250), scores[0].matrix),
        pictures.parts_panel((620, 8, 230, 250), scores[0]),
    )
    return pictures.Picture(
        svg, alt, sentences, {"beta_vae": float(np.mean([float(score) for score in scores]))}
    )


def draw_beta_vae(batch, shared, seed, **copying):
    """The copying world of Fact 3 at the live size."""
    world = examples.copying_world(_shares(_table(copying), "copies"))
    return _beta_picture(world, shared, [seed + j for j in LIVE_SEEDS], batch, LIVE_POINTS)


def full_beta_vae(progress, points, batch, shared, seed, **copying):
    """The same at the size of the paper, one repetition."""
    world = examples.copying_world(_shares(_table(copying), "copies"))
    return _beta_picture(world, shared, [seed], batch, points, progress)


@lab
def beta_vae():
    """Latents that copy a factor drawn by chance: nine probabilities (each row is divided by its sum)."""
    cells, rows = grid("p", examples.COPYING)
    controls = cells | {
        "batch": whole("pairs per point (batch)", 128, 2, 256, 2),
        "points": whole("points of the full size", 10_000, 1_000, 10_000, 1_000),
        "shared": choice("shared value drawn per", ["pair", "batch"], "pair"),
        "seed": whole("seed", 0, 0, 20),
    }
    return Lab(
        lambda points, **values: draw_beta_vae(**values),
        controls,
        full=full_beta_vae,
        rows=[*rows("copies"), ("", ["batch", "points"]), ("", ["shared", "seed"])],
    )


# ------------------------------------------------------------------------------------------------ FactorVAE


def _factor_picture(weights, seeds, batch, points, progress=None):
    world = examples.mixing_world(weights)
    scores = [
        metrics.factor_vae(world, seed=seed, batch=batch, points=points, progress=progress)
        for seed in seeds
    ]
    left = InformativenessMatrix(examples.variance_left(weights), "variance left", "share")
    size = f"{points:,} votes of {batch} samples to learn, {max(10, points // 2):,} to judge"
    sentences = (
        f"{pictures.words(scores[:1])}\n{spread_words([float(score) for score in scores], size)}"
    )
    alt = f"{sentences} {pictures.describe(left)}".replace("\n", " ")
    svg = pictures.canvas(
        330,
        alt,
        pictures.matrix_panel((10, 8, 280, 250), left),
        pictures.matrix_panel((310, 8, 280, 250), scores[0].matrix),
        pictures.parts_panel((610, 8, 240, 250), scores[0]),
    )
    return pictures.Picture(
        svg, alt, sentences, {"factor_vae": float(np.mean([float(score) for score in scores]))}
    )


def _weights(cells):
    weights = _table(cells)
    _shares(np.abs(weights), "mixes")  # a latent of nothing would never move
    return weights


def draw_factor_vae(batch, **mixing):
    """The mixing world of Fact 4 at the live size."""
    return _factor_picture(_weights(mixing), list(LIVE_SEEDS), batch, LIVE_POINTS)


def full_factor_vae(progress, points, batch, **mixing):
    """The same at the size of the paper, one repetition."""
    return _factor_picture(_weights(mixing), [0], batch, points, progress)


@lab
def factor_vae():
    """Latents that are weighted sums of three normal factors: nine weights."""
    cells, rows = grid("w", examples.MIXING)
    controls = cells | {
        "batch": whole("samples per vote (batch)", 128, 2, 256, 2),
        "points": whole("votes of the full size", 10_000, 1_000, 10_000, 1_000),
    }
    return Lab(
        lambda points, **values: draw_factor_vae(**values),
        controls,
        full=full_factor_vae,
        rows=[*rows("mixes"), ("", ["batch", "points"])],
    )


# ------------------------------------------------------------------------------------------------------ SAP

SAP_SAMPLES = 10_000  # the paper's size is quick enough for every step


def _sap_picture(world, exponent, latent, curve, curve_title):
    reps = [world.sample(SAP_SAMPLES, seed) for seed in LIVE_SEEDS]
    scores = [metrics.sap(rep) for rep in reps]
    few = slice(0, 250)
    z, v = reps[0].latents[:, latent], reps[0].factors[:, 0]
    slope, height = np.polyfit(z, v, 1)
    ends = np.linspace(z.min(), z.max(), 400)
    exponents = np.arange(1, 36, 2)
    sentences = "\n".join(
        [
            pictures.words(scores[:1]),
            f"Closed form for exponent {exponent}: {curve(exponent):.6f}.",
            spread_words([float(score) for score in scores], f"{SAP_SAMPLES:,} samples"),
        ]
    )
    alt = f"{sentences} Factor 1 against {reps[0].latent_names[latent]} with the fitted line, and the closed form over all odd exponents.".replace(
        "\n", " "
    )
    svg = pictures.canvas(
        330,
        alt,
        pictures.curve_panel(
            (10, 8, 250, 316),
            f"{reps[0].latent_names[latent]} and factor 1",
            ends,
            slope * ends + height,
            reps[0].latent_names[latent],
            "factor 1",
            y_range=(-1, 1),
            points=np.column_stack([z, v])[few],
        ),
        pictures.curve_panel(
            (270, 8, 240, 316),
            curve_title,
            exponents,
            curve(exponents),
            "exponent",
            "SAP",
            mark=(exponent, curve(exponent)),
        ),
        pictures.matrix_panel((525, 8, 200, 250), scores[0].matrix),
        pictures.parts_panel((730, 8, 125, 250), scores[0]),
    )
    return pictures.Picture(
        svg, alt, sentences, {"sap": scores[0].value, "closed form": float(curve(exponent))}
    )


def draw_sap_power(exponent):
    """Fact 6: each latent is its factor to an odd power."""
    return _sap_picture(
        examples.power_world(exponent), exponent, 0, examples.r2_of_power, "SAP, exactly"
    )


@lab
def sap_power():
    """Bend each latent: the information stays, the straight line fails."""
    return Lab(draw_sap_power, {"exponent": whole("odd exponent", 15, 1, 35, 2)})


def draw_sap_hidden_sum(exponent):
    """Fact 8: a latent that follows both factors, hidden from straight lines."""
    return _sap_picture(
        examples.hidden_sum_world(exponent),
        exponent,
        1,
        lambda p: 1 - examples.r2_of_power(p) / 2,
        "SAP, exactly",
    )


@lab
def sap_hidden_sum():
    """Hide a latent that follows both factors behind a large exponent."""
    return Lab(draw_sap_hidden_sum, {"exponent": whole("odd exponent", 25, 1, 35, 2)})


# -------------------------------------------------------------------------------------------- MIG and DCIMIG


def draw_mig_and_dcimig(redundancy, leak, noise, bins, samples, entropy):
    """Three factors, four latents: where do MIG and DCIMIG part?"""

    def one(seed):
        return examples.leaky_copies(
            redundancy, leak, noise, samples=samples, levels=round(2**entropy), seed=seed
        )

    reps = [one(seed) for seed in LIVE_SEEDS]
    found = [
        [float(metric(rep, bins=bins)) for rep in reps] for metric in (metrics.mig, metrics.dcimig)
    ]
    lines = [
        f"{name} " + spread_words(values, f"on {samples:,} samples")
        for name, values in zip(("mig", "dcimig"), found)
    ]
    return pictures.scores_picture(
        metrics.mig(reps[0], bins=bins), metrics.dcimig(reps[0], bins=bins), extra="\n".join(lines)
    )


@lab
def mig_and_dcimig():
    """Copy, leak, blur, bin: which of the two scores cares?"""
    return Lab(
        draw_mig_and_dcimig,
        {
            "redundancy": number("latent 4 copies factor 1", 0, 0, 1),
            "leak": number("factor 2 leaks into latent 1", 0, 0, 1),
            "noise": number("noise on every latent", 0.1, 0, 2),
            "bins": whole("bins", 20, 2, 100),
            "samples": whole("samples", 5_000, 100, 20_000, 100),
            "entropy": whole("entropy of factor 1, bits", 3, 1, 5),
        },
    )


# ------------------------------------------------------------------------------------------------- a rotation

# Those of the package that ask about factors; a reader's own may join later, and need not fit.
SHOWN = tuple(name for name, metric in METRICS.items() if metric.reads is not Activity)
TURNED_SAMPLES = 1_000
TURNED = {"beta_vae": dict(points=200, batch=32), "factor_vae": dict(points=400, batch=32)}


def draw_turned(angle, noise):
    """Two factors, copied and turned: which scores notice?"""
    rep = examples.rotated(angle, samples=TURNED_SAMPLES, noise=noise)
    values = {
        name: float(metric(rep, **TURNED.get(name, {})))
        for name, metric in METRICS.items()
        if name in SHOWN
    }
    lines = [
        ", ".join(f"{name} = {value:.4f}" for name, value in values.items()) + ".",
        f"{TURNED_SAMPLES:,} samples, one repetition; BetaVAE and FactorVAE from few points ({TURNED['beta_vae']['points']} and {TURNED['factor_vae']['points']}).",
    ]
    alt = f"Two latents turned by {angle} degrees. {' '.join(lines)}"
    svg = pictures.canvas(
        330,
        alt,
        pictures.cloud_panel(
            (10, 8, 350, 316),
            "latents, by level of factor 1",
            rep.latents[:400],
            rep.factors[:400, 0],
            [],
            "latent 1",
            "latent 2",
        ),
        pictures.bars_panel((390, 8, 460, 316), "every score", values),
    )
    return pictures.Picture(svg, alt, "\n".join(lines), values)


@lab
def turned():
    """Turn the latents of a perfect code: nothing is lost, yet most scores fall."""
    return Lab(
        draw_turned,
        {
            "angle": whole("angle, degrees", 0, 0, 90, 5),
            "noise": number("noise", 0.1, 0.05, 1, 0.05),
        },
    )
