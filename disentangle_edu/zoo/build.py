"""Training and judging a whole zoo: every step is a joblib task, and what is finished is kept.

A folder holds the finished models: models/NAME.npz and rows/NAME.json. Both appear under their
names only when they are complete. The folder unfinished/ records the state of training every
minute, so an interruption loses at most one minute. On a cluster there is no such record, because
its workers may not see the folder.
"""

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from ..cache import read_json, write_json
from ..types import VERSION, Row
from ..worlds.images import ImageWorld, image_world
from ..worlds.sentences import OWN, TextWorld, text_world
from .configs import Recipe, TextRecipe, stacks
from .sentences import train_sentences
from .training import STEPS, Trained, import_torch, train
from .training_state import Arrays, read_checked, undamaged, write_checked

T = TypeVar("T")
R = TypeVar("R", bound=Recipe)
COSTS = {"ae": 4.4, "annealed_vae": 3.3, "beta_vae": 3.0, "beta_tcvae": 5.5, "factor_vae": 5.2}
COSTS |= {"dip_vae_i": 4.2, "dip_vae_ii": 3.5}  # seconds per model, for the remaining time
TEXT_COSTS = {"ynoc": 110.0, "letters": 30.0, "pos": 750.0, OWN: 300.0}
ROOMY_COST = 250.0
TEXT_STEPS = 16_870  # steps of a model on YNOC
EVALUATION_COST = 6.0
NUMBERS = ("rec", "rec_mean", "kl", "seconds")
Spend = Callable[[float], object]  # called with the cost of finished work, in seconds


def build(
    folder: Path,
    recipes: Sequence[Recipe],
    user_world: ImageWorld | TextWorld | None = None,
    *,
    steps: int | None = None,
    jobs: int = 2,
    cluster: str | None = None,
    minutes: float | None = None,
    progress: Spend = lambda cost: None,
) -> list[Row]:
    """Train and judge what is not yet done; returns the judgements of recipes, in their order.

    Of all recipes, unless the time was up before.

    user_world : your own world of images or texts; without it the recipes name our worlds.
    steps : as many as the zoo takes unless told otherwise.
    cluster : the address of a Dask scheduler to work on, instead of `jobs` processes here.
    minutes : the time limit; the next call resumes models that are half trained (on a cluster they
    start again).
    """
    models, rows, halves = (folder / name for name in ("models", "rows", "unfinished"))
    todo = [r for r in recipes if not _model_path(models, r).exists()]
    if todo and not cluster:  # the workers of a cluster import PyTorch themselves
        import_torch()
    for subfolder in (models, rows, halves):
        subfolder.mkdir(parents=True, exist_ok=True)
    settings: Row = {"steps": steps, "version": VERSION}
    if isinstance(user_world, TextWorld):  # all user texts have the same world name
        settings["texts"] = hashlib.sha256(user_world.train.tobytes()).hexdigest()[:16]
    _check_settings(folder / "settings.json", settings)
    until = None
    if minutes is not None:
        until = time.time() + 60 * minutes - _evaluation_cost(rows, recipes) / jobs
    with _workers(jobs, cluster):
        training = [
            (
                _train_stack,
                (
                    stack,
                    user_world,
                    steps,
                    None if cluster else _checkpoint_path(halves, stack),
                    until,
                ),
            )
            for stack in stacks(todo)
        ]
        for stack in _run_tasks(training):
            for trained in stack:
                _write_model(_model_path(models, trained.recipe), trained)
                progress(_training_cost(trained.recipe, steps))
            _checkpoint_path(halves, [trained.recipe for trained in stack]).unlink(missing_ok=True)
        recipes = [r for r in recipes if _model_path(models, r).exists()]
        todo = [r for r in recipes if not _row_path(rows, r).exists()]
        judging = [(_evaluate, (_model_path(models, r).read_bytes(), r, user_world)) for r in todo]
        for name, judgement in _run_tasks(judging):
            write_json(rows / f"{name}.json", judgement)
            progress(EVALUATION_COST)
    return [_read_json(_row_path(rows, r)) for r in recipes]


def cost(folder: Path, recipes: Sequence[Recipe], steps: int | None = None) -> float:
    """Seconds' worth of what is not yet done."""
    models, rows = folder / "models", folder / "rows"
    training = sum(_training_cost(r, steps) for r in recipes if not _model_path(models, r).exists())
    return training + _evaluation_cost(rows, recipes)


def _evaluation_cost(rows: Path, recipes: Sequence[Recipe]) -> float:
    return EVALUATION_COST * sum(not _row_path(rows, r).exists() for r in recipes)


def _training_cost(recipe: Recipe, steps: int | None) -> float:
    """Approximate training time of one model, in seconds."""
    if not isinstance(recipe, TextRecipe):
        return COSTS[recipe.objective]
    seconds = ROOMY_COST if recipe.coupling == "roomy" else TEXT_COSTS[recipe.world]
    return seconds * (min(1.0, steps / TEXT_STEPS) if steps else 1.0)


