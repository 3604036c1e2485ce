"""Signatures of the metrics, written by `make stubs` from those that they have."""

import collections.abc
from typing import Literal, Protocol

from .core import (
    Activity,
    Confusions,
    Floats,
    InformativenessMatrix,
    Matrix,
    Representation,
    Score,
    Votes,
)
from .making import Metric
from .measures.capacity import Losses
from .measures.dependent import Shares
from .measures.subspaces import Subspaces
from .worlds.world import World

def top_two(values: Floats, axis: int) -> tuple[Floats, Floats]: ...
def above_chance(parts: Floats, chance: float | Floats) -> Floats: ...
def focus(values: Floats, axis: int) -> Floats: ...
def one_row(name: str, matrix: Matrix) -> Floats: ...
def given(total: Floats | None) -> Floats: ...
def several_factors(name: str, matrix: Matrix) -> int: ...

class _mig(Metric, Protocol):
    def __call__(
        self,
        source: Representation | InformativenessMatrix,
        /,
        *,
        divided_by: Literal["factor", "latent"] = "factor",
        bins: int | None = None,
        factor_bins: int | None = None,
        estimator: Literal["counting", "neighbours"] = "counting",
        neighbours: int = 3,
        least_range: float = 0.0,
        convention: Literal[
            "ours",
            "disentanglement_lib",
            "disent",
            "ubisoft",
            "infogan_cr",
            "zhang2021",
            "dent",
            "clarken92",
            "latte",
        ] = "ours",
    ) -> Score:
        r"""MIG: is each factor told by one latent and by no other?

        part_k = (largest I_ik - second largest I_ik) / H(v_k) over latents i; the score is the plain
        mean over factors. From 0 (two latents know the factor equally well, or none does) to 1 (one
        latent determines it, no other knows anything of it). It does not ask whether that latent
        knows other factors too. With one latent the second is 0. divided_by="latent" divides every
        I_ik by H(z_i) before the gap is taken, as one library has it; the published definition
        divides by the factor's entropy. Raises ValueError for a matrix without the entropies it divides
        by. Source: chen2018, section 4.1; sepliarskaia2019, 3.2.2.

        >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
        >>> round(mig(matrix).value, 3)
        0.3

        Options of the measure, mutual_information:
            bins : None keeps levels as levels and cuts continuous latents into 21 equal widths; a number
                always cuts every latent into that many equal widths between its minimum and maximum (20
                in most published code). See `discretise` for values on an edge.
            factor_bins : the same for factors; None keeps levels and cuts continuous factors into `bins`
                (or 21).
            estimator : "counting"; or "neighbours", scikit-learn's estimate from the nearest neighbours,
                which cuts no latent (an estimate beyond a factor's entropy is held at it; for a continuous
                factor that is its estimated information about itself).
            neighbours : how many of them; 3 is scikit-learn's default, 10 that of InfoMEC.
            least_range : latents whose range is no more than this share of the largest range tell nothing.
        """

mig: _mig
r"""MIG: is each factor told by one latent and by no other?

part_k = (largest I_ik - second largest I_ik) / H(v_k) over latents i; the score is the plain
mean over factors. From 0 (two latents know the factor equally well, or none does) to 1 (one
latent determines it, no other knows anything of it). It does not ask whether that latent
knows other factors too. With one latent the second is 0. divided_by="latent" divides every
I_ik by H(z_i) before the gap is taken, as one library has it; the published definition
divides by the factor's entropy. Raises ValueError for a matrix without the entropies it divides
by. Source: chen2018, section 4.1; sepliarskaia2019, 3.2.2.

>>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
>>> round(mig(matrix).value, 3)
0.3

Options of the measure, mutual_information:
    bins : None keeps levels as levels and cuts continuous latents into 21 equal widths; a number
        always cuts every latent into that many equal widths between its minimum and maximum (20
        in most published code). See `discretise` for values on an edge.
    factor_bins : the same for factors; None keeps levels and cuts continuous factors into `bins`
        (or 21).
    estimator : "counting"; or "neighbours", scikit-learn's estimate from the nearest neighbours,
        which cuts no latent (an estimate beyond a factor's entropy is held at it; for a continuous
        factor that is its estimated information about itself).
    neighbours : how many of them; 3 is scikit-learn's default, 10 that of InfoMEC.
    least_range : latents whose range is no more than this share of the largest range tell nothing.
"""

class _dcimig(Metric, Protocol):
    def __call__(
        self,
        source: Representation | InformativenessMatrix,
        /,
        *,
        bins: int | None = None,
        factor_bins: int | None = None,
        estimator: Literal["counting", "neighbours"] = "counting",
        neighbours: int = 3,
        least_range: float = 0.0,
        convention: Literal["ours", "ubisoft"] = "ours",
    ) -> Score:
        r"""DCIMIG: does each factor have a latent of its own, one that tells little of the others?

        Every latent bids for its favourite factor with the gap D_i = largest I_ik - second largest
        I_ik over factors k; part_k = best bid for k / H(v_k), or 0 without a bid; factors weigh
        H(v_k), so score = sum of best bids / sum of H. From 0 to 1 (every factor is determined by a
        latent that knows no other). It forgives further, entangled latents. With one factor the
        second is 0. Raises ValueError without factor_total. Source: sepliarskaia2019, 4.1.

        >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
        >>> round(dcimig(matrix).value, 3)
        0.35

        Options of the measure, mutual_information:
            bins : None keeps levels as levels and cuts continuous latents into 21 equal widths; a number
                always cuts every latent into that many equal widths between its minimum and maximum (20
                in most published code). See `discretise` for values on an edge.
            factor_bins : the same for factors; None keeps levels and cuts continuous factors into `bins`
                (or 21).
            estimator : "counting"; or "neighbours", scikit-learn's estimate from the nearest neighbours,
                which cuts no latent (an estimate beyond a factor's entropy is held at it; for a continuous
                factor that is its estimated information about itself).
            neighbours : how many of them; 3 is scikit-learn's default, 10 that of InfoMEC.
            least_range : latents whose range is no more than this share of the largest range tell nothing.
        """

dcimig: _dcimig
r"""DCIMIG: does each factor have a latent of its own, one that tells little of the others?

Every latent bids for its favourite factor with the gap D_i = largest I_ik - second largest
I_ik over factors k; part_k = best bid for k / H(v_k), or 0 without a bid; factors weigh
H(v_k), so score = sum of best bids / sum of H. From 0 to 1 (every factor is determined by a
latent that knows no other). It forgives further, entangled latents. With one factor the
second is 0. Raises ValueError without factor_total. Source: sepliarskaia2019, 4.1.

>>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
>>> round(dcimig(matrix).value, 3)
0.35

Options of the measure, mutual_information:
    bins : None keeps levels as levels and cuts continuous latents into 21 equal widths; a number
        always cuts every latent into that many equal widths between its minimum and maximum (20
        in most published code). See `discretise` for values on an edge.
    factor_bins : the same for factors; None keeps levels and cuts continuous factors into `bins`
        (or 21).
    estimator : "counting"; or "neighbours", scikit-learn's estimate from the nearest neighbours,
        which cuts no latent (an estimate beyond a factor's entropy is held at it; for a continuous
        factor that is its estimated information about itself).
    neighbours : how many of them; 3 is scikit-learn's default, 10 that of InfoMEC.
    least_range : latents whose range is no more than this share of the largest range tell nothing.
"""

class _modularity(Metric, Protocol):
    def __call__(
        self,
        source: Representation | InformativenessMatrix,
        /,
        *,
        dead: Literal["weighs 0", "counts 0"] = "weighs 0",
        bins: int | None = None,
        factor_bins: int | None = None,
        estimator: Literal["counting", "neighbours"] = "counting",
        neighbours: int = 3,
        least_range: float = 0.0,
        convention: Literal[
            "ours",
            "disentanglement_lib",
            "ubisoft",
            "infogan_cr",
            "zhang2021",
            "dent",
            "clarken92",
            "latte",
        ] = "ours",
    ) -> Score:
        r"""Modularity: does each latent inform about one factor only?

        part_i = 1 - sum over the other factors of I_ik^2 / (largest I_ik^2 (K - 1)); plain mean over
        latents. From 0 (all factors equally) to 1 (one factor only; with one factor, always). A dead
        latent has no part: it weighs 0; dead="counts 0" lets it count as 0, as one library does. Noise
        is averaged in like everything else. Source: ridgeway2018, section 2; zhang2021, algorithm 5.

        >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
        >>> round(modularity(matrix).value, 3)
        0.711

        Options of the measure, mutual_information:
            bins : None keeps levels as levels and cuts continuous latents into 21 equal widths; a number
                always cuts every latent into that many equal widths between its minimum and maximum (20
                in most published code). See `discretise` for values on an edge.
            factor_bins : the same for factors; None keeps levels and cuts continuous factors into `bins`
                (or 21).
            estimator : "counting"; or "neighbours", scikit-learn's estimate from the nearest neighbours,
                which cuts no latent (an estimate beyond a factor's entropy is held at it; for a continuous
                factor that is its estimated information about itself).
            neighbours : how many of them; 3 is scikit-learn's default, 10 that of InfoMEC.
            least_range : latents whose range is no more than this share of the largest range tell nothing.
        """

modularity: _modularity
r"""Modularity: does each latent inform about one factor only?

part_i = 1 - sum over the other factors of I_ik^2 / (largest I_ik^2 (K - 1)); plain mean over
latents. From 0 (all factors equally) to 1 (one factor only; with one factor, always). A dead
latent has no part: it weighs 0; dead="counts 0" lets it count as 0, as one library does. Noise
is averaged in like everything else. Source: ridgeway2018, section 2; zhang2021, algorithm 5.

>>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
>>> round(modularity(matrix).value, 3)
0.711

Options of the measure, mutual_information:
    bins : None keeps levels as levels and cuts continuous latents into 21 equal widths; a number
        always cuts every latent into that many equal widths between its minimum and maximum (20
        in most published code). See `discretise` for values on an edge.
    factor_bins : the same for factors; None keeps levels and cuts continuous factors into `bins`
        (or 21).
    estimator : "counting"; or "neighbours", scikit-learn's estimate from the nearest neighbours,
        which cuts no latent (an estimate beyond a factor's entropy is held at it; for a continuous
        factor that is its estimated information about itself).
    neighbours : how many of them; 3 is scikit-learn's default, 10 that of InfoMEC.
    least_range : latents whose range is no more than this share of the largest range tell nothing.
"""

class _sap(Metric, Protocol):
    def __call__(
        self,
        source: Representation | InformativenessMatrix,
        /,
        *,
        C: float = 0.01,
        balanced: bool = True,
        scaling: Literal["standard", "min-max", "none"] = "standard",
        as_numbers: bool = False,
        bins: int | None = None,
        factor_bins: int | None = None,
        split: float = 0.75,
        shuffle: bool = True,
        seed: int = 0,
        convention: Literal[
            "ours",
            "disentanglement_lib",
            "disent",
            "ubisoft",
            "infogan_cr",
            "zhang2021",
            "dent",
            "clarken92",
            "latte",
        ] = "ours",
    ) -> Score:
        r"""SAP: is each factor predicted, by a straight line, from one latent and from no other?

        part_k = largest S_ik - second largest S_ik over latents i; the score is the plain mean over
        factors. S is R2 for continuous factors and held-out SVM accuracy for levels. From 0 to 1;
        with accuracies and several latents 1 is out of reach, since even the second guesses at chance.
        With one latent the second is 0. Raises ValueError for a matrix with an entry above 1. Source:
        kumar2017, section 3; sepliarskaia2019, 3.2.1.

        >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
        >>> round(sap(matrix).value, 3)
        0.3

        Options of the measure, predictability:
            C : the SVM's inverse regularisation, 0.01 as in most published code.
            balanced : rare values weigh as much as common ones.
            scaling : of latents for the SVM: "standard", "min-max" or "none".
            as_numbers : True reads levels as numbers and reports R2 for every factor.
            bins, factor_bins : numbers that cut every latent, or factor, into so many equal widths first.
            split, shuffle : the share of samples to learn from, and whether to shuffle them before; with 1
                it is judged on what it has learned from.
            seed : draws the split.
        """

