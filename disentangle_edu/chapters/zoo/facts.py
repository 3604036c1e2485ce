"""Statements of the chapter on models that learned, each with a function that checks it."""

import functools

import numpy as np
from numpy.typing import NDArray

from ...claims.facts import Checked, checked, fact
from ...measures.conditional import shuffled
from ...metrics import disentanglement, mig
from ...representation import Representation
from ...types import Floats
from ...worlds import sprites
from ...zoo import features, pretrained, tiny_vae
from ...zoo.rank_correlation import rank_correlation
from ...zoo.traversals import drawer, idle
from ..common.sprites import bits_by_chance, table_of_sprites
from .data import NAMELESS_MODELS, NETWORKS, active_features, d_of_features
from .quiz import ALIKE, ALONG, PRICES, SLICES, _best_beta

MANY_SEEDS = range(20)
FEW_ROWS = 400  # samples that small checks of features use
MOSTLY = 0.9  # of what a feature fires on
Columns = NDArray[np.int64] | slice

# ------------------------------------------------------------------------------ the small networks


def _tiny(world: str, beta: float, seed: int) -> tiny_vae.Learner:
    """A small network that has learned at one beta, as in the lab."""
    return tiny_vae.trained(world, seed, (beta,) * SLICES)


def _grid_angle(learner: tiny_vae.Learner) -> float:
    """Degrees from 0 to 90 between the grid and the axes of the code."""
    positions = learner.representation.factors
    centred = positions - positions.mean(0)
    slopes = np.linalg.lstsq(centred, learner.means - learner.means.mean(0), rcond=None)[0]
    return float(np.degrees(np.arctan2(slopes[0, 1], slopes[0, 0])) % 90)


def _any_angle(world: str, beta: float, seeds: range) -> Checked:
    """Whether angles of grids are in every third of a right angle, or differ if there are few."""
    angles = [_grid_angle(_tiny(world, beta, seed)) for seed in seeds]
    if len(angles) < len(MANY_SEEDS):
        return checked(np.ptp(angles) > 20, lowest=min(angles), highest=max(angles))
    counts = np.histogram(angles, 3, (0, 90))[0]
    return checked(counts.min() > 0, **dict(zip(("flat", "oblique", "steep"), counts)))


@fact(
    "In the long rectangle at beta 10, the grid turned to the axes with 19 of the 20 seeds that we "
    "tried."
)
def rectangle_turns_to_the_axes(full: bool) -> Checked:
    """MIG of small networks with 20 seeds, or with the first."""
    seeds = MANY_SEEDS if full else range(1)
    turned = sum(_tiny("long rectangle", 10.0, seed).mig >= ALONG for seed in seeds)
    return checked(turned == (19 if full else 1), turned=turned, seeds=len(seeds))


@fact("At beta 1 it can stop at any angle.")
def rectangle_at_beta_one_stops_anywhere(full: bool) -> Checked:
    """The angle of the grid in the long rectangle at beta 1, with several seeds."""
    return _any_angle("long rectangle", 1.0, MANY_SEEDS[::2] if full else range(2))


@fact("In the disc, the grid can stop at any angle, and MIG is whatever that angle gives.")
def disc_stops_anywhere(full: bool) -> Checked:
    """The angle of the grid in the disc, and the rank correlation of MIG with it."""
    seeds = MANY_SEEDS[::2] if full else range(0, 4, 2)
    learners = [_tiny("disc", 10.0, seed) for seed in seeds]
    angles = np.array([_grid_angle(learner) for learner in learners])
    away = np.minimum(angles, 90 - angles)
    correlation = rank_correlation(away, [learner.mig for learner in learners])
    spread = _any_angle("disc", 10.0, seeds)
    return checked(spread.holds and correlation < -0.9, correlation=correlation, **spread.numbers)


@fact(
    "A disc looks nearly the same from every side, so the images do not say which axes you meant."
)
def disc_has_no_sides(full: bool) -> Checked:
    """The longest reach of the positions in any direction, divided by the shortest."""
    ratios = {world: _reach_ratio(tiny_vae.places(world)) for world in ("disc", "square")}
    return checked(ratios["disc"] < 1.2 and ratios["square"] > 1.4, **ratios)


def _reach_ratio(points: Floats) -> float:
    """How much farther points lie in one direction than in another."""
    angles = np.radians(np.arange(360))
    reach = (points @ np.array([np.cos(angles), np.sin(angles)])).max(0)
    return float(reach.max() / reach.min())


