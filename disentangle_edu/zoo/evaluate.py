"""Evaluation of a trained model: every metric, and the accuracy of predictors on its codes.

The result is one row of the table of a zoo.
"""

import time
import warnings
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from .. import metrics  # noqa: F401  fills METRICS
from ..conventions import OURS
from ..matrices import InformativenessMatrix
from ..measures import importances, mutual_information
from ..measures.subspaces import subspaces
from ..metrics import active_units, iwo, iwr
from ..representation import Representation
from ..scoring import score_each
from ..types import Floats, Row
from ..worlds.images import ImageWorld
from ..worlds.sentences import OWN, TextWorld
from .text_decoder import TextAutoencoder

if TYPE_CHECKING:
    from .training import Trained

Levels = NDArray[np.int64]

SHOWN, SHOWN_SEED = 3000, 1  # number and seed of the samples that are scored and shipped
LEARN_SEED, JUDGE_SEED, N_TEST = 2, 3, 2000  # samples for downstream tasks, in no metric
SIZES = (100, 300, 1000, 3000)
GCA_SAMPLES, GCA_EPOCHS = 1000, 24
SENTENCES = 5000  # of the test split that are scored and shipped
# In the shipped tables, IWO and IWR treat levels as numbers, because the tables were made before
# levels became names; most factors of the sprites are positions and sizes.
AS_NUMBERS = {"iwo": iwo, "iwr": iwr}
PAPER_METRICS = ("beta_vae", "modularity", "factor_vae", "mig", "disentanglement", "sap")
MOST_LEVELS = 20  # of a factor that is predicted; a factor with more values is binned


def code_of(model: "Trained", world: ImageWorld, rows: NDArray[np.int64]) -> Representation:
    """Mean codes of some images under a trained model, with their factors.

    Parameters
    ----------
    model : Trained
        Trained model.
    world : ImageWorld
        World of the images.
    rows : ndarray of int, shape (n_samples,)
        Row numbers of the images in the world.

    Returns
    -------
    rep : Representation
        Codes rounded to float16, as they are shipped.

    Examples
    --------
    >>> from disentangle_edu.zoo.evaluate import code_of
    >>> code_of(model, world, rows)  # doctest: +SKIP
    """
    codes = model.encode(world.pixels[rows]).astype(np.float16)
    story = f"{model.recipe.name}: mean codes of {len(rows):,} images"
    return Representation(
        world.factors[rows], codes.astype(float), factor_names=world.names, description=story
    )


def scored_rows(world: ImageWorld) -> NDArray[np.int64]:
    """Row numbers of the 3,000 images whose codes are scored and shipped.

    Parameters
    ----------
    world : ImageWorld
        World of the images.

    Returns
    -------
    rows : ndarray of int, shape (3000,)
        Row numbers, drawn with seed 1.

    Examples
    --------
    >>> from disentangle_edu.worlds.images import image_world
    >>> from disentangle_edu.zoo.evaluate import scored_rows
    >>> scored_rows(image_world("sprites")).shape
    (3000,)
    """
    return world.draw(SHOWN, SHOWN_SEED)


def evaluate_model(model: "Trained", world: ImageWorld) -> Row:
    """Evaluate a trained model of images.

    Parameters
    ----------
    model : Trained
        Trained model.
    world : ImageWorld
        World of the images.

    Returns
    -------
    judgement : dict
        "row" has the recipe, losses, metrics, accuracies and seconds. "matrices" has mutual
        information and importances.

    Examples
    --------
    >>> from disentangle_edu.zoo.evaluate import evaluate_model
    >>> evaluate_model(model, world)["row"]  # doctest: +SKIP
    """
    start = time.perf_counter()
    rep = code_of(model, world, scored_rows(world))
    results = scores(rep) | downstream(model, world)
    matrices = {"information": mutual_information(rep), "importance": importances(rep)}
    return _evaluation_record(model, results, matrices, start)


def _evaluation_record(
    model: "Trained",
    results: Row,
    matrices: dict[str, InformativenessMatrix],
    start: float,
) -> Row:
    row: Row = asdict(model.recipe) | {"convention": OURS}
    row |= {name: getattr(model, name) for name in ("rec", "rec_mean", "kl")} | results
    row["seconds_training"], row["seconds"] = model.seconds, time.perf_counter() - start
    return {
        "row": {name: _to_json_number(value) for name, value in row.items()},
        "matrices": {name: matrix.values.tolist() for name, matrix in matrices.items()},
    }