sap: _sap
r"""SAP: is each factor predicted, by a straight line, from one latent and from no other?

part_k = largest S_ik - second largest S_ik over latents i; the score is the plain mean over
factors. S is R2 for continuous factors and held-out SVM accuracy for levels. From 0 to 1;
with accuracies and several latents 1 is out of reach, since even the second guesses at chance.
With one latent the second is 0. Raises ValueError for a matrix with an entry above 1. Source:
kumar2017, section 3; sepliarskaia2019, 3.2.1.

>>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
>>> round(sap(matrix).value, 3)
0.3

Options of the measure, predictability:
    C : the SVM's inverse regularisation, 0.01 as in most published code.
    balanced : rare values weigh as much as common ones.
    scaling : of latents for the SVM: "standard", "min-max" or "none".
    as_numbers : True reads levels as numbers and reports R2 for every factor.
    bins, factor_bins : numbers that cut every latent, or factor, into so many equal widths first.
    split, shuffle : the share of samples to learn from, and whether to shuffle them before; with 1
        it is judged on what it has learned from.
    seed : draws the split.
"""

class _disentanglement(Metric, Protocol):
    def __call__(
        self,
        source: Representation | InformativenessMatrix,
        /,
        *,
        predictor: Literal[
            "forest", "screened forest", "boosting", "lightgbm", "lasso", "counting"
        ] = "forest",
        trees: int = 10,
        max_features: Literal["all", "sqrt"] = "all",
        depth: int | tuple[int, ...] | None = None,
        penalty: float | tuple[float, ...] | None = None,
        as_numbers: bool = False,
        scaling: Literal["standard", "min-max", "none"] = "standard",
        bins: int | None = None,
        factor_bins: int | None = None,
        split: float = 0.75,
        shuffle: bool = True,
        judged_by: Literal["score", "1 - 12 MSE", "NRMSE"] = "score",
        seed: int = 0,
        progress: collections.abc.Callable[[collections.abc.Iterable], collections.abc.Iterable]
        | None = None,
        convention: Literal[
            "ours",
            "disentanglement_lib",
            "disent",
            "ubisoft",
            "qedr",
            "qedr_forest",
            "infogan_cr",
            "zhang2021",
            "clarken92",
            "med",
        ] = "ours",
    ) -> Score:
        r"""DCI's D: is each latent important for one factor only?

        part_i = 1 + sum_k p_ik log_K p_ik with p the row divided by its sum; latents weigh their row
        sum. From 0 (every latent matters equally for all factors) to 1 (each matters for one). A
        latent without importance weighs nothing; if none has any the score is 0; with one factor
        every latent of any importance has part 1. It says nothing about how well factors are predicted:
        read it beside `informativeness`. Source: eastwood2018, section 2; sepliarskaia2019, 3.1.3 and
        equation 3.

        >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
        >>> round(disentanglement(matrix).value, 3)
        0.286

        Options of the measure, importances:
            predictor : "forest", impurity importances of a random forest; "screened forest", the same of
                one that sees, for each factor, the 50 latents alone that tell most bits of it, for codes of
                hundreds of latents (not the same: what it does not see has no importance); "boosting", the
                same of gradient boosting, with `trees` rounds; "lightgbm", gain of LightGBM's boosting
                (much quicker, not the same: of two equal latents it uses one; an optional extra);
                "lasso", absolute coefficients, levels as numbers; "counting", no predictor at all: mutual
                information, each column divided by its sum. On held-in samples only.
            trees : trees or rounds.   max_features : latents open to every split, "all" or "sqrt" of them.
            depth : of the trees, one number for all factors or a tuple with one each; None lets forests
                grow freely and gives boosting 3.
            penalty : the lasso's; None chooses it by cross-validation, a tuple by cross-validation among
                these.
            as_numbers : True reads levels as numbers.
            scaling : of latents (and, for the lasso, of factors): "standard", "min-max" or "none".
            bins : for "counting", as in `mutual_information`.
            factor_bins : cuts every factor into so many labels.
            split, shuffle : the share of samples to learn from (1: all, and judged on the same), and
                whether to shuffle them before.
            judged_by : how `prediction` is judged: "score" is accuracy or R2; "1 - 12 MSE"; "NRMSE", an
                error, lower is better.
            seed : draws the split and the trees.   progress : wraps an iterable, as tqdm.tqdm does.
            max_features='all', progress=None
        """

disentanglement: _disentanglement
r"""DCI's D: is each latent important for one factor only?

part_i = 1 + sum_k p_ik log_K p_ik with p the row divided by its sum; latents weigh their row
sum. From 0 (every latent matters equally for all factors) to 1 (each matters for one). A
latent without importance weighs nothing; if none has any the score is 0; with one factor
every latent of any importance has part 1. It says nothing about how well factors are predicted:
read it beside `informativeness`. Source: eastwood2018, section 2; sepliarskaia2019, 3.1.3 and
equation 3.

>>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
>>> round(disentanglement(matrix).value, 3)
0.286

Options of the measure, importances:
    predictor : "forest", impurity importances of a random forest; "screened forest", the same of
        one that sees, for each factor, the 50 latents alone that tell most bits of it, for codes of
        hundreds of latents (not the same: what it does not see has no importance); "boosting", the
        same of gradient boosting, with `trees` rounds; "lightgbm", gain of LightGBM's boosting
        (much quicker, not the same: of two equal latents it uses one; an optional extra);
        "lasso", absolute coefficients, levels as numbers; "counting", no predictor at all: mutual
        information, each column divided by its sum. On held-in samples only.
    trees : trees or rounds.   max_features : latents open to every split, "all" or "sqrt" of them.
    depth : of the trees, one number for all factors or a tuple with one each; None lets forests
        grow freely and gives boosting 3.
    penalty : the lasso's; None chooses it by cross-validation, a tuple by cross-validation among
        these.
    as_numbers : True reads levels as numbers.
    scaling : of latents (and, for the lasso, of factors): "standard", "min-max" or "none".
    bins : for "counting", as in `mutual_information`.
    factor_bins : cuts every factor into so many labels.
    split, shuffle : the share of samples to learn from (1: all, and judged on the same), and
        whether to shuffle them before.
    judged_by : how `prediction` is judged: "score" is accuracy or R2; "1 - 12 MSE"; "NRMSE", an
        error, lower is better.
    seed : draws the split and the trees.   progress : wraps an iterable, as tqdm.tqdm does.
    max_features='all', progress=None
"""

class _completeness(Metric, Protocol):
    def __call__(
        self,
        source: Representation | InformativenessMatrix,
        /,
        *,
        weighted: bool = False,
        predictor: Literal[
            "forest", "screened forest", "boosting", "lightgbm", "lasso", "counting"
        ] = "forest",
        trees: int = 10,
        max_features: Literal["all", "sqrt"] = "all",
        depth: int | tuple[int, ...] | None = None,
        penalty: float | tuple[float, ...] | None = None,
        as_numbers: bool = False,
        scaling: Literal["standard", "min-max", "none"] = "standard",
        bins: int | None = None,
        factor_bins: int | None = None,
        split: float = 0.75,
        shuffle: bool = True,
        judged_by: Literal["score", "1 - 12 MSE", "NRMSE"] = "score",
        seed: int = 0,
        progress: collections.abc.Callable[[collections.abc.Iterable], collections.abc.Iterable]
        | None = None,
        convention: Literal[
            "ours",
            "disentanglement_lib",
            "disent",
            "ubisoft",
            "qedr",
            "qedr_forest",
            "infogan_cr",
            "zhang2021",
            "clarken92",
            "med",
        ] = "ours",
    ) -> Score:
        r"""DCI's C: is each factor captured by one latent only?

        part_k = 1 + sum_i q_ik log_L q_ik with q the column divided by its sum. Plain mean over
        factors, or, weighted=True, by column sums (both readings are in use; they agree for forests,
        whose columns sum to 1). From 0 (spread evenly over all latents) to 1 (one latent). The base
        is L: an added latent that does nothing raises the score. A factor that nothing captures has
        part 0; with one latent every captured factor has 1. Source: eastwood2018, section 2.

        >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
        >>> round(completeness(matrix).value, 3)
        0.135

        Options of the measure, importances:
            predictor : "forest", impurity importances of a random forest; "screened forest", the same of
                one that sees, for each factor, the 50 latents alone that tell most bits of it, for codes of
                hundreds of latents (not the same: what it does not see has no importance); "boosting", the
                same of gradient boosting, with `trees` rounds; "lightgbm", gain of LightGBM's boosting
                (much quicker, not the same: of two equal latents it uses one; an optional extra);
                "lasso", absolute coefficients, levels as numbers; "counting", no predictor at all: mutual
                information, each column divided by its sum. On held-in samples only.
            trees : trees or rounds.   max_features : latents open to every split, "all" or "sqrt" of them.
            depth : of the trees, one number for all factors or a tuple with one each; None lets forests
                grow freely and gives boosting 3.
            penalty : the lasso's; None chooses it by cross-validation, a tuple by cross-validation among
                these.
            as_numbers : True reads levels as numbers.
            scaling : of latents (and, for the lasso, of factors): "standard", "min-max" or "none".
            bins : for "counting", as in `mutual_information`.
            factor_bins : cuts every factor into so many labels.
            split, shuffle : the share of samples to learn from (1: all, and judged on the same), and
                whether to shuffle them before.
            judged_by : how `prediction` is judged: "score" is accuracy or R2; "1 - 12 MSE"; "NRMSE", an
                error, lower is better.
            seed : draws the split and the trees.   progress : wraps an iterable, as tqdm.tqdm does.
            max_features='all', progress=None
        """

completeness: _completeness
r"""DCI's C: is each factor captured by one latent only?

part_k = 1 + sum_i q_ik log_L q_ik with q the column divided by its sum. Plain mean over
factors, or, weighted=True, by column sums (both readings are in use; they agree for forests,
whose columns sum to 1). From 0 (spread evenly over all latents) to 1 (one latent). The base
is L: an added latent that does nothing raises the score. A factor that nothing captures has
part 0; with one latent every captured factor has 1. Source: eastwood2018, section 2.

>>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
>>> round(completeness(matrix).value, 3)
0.135

Options of the measure, importances:
    predictor : "forest", impurity importances of a random forest; "screened forest", the same of
        one that sees, for each factor, the 50 latents alone that tell most bits of it, for codes of
        hundreds of latents (not the same: what it does not see has no importance); "boosting", the
        same of gradient boosting, with `trees` rounds; "lightgbm", gain of LightGBM's boosting
        (much quicker, not the same: of two equal latents it uses one; an optional extra);
        "lasso", absolute coefficients, levels as numbers; "counting", no predictor at all: mutual
        information, each column divided by its sum. On held-in samples only.
    trees : trees or rounds.   max_features : latents open to every split, "all" or "sqrt" of them.
    depth : of the trees, one number for all factors or a tuple with one each; None lets forests
        grow freely and gives boosting 3.
    penalty : the lasso's; None chooses it by cross-validation, a tuple by cross-validation among
        these.
    as_numbers : True reads levels as numbers.
    scaling : of latents (and, for the lasso, of factors): "standard", "min-max" or "none".
    bins : for "counting", as in `mutual_information`.
    factor_bins : cuts every factor into so many labels.
    split, shuffle : the share of samples to learn from (1: all, and judged on the same), and
        whether to shuffle them before.
    judged_by : how `prediction` is judged: "score" is accuracy or R2; "1 - 12 MSE"; "NRMSE", an
        error, lower is better.
    seed : draws the split and the trees.   progress : wraps an iterable, as tqdm.tqdm does.
    max_features='all', progress=None
"""