@fact("At beta 30, the spot becomes a blur, and the grid shrinks.")
def beta_thirty_blurs(full: bool) -> Checked:
    """The brightest pixel of redrawn images, and the area of the grid, at beta 10 and 30."""
    pairs = [
        [_tiny(world, beta, seed) for beta in (10.0, 30.0)]
        for world in (tiny_vae.WORLDS if full else tiny_vae.WORLDS[:1])
        for seed in range(3 if full else 1)
    ]
    lights = max(_brightest(b) / _brightest(a) for a, b in pairs)
    areas = max(float(np.prod(b.means.std(0)) / np.prod(a.means.std(0))) for a, b in pairs)
    return checked(lights < 0.75 and areas < 0.75, light=lights, area=areas)


def _brightest(learner: tiny_vae.Learner) -> float:
    """The mean over images of the brightest pixel."""
    return float(learner.drawn(learner.means).max((1, 2)).mean())


@fact("In a long rectangle the two directions need different precision")
def rectangle_needs_two_precisions(full: bool) -> Checked:
    """How much more an image changes along one direction of the code than along the other."""
    worlds = tiny_vae.WORLDS if full else ("long rectangle", "disc")
    ratios = {world: _precision_ratio(_tiny(world, 10.0, 0)) for world in worlds}
    longest = ratios.pop("long rectangle")
    return checked(longest > 2 and max(ratios.values()) < 1.2, rectangle=longest, **ratios)


def _precision_ratio(learner: tiny_vae.Learner) -> float:
    """The larger squared change of an image by a step of the code, divided by the smaller."""
    steps, count = 0.05 * np.eye(2), len(learner.means)
    slopes = [learner.drawn(learner.means + d) - learner.drawn(learner.means - d) for d in steps]
    flat = np.array([slope.reshape(count, -1) for slope in slopes])
    smallest, largest = np.linalg.eigvalsh(np.einsum("inp,jnp->ij", flat, flat))
    return float(largest / smallest)


# -------------------------------------------------------------------------------- the larger models


@fact(
    "Our zoo has 430 larger networks of eight latents; 60 of them learned sprites whose "
    "factors depend on each other."
)
def zoo_has_430_networks(full: bool) -> Checked:
    """Rows of the table, and rows of the matrices of all models, or of one in fifty."""
    table = pretrained.table()
    names, dependent = table.index, (table.world == "sprites_dependent").sum()
    latents = {len(pretrained.matrix(name).values) for name in names[:: 1 if full else 50]}
    holds = len(names) == 430 and dependent == 60 and latents == {8}
    return checked(holds, networks=len(names), dependent=dependent)


@fact("A sprite has one of five sizes, a rotation below 90 degrees, and one of 144 positions.")
def sprites_have_144_positions(full: bool) -> Checked:
    """The levels of the factors of the world."""
    sizes = sprites.SIZES
    positions = sizes["x position"] * sizes["y position"]
    holds = sizes["scale"] == 5 and positions == 144 and sizes["shape"] == 3
    return checked(holds, sizes=sizes["scale"], positions=positions)


@fact(
    "The highest MIG of these models is only 0.41, because no latent is far ahead for shape, and "
    "no latent is much above chance for orientation."
)
def two_gaps_of_best_model(full: bool) -> Checked:
    """The gaps of the best model; the bits about orientation of its code and of shuffled ones."""
    migs = {name: float(table_of_sprites()["mig"][name]) for name in pretrained.WITH_DECODER}
    rep = pretrained.code(max(migs, key=migs.__getitem__))
    score = mig(rep)
    gaps = dict(zip(rep.factor_names, map(float, score.parts)))
    orientation = rep.factor_names.index("orientation")
    chances = [
        mig(shuffled(rep, s)).matrix.values[:, orientation].max() for s in range(20 if full else 3)
    ]
    most, chance = score.matrix.values[:, orientation].max(), np.mean(chances)
    others = min(gaps[name] for name in ("scale", "x position", "y position"))
    holds = f"{score.value:.2f}" == "0.41" and gaps["shape"] < others / 2 and most < 2 * chance
    return checked(holds, mig=score.value, shape=gaps["shape"], orientation=most, chance=chance)


