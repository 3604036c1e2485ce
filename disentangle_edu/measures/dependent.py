"""Dependent factors: what is left to tell once something is known, so that factors may depend on each other.

    modular      does factor i alone explain of latent j what all factors explain of it?     I(z_j; v_i) / I(z_j; v)
    compact      does latent j alone tell of factor i what all latents tell of it?           I(v_i; z_j) / I(v_i; z)
    explicit     do all latents tell all of factor i?                                        I(v_i; z) / H(v_i)
    minimal      does factor i alone explain all of latent j?                                I(z_j; v_i) / H(z_j)
    sufficient   does latent j alone tell all of factor i?                                   I(v_i; z_j) / H(v_i)

Each is 1 where the conditional information that should vanish does, e.g. I(z_j; other factors | v_i) = I(z_j; v) - I(z_j; v_i).
Three forms: "counted" from samples, "exact" on a finite world (the same counts, of every combination once), and "forest",
which replaces information by how well random forests predict: a reconstruction of ours, since the paper's algorithms are
missing from every copy that we could find.
"""

import numpy as np

from ..checks import check_count, check_source
from ..core import InformativenessMatrix, Representation, measure
from .counting import BINS, coder, entropy, mutual_information
from .fitting import check_choice, each, parted
from .holding import whole_world

FORMS = ("counted", "exact", "forest")
ALL = -1  # in place of the number of a latent or factor: all of them together


class Shares(InformativenessMatrix):
    """Shares from 0 to 1 of latents (rows) and factors (columns), and how much each latent weighs.

    latent_weight : (L,) how far the factors explain each latent at all; None where factors are judged.
    """

    def __init__(self, values, what="share", unit="share", *, latent_weight=None, **names):
        super().__init__(np.clip(values, 0, 1), what, unit, **names)
        self.latent_weight = None if latent_weight is None else np.clip(latent_weight, 0, 1)


# ------------------------------------------------------------------------------------------- counted and exact


def _codes(columns, kinds, bins):
    """(n, columns) whole numbers: levels, bins of continuous columns, and a number of its own where a factor is absent."""
    found = []
    for column, kind in zip(columns, kinds):
        here = ~np.isnan(column)
        codes = np.full(len(column), -1)
        codes[here] = coder(column[here], kind, bins)[0](column[here])
        found.append(codes + 1)
    return np.column_stack(found)


def _joined(*tables):
    """One number per row for all columns together."""
    joined = np.zeros(len(tables[0]), dtype=np.int64)
    for column in np.hstack([table.reshape(len(table), -1) for table in tables]).T:
        joined = np.unique(joined * (column.max() + 1) + column, return_inverse=True)[
            1
        ]  # renumbered, so that it never overflows
    return joined


def _bits(*tables):
    return entropy(np.bincount(_joined(*tables)))


@measure
def joint_information(rep, *, bins=None):
    """Bits between every latent and every factor, and between each and *all* of the other side together.

    bins : as in `mutual_information`: a number cuts every latent, and continuous factors.

    Returns a dict: pairs (L, K) where the factor is present, everywhere (L, K) with "absent" as a value, latent_by_all (L,), factor_by_all (K,), the entropies latent (L,) and factor (K,), and how
    many combinations had to be counted, by_factors and by_latents. A factor is told where it is present; among *all* factors an
    absent one counts as a value of its own.
    """
    check_source("joint_information", rep, Representation)
    told = mutual_information(rep, bins=bins)
    z = _codes(
        rep.latents.T,
        ["continuous"] * rep.latents.shape[1] if bins else rep.latent_kinds,
        bins or BINS,
    )
    v = _codes(rep.factors.T, rep.factor_kinds, bins or BINS)
    of_v, of_z = _joined(v), _joined(z)
    everywhere = (
        told.values
        if rep.present is None
        else np.array(
            [[a + _bits(y) - _bits(x, y) for y in v.T] for x, a in zip(z.T, told.latent_total)]
        )
    )
    latent_by_all = np.array(
        [a + _bits(of_v) - _bits(x, of_v) for x, a in zip(z.T, told.latent_total)]
    )
    factor_by_all = np.array(
        [
            b + _bits(of_z[here]) - _bits(y[here], of_z[here])
            for y, b, here in zip(v.T, told.factor_total, map(rep.having, range(v.shape[1])))
        ]
    )
    sizes_z, sizes_v = z.max(0).astype(float), v.max(0).astype(float)
    return {
        "pairs": told.values,
        "everywhere": everywhere.clip(0),
        "latent_by_all": latent_by_all.clip(0),
        "factor_by_all": factor_by_all.clip(0),
        "latent": told.latent_total,
        "factor": told.factor_total,
        "by_factors": sizes_z.max() * sizes_v.prod(),
        "by_latents": sizes_v.max() * sizes_z.prod(),
    }