class _informativeness(Metric, Protocol):
    def __call__(
        self,
        source: Representation | InformativenessMatrix,
        /,
        *,
        predictor: Literal[
            "forest", "screened forest", "boosting", "lightgbm", "lasso", "counting"
        ] = "forest",
        trees: int = 10,
        max_features: Literal["all", "sqrt"] = "all",
        depth: int | tuple[int, ...] | None = None,
        penalty: float | tuple[float, ...] | None = None,
        as_numbers: bool = False,
        scaling: Literal["standard", "min-max", "none"] = "standard",
        bins: int | None = None,
        factor_bins: int | None = None,
        split: float = 0.75,
        shuffle: bool = True,
        judged_by: Literal["score", "1 - 12 MSE", "NRMSE"] = "score",
        seed: int = 0,
        progress: collections.abc.Callable[[collections.abc.Iterable], collections.abc.Iterable]
        | None = None,
        convention: Literal[
            "ours",
            "disentanglement_lib",
            "disent",
            "ubisoft",
            "qedr",
            "qedr_forest",
            "zhang2021",
            "clarken92",
        ] = "ours",
    ) -> Score:
        r"""DCI's I: how well are the factors predicted from all latents together?

        part_k = held-out R2 (continuous) or accuracy (levels) of the forest whose importances D and C
        read; plain mean. From 0 to 1; guessing a factor of m equal levels gives about 1/m. With
        judged_by="NRMSE", as in some conventions, it is an error instead: 0 is best. Takes a
        matrix of one row, "all latents"; raises ValueError for one with a row per latent, and for an
        entry above 1 that is no error. Source:
        eastwood2018, section 2 (there an error, lower is better).

        >>> from disentangle_edu.worlds import examples
        >>> round(informativeness(examples.duplicated_copy()).value, 3)
        1.0

        Options of the measure, prediction:
            predictor='forest', trees=10, max_features='all', depth=None, penalty=None,
            as_numbers=False, scaling='standard', bins=None, factor_bins=None, split=0.75,
            shuffle=True, judged_by='score', seed=0, progress=None
        """

informativeness: _informativeness
r"""DCI's I: how well are the factors predicted from all latents together?

part_k = held-out R2 (continuous) or accuracy (levels) of the forest whose importances D and C
read; plain mean. From 0 to 1; guessing a factor of m equal levels gives about 1/m. With
judged_by="NRMSE", as in some conventions, it is an error instead: 0 is best. Takes a
matrix of one row, "all latents"; raises ValueError for one with a row per latent, and for an
entry above 1 that is no error. Source:
eastwood2018, section 2 (there an error, lower is better).

>>> from disentangle_edu.worlds import examples
>>> round(informativeness(examples.duplicated_copy()).value, 3)
1.0

Options of the measure, prediction:
    predictor='forest', trees=10, max_features='all', depth=None, penalty=None,
    as_numbers=False, scaling='standard', bins=None, factor_bins=None, split=0.75,
    shuffle=True, judged_by='score', seed=0, progress=None
"""

class _explicitness(Metric, Protocol):
    def __call__(
        self,
        source: Representation | InformativenessMatrix,
        /,
        *,
        rescaled: bool = False,
        classifier: Literal["multinomial", "one against the rest"] = "multinomial",
        C: float = 1.0,
        balanced: bool = False,
        solver: Literal["lbfgs", "liblinear"] = "lbfgs",
        iterations: int = 1000,
        scaling: Literal["standard", "min-max", "none"] = "standard",
        factor_bins: int | None = None,
        split: float = 0.75,
        shuffle: bool = True,
        seed: int = 0,
        convention: Literal[
            "ours", "disentanglement_lib", "ubisoft", "infogan_cr", "zhang2021", "clarken92"
        ] = "ours",
    ) -> Score:
        r"""Explicitness: can a logistic regression on all latents tell every value of a factor?

        part_k = area under the ROC curve, one value against the rest, mean over values; plain mean
        over factors. From 0 to 1; chance gives 0.5, and rescaled=True stretches that to 0 (worse than
        chance is below). Latents that lie in order along a line tell middle values badly, however
        complete they are. Takes a matrix of one row, "all latents"; raises ValueError for more rows and
        for an entry above 1. Source: ridgeway2018, section 2; zhang2021, algorithm 5.

        >>> from disentangle_edu.worlds import examples
        >>> round(explicitness(examples.duplicated_copy()).value, 3)
        0.989

        Options of the measure, recognition:
            classifier : one "multinomial" regression per factor, or "one against the rest" for every value.
            C : inverse regularisation.   balanced : rare values weigh as much as common ones.
            solver, iterations : "lbfgs", or "liblinear" for one against the rest, and how many steps it
                may take; stopped early, it is another classifier.
            scaling : of latents: "standard", "min-max" or "none".
            factor_bins : cuts every factor into so many labels; None keeps levels and cuts continuous ones
                into 21.
            split, shuffle, seed : as in `importances`.
            balanced=False
        """

explicitness: _explicitness
r"""Explicitness: can a logistic regression on all latents tell every value of a factor?

part_k = area under the ROC curve, one value against the rest, mean over values; plain mean
over factors. From 0 to 1; chance gives 0.5, and rescaled=True stretches that to 0 (worse than
chance is below). Latents that lie in order along a line tell middle values badly, however
complete they are. Takes a matrix of one row, "all latents"; raises ValueError for more rows and
for an entry above 1. Source: ridgeway2018, section 2; zhang2021, algorithm 5.

>>> from disentangle_edu.worlds import examples
>>> round(explicitness(examples.duplicated_copy()).value, 3)
0.989

Options of the measure, recognition:
    classifier : one "multinomial" regression per factor, or "one against the rest" for every value.
    C : inverse regularisation.   balanced : rare values weigh as much as common ones.
    solver, iterations : "lbfgs", or "liblinear" for one against the rest, and how many steps it
        may take; stopped early, it is another classifier.
    scaling : of latents: "standard", "min-max" or "none".
    factor_bins : cuts every factor into so many labels; None keeps levels and cuts continuous ones
        into 21.
    split, shuffle, seed : as in `importances`.
    balanced=False
"""

class _beta_vae(Metric, Protocol):
    def __call__(
        self,
        source: Representation | World | Confusions,
        /,
        *,
        rescaled: bool = False,
        points: int = 10000,
        batch: int = 128,
        shared: Literal["pair", "batch"] = "pair",
        classifier: Literal["logistic", "least squares"] = "logistic",
        judged_on: Literal["new", "training"] = "new",
        factor_bins: int | None = None,
        seed: int = 0,
        progress: collections.abc.Callable[[collections.abc.Iterable], collections.abc.Iterable]
        | None = None,
        convention: Literal[
            "ours", "disentanglement_lib", "ubisoft", "infogan_cr", "zhang2021"
        ] = "ours",
    ) -> Score:
        r"""BetaVAE: can a linear classifier tell which factor stood still, from latent differences?

        part_k = share of the points with factor k held still that the classifier calls k; weights =
        share of such points; the score is its accuracy on new points. From 0 to 1; guessing gives about
        1/K, and rescaled=True stretches that to 0 (worse than chance is below). In small tables noise
        can look like signal, most of all where a factor has rare values. Raises ValueError with one
        factor. Sampled: another seed gives another value. Source: higgins2017, section 3;
        sepliarskaia2019, 3.1.1.

        >>> from disentangle_edu.worlds import examples
        >>> round(beta_vae(examples.rotated(30)).value, 3)
        1.0

        Options of the measure, confusions:
            points : how many to learn from; half as many again are drawn to judge. A table of 1,000 samples
                or more lends a quarter of its rows to judging alone; a smaller one all rows to both.
            shared : "pair" draws the shared value anew for every pair, "batch" once for all of them.
            classifier : "logistic" regression, or "least squares", a linear regression on one column per
                class whose largest answer wins; both on standardised differences.
            judged_on : "new" points, or "training" points, on which a classifier looks better than it is.
            factor_bins : cuts every factor of a table into so many equal widths and holds it to one of
                them.
            progress : wraps an iterable, as tqdm.tqdm does.
            batch=128, seed=0
        """

beta_vae: _beta_vae
r"""BetaVAE: can a linear classifier tell which factor stood still, from latent differences?

part_k = share of the points with factor k held still that the classifier calls k; weights =
share of such points; the score is its accuracy on new points. From 0 to 1; guessing gives about
1/K, and rescaled=True stretches that to 0 (worse than chance is below). In small tables noise
can look like signal, most of all where a factor has rare values. Raises ValueError with one
factor. Sampled: another seed gives another value. Source: higgins2017, section 3;
sepliarskaia2019, 3.1.1.

>>> from disentangle_edu.worlds import examples
>>> round(beta_vae(examples.rotated(30)).value, 3)
1.0

Options of the measure, confusions:
    points : how many to learn from; half as many again are drawn to judge. A table of 1,000 samples
        or more lends a quarter of its rows to judging alone; a smaller one all rows to both.
    shared : "pair" draws the shared value anew for every pair, "batch" once for all of them.
    classifier : "logistic" regression, or "least squares", a linear regression on one column per
        class whose largest answer wins; both on standardised differences.
    judged_on : "new" points, or "training" points, on which a classifier looks better than it is.
    factor_bins : cuts every factor of a table into so many equal widths and holds it to one of
        them.
    progress : wraps an iterable, as tqdm.tqdm does.
    batch=128, seed=0
"""

class _factor_vae(Metric, Protocol):
    def __call__(
        self,
        source: Representation | World | Votes,
        /,
        *,
        rescaled: bool = False,
        points: int = 10000,
        batch: int = 128,
        least_spread: float | None = None,
        judged_on: Literal["new", "training"] = "new",
        factor_bins: int | None = None,
        seed: int = 0,
        progress: collections.abc.Callable[[collections.abc.Iterable], collections.abc.Iterable]
        | None = None,
        convention: Literal[
            "ours", "disentanglement_lib", "disent", "ubisoft", "infogan_cr", "zhang2021"
        ] = "ours",
    ) -> Score:
        r"""FactorVAE: does the latent that moves least tell which factor stood still?

        Every latent stands for the factor it voted for most while learning; part_i = share of its
        later votes that were right; weights = its share of the votes, so the score is the accuracy of
        the vote. From 0 to 1; guessing gives about 1/K, and rescaled=True stretches that to 0 (worse
        than chance is below). On bare Votes the same votes learn and judge. Raises ValueError with one
        factor. Sampled: another seed gives another value. Source: kim2018, section 4;
        sepliarskaia2019, 3.1.2.

        >>> from disentangle_edu.worlds import examples
        >>> round(factor_vae(examples.rotated(30)).value, 3)
        1.0

        Options of the measure, votes:
            points : votes to learn each latent's factor from; half as many again are cast to judge, on
                rows of their own where a table has 1,000 or more.
            batch : samples per vote.
            least_spread : latents with a smaller standard deviation have no vote either.
            judged_on : "new" votes, or the "training" votes themselves.
            factor_bins : cuts every factor of a table into so many equal widths and holds it to one of
                them.
            progress : wraps an iterable, as tqdm.tqdm does.
            seed=0
        """