@fact("The row below the matrix shows how many bits chance alone would give.")
def rule_of_thumb_meets_shuffled_codes(full: bool) -> Checked:
    """Bits by the rule of thumb, and the mean bits of shuffled codes, for each factor."""
    rep, rule = pretrained.code(NAMELESS_MODELS["M"]), np.array(bits_by_chance())
    shuffles = [mig(shuffled(rep, s)).matrix.values.mean(0) for s in range(20 if full else 2)]
    ratios = np.mean(shuffles, axis=0) / rule
    return checked(ratios.min() > 0.8 and ratios.max() < 1.25, least=min(ratios), most=max(ratios))


def _idle_latents(name: str) -> NDArray[np.bool_]:
    """Which latents of a model draw nothing that can be seen."""
    model = drawer(name)
    return idle(model.sweeps(model.start()))


@fact(
    "Yet the matrix next to it may show some bits about the *x position*, because it reads "
    "the mean code."
)
def idle_latents_have_bits(full: bool) -> Checked:
    """Bits of idle latents about the x position, in mean codes and in shuffled ones."""
    rep, still = pretrained.code(pretrained.of_beta(4)), _idle_latents(pretrained.of_beta(4))
    bits, chance = (mig(r).matrix.values[still, 3] for r in (rep, shuffled(rep, 0)))
    return checked(bits.max() > 2 * chance.max(), most=bits.max(), chance=chance.max())


@fact(
    "During training the network added noise to every latent, and in an idle latent the noise "
    "drowns out these bits."
)
def noise_drowns_idle_bits(full: bool) -> Checked:
    """Bits of idle latents about the x position, after noise as wide as the prior is added."""
    rep, still = pretrained.code(pretrained.of_beta(4)), _idle_latents(pretrained.of_beta(4))
    most, chance = [], mig(shuffled(rep, 0)).matrix.values[still, 3].max()
    for seed in range(20 if full else 3):
        noise = np.random.default_rng(seed).standard_normal(rep.latents.shape)
        noisy = Representation(rep.factors, rep.latents + noise)
        most.append(mig(noisy).matrix.values[still, 3].max())
    widest = rep.latents[:, still].std(0).max()
    return checked(max(most) < 1.5 * chance and widest < 0.1, most=max(most), chance=chance)


# ------------------------------------------------------------------------ what price, and by chance


def _migs_at(*betas: float, objective: str = "beta_vae") -> Floats:
    """MIG of every seed of one objective at these strengths."""
    table = table_of_sprites().query("objective == @objective and strength in @betas")
    return table["mig"].to_numpy(float)


@fact("So one model of each objective is not enough to compare two objectives.")
def one_model_is_not_enough(full: bool) -> Checked:
    """Share of pairs of single models that contradict the means of beta-VAE and beta-TCVAE."""
    first, other = _migs_at(4), _migs_at(4, objective="beta_tcvae")
    gaps = np.subtract.outer(first, other)
    reversed_ = float(np.mean(gaps * gaps.mean() < 0))
    return checked(reversed_ > 0.2, reversed=reversed_, difference=gaps.mean())


@fact(
    "At beta 3 and 4, chance decides: some seeds do better than the mean at beta 6, others much "
    "worse."
)
def some_seeds_beat_the_mean_at_six(full: bool) -> Checked:
    """MIG of every seed at beta 3 and 4, and the mean at beta 6."""
    six = _migs_at(6).mean()
    best, worst = ([reduce(_migs_at(b)) for b in (3, 4)] for reduce in (np.max, np.min))
    holds = min(best) > six and max(worst) < six / 2
    return checked(holds, mean=six, best=min(best), worst=max(worst))


@fact("the means are 0.34 and 0.28, and a difference of this size can be chance.")
def difference_of_means_can_be_chance(full: bool) -> Checked:
    """The best beta, and how often shuffled labels give means that differ as much."""
    six, four = _migs_at(6), _migs_at(4)
    difference, both = six.mean() - four.mean(), np.concatenate([six, four])
    rng = np.random.default_rng(0)
    draws = np.array([rng.permutation(both) for _ in range(20_000 if full else 2_000)])
    chance = float(np.mean(abs(draws[:, :10].mean(1) - draws[:, 10:].mean(1)) >= difference))
    rounded = f"{six.mean():.2f} {four.mean():.2f} {difference:.2f}" == "0.34 0.28 0.05"
    holds = rounded and PRICES[_best_beta()[0]] == 6 and chance > 0.05
    return checked(holds, six=six.mean(), four=four.mean(), chance=chance)


