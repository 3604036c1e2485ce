"""Which models the zoo holds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from ..worlds.sprites import WORLDS
from .objectives import OBJECTIVES

SEEDS, QUICK_AE_SEEDS = 10, 6
STACK = 12  # models trained in one


@dataclass(frozen=True, order=True)
class Recipe:
    """How a model is made: everything that its code follows from, on one machine."""

    world: str
    objective: str
    strength: float
    seed: int

    @property
    def name(self) -> str:
        """For files and tables."""
        return f"{self.world}-{self.objective}-{self.strength:g}-{self.seed}"


def plan(quick: bool = False, worlds: Sequence[str] = WORLDS) -> list[Recipe]:
    """The models of the zoo.

    In the first world every family at six strengths, and the autoencoder; in the second beta-VAE
    alone. Ten seeds each, 430 models; quick, one seed and six autoencoders, 42 models, in the first
    world only.
    """
    first, *others = worlds
    made = []
    for name, objective in OBJECTIVES.items():
        alone = len(objective.strengths) == 1
        seeds = (QUICK_AE_SEEDS if alone else 1) if quick else SEEDS
        for world in [first, *(others if name == "beta_vae" and not quick else [])]:
            made += [
                Recipe(world, name, s, seed) for s in objective.strengths for seed in range(seeds)
            ]
    return made


def stacks(recipes: Sequence[Recipe], most: int = STACK) -> Iterator[list[Recipe]]:
    """Recipes that can be trained in one: of one world and one objective, at most `most`."""
    for _, alike in groupby(sorted(recipes), key=lambda recipe: (recipe.world, recipe.objective)):
        models = list(alike)
        for start in range(0, len(models), most):
            yield models[start : start + most]