def _model_path(folder: Path, recipe: Recipe) -> Path:
    return folder / f"{recipe.name}.npz"


def _checkpoint_path(folder: Path, stack: Sequence[Recipe]) -> Path:
    """Path of the checkpoint of a stack of models, which depends on the names of the models."""
    names = " ".join(recipe.name for recipe in stack)
    return folder / f"{hashlib.sha256(names.encode()).hexdigest()[:16]}.npz"


def _row_path(folder: Path, recipe: Recipe) -> Path:
    return folder / f"{recipe.name}.json"


def _check_settings(path: Path, settings: Row) -> None:
    """Raise ValueError if the files in the folder were made with other settings."""
    if not path.exists():
        return write_json(path, settings)
    if (stored := _read_json(path)) != settings:
        raise ValueError(
            f"folder: found {str(path.parent)!r} made with {stored}, expected {settings}: take "
            "another folder, or delete this one."
        )


# ---------------------------------------------------------------------------------------- tasks


@contextmanager
def _workers(jobs: int, cluster: str | None) -> Iterator[None]:
    """Work in processes of this machine, or on those of a Dask cluster."""
    import joblib

    if cluster is None:
        with joblib.parallel_config("loky", n_jobs=jobs, inner_max_num_threads=1):
            yield
        return
    try:
        from distributed import Client
    except ImportError:
        raise ValueError(
            '--backend: found "dask", which needs more, expected it after '
            '`pip install "disentangle_edu[dask]"`.'
        ) from None
    with Client(cluster), joblib.parallel_config("dask"):
        yield


def _run_tasks(tasks: Iterable[tuple[Callable[..., T], tuple]]) -> Iterator[T]:
    """Yield the result of each task as soon as it is done."""
    from joblib import Parallel, delayed

    calls = [delayed(task)(*arguments) for task, arguments in tasks]
    yield from Parallel(return_as="generator_unordered", batch_size=1)(calls)


def _world_of(recipe: Recipe, user_world: ImageWorld | TextWorld | None) -> ImageWorld | TextWorld:
    if user_world is not None:
        return user_world
    named = text_world if isinstance(recipe, TextRecipe) else image_world
    return named(recipe.world)


def _train_stack(
    stack: list[Recipe],
    user_world: ImageWorld | TextWorld | None,
    steps: int | None,
    checkpoint: Path | None,
    until: float | None,
) -> list[Trained]:
    world = _world_of(stack[0], user_world)
    if isinstance(world, TextWorld):
        texts = [recipe for recipe in stack if isinstance(recipe, TextRecipe)]
        return train_sentences(texts, world, steps=steps, checkpoint=checkpoint, until=until)
    steps = steps or STEPS
    return train(
        stack, world.pixels, world.chances, steps=steps, checkpoint=checkpoint, until=until
    )


def _evaluate(
    content: bytes, recipe: Recipe, user_world: ImageWorld | TextWorld | None
) -> tuple[str, Row]:
    from joblib import parallel_config
    from threadpoolctl import threadpool_limits

    from .evaluate import evaluate_model, evaluate_text_model

    model, world = unpack_model(content, recipe), _world_of(recipe, user_world)
    # More threads would add in another order, which changes the last digits.
    with threadpool_limits(1), parallel_config("sequential", n_jobs=1):
        judged = (
            evaluate_text_model(model, world)
            if isinstance(world, TextWorld)
            else evaluate_model(model, world)
        )
        return recipe.name, judged


# ---------------------------------------------------------------------------------------- files


def _write_model(path: Path, model: Trained) -> None:
    numbers: Arrays = {name: getattr(model, name) for name in NUMBERS}
    write_checked(path, numbers | model.weights)


def finished(folder: Path, recipes: Sequence[R]) -> list[R]:
    """The recipes whose models are trained and judged."""
    return [r for r in recipes if _row_path(folder / "rows", r).exists()]


def load_models(folder: Path, recipes: Sequence[Recipe]) -> dict[str, Trained]:
    """The trained models of some recipes, by name."""
    return {
        r.name: unpack_model(_model_path(folder / "models", r).read_bytes(), r) for r in recipes
    }


def _read_json(path: Path) -> Row:
    """Read an object from a JSON file. Raises ValueError for a damaged file."""
    with undamaged(path):
        return read_json(path)


def unpack_model(content: bytes, recipe: Recipe) -> Trained:
    """A model from the bytes of its file. Raises ValueError for a damaged one."""
    with undamaged(f"{recipe.name}.npz"):
        held = read_checked(content)
        numbers = {name: float(held.pop(name)) for name in NUMBERS}
    return Trained(recipe, held, **numbers)