@measure
def conditional_information(rep, *, bins=None, seed=0):
    """How many bits does each latent tell about the *other* factors, once one factor is known?

    Entry (j, i) is I(z_j; all factors but i | v_i): 0 where latent j says nothing that factor i does not. It sees what no pair
    shows, e.g. a parity. Counted; `notes` give what the same counting finds after the latents are shuffled (`seed`), which
    should be small beside the entries, and how many samples the counting would need.
    """
    order = np.random.default_rng(seed).permutation(len(rep))
    shuffled = Representation(
        np.ma.array(rep.factors, mask=np.isnan(rep.factors)),
        rep.latents[order],
        factor_kinds=rep.factor_kinds,
        latent_kinds=rep.latent_kinds,
    )
    found, chance = joint_information(rep, bins=bins), joint_information(shuffled, bins=bins)
    values, invented = (
        (one["latent_by_all"][:, None] - one["everywhere"]).clip(0) for one in (found, chance)
    )
    notes = (
        ["exact: every combination once"]
        if whole_world(rep)
        else [
            f"after shuffling, the same counting still finds {invented.mean():.3f} bits on average, which is its own invention",
            *_too_few(rep, found["by_factors"]),
        ]
    )
    return InformativenessMatrix(
        np.where(values < 1e-9, 0, values),
        "information about the other factors, once this one is known",
        "bits",
        notes=notes,
        row_names=rep.latent_names,
        column_names=rep.factor_names,
    )


PER_CELL = (
    5  # samples for every combination, below which counted joint information is mostly invention
)


def _too_few(rep, cells):
    n = len(rep)
    return (
        []
        if n >= PER_CELL * cells or whole_world(rep)
        else [
            f"{n:,} samples for {cells:,.0f} combinations; about {PER_CELL * cells:,.0f} would be needed, or the form 'forest'"
        ]
    )


def _ratio(part, whole):
    return np.divide(
        part,
        whole,
        out=np.zeros(np.broadcast_shapes(np.shape(part), np.shape(whole))),
        where=np.asarray(whole) > 1e-9,
    )


def _counted(rep, form, bins):
    if form == "exact":
        smooth = [
            name
            for name, kind in zip(
                rep.factor_names + rep.latent_names, rep.factor_kinds + rep.latent_kinds
            )
            if kind == "continuous"
        ]
        if smooth or bins or not whole_world(rep):
            raise ValueError(
                f"form: found 'exact' for {f'continuous {smooth[0]!r}' if smooth else 'bins' if bins else 'samples of a world'}, expected a finite world with "
                "every combination of factor levels once, and levels for latents; take 'counted' (with enough samples) or 'forest'."
            )
    return joint_information(rep, bins=bins)


# ------------------------------------------------------------------------------------------------------ forests


def _fit_predict(target, kind, inputs, learn, judge, trees, seed):
    """What a forest says of the rows to judge."""
    from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

    forest = RandomForestClassifier if kind == "levels" else RandomForestRegressor
    model = forest(trees, max_features=None, min_samples_leaf=3, random_state=seed)
    return model.fit(inputs[learn], target[learn]).predict(inputs[judge])


def _error(one, other, kind):
    """Share that differs (levels), or mean absolute distance."""
    return float(np.mean(one != other) if kind == "levels" else np.mean(np.abs(one - other)))


def _constant(values, kind):
    """The error of the best constant: the commonest value, or the median."""
    if kind == "levels":
        return 1 - np.unique(values, return_counts=True)[1].max() / len(values)
    return float(np.mean(np.abs(values - np.median(values))))


def _kept(error, scale):
    """1 - error / scale; where there is nothing to explain, 0."""
    return max(0.0, 1 - error / scale) if scale > 1e-12 else 0.0


@measure
def _forests(rep, *, trees, seed, progress):
    """Everything that forests say of the held-out quarter: dicts of predictions, keyed (row, column) with ALL for "all together"."""
    learn, judge = parted(rep, 0.75, True, seed)
    v = np.where(
        np.isnan(rep.factors), np.nanmin(rep.factors, axis=0) - 1, rep.factors
    )  # absent: a value of its own
    z, L, K = rep.latents.copy(), rep.latents.shape[1], v.shape[1]
    for table, kinds in ((z, rep.latent_kinds), (v, rep.factor_kinds)):
        for k, kind in enumerate(kinds):
            if kind == "levels":  # classes need whole numbers
                table[:, k] = np.unique(table[:, k], return_inverse=True)[1]
    asked = [("latent", j, i) for j in range(L) for i in (ALL, *range(K))] + [
        ("factor", j, i) for i in range(K) for j in (ALL, *range(L))
    ]

    def predict(side, j, i):
        if side == "latent":
            return _fit_predict(
                z[:, j],
                rep.latent_kinds[j],
                v if i == ALL else v[:, [i]],
                learn,
                judge,
                trees,
                seed,
            )
        return _fit_predict(
            v[:, i], rep.factor_kinds[i], z if j == ALL else z[:, [j]], learn, judge, trees, seed
        )

    said = dict(zip(asked, each(predict, *zip(*asked), progress=progress)))
    return said, z[judge], v[judge]