factor_vae: _factor_vae
r"""FactorVAE: does the latent that moves least tell which factor stood still?

Every latent stands for the factor it voted for most while learning; part_i = share of its
later votes that were right; weights = its share of the votes, so the score is the accuracy of
the vote. From 0 to 1; guessing gives about 1/K, and rescaled=True stretches that to 0 (worse
than chance is below). On bare Votes the same votes learn and judge. Raises ValueError with one
factor. Sampled: another seed gives another value. Source: kim2018, section 4;
sepliarskaia2019, 3.1.2.

>>> from disentangle_edu.worlds import examples
>>> round(factor_vae(examples.rotated(30)).value, 3)
1.0

Options of the measure, votes:
    points : votes to learn each latent's factor from; half as many again are cast to judge, on
        rows of their own where a table has 1,000 or more.
    batch : samples per vote.
    least_spread : latents with a smaller standard deviation have no vote either.
    judged_on : "new" votes, or the "training" votes themselves.
    factor_bins : cuts every factor of a table into so many equal widths and holds it to one of
        them.
    progress : wraps an iterable, as tqdm.tqdm does.
    seed=0
"""

class _active_units(Metric, Protocol):
    def __call__(
        self,
        source: Representation | Activity,
        /,
        *,
        threshold: float = 0.01,
        convention: Literal["ours"] = "ours",
    ) -> Score:
        r"""Active units: how many latents move at all?

        part_i = 1 if the variance of latent i exceeds the threshold, else 0; plain mean over latents,
        so the score is the active share; times L it is the count that papers print. From 0 to 1. It
        knows nothing of factors, and it hangs on the unit a latent is measured in. Raises ValueError
        for a threshold below 0. Source: zhang2021, section 4.1.

        >>> from disentangle_edu.worlds import examples
        >>> round(active_units(examples.rotated(30)).value, 3)
        1.0
        """

active_units: _active_units
r"""Active units: how many latents move at all?

part_i = 1 if the variance of latent i exceeds the threshold, else 0; plain mean over latents,
so the score is the active share; times L it is the count that papers print. From 0 to 1. It
knows nothing of factors, and it hangs on the unit a latent is measured in. Raises ValueError
for a threshold below 0. Source: zhang2021, section 4.1.

>>> from disentangle_edu.worlds import examples
>>> round(active_units(examples.rotated(30)).value, 3)
1.0
"""

class _hoyer(Metric, Protocol):
    def __call__(
        self, source: Representation | Activity, /, *, convention: Literal["ours"] = "ours"
    ) -> Score:
        r"""Hoyer: is the code of a sample sparse, with few latents large and the others near 0?

        The mean over samples of (sqrt(L) - |z|_1 / |z|_2) / (sqrt(L) - 1), latents in their standard
        deviations and not centred. From 0 (all equally large) to 1 (a single one is not 0); a bell
        curve's own value lies well above 0. It knows nothing of factors. Raises ValueError with one
        latent, or if none moves. Source: zhang2021, section 4.1.

        >>> from disentangle_edu.worlds import examples
        >>> round(hoyer(examples.rotated(30)).value, 3)
        0.357
        """

hoyer: _hoyer
r"""Hoyer: is the code of a sample sparse, with few latents large and the others near 0?

The mean over samples of (sqrt(L) - |z|_1 / |z|_2) / (sqrt(L) - 1), latents in their standard
deviations and not centred. From 0 (all equally large) to 1 (a single one is not 0); a bell
curve's own value lies well above 0. It knows nothing of factors. Raises ValueError with one
latent, or if none moves. Source: zhang2021, section 4.1.

>>> from disentangle_edu.worlds import examples
>>> round(hoyer(examples.rotated(30)).value, 3)
0.357
"""

class _dependent_modularity(Metric, Protocol):
    def __call__(
        self,
        source: Representation | Shares,
        /,
        *,
        form: Literal["counted", "exact", "forest"] = "counted",
        bins: int | None = None,
        trees: int = 10,
        seed: int = 0,
        progress: collections.abc.Callable[[collections.abc.Iterable], collections.abc.Iterable]
        | None = None,
        convention: Literal["ours"] = "ours",
    ) -> Score:
        r"""Modularity for dependent factors: does one alone explain of a latent what all explain?

        part_j = largest over factors of I(z_j; v_i) / I(z_j; v), which is 1 where z_j says nothing of
        the other factors once v_i is known; latents weigh what factors explain of them,
        I(z_j; v) / H(z_j). From 0 to 1. Noise that is no factor costs nothing. form="forest" puts
        variance that forests explain in place of information (our reconstruction). Raises ValueError
        for Shares without latent_weight. Source: almudevar2024, section 3.2 and algorithm 1 (lost).

        >>> from disentangle_edu.worlds import examples
        >>> round(dependent_modularity(examples.parity_leak()).value, 3)
        0.833

        Options of the measure, modular_shares:
            form : "counted", "exact" or "forest".
            bins : cuts every latent, and continuous factors, into so many equal widths (None: levels stay,
                the rest is cut into 21).
            trees, seed : of the forests, which learn on three quarters of the samples and are judged on
                the rest.
            progress : wraps an iterable over the forests, as tqdm.tqdm does.
        """

dependent_modularity: _dependent_modularity
r"""Modularity for dependent factors: does one alone explain of a latent what all explain?

part_j = largest over factors of I(z_j; v_i) / I(z_j; v), which is 1 where z_j says nothing of
the other factors once v_i is known; latents weigh what factors explain of them,
I(z_j; v) / H(z_j). From 0 to 1. Noise that is no factor costs nothing. form="forest" puts
variance that forests explain in place of information (our reconstruction). Raises ValueError
for Shares without latent_weight. Source: almudevar2024, section 3.2 and algorithm 1 (lost).

>>> from disentangle_edu.worlds import examples
>>> round(dependent_modularity(examples.parity_leak()).value, 3)
0.833

Options of the measure, modular_shares:
    form : "counted", "exact" or "forest".
    bins : cuts every latent, and continuous factors, into so many equal widths (None: levels stay,
        the rest is cut into 21).
    trees, seed : of the forests, which learn on three quarters of the samples and are judged on
        the rest.
    progress : wraps an iterable over the forests, as tqdm.tqdm does.
"""

class _dependent_compactness(Metric, Protocol):
    def __call__(
        self,
        source: Representation | Shares,
        /,
        *,
        form: Literal["counted", "exact", "forest"] = "counted",
        bins: int | None = None,
        trees: int = 10,
        seed: int = 0,
        progress: collections.abc.Callable[[collections.abc.Iterable], collections.abc.Iterable]
        | None = None,
        convention: Literal["ours"] = "ours",
    ) -> Score:
        r"""Compactness for dependent factors: does one latent alone tell of a factor what all tell?

        part_i = largest over latents of I(v_i; z_j) / I(v_i; z), which is 1 where the other latents add
        nothing; plain mean over factors. From 0 to 1. Copies cost nothing here: each of them alone
        tells all. Source: almudevar2024, section 3.2 and algorithm 2 (lost).

        >>> from disentangle_edu.worlds import examples
        >>> round(dependent_compactness(examples.rotated(30)).value, 3)
        0.474

        Options of the measure, compact_shares:
            form : "counted", "exact" or "forest".
            bins : cuts every latent, and continuous factors, into so many equal widths (None: levels stay,
                the rest is cut into 21).
            trees, seed : of the forests, which learn on three quarters of the samples and are judged on
                the rest.
            progress : wraps an iterable over the forests, as tqdm.tqdm does.
        """

dependent_compactness: _dependent_compactness
r"""Compactness for dependent factors: does one latent alone tell of a factor what all tell?

part_i = largest over latents of I(v_i; z_j) / I(v_i; z), which is 1 where the other latents add
nothing; plain mean over factors. From 0 to 1. Copies cost nothing here: each of them alone
tells all. Source: almudevar2024, section 3.2 and algorithm 2 (lost).

>>> from disentangle_edu.worlds import examples
>>> round(dependent_compactness(examples.rotated(30)).value, 3)
0.474

Options of the measure, compact_shares:
    form : "counted", "exact" or "forest".
    bins : cuts every latent, and continuous factors, into so many equal widths (None: levels stay,
        the rest is cut into 21).
    trees, seed : of the forests, which learn on three quarters of the samples and are judged on
        the rest.
    progress : wraps an iterable over the forests, as tqdm.tqdm does.
"""

class _dependent_explicitness(Metric, Protocol):
    def __call__(
        self,
        source: Representation | Shares,
        /,
        *,
        form: Literal["counted", "exact", "forest"] = "counted",
        bins: int | None = None,
        trees: int = 10,
        seed: int = 0,
        progress: collections.abc.Callable[[collections.abc.Iterable], collections.abc.Iterable]
        | None = None,
        convention: Literal["ours"] = "ours",
    ) -> Score:
        r"""Explicitness as information: do all latents together tell all of each factor?

        part_i = I(v_i; z) / H(v_i); plain mean over factors. From 0 to 1. Takes Shares of one row, "all
        latents"; raises ValueError for more rows. Source: almudevar2024, section 3.2.

        >>> from disentangle_edu.worlds import examples
        >>> round(dependent_explicitness(examples.rotated(30)).value, 3)
        1.0

        Options of the measure, explicit_shares:
            form : "counted", "exact" or "forest".
            bins : cuts every latent, and continuous factors, into so many equal widths (None: levels stay,
                the rest is cut into 21).
            trees, seed : of the forests, which learn on three quarters of the samples and are judged on
                the rest.
            progress : wraps an iterable over the forests, as tqdm.tqdm does.
        """

dependent_explicitness: _dependent_explicitness
r"""Explicitness as information: do all latents together tell all of each factor?

part_i = I(v_i; z) / H(v_i); plain mean over factors. From 0 to 1. Takes Shares of one row, "all
latents"; raises ValueError for more rows. Source: almudevar2024, section 3.2.

>>> from disentangle_edu.worlds import examples
>>> round(dependent_explicitness(examples.rotated(30)).value, 3)
1.0

Options of the measure, explicit_shares:
    form : "counted", "exact" or "forest".
    bins : cuts every latent, and continuous factors, into so many equal widths (None: levels stay,
        the rest is cut into 21).
    trees, seed : of the forests, which learn on three quarters of the samples and are judged on
        the rest.
    progress : wraps an iterable over the forests, as tqdm.tqdm does.
"""