@fact(
    "At beta 8 the bits about scale are spread over several latents, so the gap closes. In seed 0, "
    "most of these latents are idle."
)
def scale_is_spread_at_beta_eight(full: bool) -> Checked:
    """The runner-up for scale in parts of the owner, for all seeds, and the idle latents."""
    at_six, at_eight = (_scale_bits(beta) for beta in (6, 8))
    low, high = (at_eight[1] / at_eight[0]).min(), (at_six[1] / at_six[0]).max()
    bits, still = _scale_bits(8)[:, 0], _idle_latents(pretrained.of_beta(8))
    scale = pretrained.matrix(pretrained.of_beta(8)).values[:, 1]
    idle_share = float(still[scale > bits[0] / 2].mean())
    return checked(low > high and idle_share > 0.5, at_eight=low, at_six=high, idle=idle_share)


def _scale_bits(beta: float) -> Floats:
    """(latents, seeds) bits about scale, the most first."""
    names = [pretrained.of_beta(beta, seed) for seed in range(10)]
    return -np.sort([-pretrained.matrix(name).values[:, 1] for name in names], axis=1).T


@fact("At beta 4 the seed alone moves MIG from 0.10 to 0.39.")
def migs_at_beta_four(full: bool) -> Checked:
    """The lowest and the highest MIG of ten seeds at beta 4."""
    low, high = _migs_at(4).min(), _migs_at(4).max()
    return checked(f"{low:.2f} {high:.2f}" == "0.10 0.39", low=low, high=high)


@fact("A redraws its pictures with less error than B.")
def a_redraws_with_less_error(full: bool) -> Checked:
    """The reconstruction error of A and B."""
    errors = pretrained.table(pretrained.PAIR_FOLDER)["rec_mean"]
    a, b = (float(errors[pretrained.PAIR[network]]) for network in NETWORKS)
    return checked(a < b, a=a, b=b)


# ------------------------------------------------------------------------------ a thousand features


@functools.cache
def _active_code(network: str) -> Representation:
    """The features that ever fire; the others carry nothing."""
    rep = features.features(pretrained.PAIR[network])
    return _rows_of(rep, slice(None), active_features(network).which)


def _rows_of(rep: Representation, rows: slice, columns: Columns = slice(None)) -> Representation:
    """Some samples of some latents."""
    latents = rep.latents[rows][:, columns]
    return Representation(
        rep.factors[rows], latents, factor_names=rep.factor_names, latent_types="continuous"
    )


@fact("and at most eight of them fire at once.")
def eight_features_fire_at_most(full: bool) -> Checked:
    """The largest number of features that fire on one image, and the size of the layer."""
    most = max((active_features(network).on.sum(1)).max() for network in NETWORKS)
    widths = {len(pretrained.decoder(name).weights[0][1]) for name in pretrained.PAIR.values()}
    whole = features.features(pretrained.PAIR["A"]).latents.shape[1]
    return checked(most == 8 and widths == {256} and whole == 1_000, most=most, features=whole)


@fact("By D, the features in the layer behind them are as mixed as A's:")
def features_are_alike_by_d(full: bool) -> Checked:
    """D of the features of A and of B."""
    a, b = (d_of_features(net) if full else _d_of_few(net) for net in NETWORKS)
    return checked(abs(a - b) <= ALIKE, a=a, b=b)


def _d_of_few(network: str) -> float:
    """D of the features of a network, from few samples."""
    return disentanglement(_rows_of(_active_code(network), slice(FEW_ROWS))).value


@fact("Most features that ever fire do so almost only on one shape, and only at some positions:")
def features_fire_on_one_shape(full: bool) -> Checked:
    """Features with nearly all of their firing on one shape, at half of its positions or fewer."""
    shares = {}
    for network in NETWORKS:
        alive = active_features(network)
        rates = np.array([alive.on_shapes(j) for j in range(len(alive.which))])
        pure = rates.max(1) / rates.sum(1) >= MOSTLY
        maps = [alive.map_of(j)[rates[j].argmax()] for j in range(len(rates))]
        local = [(field > 0).sum() <= (~np.isnan(field)).sum() / 2 for field in maps]
        shares[network] = float(np.mean(pure & local))
    return checked(min(shares.values()) > 0.5, **shares)


NO_FACT = {
    "Both learn together from images, and never see the factors.": "definition",
    "Neither set of models is still available, so we trained our own.": "about the course",
    "A loss finds the axes that you mean only if the world gives it a reason to.": "conditional",
}