def sentence_rows(world: TextWorld) -> NDArray[np.int64]:
    """Row numbers of the sentences whose codes are scored and shipped.

    Parameters
    ----------
    world : TextWorld
        World of the sentences.

    Returns
    -------
    rows : ndarray of int, shape (n_samples,)
        The first 5,000 sentences of the test split, or all of them if there are fewer. The split is
        in random order.

    Examples
    --------
    >>> from disentangle_edu.zoo import pretrained_text
    >>> from disentangle_edu.zoo.evaluate import sentence_rows
    >>> sentence_rows(pretrained_text.shipped_world("ynoc")).shape
    (5000,)
    """
    return np.arange(min(SENTENCES, len(world.test)))  # their order is random


def code_of_sentences(model: "Trained", world: TextWorld) -> Representation:
    """Mean codes of the sentences of `sentence_rows`, with their factors.

    Parameters
    ----------
    model : Trained
        Trained model.
    world : TextWorld
        World of the sentences.

    Returns
    -------
    rep : Representation
        Codes rounded to float16, as they are shipped.

    Examples
    --------
    >>> from disentangle_edu.zoo.evaluate import code_of_sentences
    >>> code_of_sentences(model, world)  # doctest: +SKIP
    """
    rows = sentence_rows(world)
    autoencoder = TextAutoencoder(model.weights, world.test.shape[1] - 1)
    codes = autoencoder.encode(world.test[rows]).astype(np.float16).astype(float)
    return world.representation(
        codes, rows, f"{model.recipe.name}: codes of {len(rows):,} sentences"
    )


def evaluate_text_model(model: "Trained", world: TextWorld) -> Row:
    """Evaluate a trained model of sentences.

    Parameters
    ----------
    model : Trained
        Trained model.
    world : TextWorld
        World of the sentences.

    Returns
    -------
    judgement : dict
        "row" has the recipe, losses, the number of active latents, metrics and seconds. "matrices"
        is empty.

    Notes
    -----
    A column NAME_paper is the metric by the convention of zhang2021. For texts of the user, the
    column accuracy is that of `label_accuracy`.

    Examples
    --------
    >>> from disentangle_edu.zoo.evaluate import evaluate_text_model
    >>> evaluate_text_model(model, world)["row"]  # doctest: +SKIP
    """
    start = time.perf_counter()
    rep = code_of_sentences(model, world)
    results: Row = {"au": float(active_units(rep)) * rep.latents.shape[1]}
    results |= _compute_scores(rep, OURS, None)
    papers = _compute_scores(rep, "zhang2021", PAPER_METRICS)
    results |= {f"{name}_paper": value for name, value in papers.items()}
    if world.name == OWN:
        results["accuracy"] = label_accuracy(rep.latents, rep.factors[:, 0])
    return _evaluation_record(model, results, {}, start)


def label_accuracy(codes: Floats, labels: NDArray) -> float:
    """Share of labels that a logistic regression recognises in codes.

    The regression is fitted on the first half of the samples and tested on the second half, as in
    [1]_ for texts with classes.

    Parameters
    ----------
    codes : ndarray of shape (n_samples, n_latents)
        Codes.
    labels : ndarray of shape (n_samples,)
        Label of each sample.

    Returns
    -------
    accuracy : float
        1: every label is recognised. The share of the most frequent label is the level of guessing.

    References
    ----------
    .. [1] Zhang et al. (2021), "Unsupervised Representation Disentanglement of Text: An Evaluation
       on Synthetic Datasets", section 4.3.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu.zoo.evaluate import label_accuracy
    >>> labels = np.tile([0, 1], 20)
    >>> label_accuracy(labels[:, None] + 0.0, labels)
    1.0
    """
    half = len(codes) // 2
    if (labels[:half] == labels[0]).all():  # only one class to train on
        return float((labels[half:] == labels[0]).mean())
    reader = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the fit to a collapsed code may not converge
        return float(reader.fit(codes[:half], labels[:half]).score(codes[half:], labels[half:]))


def _to_json_number(value: Any) -> Any:
    """Number rounded to eight digits; None if it is not finite."""
    if not isinstance(value, float | np.floating):
        return value
    return float(f"{value:.8g}") if np.isfinite(value) else None