class _minimality(Metric, Protocol):
    def __call__(
        self,
        source: Representation | Shares,
        /,
        *,
        weighted: bool = True,
        form: Literal["counted", "exact", "forest"] = "counted",
        bins: int | None = None,
        trees: int = 10,
        seed: int = 0,
        progress: collections.abc.Callable[[collections.abc.Iterable], collections.abc.Iterable]
        | None = None,
        convention: Literal["ours", "almudevar2025"] = "ours",
    ) -> Score:
        r"""Minimality: does each latent say one factor and nothing else, no other factor and no noise?

        part_j = largest over factors of I(z_j; v_i) / H(z_j); latents weigh what factors explain of
        them, or, weighted=False, those that tell anything count the same, as in the later version. From
        0 to 1. Minimal latents are modular. Raises ValueError for Shares without latent_weight. Source:
        almudevar2024, section 3.3 and algorithm 3 (lost); its 2025 version is the convention
        almudevar2025.

        >>> from disentangle_edu.worlds import examples
        >>> round(minimality(examples.parity_leak()).value, 3)
        0.833

        Options of the measure, minimal_shares:
            form : "counted", "exact" or "forest".
            bins : cuts every latent, and continuous factors, into so many equal widths (None: levels stay,
                the rest is cut into 21).
            trees, seed : of the forests, which learn on three quarters of the samples and are judged on
                the rest.
            progress : wraps an iterable over the forests, as tqdm.tqdm does.
        """

minimality: _minimality
r"""Minimality: does each latent say one factor and nothing else, no other factor and no noise?

part_j = largest over factors of I(z_j; v_i) / H(z_j); latents weigh what factors explain of
them, or, weighted=False, those that tell anything count the same, as in the later version. From
0 to 1. Minimal latents are modular. Raises ValueError for Shares without latent_weight. Source:
almudevar2024, section 3.3 and algorithm 3 (lost); its 2025 version is the convention
almudevar2025.

>>> from disentangle_edu.worlds import examples
>>> round(minimality(examples.parity_leak()).value, 3)
0.833

Options of the measure, minimal_shares:
    form : "counted", "exact" or "forest".
    bins : cuts every latent, and continuous factors, into so many equal widths (None: levels stay,
        the rest is cut into 21).
    trees, seed : of the forests, which learn on three quarters of the samples and are judged on
        the rest.
    progress : wraps an iterable over the forests, as tqdm.tqdm does.
"""

class _sufficiency(Metric, Protocol):
    def __call__(
        self,
        source: Representation | Shares,
        /,
        *,
        form: Literal["counted", "exact", "forest"] = "counted",
        bins: int | None = None,
        trees: int = 10,
        seed: int = 0,
        progress: collections.abc.Callable[[collections.abc.Iterable], collections.abc.Iterable]
        | None = None,
        convention: Literal["ours", "almudevar2025"] = "ours",
    ) -> Score:
        r"""Sufficiency: is each factor told completely by one latent?

        part_i = largest over latents of I(v_i; z_j) / H(v_i); plain mean over factors. From 0 to 1.
        Sufficient is the same as compact and explicit. Source: almudevar2024, section 3.3 and algorithm
        4 (lost); its 2025 version is the convention almudevar2025.

        >>> from disentangle_edu.worlds import examples
        >>> round(sufficiency(examples.rotated(30)).value, 3)
        0.474

        Options of the measure, sufficient_shares:
            form : "counted", "exact" or "forest".
            bins : cuts every latent, and continuous factors, into so many equal widths (None: levels stay,
                the rest is cut into 21).
            trees, seed : of the forests, which learn on three quarters of the samples and are judged on
                the rest.
            progress : wraps an iterable over the forests, as tqdm.tqdm does.
        """

sufficiency: _sufficiency
r"""Sufficiency: is each factor told completely by one latent?

part_i = largest over latents of I(v_i; z_j) / H(v_i); plain mean over factors. From 0 to 1.
Sufficient is the same as compact and explicit. Source: almudevar2024, section 3.3 and algorithm
4 (lost); its 2025 version is the convention almudevar2025.

>>> from disentangle_edu.worlds import examples
>>> round(sufficiency(examples.rotated(30)).value, 3)
0.474

Options of the measure, sufficient_shares:
    form : "counted", "exact" or "forest".
    bins : cuts every latent, and continuous factors, into so many equal widths (None: levels stay,
        the rest is cut into 21).
    trees, seed : of the forests, which learn on three quarters of the samples and are judged on
        the rest.
    progress : wraps an iterable over the forests, as tqdm.tqdm does.
"""

class _iwo(Metric, Protocol):
    def __call__(
        self,
        source: Representation | Subspaces,
        /,
        *,
        method: Literal["linear", "gca"] = "linear",
        levels: Literal["names", "numbers"] = "names",
        epochs: int = 80,
        seed: int = 0,
        progress: collections.abc.Callable[[collections.abc.Iterable], collections.abc.Iterable]
        | None = None,
        convention: Literal["ours"] = "ours",
    ) -> Score:
        r"""IWO, importance-weighted orthogonality: do different factors use directions at right angles?

        part_jk = 1 - sum over directions l of j and m of k of
        sqrt(importance_l importance_m) (b_l . b_m)^2; plain mean over pairs of factors. From 0 (the
        same directions, equally important) to 1 (every direction of one at right angles to every
        direction of the other). Turning all latents together changes nothing. Takes Subspaces, or finds
        them: method="linear" (exact) or "gca" (learned). Raises ValueError with one factor. Source:
        geyer2024, equations 6 and 7; its appendix D scales otherwise (see the ledger).

        >>> spaces = Subspaces([[[1, 0], [0, 1]], [[0.6, 0.8], [0.8, -0.6]]], [[1, 0], [0.9, 0.1]])
        >>> round(iwo(spaces).value, 3)
        0.456

        Options of the measure, subspaces:
            method : "linear", exactly: the direction of the least-squares line, with importance R2; what
                the line leaves unexplained is spread evenly over all directions. Levels are names: of them
                it takes the directions along which the classes lie farthest apart (canonical correlations
                with one column per class, Hotelling 1936; Fisher's discriminants), which for two classes is
                the line again. Or "gca", learned with PyTorch: directions that any smooth function may use
                (see `gca`), with `epochs` and `seed`; it takes seconds to minutes.
            levels : "names" as said above, or "numbers", for method="linear" alone: the line through them,
                which hangs on the numbers that the levels happen to have.
            progress : wraps the epochs, as tqdm.tqdm does.
            epochs=80, seed=0
        """

iwo: _iwo
r"""IWO, importance-weighted orthogonality: do different factors use directions at right angles?

part_jk = 1 - sum over directions l of j and m of k of
sqrt(importance_l importance_m) (b_l . b_m)^2; plain mean over pairs of factors. From 0 (the
same directions, equally important) to 1 (every direction of one at right angles to every
direction of the other). Turning all latents together changes nothing. Takes Subspaces, or finds
them: method="linear" (exact) or "gca" (learned). Raises ValueError with one factor. Source:
geyer2024, equations 6 and 7; its appendix D scales otherwise (see the ledger).

>>> spaces = Subspaces([[[1, 0], [0, 1]], [[0.6, 0.8], [0.8, -0.6]]], [[1, 0], [0.9, 0.1]])
>>> round(iwo(spaces).value, 3)
0.456

Options of the measure, subspaces:
    method : "linear", exactly: the direction of the least-squares line, with importance R2; what
        the line leaves unexplained is spread evenly over all directions. Levels are names: of them
        it takes the directions along which the classes lie farthest apart (canonical correlations
        with one column per class, Hotelling 1936; Fisher's discriminants), which for two classes is
        the line again. Or "gca", learned with PyTorch: directions that any smooth function may use
        (see `gca`), with `epochs` and `seed`; it takes seconds to minutes.
    levels : "names" as said above, or "numbers", for method="linear" alone: the line through them,
        which hangs on the numbers that the levels happen to have.
    progress : wraps the epochs, as tqdm.tqdm does.
    epochs=80, seed=0
"""

class _iwr(Metric, Protocol):
    def __call__(
        self,
        source: Representation | Subspaces,
        /,
        *,
        method: Literal["linear", "gca"] = "linear",
        levels: Literal["names", "numbers"] = "names",
        epochs: int = 80,
        seed: int = 0,
        progress: collections.abc.Callable[[collections.abc.Iterable], collections.abc.Iterable]
        | None = None,
        convention: Literal["ours"] = "ours",
    ) -> Score:
        r"""IWR, importance-weighted rank: does each factor need one direction only?

        part_j = 1 + sum_l importance_l log_L importance_l; plain mean over factors. From 0 (all
        directions matter equally) to 1 (one direction). With one latent it is 1. The base is L: what a
        line leaves unexplained is spread over all directions, so a further latent, of whatever kind,
        moves the score. Turning all latents together changes nothing. Source: geyer2024, equation 8.

        >>> spaces = Subspaces([[[1, 0], [0, 1]], [[0.6, 0.8], [0.8, -0.6]]], [[1, 0], [0.9, 0.1]])
        >>> round(iwr(spaces).value, 3)
        0.766

        Options of the measure, subspaces:
            method : "linear", exactly: the direction of the least-squares line, with importance R2; what
                the line leaves unexplained is spread evenly over all directions. Levels are names: of them
                it takes the directions along which the classes lie farthest apart (canonical correlations
                with one column per class, Hotelling 1936; Fisher's discriminants), which for two classes is
                the line again. Or "gca", learned with PyTorch: directions that any smooth function may use
                (see `gca`), with `epochs` and `seed`; it takes seconds to minutes.
            levels : "names" as said above, or "numbers", for method="linear" alone: the line through them,
                which hangs on the numbers that the levels happen to have.
            progress : wraps the epochs, as tqdm.tqdm does.
            epochs=80, seed=0
        """

iwr: _iwr
r"""IWR, importance-weighted rank: does each factor need one direction only?

part_j = 1 + sum_l importance_l log_L importance_l; plain mean over factors. From 0 (all
directions matter equally) to 1 (one direction). With one latent it is 1. The base is L: what a
line leaves unexplained is spread over all directions, so a further latent, of whatever kind,
moves the score. Turning all latents together changes nothing. Source: geyer2024, equation 8.

>>> spaces = Subspaces([[[1, 0], [0, 1]], [[0.6, 0.8], [0.8, -0.6]]], [[1, 0], [0.9, 0.1]])
>>> round(iwr(spaces).value, 3)
0.766

Options of the measure, subspaces:
    method : "linear", exactly: the direction of the least-squares line, with importance R2; what
        the line leaves unexplained is spread evenly over all directions. Levels are names: of them
        it takes the directions along which the classes lie farthest apart (canonical correlations
        with one column per class, Hotelling 1936; Fisher's discriminants), which for two classes is
        the line again. Or "gca", learned with PyTorch: directions that any smooth function may use
        (see `gca`), with `epochs` and `seed`; it takes seconds to minutes.
    levels : "names" as said above, or "numbers", for method="linear" alone: the line through them,
        which hangs on the numbers that the levels happen to have.
    progress : wraps the epochs, as tqdm.tqdm does.
    epochs=80, seed=0
"""

