"""Which models the zoo holds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..worlds.sprites import WORLDS
from .objectives import OBJECTIVES, TEXT_OBJECTIVES

SEEDS, QUICK_AE_SEEDS = 10, 6
STACK = 12  # models that are trained together
TEXT_SEEDS, QUICK_STEPS = 5, 2000


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


# How a decoder of sentences gets its latents: as its initial state; concatenated to each word; both
# ways; or as its only input, without words. The last is our larger network, with concatenation.
COUPLINGS = ("init", "concat", "init_concat", "latent", "roomy")
COUPLED = {"ynoc": 1.5, "pos": 5.5}  # C of the CCI-VAEs in the comparison of couplings


@dataclass(frozen=True, order=True)
class TextRecipe(Recipe):
    """How a model of sentences is made."""

    coupling: str = "init"

    @property
    def name(self) -> str:
        """For files and tables."""
        return super().name + ("" if self.coupling == "init" else f"-{self.coupling}")


def _coupled(world: str, seeds: range) -> list[TextRecipe]:
    """CCI-VAE models on a world with each coupling."""
    models = [("cci_vae", COUPLED[world], seed, way) for way in COUPLINGS[:4] for seed in seeds]
    return [TextRecipe(world, *each) for each in models]


def text_plan(quick: bool = False, world: str = "") -> list[TextRecipe]:
    """The models of sentences, those first of which a reader misses most if the time is short.

    The nine of zhang2021 on YNOC, five seeds each; one of each of four couplings under CCI-VAE; a
    roomy model that can say most of what it read, two for the toy letters; on POS the nine, one
    seed each. Then four more seeds of the couplings, and the couplings on POS, one seed each.
    Quick: the nine on YNOC, one seed each.

    world : the name of a reader's world, on which the nine are trained once.
    """
    nine = [(name, s) for name, kind in TEXT_OBJECTIVES.items() for s in kind.strengths]
    if quick or world:
        return [TextRecipe(world or "ynoc", name, s, 0) for name, s in nine]

    recipes = [TextRecipe("ynoc", name, s, seed) for name, s in nine for seed in range(TEXT_SEEDS)]
    recipes += _coupled("ynoc", range(1)) + [TextRecipe("ynoc", "beta_vae", 0.2, 0, "roomy")]
    recipes += [
        TextRecipe("letters", "beta_vae", 0.4, 0),
        TextRecipe("letters", "mat_vae", 0.01, 0),
    ]
    recipes += [TextRecipe("pos", name, s, 0) for name, s in nine]
    return recipes + _coupled("ynoc", range(1, TEXT_SEEDS)) + _coupled("pos", range(1))


def plan(quick: bool = False, worlds: Sequence[str] = WORLDS) -> list[Recipe]:
    """The models of the zoo.

    In the first world every family at six strengths, and the autoencoder; in the second beta-VAE
    alone. Ten seeds each, 430 models; quick, one seed and six autoencoders, 42 models, in the first
    world only.
    """
    first, *others = worlds
    recipes = []
    for name, objective in OBJECTIVES.items():
        single_strength = len(objective.strengths) == 1
        seeds = (QUICK_AE_SEEDS if single_strength else 1) if quick else SEEDS
        for world in [first, *(others if name == "beta_vae" and not quick else [])]:
            recipes += [
                Recipe(world, name, s, seed) for s in objective.strengths for seed in range(seeds)
            ]
    return recipes


# The two networks of the course, A and B, trained on the same shapes: an autoencoder, and the
# beta-TCVAE with the highest MIG of six seeds.
PAIR = Recipe("shapes", "ae", 0.0, 0), Recipe("shapes", "beta_tcvae", 4.0, 1)
PAIR_STEPS = 8000


def stacks(recipes: Sequence[Recipe]) -> Iterator[list[Recipe]]:
    """Recipes that are trained in one: of one world and objective, STACK at most.

    Models of sentences go alone: a stack of LSTMs is no quicker than one after the other. All come
    in the order of the recipes.
    """
    kinds: dict[object, list[Recipe]] = {}
    for recipe in recipes:
        is_text = isinstance(recipe, TextRecipe)
        kinds.setdefault(recipe if is_text else (recipe.world, recipe.objective), []).append(recipe)
    for models in kinds.values():
        for start in range(0, len(models), STACK):
            yield models[start : start + STACK]
