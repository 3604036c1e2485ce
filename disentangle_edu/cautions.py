"""Cautions: why a score may mislead on this very representation. Each looks at a Score and what it was made from; silence is the rule."""

import inspect

import numpy as np

from . import measures
from .measures.fitting import parted


def _some(names):
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def dead_latents(score, rep):
    """Latents that never move: who decides what they count?"""
    dead = rep.dead_latents
    effects = {
        "completeness": "they enlarge L, the base of the entropy, and so raise the score",
        "factor_vae": "here they have no vote; in code without a threshold they win all",
        "modularity": "they count 0 here"
        if score.options.get("dead") == "counts 0"
        else "they weigh nothing here; some libraries count them 0, others print NaN",
    }
    return f"{_some(dead)} never move: {effects[score.metric]}" if dead else ""


def more_levels_than_bins(score, rep):
    """A factor with more values than the latents have bins cannot be told completely."""
    bins = score.options.get("bins")
    if not bins or score.options.get("factor_bins"):
        return ""
    sizes = {
        name: np.unique(rep.column(k)).size
        for k, (name, kind) in enumerate(zip(rep.factor_names, rep.factor_kinds))
        if kind == "levels"
    }
    over = [name for name, size in sizes.items() if size > bins]
    if not over:
        return ""
    worst = max(over, key=sizes.get)
    return (
        f"{_some(over)} have more values than the {bins} bins of a latent: a perfect copy of {worst} ({sizes[worst]} equal values) would "
        f"reach {np.log(bins) / np.log(sizes[worst]):.2f} of its information, not all"
    )


def noise_counts_fully(score, rep):
    """Latents that tell nothing beyond what counting pretends, in a mean where each latent weighs the same."""
    told, n = score.matrix, len(rep)
    if told.unit != "bits" or told.latent_total is None:
        return ""
    pretended = np.outer(2**told.latent_total, 2**told.factor_total) / (
        2 * n * np.log(2)
    )  # bias of plug-in information
    weighs = score.weights > 0
    noise = [
        name
        for name, row, bias, w in zip(told.row_names, told.values, pretended, weighs)
        if w and (row < 2 * bias).all()
    ]
    return (
        f"{_some(noise)} tell no factor more than counting noise, yet weigh as much as any other latent"
        if noise
        else ""
    )


def poor_predictor(score, rep):
    """Importances of a predictor that predicts nothing are still numbers."""
    if score.options.get("predictor") == "counting":
        return ""
    known = inspect.signature(measures.prediction).parameters
    well = measures.prediction(
        rep, **{name: value for name, value in score.options.items() if name in known}
    )
    parts = well.values[0]
    if well.unit == "NRMSE":
        gained = 1 - parts
    else:
        numbers = (
            score.options.get("as_numbers")
            or score.options.get("predictor") == "lasso"
            or well.unit != "R2 or accuracy"
        )
        base = [
            0
            if numbers or kind == "continuous"
            else np.unique(column, return_counts=True)[1].max() / len(column)
            for column, kind in zip(map(rep.column, range(len(parts))), rep.factor_kinds)
        ]
        gained = (parts - base) / (1 - np.array(base))
    if gained.mean() > 0.5:
        return ""
    return (
        f"its predictor tells the factors poorly (informativeness {parts.mean():.2f}{', an error' if well.unit == 'NRMSE' else ''}); "
        "importances of a predictor that does not predict say little"
    )


def counted_too_thin(score, rep):
    """Joint information counted from too few samples is mostly invention."""
    return "; ".join(note for note in score.matrix.notes if "would be needed" in note)


def judged_in_training(score, rep):
    """Judged on what it has learned from."""
    if score.options.get("judged_on") == "training" or score.options.get("split") == 1:
        return "judged on the samples it has learned from, which flatters it"
    return ""


def sorted_rows(score, rep):
    """Parted in the order of the file, although the end holds values that the beginning has not shown."""
    if score.options.get("shuffle", True) or score.options.get("split", 1) == 1:
        return ""
    learn, judge = parted(rep, score.options["split"], False, 0)
    new = [
        name
        for name, column, kind in zip(rep.factor_names, rep.factors.T, rep.factor_kinds)
        if kind == "levels"
        and not np.isin(column[judge][~np.isnan(column[judge])], column[learn]).all()
    ]  # NaN: absent
    return (
        f"rows are parted in their order, and the last ones hold values of {_some(new)} that the first never show: shuffle the file"
        if new
        else ""
    )