class _explicitness_es(Metric, Protocol):
    def __call__(
        self,
        source: Representation | Losses,
        /,
        *,
        ladder: Literal["polynomial", "forest", "mlp", "random features"] = "polynomial",
        seed: int = 0,
        progress: collections.abc.Callable[[collections.abc.Iterable], collections.abc.Iterable]
        | None = None,
        convention: Literal["ours"] = "ours",
    ) -> Score:
        r"""DCI-ES explicitness: can a small probe read each factor, or does it take a large one?

        part_k = 1 - area under the loss left against the size of the probe, the sizes of the ladder
        evenly spaced and the area divided by that of a probe that never beats a constant. From 0 (no
        probe reads it) to 1 (the smallest reads it all). Turning the latents changes little. The ladder
        and its spacing are our choice: compare only scores of the same ladder. Raises ValueError for
        Losses of one probe, or above 1. Source: eastwood2023; geyer2024, equation 9.

        >>> from disentangle_edu.worlds import examples
        >>> round(explicitness_es(examples.duplicated_copy()).value, 3)
        0.811

        Options of the measure, losses:
            ladder : "polynomial", ridge regression on polynomials of degree 1 to 6; "forest", 50 trees of
                depth 1 to 16; "mlp", a line and networks with two layers of 2 to 32 units; "random
                features", a line, alone and beside 16 to 1,024 random cosines of all latents. The last
                stands in for polynomials where these have more than 3,000 terms at degree 2 already (from
                77 latents on; a note says so).
            seed : draws the split and starts forests and networks.
            progress : wraps an iterable, as tqdm.tqdm does.
        """

explicitness_es: _explicitness_es
r"""DCI-ES explicitness: can a small probe read each factor, or does it take a large one?

part_k = 1 - area under the loss left against the size of the probe, the sizes of the ladder
evenly spaced and the area divided by that of a probe that never beats a constant. From 0 (no
probe reads it) to 1 (the smallest reads it all). Turning the latents changes little. The ladder
and its spacing are our choice: compare only scores of the same ladder. Raises ValueError for
Losses of one probe, or above 1. Source: eastwood2023; geyer2024, equation 9.

>>> from disentangle_edu.worlds import examples
>>> round(explicitness_es(examples.duplicated_copy()).value, 3)
0.811

Options of the measure, losses:
    ladder : "polynomial", ridge regression on polynomials of degree 1 to 6; "forest", 50 trees of
        depth 1 to 16; "mlp", a line and networks with two layers of 2 to 32 units; "random
        features", a line, alone and beside 16 to 1,024 random cosines of all latents. The last
        stands in for polynomials where these have more than 3,000 terms at degree 2 already (from
        77 latents on; a note says so).
    seed : draws the split and starts forests and networks.
    progress : wraps an iterable, as tqdm.tqdm does.
"""

class _mig_sup(Metric, Protocol):
    def __call__(
        self,
        source: Representation | InformativenessMatrix,
        /,
        *,
        divided_by: Literal["factor", "latent"] = "factor",
        dead: Literal["weighs 0", "counts 0"] = "weighs 0",
        bins: int | None = None,
        factor_bins: int | None = None,
        estimator: Literal["counting", "neighbours"] = "counting",
        neighbours: int = 3,
        least_range: float = 0.0,
        convention: Literal["ours", "ubisoft"] = "ours",
    ) -> Score:
        r"""MIG-sup: does each latent tell one factor and no other?

        part_i = largest I_ik / H(v_k) - second largest of these over factors k; plain mean over
        latents. From 0 (it tells two factors equally well, or none) to 1 (it determines one and tells
        nothing of another): MIG along rows. It does not ask whether a factor has two latents. With one
        factor the second is 0. divided_by="latent" divides by H(z_i), as one library has it. A dead
        latent has no part: it weighs 0; dead="counts 0" lets it count as 0. Raises ValueError for a
        matrix without the entropies it divides by. Source: li2020, section 4.

        >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
        >>> round(mig_sup(matrix).value, 3)
        0.4

        Options of the measure, mutual_information:
            bins : None keeps levels as levels and cuts continuous latents into 21 equal widths; a number
                always cuts every latent into that many equal widths between its minimum and maximum (20
                in most published code). See `discretise` for values on an edge.
            factor_bins : the same for factors; None keeps levels and cuts continuous factors into `bins`
                (or 21).
            estimator : "counting"; or "neighbours", scikit-learn's estimate from the nearest neighbours,
                which cuts no latent (an estimate beyond a factor's entropy is held at it; for a continuous
                factor that is its estimated information about itself).
            neighbours : how many of them; 3 is scikit-learn's default, 10 that of InfoMEC.
            least_range : latents whose range is no more than this share of the largest range tell nothing.
        """

mig_sup: _mig_sup
r"""MIG-sup: does each latent tell one factor and no other?

part_i = largest I_ik / H(v_k) - second largest of these over factors k; plain mean over
latents. From 0 (it tells two factors equally well, or none) to 1 (it determines one and tells
nothing of another): MIG along rows. It does not ask whether a factor has two latents. With one
factor the second is 0. divided_by="latent" divides by H(z_i), as one library has it. A dead
latent has no part: it weighs 0; dead="counts 0" lets it count as 0. Raises ValueError for a
matrix without the entropies it divides by. Source: li2020, section 4.

>>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
>>> round(mig_sup(matrix).value, 3)
0.4

Options of the measure, mutual_information:
    bins : None keeps levels as levels and cuts continuous latents into 21 equal widths; a number
        always cuts every latent into that many equal widths between its minimum and maximum (20
        in most published code). See `discretise` for values on an edge.
    factor_bins : the same for factors; None keeps levels and cuts continuous factors into `bins`
        (or 21).
    estimator : "counting"; or "neighbours", scikit-learn's estimate from the nearest neighbours,
        which cuts no latent (an estimate beyond a factor's entropy is held at it; for a continuous
        factor that is its estimated information about itself).
    neighbours : how many of them; 3 is scikit-learn's default, 10 that of InfoMEC.
    least_range : latents whose range is no more than this share of the largest range tell nothing.
"""

class _jemmig(Metric, Protocol):
    def __call__(
        self,
        source: Representation | InformativenessMatrix,
        /,
        *,
        cells: int = 21,
        bins: int | None = None,
        factor_bins: int | None = None,
        estimator: Literal["counting", "neighbours"] = "counting",
        neighbours: int = 3,
        least_range: float = 0.0,
        convention: Literal["ours", "ubisoft"] = "ours",
    ) -> Score:
        r"""JEMMIG: does each factor have one latent, which tells nothing else and holds no noise?

        part_k = 1 - (H(z*, v_k) - I(z*; v_k) + second largest I_ik) / (H(v_k) + log2 cells), with z*
        the latent that tells most of v_k, of several the one that holds least; plain mean over factors.
        From 0 (noise has more) to 1 (z* and the factor determine each other, and no other latent tells
        anything). cells : into how many a latent is cut, as `bins` of the measure; a latent whose
        entropy is larger takes that. Raises ValueError without latent_total and factor_total. Source:
        do2020, section 4.2.

        >>> bits = dict(latent_total=1.5, factor_total=1)
        >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], **bits)
        >>> round(jemmig(matrix, cells=4).value, 3)
        0.45

        Options of the measure, mutual_information:
            bins : None keeps levels as levels and cuts continuous latents into 21 equal widths; a number
                always cuts every latent into that many equal widths between its minimum and maximum (20
                in most published code). See `discretise` for values on an edge.
            factor_bins : the same for factors; None keeps levels and cuts continuous factors into `bins`
                (or 21).
            estimator : "counting"; or "neighbours", scikit-learn's estimate from the nearest neighbours,
                which cuts no latent (an estimate beyond a factor's entropy is held at it; for a continuous
                factor that is its estimated information about itself).
            neighbours : how many of them; 3 is scikit-learn's default, 10 that of InfoMEC.
            least_range : latents whose range is no more than this share of the largest range tell nothing.
        """

jemmig: _jemmig
r"""JEMMIG: does each factor have one latent, which tells nothing else and holds no noise?

part_k = 1 - (H(z*, v_k) - I(z*; v_k) + second largest I_ik) / (H(v_k) + log2 cells), with z*
the latent that tells most of v_k, of several the one that holds least; plain mean over factors.
From 0 (noise has more) to 1 (z* and the factor determine each other, and no other latent tells
anything). cells : into how many a latent is cut, as `bins` of the measure; a latent whose
entropy is larger takes that. Raises ValueError without latent_total and factor_total. Source:
do2020, section 4.2.

>>> bits = dict(latent_total=1.5, factor_total=1)
>>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], **bits)
>>> round(jemmig(matrix, cells=4).value, 3)
0.45

Options of the measure, mutual_information:
    bins : None keeps levels as levels and cuts continuous latents into 21 equal widths; a number
        always cuts every latent into that many equal widths between its minimum and maximum (20
        in most published code). See `discretise` for values on an edge.
    factor_bins : the same for factors; None keeps levels and cuts continuous factors into `bins`
        (or 21).
    estimator : "counting"; or "neighbours", scikit-learn's estimate from the nearest neighbours,
        which cuts no latent (an estimate beyond a factor's entropy is held at it; for a continuous
        factor that is its estimated information about itself).
    neighbours : how many of them; 3 is scikit-learn's default, 10 that of InfoMEC.
    least_range : latents whose range is no more than this share of the largest range tell nothing.
"""

class _info_modularity(Metric, Protocol):
    def __call__(
        self,
        source: Representation | InformativenessMatrix,
        /,
        *,
        bins: int | None = None,
        factor_bins: int | None = None,
        estimator: Literal["counting", "neighbours"] = "counting",
        neighbours: int = 3,
        least_range: float = 0.0,
        convention: Literal["ours", "latent_quantization"] = "ours",
    ) -> Score:
        r"""InfoM: which share of what a latent tells is about one factor?

        part_i = (largest N_ik / sum of N_ik over factors - 1/K) / (1 - 1/K) with N_ik = I_ik / H(v_k);
        plain mean over latents. From 0 (all factors alike) to 1 (one alone; with one factor, always).
        A latent that tells nothing weighs 0; the paper also leaves out latents of small range, and
        estimates by nearest neighbours (estimator="neighbours"). Raises ValueError without
        factor_total. Source: hsu2023, section 3.

        >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
        >>> round(info_modularity(matrix).value, 3)
        0.46

        Options of the measure, mutual_information:
            bins : None keeps levels as levels and cuts continuous latents into 21 equal widths; a number
                always cuts every latent into that many equal widths between its minimum and maximum (20
                in most published code). See `discretise` for values on an edge.
            factor_bins : the same for factors; None keeps levels and cuts continuous factors into `bins`
                (or 21).
            estimator : "counting"; or "neighbours", scikit-learn's estimate from the nearest neighbours,
                which cuts no latent (an estimate beyond a factor's entropy is held at it; for a continuous
                factor that is its estimated information about itself).
            neighbours : how many of them; 3 is scikit-learn's default, 10 that of InfoMEC.
            least_range : latents whose range is no more than this share of the largest range tell nothing.
        """

info_modularity: _info_modularity
r"""InfoM: which share of what a latent tells is about one factor?

part_i = (largest N_ik / sum of N_ik over factors - 1/K) / (1 - 1/K) with N_ik = I_ik / H(v_k);
plain mean over latents. From 0 (all factors alike) to 1 (one alone; with one factor, always).
A latent that tells nothing weighs 0; the paper also leaves out latents of small range, and
estimates by nearest neighbours (estimator="neighbours"). Raises ValueError without
factor_total. Source: hsu2023, section 3.

>>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
>>> round(info_modularity(matrix).value, 3)
0.46

Options of the measure, mutual_information:
    bins : None keeps levels as levels and cuts continuous latents into 21 equal widths; a number
        always cuts every latent into that many equal widths between its minimum and maximum (20
        in most published code). See `discretise` for values on an edge.
    factor_bins : the same for factors; None keeps levels and cuts continuous factors into `bins`
        (or 21).
    estimator : "counting"; or "neighbours", scikit-learn's estimate from the nearest neighbours,
        which cuts no latent (an estimate beyond a factor's entropy is held at it; for a continuous
        factor that is its estimated information about itself).
    neighbours : how many of them; 3 is scikit-learn's default, 10 that of InfoMEC.
    least_range : latents whose range is no more than this share of the largest range tell nothing.
"""