def scores(rep: Representation) -> dict[str, float | None]:
    """Compute every metric by our convention at seed 0.

    IWO and IWR are computed from straight lines and from networks.

    Parameters
    ----------
    rep : Representation
        Representation to score.

    Returns
    -------
    scores : dict of str to float or None
        Score by the metric's name; None if a metric is not defined. "iwo_gca" and "iwr_gca" are
        from networks.

    Examples
    --------
    >>> from disentangle_edu.zoo.evaluate import scores
    >>> scores(rep)  # doctest: +SKIP
    """
    row = _compute_scores(rep, OURS, None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        learned = subspaces(rep.take(slice(GCA_SAMPLES)), method="gca", epochs=GCA_EPOCHS)
    return row | {"iwo_gca": float(iwo(learned)), "iwr_gca": float(iwr(learned))}


def _compute_scores(
    rep: Representation, convention: str, names: Sequence[str] | None
) -> dict[str, float | None]:
    """Scores at seed 0; None if a metric is not defined."""
    row: dict[str, float | None] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # warnings would repeat for 430 tables
        for name, outcome, _ in score_each(rep, names, 1, False, convention):
            row[name] = None if isinstance(outcome, Exception) else float(outcome[0])
        for name in row.keys() & AS_NUMBERS.keys() if convention == OURS else ():
            if row[name] is not None:
                row[name] = float(AS_NUMBERS[name](rep, as_continuous=True))
    return row


# ----------------------------------------------------------------------------------- downstream


def downstream(model: "Trained", world: ImageWorld) -> dict[str, float]:
    """Accuracy of predictors of all factors from the codes of unseen images.

    Each predictor (random forest, logistic regression and MLP) is fitted to 100, 300, 1,000 and
    3,000 images. One half of the images is used for fitting, and the other half for testing.

    Parameters
    ----------
    model : Trained
        Trained model.
    world : ImageWorld
        World of the images.

    Returns
    -------
    accuracies : dict of str to float
        Share of factors that are recognised, in [0, 1], by columns such as "forest_300".

    Examples
    --------
    >>> from disentangle_edu.zoo.evaluate import downstream
    >>> downstream(model, world)["forest_300"]  # doctest: +SKIP
    """
    train_rows, test_rows = (
        world.draw(max(SIZES), LEARN_SEED, half=0),
        world.draw(N_TEST, JUDGE_SEED, half=1),
    )
    codes, unseen = (code_of(model, world, rows).latents for rows in (train_rows, test_rows))
    levels = np.column_stack([level_codes(v) for v in world.factors.T])
    row = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # networks not converged; levels with few samples
        for name, read in READERS.items():
            for n in SIZES:
                guessed = read(codes[:n], levels[train_rows[:n]], unseen)
                row[f"{name}_{n}"] = float((guessed == levels[test_rows]).mean())
    return row


def level_codes(column: Floats) -> NDArray[np.int64]:
    """Levels of a factor as whole numbers.

    Parameters
    ----------
    column : ndarray of shape (n,)
        Values of the factor.

    Returns
    -------
    codes : ndarray of int of shape (n,)
        Number of the level of each value, from 0. More than 20 different values are cut into 20
        levels of equal size.

    Examples
    --------
    >>> import numpy as np
    >>> from disentangle_edu.zoo.evaluate import level_codes
    >>> level_codes(np.array([3.0, 7, 3, 9])).tolist()
    [0, 1, 0, 2]
    """
    distinct, numbers = np.unique(column, return_inverse=True)
    if len(distinct) <= MOST_LEVELS:
        return numbers
    return np.searchsorted(np.quantile(column, np.arange(1, MOST_LEVELS) / MOST_LEVELS), column)


def _forest(codes: Floats, levels: Levels, unseen: Floats) -> Levels:
    """Predict all factors with one random forest of thirty trees."""
    trees = RandomForestClassifier(30, min_samples_leaf=2, random_state=0)
    return trees.fit(codes, levels).predict(unseen)


def _logistic(codes: Floats, levels: Levels, unseen: Floats) -> Levels:
    """Predict each factor with a logistic regression; with a single level, predict this level."""
    return np.column_stack(
        [
            np.full(len(unseen), v[0])
            if (v == v[0]).all()
            else make_pipeline(StandardScaler(), LogisticRegression(max_iter=200))
            .fit(codes, v)
            .predict(unseen)
            for v in levels.T
        ]
    )


def _mlp(codes: Floats, levels: Levels, unseen: Floats) -> Levels:
    """Predict all factors with one network that has one output per level; the largest counts."""
    distinct = [np.unique(v) for v in levels.T]
    wanted = np.hstack([v[:, None] == each for v, each in zip(levels.T, distinct)]).astype(int)
    network = MLPClassifier(
        (64, 64),
        batch_size=min(128, len(codes)),
        learning_rate_init=3e-3,
        max_iter=round(10 + 30_000 / len(codes)),  # more epochs for few samples
        random_state=0,
    )
    chances = make_pipeline(StandardScaler(), network).fit(codes, wanted).predict_proba(unseen)
    parts = np.split(chances, np.cumsum([len(each) for each in distinct])[:-1], axis=1)
    return np.column_stack([each[part.argmax(1)] for each, part in zip(distinct, parts)])


READERS = {"forest": _forest, "logistic": _logistic, "mlp": _mlp}
