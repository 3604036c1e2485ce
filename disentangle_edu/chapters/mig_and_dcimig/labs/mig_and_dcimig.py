"""MIG and DCIMIG of a small code whose weights are dragged."""

from .... import viz, widgets
from ...common.joint import joint_panel
from ...common.matrices import OWN
from ...common.mixtures import weights_panel
from .. import data
from ._gaps import both_scores, cell_control, cells_panel, describe_gaps, gap_panel


def follow_weights(before: dict, now: dict) -> dict:
    """The weights of a preset; the cell of a weight that was changed is chosen."""
    if before["start"] != now["start"] != OWN:
        return now | data.PRESETS[now["start"]]
    if any(before[name] != now[name] for name in ("weights", "merged")):
        now = now | {"start": OWN}
    cell = widgets.moved_cell(before["weights"], now["weights"])
    row = max(cell[0] - now["merged"], 0) if cell else 0
    return now | {"cell": 3 * row + cell[1]} if cell else now


def hide_choice_of_merged(values: dict) -> list[str]:
    """Nothing is hidden but the counts of a code with a merged latent, whose bins are too many."""
    return ["counts"] if values["merged"] else []


@widgets.lab(
    {
        "start": widgets.choice("start from", [*data.PRESETS, OWN], next(iter(data.PRESETS))),
        "weights": widgets.number_table("weights", data.START),
        "merged": widgets.flag("merge latents 1 and 2"),
        "counts": widgets.folded_away(widgets.flag("show the counts behind the cell")),
        "noise": widgets.folded_away(
            widgets.number("noise on each latent", data.NOISE, 0, 2, 0.05)
        ),
        "entropy": widgets.folded_away(widgets.whole("bits of factor 1", data.BITS, 1, 5)),
        "cell": cell_control(12),
    },
    update_memory=follow_weights,
    describe_change=describe_gaps,
    hidden_controls=hide_choice_of_merged,
)
def mig_and_dcimig(
    weights: data.Weights,
    merged: bool,
    counts: bool,
    noise: float,
    entropy: int,
    cell: int,
    start: str,  # `weights` is already set to this start
) -> viz.Picture:
    """Copy, leak, merge or blur factors: which of the two gaps closes?"""
    rep = data.sample_weights(weights, noise, entropy)
    matrix = data.bits_of_code(rep, merged)
    scores, rows = both_scores(matrix), len(matrix.values)
    i, k = divmod(min(cell, 3 * rows - 1), 3)
    latent, factor = matrix.row_names[i], matrix.column_names[k]
    values, totals = {name: score.value for name, score in scores.items()}, [float(max(3, entropy))]
    column, row = (matrix.row_names, matrix.values[:, k]), (matrix.column_names, matrix.values[i])
    title = "bits: click a cell to see its gaps"
    counted = data.joint_counts(rep, i, k) if counts and not merged else None
    behind = [] if counted is None else [joint_panel(counted, latent, factor, tall=220)]
    return viz.Picture(
        panels=(
            viz.stack(
                weights_panel(weights),
                viz.bars_panel(
                    "scores; strokes mark the start", values, marks=data.start_scores(), key="s"
                ),
            ),
            cells_panel(matrix, (i, k), title, totals[0]),
            gap_panel(f"MIG: the column of {factor}", *column, totals * rows),
            gap_panel(f"DCIMIG: the row of {latent}", *row, totals * 3),
            *behind,
        ),
        shows="Weights, the matrix of bits that they give, a column and a row of it with gaps.",
        caption=f"MIG is {values['mig']:.3f}, and DCIMIG {values['dcimig']:.3f}.",
        text=f"{viz.describe_scores(list(scores.values()))}\n"
        f"On {data.N_SAMPLES:,} samples, one repetition.",
        scores=scores,
    )