class _info_compactness(Metric, Protocol):
    def __call__(
        self,
        source: Representation | InformativenessMatrix,
        /,
        *,
        bins: int | None = None,
        factor_bins: int | None = None,
        estimator: Literal["counting", "neighbours"] = "counting",
        neighbours: int = 3,
        least_range: float = 0.0,
        convention: Literal["ours", "latent_quantization"] = "ours",
    ) -> Score:
        r"""InfoC: which share of what is told of a factor does one latent tell?

        part_k = (largest N_ik / sum of N_ik over latents - 1/L) / (1 - 1/L) with N_ik = I_ik / H(v_k)
        and L the latents that tell anything; plain mean over factors. From 0 (all latents alike, or
        none) to 1 (one alone). Raises ValueError without factor_total. Source: hsu2023, section 3.

        >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
        >>> round(info_compactness(matrix).value, 3)
        0.417

        Options of the measure, mutual_information:
            bins : None keeps levels as levels and cuts continuous latents into 21 equal widths; a number
                always cuts every latent into that many equal widths between its minimum and maximum (20
                in most published code). See `discretise` for values on an edge.
            factor_bins : the same for factors; None keeps levels and cuts continuous factors into `bins`
                (or 21).
            estimator : "counting"; or "neighbours", scikit-learn's estimate from the nearest neighbours,
                which cuts no latent (an estimate beyond a factor's entropy is held at it; for a continuous
                factor that is its estimated information about itself).
            neighbours : how many of them; 3 is scikit-learn's default, 10 that of InfoMEC.
            least_range : latents whose range is no more than this share of the largest range tell nothing.
        """

info_compactness: _info_compactness
r"""InfoC: which share of what is told of a factor does one latent tell?

part_k = (largest N_ik / sum of N_ik over latents - 1/L) / (1 - 1/L) with N_ik = I_ik / H(v_k)
and L the latents that tell anything; plain mean over factors. From 0 (all latents alike, or
none) to 1 (one alone). Raises ValueError without factor_total. Source: hsu2023, section 3.

>>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3]], factor_total=1)
>>> round(info_compactness(matrix).value, 3)
0.417

Options of the measure, mutual_information:
    bins : None keeps levels as levels and cuts continuous latents into 21 equal widths; a number
        always cuts every latent into that many equal widths between its minimum and maximum (20
        in most published code). See `discretise` for values on an edge.
    factor_bins : the same for factors; None keeps levels and cuts continuous factors into `bins`
        (or 21).
    estimator : "counting"; or "neighbours", scikit-learn's estimate from the nearest neighbours,
        which cuts no latent (an estimate beyond a factor's entropy is held at it; for a continuous
        factor that is its estimated information about itself).
    neighbours : how many of them; 3 is scikit-learn's default, 10 that of InfoMEC.
    least_range : latents whose range is no more than this share of the largest range tell nothing.
"""

class _irs(Metric, Protocol):
    def __call__(
        self,
        source: Representation | Shares,
        /,
        *,
        factor_bins: int | None = None,
        quantile: float = 1.0,
        convention: Literal["ours", "disentanglement_lib", "ubisoft"] = "ours",
    ) -> Score:
        r"""IRS: does a latent stand still while its factor does, whatever else changes?

        part_i = largest over factors of the robustness of latent i; latents weigh the largest distance
        from their mean, so a latent on a larger scale counts for more. From 0 (the other factors move
        it as far as all do) to 1 (they do not move it at all). Extremes decide, so with more samples a
        noisy latent has less; noise has more than 0. It does not ask whether a factor has a latent.
        Raises ValueError for Shares without latent_weight. Source: suter2019, section 4.

        >>> from disentangle_edu.worlds import examples
        >>> round(irs(examples.parity_leak()).value, 3)
        0.8

        Options of the measure, robustness:
            factor_bins : None keeps levels and cuts continuous factors into 21; a number cuts all of them.
            quantile : takes this quantile of the distances within a value in place of the largest (1).
        """

irs: _irs
r"""IRS: does a latent stand still while its factor does, whatever else changes?

part_i = largest over factors of the robustness of latent i; latents weigh the largest distance
from their mean, so a latent on a larger scale counts for more. From 0 (the other factors move
it as far as all do) to 1 (they do not move it at all). Extremes decide, so with more samples a
noisy latent has less; noise has more than 0. It does not ask whether a factor has a latent.
Raises ValueError for Shares without latent_weight. Source: suter2019, section 4.

>>> from disentangle_edu.worlds import examples
>>> round(irs(examples.parity_leak()).value, 3)
0.8

Options of the measure, robustness:
    factor_bins : None keeps levels and cuts continuous factors into 21; a number cuts all of them.
    quantile : takes this quantile of the distances within a value in place of the largest (1).
"""

class _mcc(Metric, Protocol):
    def __call__(
        self,
        source: Representation | InformativenessMatrix,
        /,
        *,
        form: Literal["pearson", "spearman"] = "pearson",
        convention: Literal["ours"] = "ours",
    ) -> Score:
        r"""MCC: once every factor is given a latent of its own, how strongly do they correlate?

        part_k = correlation of factor k, without its sign, with the latent that it is matched to: the
        one-to-one matching whose sum is largest; 0 for a factor that no latent is left for. Plain mean
        over factors. From 0 to 1 (each factor is a multiple of its latent; with form="spearman", a
        rising or falling function of it). A latent that mixes dependent factors may match well, and of
        many latents some match by chance. Source: hyvarinen2016; khemakhem2020.

        >>> matrix = InformativenessMatrix([[0.8, 0.7], [0.6, 0.3]])
        >>> round(mcc(matrix).value, 3)
        0.65

        Options of the measure, correlations:
            form : "pearson", along a straight line; or "spearman", of the ranks, along any rising or
                falling curve.
        """

mcc: _mcc
r"""MCC: once every factor is given a latent of its own, how strongly do they correlate?

part_k = correlation of factor k, without its sign, with the latent that it is matched to: the
one-to-one matching whose sum is largest; 0 for a factor that no latent is left for. Plain mean
over factors. From 0 to 1 (each factor is a multiple of its latent; with form="spearman", a
rising or falling function of it). A latent that mixes dependent factors may match well, and of
many latents some match by chance. Source: hyvarinen2016; khemakhem2020.

>>> matrix = InformativenessMatrix([[0.8, 0.7], [0.6, 0.3]])
>>> round(mcc(matrix).value, 3)
0.65

Options of the measure, correlations:
    form : "pearson", along a straight line; or "spearman", of the ranks, along any rising or
        falling curve.
"""

class _linear_r2(Metric, Protocol):
    def __call__(
        self,
        source: Representation | InformativenessMatrix,
        /,
        *,
        reader: Literal["line", "kernel"] = "line",
        split: float = 0.75,
        shuffle: bool = True,
        seed: int = 0,
        convention: Literal["ours"] = "ours",
    ) -> Score:
        r"""Linear R2: can a line over all latents read each factor?

        part_k = held-out R2 of a linear regression from all latents to factor k, levels taken as the
        numbers that name them; plain mean over factors. From 0 (no line tells anything) to 1 (a line
        reads it exactly), however the factors are mixed over the latents. Identifiability "up to a
        linear map" promises 1. reader="kernel" follows gentle bends, too.
        Raises ValueError for a matrix of several rows. Source: khemakhem2020; eastwood2023, section 2.

        >>> from disentangle_edu.worlds import examples
        >>> round(linear_r2(examples.rotated(30)).value, 3)  # with a little noise
        0.991

        Options of the measure, linear_reading:
            reader : a "line"; or "kernel", which may bend, by ridge regression on the latents and 500
                random cosines of them (the nonlinear R2 that papers report beside the linear one).
            split : share of samples to learn from; 1 judges on the same ones.   shuffle, seed : how they
                are drawn.
            shuffle=True, seed=0
        """

linear_r2: _linear_r2
r"""Linear R2: can a line over all latents read each factor?

part_k = held-out R2 of a linear regression from all latents to factor k, levels taken as the
numbers that name them; plain mean over factors. From 0 (no line tells anything) to 1 (a line
reads it exactly), however the factors are mixed over the latents. Identifiability "up to a
linear map" promises 1. reader="kernel" follows gentle bends, too.
Raises ValueError for a matrix of several rows. Source: khemakhem2020; eastwood2023, section 2.

>>> from disentangle_edu.worlds import examples
>>> round(linear_r2(examples.rotated(30)).value, 3)  # with a little noise
0.991

Options of the measure, linear_reading:
    reader : a "line"; or "kernel", which may bend, by ridge regression on the latents and 500
        random cosines of them (the nonlinear R2 that papers report beside the linear one).
    split : share of samples to learn from; 1 judges on the same ones.   shuffle, seed : how they
        are drawn.
    shuffle=True, seed=0
"""

class _info_explicitness(Metric, Protocol):
    def __call__(
        self,
        source: Representation | InformativenessMatrix,
        /,
        *,
        C: float = 10000000000.0,
        balanced: bool = False,
        iterations: int = 1000,
        scaling: Literal["standard", "min-max", "none"] = "standard",
        factor_bins: int | None = None,
        split: float = 0.75,
        shuffle: bool = True,
        seed: int = 0,
        convention: Literal["ours", "latent_quantization"] = "ours",
    ) -> Score:
        r"""InfoE: which share of the surprise at a factor's value does a logistic regression save?

        part_k = 1 - (its log loss with all latents) / (that of the values' shares alone), on samples it
        has not seen; plain mean over factors. From 0 (the latents tell it nothing) to 1 (it is sure of
        every value, and right); `explicitness` asks only for the order of its chances. The paper judges
        where it learned. Takes a matrix of one row, "all latents"; raises ValueError for more rows and
        for an entry above 1. Source: hsu2023, section 3.

        >>> from disentangle_edu.worlds import examples
        >>> round(info_explicitness(examples.duplicated_copy()).value, 2)
        1.0

        Options of the measure, surprise_saved:
            C : inverse regularisation; 1e10, none, as in the paper.   The other options are those of
                `recognition`, the classifier is its multinomial one.
            balanced=False, iterations=1000, scaling='standard', factor_bins=None, split=0.75,
            shuffle=True, seed=0
        """

info_explicitness: _info_explicitness
r"""InfoE: which share of the surprise at a factor's value does a logistic regression save?

part_k = 1 - (its log loss with all latents) / (that of the values' shares alone), on samples it
has not seen; plain mean over factors. From 0 (the latents tell it nothing) to 1 (it is sure of
every value, and right); `explicitness` asks only for the order of its chances. The paper judges
where it learned. Takes a matrix of one row, "all latents"; raises ValueError for more rows and
for an entry above 1. Source: hsu2023, section 3.

>>> from disentangle_edu.worlds import examples
>>> round(info_explicitness(examples.duplicated_copy()).value, 2)
1.0

Options of the measure, surprise_saved:
    C : inverse regularisation; 1e10, none, as in the paper.   The other options are those of
        `recognition`, the classifier is its multinomial one.
    balanced=False, iterations=1000, scaling='standard', factor_bins=None, split=0.75,
    shuffle=True, seed=0
"""

