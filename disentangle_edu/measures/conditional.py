"""Dependent factors: what is left to tell once something else is known.

    modular     does factor i alone explain of latent j what all explain?  I(z_j; v_i) / I(z_j; v)
    compact     does latent j alone tell of factor i what all tell?        I(v_i; z_j) / I(v_i; z)
    explicit    do all latents tell all of factor i?                       I(v_i; z) / H(v_i)
    minimal     does factor i alone explain all of latent j?               I(z_j; v_i) / H(z_j)
    sufficient  does latent j alone tell all of factor i?                  I(v_i; z_j) / H(v_i)

Factors may depend on each other: each is 1 where the conditional information that should vanish
does, e.g. I(z_j; other factors | v_i) = I(z_j; v) - I(z_j; v_i). Three forms: "counted" from
samples, "exact" on a finite world (the same counts, of every combination once), and "forest", which
puts the variance that random forests explain in place of the information (see `explaining`): a
reconstruction of ours, since the paper's algorithms are missing from every copy that we could find.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Concatenate, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike

from ..core import ROUNDING, Floats, InformativenessMatrix, Progress, Representation
from ..making import P, measure, with_options_of
from ..validation import check_choice, check_source, shown, table
from .conditional_variance import explained_variance
from .information import BINS, Codes, bits, discretise, joined, mutual_information
from .interventional import whole_world

Form = Literal["counted", "exact", "forest"]
RECONSTRUCTED = "forests; our reconstruction of algorithms that are lost"
PER_CELL = 5  # samples per combination, below which counted joint information is mostly invention
# Of what there is to tell, the most that shuffled latents, which tell nothing, may be counted to
# tell. Of 4,000 samples and six factors with 2 to 40 levels, two normal latents in 21 bins have
# 0.12, three 0.52, four 0.91 and six 1.00; of 1,000 samples two have 0.36, three 0.85, four 0.99.
MOST_INVENTED = 0.5
TINY = 1e-9  # bits, or shares, below which there is nothing to take a share of


class Shares(InformativenessMatrix):
    """Shares from 0 to 1 of latents (rows) and factors (columns), and how much each latent weighs.

    latent_weight : (L,) shares, how far the factors explain each latent at all; None where factors
        are judged.
    thin : whether they were counted from too few samples to be believed.

    Raises ValueError for shares beyond 0 and 1, and for another number of weights.

    >>> measures.Shares([[1.0, 0.0], [0.2, 0.6]], latent_weight=[1.0, 0.5]).latent_weight
    array([1. , 0.5])
    """

    MOST = 1 + ROUNDING

    def __init__(
        self,
        values: ArrayLike,
        what: str = "share",
        unit: str = "share",
        *,
        latent_weight: ArrayLike | None = None,
        thin: bool = False,
        row_names: Sequence[str] | None = None,
        column_names: Sequence[str] | None = None,
        notes: Sequence[str] = (),
    ) -> None:
        super().__init__(
            values,
            what,
            unit,
            row_names=row_names,
            column_names=column_names,
            notes=notes,
        )
        self.thin = thin
        self.latent_weight = None if latent_weight is None else self._weights(latent_weight)

    def _weights(self, latent_weight: ArrayLike) -> Floats:
        """One share for every latent, checked."""
        found = table(np.atleast_2d(np.asarray(latent_weight)), "latent_weight")[0]
        if found.shape != (len(self.values),) or found.min() < 0 or found.max() > self.MOST:
            raise ValueError(
                f"latent_weight: found {shown(latent_weight)}, "
                f"expected {len(self.values)} numbers from 0 to 1: one for each latent."
            )
        return found


# ------------------------------------------------------------------------------------------ counted


@measure
def joint_information(rep: Representation, *, bins: int | None = None) -> dict[str, Floats]:
    """Bits between every latent and every factor, and between each and *all* of the other side.

    bins : as in `mutual_information`: a number cuts every latent, and continuous factors.

    Returns a dict: pairs (L, K) where the factor is present, everywhere (L, K) with "absent" as a
    value, latent_by_all (L,), factor_by_all (K,), the entropies latent (L,) and factor (K,), and
    how many combinations had to be counted, by_factors and by_latents. A factor is told where it is
    present; among *all* factors an absent one counts as a value of its own.

    >>> found = measures.joint_information(examples.parity_leak())
    >>> found["pairs"][0].round(6), found["latent_by_all"].round(6)
    (array([1., 0., 0.]), array([2., 1., 1.]))
    """
    check_source("joint_information", rep, Representation)
    pairs = mutual_information(rep, bins=bins).values
    kinds = ["continuous"] * len(rep.latent_kinds) if bins else rep.latent_kinds
    z, v = _codes(rep.latents, kinds, bins), _codes(rep.factors, rep.factor_kinds, bins)
    all_z, all_v = joined(*z), joined(*v)
    latent = np.array([bits(x) for x in z])
    by_factors = latent + [bits(all_v) - bits(x, all_v) for x in z]
    factor, by_latents = np.empty(len(v)), np.empty(len(v))
    for k, y in enumerate(v):
        y, together = y[rep.having(k)], all_z[rep.having(k)]
        factor[k] = bits(y)
        by_latents[k] = factor[k] + bits(together) - bits(y, together)
    everywhere = pairs
    if rep.present is not None:
        everywhere = np.array([[bits(x) + bits(y) - bits(x, y) for y in v] for x in z])
    sizes_z, sizes_v = (np.array([x.max() + 1.0 for x in side]) for side in (z, v))
    return {
        "pairs": pairs,
        "everywhere": everywhere.clip(0),
        "latent_by_all": by_factors.clip(0),
        "factor_by_all": by_latents.clip(0),
        "latent": latent,
        "factor": factor,
        "by_factors": np.array(sizes_z.max() * sizes_v.prod()),
        "by_latents": np.array(sizes_v.max() * sizes_z.prod()),
    }


def _codes(table: Floats, kinds: Sequence[str], bins: int | None) -> list[Codes]:
    """Whole numbers for every column: levels, or bins; 0 where a factor is absent, if any is."""
    found = []
    for column, kind in zip(table.T, kinds):
        absent = np.isnan(column)
        codes = np.zeros(len(column), dtype=int)
        codes[~absent] = discretise(column[~absent], kind, bins or BINS) + absent.any()
        found.append(codes)
    return found


@measure
def conditional_information(
    rep: Representation, *, bins: int | None = None, seed: int = 0
) -> InformativenessMatrix:
    """How many bits does each latent tell about the *other* factors, once one factor is known?

    Entry (j, i) is I(z_j; all factors but i | v_i): 0 where latent j says nothing that factor i
    does not. It sees what no pair shows, e.g. a parity. Counted; `notes` give what the same
    counting finds after the latents are shuffled (`seed`), which should be small beside the
    entries, and how many samples the counting would need.

    >>> measures.conditional_information(examples.parity_leak()).values.round(6)
    array([[1., 2., 2.],
           [1., 0., 1.],
           [1., 1., 0.]])
    """
    check_source("conditional_information", rep, Representation)
    found = joint_information(rep, bins=bins)
    values = _left_to_tell(found)
    if whole_world(rep):
        notes = ["exact: every combination once"]
    else:
        invented = _left_to_tell(joint_information(shuffled(rep, seed), bins=bins)).mean()
        notes = [
            f"after shuffling, the same counting still finds {invented:.3f} bits on average, "
            "which is its own invention",
            *_too_few(rep, float(found["by_factors"])),
        ]
    return InformativenessMatrix(
        np.where(values < TINY, 0, values),
        "information about the other factors, once this one is known",
        "bits",
        notes=notes,
        row_names=rep.latent_names,
        column_names=rep.factor_names,
    )


def _left_to_tell(found: dict[str, Floats]) -> Floats:
    return (found["latent_by_all"][:, None] - found["everywhere"]).clip(0)


def shuffled(rep: Representation, seed: int) -> Representation:
    """The same factors beside latents in another order, which tell nothing of them."""
    return Representation(
        np.ma.array(rep.factors, mask=np.isnan(rep.factors)),
        rep.latents[np.random.default_rng(seed).permutation(len(rep))],
        factor_kinds=rep.factor_kinds,
        latent_kinds=rep.latent_kinds,
    )


def _every_combination(rep: Representation) -> bool:
    """Whether a table has all combinations of levels once, so that its counts are exact.

    A factor that is a function of another adds none. One with as many values as samples, which
    never repeat, is no world.
    """
    if rep.present is not None or "continuous" in rep.factor_kinds:
        return False
    free: list[Codes] = []
    for v in sorted(_codes(rep.factors, rep.factor_kinds, None), key=lambda v: -v.max()):
        if all(bits(v, other) - bits(other) > TINY for other in free):
            free.append(v)
    combinations = np.prod([v.max() + 1.0 for v in free])
    return len(rep) == combinations and np.unique(joined(*free)).size == len(rep)


def _too_few(rep: Representation, cells: float) -> list[str]:
    """A sentence where there are too few samples to count so many combinations."""
    if len(rep) >= PER_CELL * cells or _every_combination(rep):
        return []
    found, needed = f"{cells:,.0f}", f"about {PER_CELL * cells:,.0f}"
    if cells > 1e12:
        found = needed = "more than 1,000,000,000,000"
    return [
        f"{len(rep):,} samples for {found} combinations; {needed} would be needed, or the form "
        "'forest'"
    ]


# ------------------------------------------------------------------------------------------- shares


class _Question(NamedTuple):
    """Which share is asked for: names in what `joint_information` and `explained_variance` find."""

    what: str
    part: str
    whole: str
    counted: str  # of this, how much may be invented by counting
    combinations: str | None  # what had to be counted together
    of_latents: bool  # or of factors


QUESTIONS = {
    "modular": _Question(
        "of what factors explain, explained by one",
        "everywhere",
        "latent_by_all",
        "latent_by_all",
        "by_factors",
        True,
    ),
    "minimal": _Question(
        "of a latent, explained by one factor",
        "everywhere",
        "latent",
        "everywhere",
        "by_factors",
        True,
    ),
    "compact": _Question(
        "of what latents tell, told by one",
        "pairs",
        "factor_by_all",
        "factor_by_all",
        "by_latents",
        False,
    ),
    "sufficient": _Question(
        "of a factor, told by one latent", "pairs", "factor", "pairs", None, False
    ),
    "explicit": _Question(
        "of a factor, told by all latents",
        "factor_by_all",
        "factor",
        "factor_by_all",
        "by_latents",
        False,
    ),
}


def _shares(
    which: str,
    rep: Representation,
    *,
    form: Form = "counted",
    bins: int | None = None,
    trees: int = 10,
    seed: int = 0,
    progress: Progress | None = None,
) -> Shares:
    """The shares that one of QUESTIONS asks for, in one Form."""
    check_source(f"{which}_shares", rep, Representation)
    check_choice("form", form, get_args(Form))
    _check_form(rep, form, bins)
    if form == "forest":
        found = explained_variance(rep, trees=trees, seed=seed, progress=progress)
    else:
        found = joint_information(rep, bins=bins)
    asked, too_few = QUESTIONS[which], []
    if form == "counted":
        _check_enough(rep, which, bins)
        if asked.combinations:
            too_few = _too_few(rep, float(found[asked.combinations]))
    whole = found[asked.whole][:, None] if asked.of_latents else found[asked.whole]
    return Shares(
        np.atleast_2d(_ratio(found[asked.part], whole)),
        f"{asked.what} ({'forests' if form == 'forest' else form})",
        latent_weight=_latent_weight(rep, found, form, bins) if asked.of_latents else None,
        thin=bool(too_few),
        notes=[RECONSTRUCTED] if form == "forest" else too_few,
        row_names=["all latents"] if which == "explicit" else rep.latent_names,
        column_names=rep.factor_names,
    )


@measure
def _joint_information_of_noise(
    rep: Representation, *, bins: int | None = None
) -> dict[str, Floats]:
    """What the same counting finds once the latents are shuffled, and tell nothing."""
    return joint_information(shuffled(rep, 0), bins=bins)


def _invented(rep: Representation, which: str, *, bins: int | None) -> float:
    """The share, in the mean, that counting finds where there is nothing to be told."""
    if _every_combination(rep):
        return 0.0
    asked, found = QUESTIONS[which], _joint_information_of_noise(rep, bins=bins)
    told, entropies = found[asked.counted], found["latent" if asked.of_latents else "factor"]
    if told.ndim > 1:
        told = told.max(1 if asked.of_latents else 0)
    moves = entropies > TINY
    return float(_ratio(told, entropies).sum() / max(moves.sum(), 1))


def _latent_weight(
    rep: Representation, found: dict[str, Floats], form: Form, bins: int | None
) -> Floats | None:
    """(L,) how far all factors explain each latent; None where counting would invent most of it."""
    if form == "counted" and _invented(rep, "modular", bins=bins) > MOST_INVENTED:
        return None
    return _ratio(found["latent_by_all"], found["latent"])


def _check_enough(rep: Representation, which: str, bins: int | None) -> None:
    """Raise ValueError where counting would find most of a share in latents that tell nothing."""
    if (invented := _invented(rep, which, bins=bins)) > MOST_INVENTED:
        raise ValueError(
            f"rep: found {len(rep):,} samples, too few to count the share {QUESTIONS[which].what}: "
            f"of shuffled latents, which tell nothing, it would be {invented:.2f}, expected at "
            f"most {MOST_INVENTED}. Take form='forest', fewer latents, fewer bins or more samples."
        )


def _check_form(rep: Representation, form: Form, bins: int | None) -> None:
    """Raise ValueError for bins where nothing is cut, and for "exact" where not all is known."""
    if form == "forest" and bins is not None:
        raise ValueError(
            f"bins: found {bins} with form='forest', expected None: forests cut nothing."
        )
    if form == "exact":
        _check_exact(rep, bins)


def _check_exact(rep: Representation, bins: int | None) -> None:
    """Raise ValueError unless every combination stands there once and nothing has to be cut."""
    names = (*rep.factor_names, *rep.latent_names)
    kinds = (*rep.factor_kinds, *rep.latent_kinds)
    smooth = [name for name, kind in zip(names, kinds) if kind != "levels"]
    if smooth:
        found = f"continuous {smooth[0]!r}"
    elif bins:
        found = "bins"
    elif not whole_world(rep):
        found = "samples of a world"
    else:
        return
    raise ValueError(
        f"form: found 'exact' for {found}, expected a finite world with every combination of "
        "factor levels once, and levels for latents; take 'counted' (with enough samples) or "
        "'forest'."
    )


def _ratio(part: Floats, whole: Floats) -> Floats:
    """Part of the whole, at most all of it; 0 where there is nothing to have a part of."""
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > TINY).clip(0, 1)


def _measure_of(which: str, shares: Callable[Concatenate[str, P], Shares]) -> Callable[P, Shares]:
    def shares_of(*rep: P.args, **options: P.kwargs) -> Shares:
        return shares(which, *rep, **options)

    shares_of.__name__ = shares_of.__qualname__ = f"{which}_shares"
    shares_of.__doc__ = f"""The shares that `{which}` asks for; see this module's first lines.

    form : "counted", "exact" or "forest".
    bins : cuts every latent, and continuous factors, into so many equal widths (None: levels stay,
        the rest is cut into 21).
    trees, seed : of the forests, which learn on three quarters of the samples and are judged on
        the rest.
    progress : wraps an iterable over the forests, as tqdm.tqdm does.

    Raises ValueError where counting, which finds some information in any few samples, would find
    more than half of all there is in latents that are shuffled, and so tell nothing.

    >>> float(measures.{which}_shares(examples.perfect_copy(2, 3)).values.max())
    1.0
    """
    return measure(with_options_of(partial(shares, which))(shares_of))


modular_shares = _measure_of("modular", _shares)
compact_shares = _measure_of("compact", _shares)
explicit_shares = _measure_of("explicit", _shares)
minimal_shares = _measure_of("minimal", _shares)
sufficient_shares = _measure_of("sufficient", _shares)