def _forest_shares(rep, which, trees, seed, progress):
    """The reconstructed algorithms: (shares, weights of latents or None)."""
    said, z, v = _forests(rep, trees=trees, seed=seed, progress=progress)
    L, K, kz, kv = z.shape[1], v.shape[1], rep.latent_kinds, rep.factor_kinds
    f, g = (lambda j, i: said["latent", j, i]), (lambda j, i: said["factor", j, i])
    alpha = np.array(
        [_kept(_error(f(j, ALL), z[:, j], kz[j]), _constant(z[:, j], kz[j])) for j in range(L)]
    )
    one = {
        "modular": lambda j, i: _kept(
            _error(f(j, i), f(j, ALL), kz[j]), _constant(f(j, ALL), kz[j])
        ),
        "minimal": lambda j, i: _kept(_error(f(j, i), z[:, j], kz[j]), _constant(z[:, j], kz[j])),
        "compact": lambda j, i: _kept(
            _error(g(j, i), g(ALL, i), kv[i]), _constant(g(ALL, i), kv[i])
        ),
        "sufficient": lambda j, i: _kept(
            _error(g(j, i), v[:, i], kv[i]), _constant(v[:, i], kv[i])
        ),
        "explicit": lambda j, i: _kept(
            _error(g(ALL, i), v[:, i], kv[i]), _constant(v[:, i], kv[i])
        ),
    }[which]
    rows = 1 if which == "explicit" else L
    return np.array([[one(j, i) for i in range(K)] for j in range(rows)]), alpha if which in (
        "modular",
        "minimal",
    ) else None


# --------------------------------------------------------------------------------------------------- the measures


def _shares(rep, which, form, bins, trees, seed, progress):
    check_source(which, rep, Representation)
    check_choice("form", form, FORMS)
    names = dict(
        row_names=["all latents"] if which == "explicit" else rep.latent_names,
        column_names=rep.factor_names,
    )
    what = {
        "modular": "of what factors explain, explained by one",
        "minimal": "of a latent, explained by one factor",
        "compact": "of what latents tell, told by one",
        "sufficient": "of a factor, told by one latent",
        "explicit": "of a factor, told by all latents",
    }[which]
    if form == "forest":
        if bins is not None:
            raise ValueError(
                f"bins: found {bins} with form='forest', expected None: forests cut nothing."
            )
        values, weight = _forest_shares(rep, which, check_count("trees", trees), seed, progress)
        return Shares(
            values,
            f"{what} (forests)",
            latent_weight=weight,
            notes=["forests; our reconstruction of algorithms that are lost"],
            **names,
        )
    found = _counted(rep, form, bins)
    values = {
        "modular": lambda: _ratio(found["everywhere"], found["latent_by_all"][:, None]),
        "minimal": lambda: _ratio(found["everywhere"], found["latent"][:, None]),
        "compact": lambda: _ratio(found["pairs"], found["factor_by_all"]),
        "sufficient": lambda: _ratio(found["pairs"], found["factor"]),
        "explicit": lambda: _ratio(found["factor_by_all"], found["factor"])[None],
    }[which]()
    weight = (
        _ratio(found["latent_by_all"], found["latent"]) if which in ("modular", "minimal") else None
    )
    cells = {
        "modular": "by_factors",
        "minimal": "by_factors",
        "compact": "by_latents",
        "explicit": "by_latents",
    }.get(which)
    return Shares(
        values,
        f"{what} ({form})",
        latent_weight=weight,
        notes=_too_few(rep, found[cells]) if cells and form == "counted" else (),
        **names,
    )


def _measure_of(which):
    @measure
    def shares_of(rep, *, form="counted", bins=None, trees=10, seed=0, progress=None):
        return _shares(rep, which, form, bins, trees, seed, progress)

    shares_of.__name__ = f"{which}_shares"
    shares_of.__doc__ = f"""The shares that `{which}` asks for; see this module's first lines.

    form : "counted", "exact" or "forest".   bins : cuts every latent and factor into so many equal widths (None: levels stay, the rest 21).
    trees, seed : of the forests, which learn on three quarters of the samples and are judged on the rest.
    progress : wraps an iterable over the forests, as tqdm.tqdm does.
    """
    return shares_of


modular_shares, compact_shares, explicit_shares, minimal_shares, sufficient_shares = map(
    _measure_of, ("modular", "compact", "explicit", "minimal", "sufficient")
)