class _dmig(Metric, Protocol):
    def __call__(
        self,
        source: Representation | InformativenessMatrix,
        /,
        *,
        declared: Literal["best", "in order"] = "best",
        bins: int | None = None,
        factor_bins: int | None = None,
        estimator: Literal["counting", "neighbours"] = "counting",
        neighbours: int = 3,
        least_range: float = 0.0,
        convention: Literal["ours", "latte"] = "ours",
    ) -> Score:
        r"""DMIG: MIG's question where factors depend on each other: is the gap as wide as it can be?

        part_k = (I of the latent that stands for k - largest I_ik of the others) / H(v_k given v_l),
        with l the factor that the runner-up stands for (of several the one it tells most of); H(v_k)
        where it stands for none. Plain mean over factors. From 0 to 1 (the gap is all that the other
        factor leaves); more than that counts as 1. Of independent factors it is MIG. declared : which
        latent stands for a factor, the "best", which tells most of it, or "in order", latent k for
        factor k; there a better runner-up counts below 0. Raises ValueError without factor_total, or
        for fewer latents than factors in order. Source: watcharasupat2021.

        >>> between = dict(factor_total=1, factor_given=[[0, 0.5], [0.5, 0]])
        >>> matrix = InformativenessMatrix([[1, 0.5], [0.5, 1]], **between)
        >>> round(dmig(matrix).value, 3), round(mig(matrix).value, 3)
        (1.0, 0.5)

        Options of the measure, mutual_information:
            bins : None keeps levels as levels and cuts continuous latents into 21 equal widths; a number
                always cuts every latent into that many equal widths between its minimum and maximum (20
                in most published code). See `discretise` for values on an edge.
            factor_bins : the same for factors; None keeps levels and cuts continuous factors into `bins`
                (or 21).
            estimator : "counting"; or "neighbours", scikit-learn's estimate from the nearest neighbours,
                which cuts no latent (an estimate beyond a factor's entropy is held at it; for a continuous
                factor that is its estimated information about itself).
            neighbours : how many of them; 3 is scikit-learn's default, 10 that of InfoMEC.
            least_range : latents whose range is no more than this share of the largest range tell nothing.
        """

dmig: _dmig
r"""DMIG: MIG's question where factors depend on each other: is the gap as wide as it can be?

part_k = (I of the latent that stands for k - largest I_ik of the others) / H(v_k given v_l),
with l the factor that the runner-up stands for (of several the one it tells most of); H(v_k)
where it stands for none. Plain mean over factors. From 0 to 1 (the gap is all that the other
factor leaves); more than that counts as 1. Of independent factors it is MIG. declared : which
latent stands for a factor, the "best", which tells most of it, or "in order", latent k for
factor k; there a better runner-up counts below 0. Raises ValueError without factor_total, or
for fewer latents than factors in order. Source: watcharasupat2021.

>>> between = dict(factor_total=1, factor_given=[[0, 0.5], [0.5, 0]])
>>> matrix = InformativenessMatrix([[1, 0.5], [0.5, 1]], **between)
>>> round(dmig(matrix).value, 3), round(mig(matrix).value, 3)
(1.0, 0.5)

Options of the measure, mutual_information:
    bins : None keeps levels as levels and cuts continuous latents into 21 equal widths; a number
        always cuts every latent into that many equal widths between its minimum and maximum (20
        in most published code). See `discretise` for values on an edge.
    factor_bins : the same for factors; None keeps levels and cuts continuous factors into `bins`
        (or 21).
    estimator : "counting"; or "neighbours", scikit-learn's estimate from the nearest neighbours,
        which cuts no latent (an estimate beyond a factor's entropy is held at it; for a continuous
        factor that is its estimated information about itself).
    neighbours : how many of them; 3 is scikit-learn's default, 10 that of InfoMEC.
    least_range : latents whose range is no more than this share of the largest range tell nothing.
"""

class _xmig(Metric, Protocol):
    def __call__(
        self,
        source: Representation | InformativenessMatrix,
        /,
        *,
        declared: Literal["best", "in order"] = "best",
        bins: int | None = None,
        factor_bins: int | None = None,
        estimator: Literal["counting", "neighbours"] = "counting",
        neighbours: int = 3,
        least_range: float = 0.0,
        convention: Literal["ours"] = "ours",
    ) -> Score:
        r"""XMIG: does what stands for a factor tell more of it than the latents that stand for none?

        part_k = (I of the latent that stands for k - largest I_ik of the latents that stand for no
        factor) / H(v_k); plain mean over factors. From 0 (an unused latent tells as much) to 1. With no
        such latent nothing is taken away. What another factor's latent tells of k does not count, as it
        may, where factors depend on each other. declared : as in `dmig`. Raises ValueError as `dmig`
        does. Source: watcharasupat2021.

        >>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3], [0.2, 0]], factor_total=1)
        >>> round(xmig(matrix).value, 3)
        0.45

        Options of the measure, mutual_information:
            bins : None keeps levels as levels and cuts continuous latents into 21 equal widths; a number
                always cuts every latent into that many equal widths between its minimum and maximum (20
                in most published code). See `discretise` for values on an edge.
            factor_bins : the same for factors; None keeps levels and cuts continuous factors into `bins`
                (or 21).
            estimator : "counting"; or "neighbours", scikit-learn's estimate from the nearest neighbours,
                which cuts no latent (an estimate beyond a factor's entropy is held at it; for a continuous
                factor that is its estimated information about itself).
            neighbours : how many of them; 3 is scikit-learn's default, 10 that of InfoMEC.
            least_range : latents whose range is no more than this share of the largest range tell nothing.
        """

xmig: _xmig
r"""XMIG: does what stands for a factor tell more of it than the latents that stand for none?

part_k = (I of the latent that stands for k - largest I_ik of the latents that stand for no
factor) / H(v_k); plain mean over factors. From 0 (an unused latent tells as much) to 1. With no
such latent nothing is taken away. What another factor's latent tells of k does not count, as it
may, where factors depend on each other. declared : as in `dmig`. Raises ValueError as `dmig`
does. Source: watcharasupat2021.

>>> matrix = InformativenessMatrix([[0.8, 0.1], [0.4, 0.3], [0.2, 0]], factor_total=1)
>>> round(xmig(matrix).value, 3)
0.45

Options of the measure, mutual_information:
    bins : None keeps levels as levels and cuts continuous latents into 21 equal widths; a number
        always cuts every latent into that many equal widths between its minimum and maximum (20
        in most published code). See `discretise` for values on an edge.
    factor_bins : the same for factors; None keeps levels and cuts continuous factors into `bins`
        (or 21).
    estimator : "counting"; or "neighbours", scikit-learn's estimate from the nearest neighbours,
        which cuts no latent (an estimate beyond a factor's entropy is held at it; for a continuous
        factor that is its estimated information about itself).
    neighbours : how many of them; 3 is scikit-learn's default, 10 that of InfoMEC.
    least_range : latents whose range is no more than this share of the largest range tell nothing.
"""

class _edi(Metric, Protocol):
    def __call__(
        self,
        source: Representation | Shares,
        /,
        *,
        side: Literal["latents", "factors"] = "latents",
        form: Literal["counted", "exact", "forest"] = "counted",
        bins: int | None = None,
        trees: int = 10,
        seed: int = 0,
        progress: collections.abc.Callable[[collections.abc.Iterable], collections.abc.Iterable]
        | None = None,
        convention: Literal["ours"] = "ours",
    ) -> Score:
        r"""EDI: how much more does a latent tell of its factor than, in the mean, of all others?

        E_i = largest share I_ik / I(v_k; z) of latent i - root mean square of its others; part_k = sum
        of E_i over the latents whose largest is k, at most 1; plain mean over factors. From 0 (no
        latent is exclusive to it) to 1 (latents tell all of it, and nothing else). Copies cost nothing.
        side="factors" asks whether a factor has one latent: largest of its column - root mean square of
        the column's others. Source: julka2024.

        >>> from disentangle_edu.measures import Shares
        >>> round(edi(Shares([[0.9, 0.2], [0.1, 0.7]])).value, 3)
        0.65

        Options of the measure, compact_shares:
            form : "counted", "exact" or "forest".
            bins : cuts every latent, and continuous factors, into so many equal widths (None: levels stay,
                the rest is cut into 21).
            trees, seed : of the forests, which learn on three quarters of the samples and are judged on
                the rest.
            progress : wraps an iterable over the forests, as tqdm.tqdm does.
        """

edi: _edi
r"""EDI: how much more does a latent tell of its factor than, in the mean, of all others?

E_i = largest share I_ik / I(v_k; z) of latent i - root mean square of its others; part_k = sum
of E_i over the latents whose largest is k, at most 1; plain mean over factors. From 0 (no
latent is exclusive to it) to 1 (latents tell all of it, and nothing else). Copies cost nothing.
side="factors" asks whether a factor has one latent: largest of its column - root mean square of
the column's others. Source: julka2024.

>>> from disentangle_edu.measures import Shares
>>> round(edi(Shares([[0.9, 0.2], [0.1, 0.7]])).value, 3)
0.65

Options of the measure, compact_shares:
    form : "counted", "exact" or "forest".
    bins : cuts every latent, and continuous factors, into so many equal widths (None: levels stay,
        the rest is cut into 21).
    trees, seed : of the forests, which learn on three quarters of the samples and are judged on
        the rest.
    progress : wraps an iterable over the forests, as tqdm.tqdm does.
"""

class _z_max_variance(Metric, Protocol):
    def __call__(
        self,
        source: Representation | World | Votes,
        /,
        *,
        rescaled: bool = False,
        points: int = 10000,
        batch: int = 128,
        least_spread: float | None = None,
        judged_on: Literal["new", "training"] = "new",
        factor_bins: int | None = None,
        seed: int = 0,
        progress: collections.abc.Callable[[collections.abc.Iterable], collections.abc.Iterable]
        | None = None,
        convention: Literal["ours"] = "ours",
    ) -> Score:
        r"""Z-max variance: does the latent that moves most tell which factor alone was drawn anew?

        FactorVAE's question with all other factors held still in place of one; parts, weights, chance
        (about 1/K) and `rescaled` are those of `factor_vae`. From 0 to 1. A table needs samples that
        differ in one factor alone; a World has them. Raises ValueError where there are none, and with
        one factor. Sampled: another seed gives another value. Source: kim2019, metric 3.

        >>> from disentangle_edu.worlds import examples, world
        >>> of = {"a": world.levels(3), "b": world.levels(3)}
        >>> z_max_variance(world.World(of, world.linear([[1, 0], [0, 1]]))).value
        1.0

        Options of the measure, lone_votes:
            points=10000, batch=128, least_spread=None, judged_on='new', factor_bins=None, seed=0,
            progress=None
        """

z_max_variance: _z_max_variance
r"""Z-max variance: does the latent that moves most tell which factor alone was drawn anew?

FactorVAE's question with all other factors held still in place of one; parts, weights, chance
(about 1/K) and `rescaled` are those of `factor_vae`. From 0 to 1. A table needs samples that
differ in one factor alone; a World has them. Raises ValueError where there are none, and with
one factor. Sampled: another seed gives another value. Source: kim2019, metric 3.

>>> from disentangle_edu.worlds import examples, world
>>> of = {"a": world.levels(3), "b": world.levels(3)}
>>> z_max_variance(world.World(of, world.linear([[1, 0], [0, 1]]))).value
1.0

Options of the measure, lone_votes:
    points=10000, batch=128, least_spread=None, judged_on='new', factor_bins=None, seed=0,
    progress=None
"""
