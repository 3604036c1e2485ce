"""Statements of the chapter on nine models of sentences, each with a function that checks it."""

import functools
from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np

from ...claims.facts import Checked, checked, fact
from ...claims.registry import CLAIMS
from ...claims.zhang2021_models import (
    CCI,
    KL_REC_AU,
    LOSSES,
    METRICS_BY_AUTHOR,
    NINE,
    compared,
    first_by_mig,
    lead,
    near,
    nine,
    our_correlations,
    runs,
    templates,
)
from ...claims.zhang2021_tables import QUANTITIES as FREE
from ...measures import mutual_information
from ...metrics import hoyer, mig
from ...representation import Representation
from ...types import Floats
from ...worlds import corpora
from ...zoo import pretrained_text
from .data import SPOKEN, chance_threshold, chances_to_win

if TYPE_CHECKING:
    import pandas as pd

NAME = list(corpora.YNOC_WORDS).index("name")
SENTENCE_NATS = float(np.log(720_000))


# -------------------------------------------------------------------------------- a budget of nats


@fact(
    "To name one of YNOC's 720,000 equally likely sentences takes ln 720,000 nats; a nat is 1.44 "
    "bits."
)
def sentences_to_name(full: bool) -> Checked:
    """Sentences of the corpus by its words and templates, and the bits of a nat."""
    words = [len(words) for words in corpora.YNOC_WORDS.values()]
    count = np.prod(words) * len(corpora.YNOC_TEMPLATES)
    bits = 1 / np.log(2)
    holds = count == len(corpora.ynoc()) == 720_000 and f"{bits:.2f}" == "1.44"
    return checked(holds, sentences=count, bits_of_a_nat=bits)


@fact("Their sum is at least the whole, and any excess is lost.")
def no_run_beats_the_whole(full: bool) -> Checked:
    """KL plus Rec of every run, minus the nats of a sentence."""
    excess = (runs("kl") + runs("rec")).to_numpy(dtype=float) - SENTENCE_NATS
    least, most = float(np.nanmin(excess)), float(np.nanmax(excess))
    return checked(least >= 0, least=least, most=most)


@fact("The vanilla VAE shows posterior collapse: its code carries almost nothing.")
def vanilla_code_is_empty(full: bool) -> Checked:
    """The largest share of a sentence's nats that a run of this model carries."""
    row = next(name for name in NINE if name.startswith("Vanilla"))
    share = runs("kl").loc[row].to_numpy(dtype=float).max() / SENTENCE_NATS
    return checked(share < 0.01, largest_share=share)


@fact("A CCI-VAE is held at a KL of C nats")
def kl_is_held_at_c(full: bool) -> Checked:
    """KL of every run of both models, minus C."""
    kl = runs("kl").loc[list(CCI)].to_numpy(dtype=float)
    miss = np.abs(kl - np.array([[NINE[name][1]] for name in CCI])).max()
    return checked(miss < 0.05, largest_miss=miss)


# ----------------------------------------------------------------------------------------- winners


def winner_of(author: str) -> tuple[int, int, float]:
    """Number of the model with the best mean, the runs that it wins, its bar in the bootstrap."""
    values = runs(METRICS_BY_AUTHOR[author]).to_numpy(dtype=float)
    best = int(values.mean(1).argmax())
    return best, int((values.argmax(0) == best).sum()), float(chances_to_win(author)[best])


def passes_dotted_line(author: str) -> bool:
    """Whether the winner's bar is above the 95% quantile of tables of equal models."""
    threshold = chance_threshold(author)
    assert threshold is not None  # every model has every metric
    return winner_of(author)[2] > threshold[1]


@fact(
    "For most metrics the runs of one model are further apart than the two best means, as the dots "
    "below show."
)
def runs_are_further_apart(full: bool) -> Checked:
    """Metrics whose best mean leads by less than one standard deviation of single runs."""
    leads = [lead(column) for column in METRICS_BY_AUTHOR.values()]
    count = sum(value < 1 for value in leads)
    return checked(count > len(leads) / 2, metrics=count, largest_lead=max(leads))


@fact("Runs of one model differ by more than that.")
def runs_differ_by_more_than_the_lead(full: bool) -> Checked:
    """Spread of the runs of the first two models by MIG, and the gap of their means."""
    values = runs("mig_paper")
    means = values.mean(axis=1).sort_values().iloc[-2:]
    spread, gap = values.loc[means.index].std(axis=1, ddof=1).min(), np.ptp(means)
    return checked(spread > gap, spread=spread, gap=gap)


@fact(
    "Only under FactorVAE does a bar pass the dotted line, although its winner is first in three "
    "of five runs."
)
def one_bar_passes_the_line(full: bool) -> Checked:
    """Bar of each winner in the bootstrap, against the 95% quantile of equal models."""
    passing = [author for author in METRICS_BY_AUTHOR if passes_dotted_line(author)]
    _, wins, bar = winner_of(SPOKEN["FactorVAE"])
    return checked(passing == [SPOKEN["FactorVAE"]] and wins == 3, wins=wins, bar=bar)


@fact("The other five winners are not certain.")
def five_winners_are_uncertain(full: bool) -> Checked:
    """The largest share of the bootstrap in which one of the other winners is first."""
    bars = [winner_of(author)[2] for author in METRICS_BY_AUTHOR if author != SPOKEN["FactorVAE"]]
    return checked(max(bars) < 0.95, largest=max(bars), smallest=min(bars))


@fact("Six metrics name four winners, and only FactorVAE's winner stands out from chance.")
def six_metrics_four_winners(full: bool) -> Checked:
    """Different winners by the mean of the runs, and those whose bar passes the dotted line."""
    winners = {winner_of(author)[0] for author in METRICS_BY_AUTHOR}
    passing = [author for author in METRICS_BY_AUTHOR if passes_dotted_line(author)]
    return checked(len(winners) == 4 and passing == [SPOKEN["FactorVAE"]], winners=len(winners))


@fact("Not each of the five can win.")
def some_poor_models_cannot_win(full: bool) -> Checked:
    """Which of the lower five models have a run above the worst runs of all others."""
    values = runs("mig_paper")
    lower = values.mean(axis=1).sort_values().index[:5]
    can_win = [values.loc[one].max() > values.drop(one).min(axis=1).max() for one in lower]
    return checked(0 < sum(can_win) < len(lower), can_win=sum(can_win))


# ---------------------------------------------------------------------------- what the winner keeps


@functools.cache
def bits_of_winner(bins: int, is_shuffled: bool = False) -> Floats:
    """(latents, 5) bits of the winner about the four factors and the template."""
    rep = pretrained_text.code(first_by_mig())
    wanted = np.column_stack([rep.factors, templates()])
    if is_shuffled:
        wanted = np.random.default_rng(0).permutation(wanted)
    return mutual_information(Representation(wanted, rep.latents), bins=bins).values


@functools.cache
def entropies() -> Floats:
    """Bits of the four factors and the template."""
    rep = pretrained_text.code(first_by_mig())
    wanted = np.column_stack([rep.factors, templates()])
    entropy = mutual_information(Representation(wanted, rep.latents)).factor_entropy
    assert entropy is not None
    return np.array(entropy)


@fact("This run of the winner keeps most of one factor, and the template.")
def winner_keeps_one_factor(full: bool) -> Checked:
    """Share of the bits of each factor in its best latent, in 200 bins and without chance."""
    by_chance = bits_of_winner(200, True).max(0)
    shares = (bits_of_winner(200).max(0) - by_chance) / (entropies() - by_chance)
    template, name = shares[-1], shares[NAME]
    others = np.delete(shares[:-1], NAME).max()
    return checked(min(name, template) > 0.5 > others, name=name, template=template, others=others)


@fact("In 21 bins its best latent shows about half of the name's bits.")
def best_latent_shows_half(full: bool) -> Checked:
    """Share of the name's bits in the best latent."""
    share = bits_of_winner(21)[:, NAME].max() / entropies()[NAME]
    return checked(0.45 < share < 0.55, share=share)


@fact("MIG subtracts the runner-up's bits, so only a quarter is left.")
def quarter_of_the_name_is_left(full: bool) -> Checked:
    """Part of MIG for the name."""
    part = mig(pretrained_text.code(first_by_mig())).parts[NAME]
    return checked(0.23 < part < 0.27, part=part)


@fact("The winner has one active latent, yet all four know something about the name.")
def winner_has_one_active_latent(full: bool) -> Checked:
    """Latents with a variance above 0.01, and the fewest bits about the name beyond chance."""
    active = (pretrained_text.code(first_by_mig()).latents.var(0) > 0.01).sum()
    beyond = (bits_of_winner(21) - bits_of_winner(21, True).max(0))[:, NAME]
    return checked(active == 1 and len(beyond) == 4 and beyond.min() > 0.1, least=beyond.min())


@fact(
    "In three of them the codes differ by far less than the noise in training, so the decoder "
    "cannot use them."
)
def decoder_cannot_use_three(full: bool) -> Checked:
    """Noise divided by the spread of the codes, and pairs in which such latents change a word."""
    spread, noise = pretrained_text.spread_and_noise(first_by_mig())
    is_drowned = noise > 10 * spread
    changed = pretrained_text.pairs_changed(first_by_mig())[is_drowned].sum()
    ratio = (noise / spread)[is_drowned].min()
    return checked(is_drowned.sum() == 3 and changed == 0, least_ratio=ratio, changed=changed)


@fact(
    "MIG reads codes without noise, in bins as narrow as the codes need, so these latents narrow "
    "the gap."
)
def drowned_latents_narrow_the_gap(full: bool) -> Checked:
    """Gap of the two best latents about the name, with the drowned latents and without."""
    spread, noise = pretrained_text.spread_and_noise(first_by_mig())
    bits = bits_of_winner(21)[:, NAME]
    second, first = np.sort(bits)[-2:]
    without = np.where(noise > spread, 0, bits)
    alone = np.sort(without)[-1] - np.sort(without)[-2]
    return checked(first - second < 0.75 * alone, gap=first - second, without_them=alone)


@fact("Noise drowns out latents that the decoder never used, and these latents were runners-up.")
def runners_up_were_never_used(full: bool) -> Checked:
    """Noise of the runner-up for the name, against its spread, and the words that it changes."""
    name = first_by_mig()
    spread, noise = pretrained_text.spread_and_noise(name)
    runner_up = int(bits_of_winner(21)[:, NAME].argsort()[-2])
    ratio = float(noise[runner_up] / spread[runner_up])
    words = int(pretrained_text.pairs_changed(name)[runner_up].sum())
    return checked(ratio > 1 and words == 0, ratio=ratio, words=words)


def noisy_scores(share: float, full: bool) -> Floats:
    """MIG of the winner with a share of its noise, for several seeds."""
    seeds, model = range(20 if full else 3), first_by_mig()
    return np.array([mig(pretrained_text.code(model, noise=share, seed=s)).value for s in seeds])


@fact("A little noise drowns them out, and MIG rises.")
def little_noise_raises_mig(full: bool) -> Checked:
    """MIG of the winner without noise and with 2% of it."""
    without = mig(pretrained_text.code(first_by_mig())).value
    with_noise = noisy_scores(0.02, full)
    return checked(with_noise.min() > without + 0.01, without=without, with_it=with_noise.min())


@fact("Noise removes most bits from latents whose codes hardly differ.")
def noise_takes_bits_of_still_latents(full: bool) -> Checked:
    """Share of the bits about the name that each latent loses to a tenth of the noise."""
    spread, noise = pretrained_text.spread_and_noise(first_by_mig())
    before = bits_of_winner(21)[:, NAME]
    losses = []
    for seed in range(10 if full else 2):
        code = pretrained_text.code(first_by_mig(), noise=0.1, seed=seed)
        losses.append(1 - mutual_information(code).values[:, NAME] / before)
    still = np.array(losses)[:, noise > spread]
    others = np.array(losses)[:, noise <= spread]
    return checked(still.min() > 0.5 > others.max(), still=still.min(), others=others.max())


# -------------------------------------------------------------------------------- without factors


def metrics_with_free(correlations: "pd.DataFrame") -> Floats:
    """(6, 4) correlations of the metrics with the quantities that need no factors."""
    return correlations.loc[list(METRICS_BY_AUTHOR), list(FREE)].to_numpy(dtype=float)


@fact("No metric correlates with these four quantities by more than 0.64 over our runs.")
def no_metric_follows_closely(full: bool) -> Checked:
    """The strongest of 24 correlations over all runs."""
    strongest = np.abs(metrics_with_free(our_correlations())).max()
    return checked(strongest <= 0.64, strongest=strongest)


@fact("Models that keep about the same amount can differ greatly in MIG.")
def same_amount_other_mig(full: bool) -> Checked:
    """The largest ratio of mean MIG of two models whose mean Rec is less than 0.4 nats apart."""
    kept, score = (runs(column).mean(axis=1) for column in ("rec", "mig_paper"))
    close = [(a, b) for a, b in combinations(NINE, 2) if abs(kept[a] - kept[b]) < 0.4]
    ratio = max(max(score[a] / score[b], score[b] / score[a]) for a, b in close)
    return checked(ratio > 3, ratio=ratio, pairs=len(close))


@fact("Over the means of the nine models, SAP nearly follows reconstruction.")
def sap_follows_reconstruction(full: bool) -> Checked:
    """Correlation of SAP and -Rec over the means of the models."""
    means = compared().groupby(nine()["row"].to_numpy()).mean()
    correlation = float(np.corrcoef(means[[SPOKEN["SAP"], "-Rec"]].to_numpy(dtype=float).T)[0, 1])
    return checked(len(means) == len(NINE) and correlation > 0.9, correlation=correlation)


@fact("Among runs of the same model, no correlation in the picture is above 0.33.")
def runs_of_a_model_hardly_correlate(full: bool) -> Checked:
    """The highest of 24 correlations once each model's means are subtracted."""
    points = compared()
    within = points - points.groupby(nine()["row"].to_numpy()).transform("mean")
    highest = metrics_with_free(within.corr()).max()
    return checked(highest <= 0.33, highest=highest)


@fact("Hoyer is near 1 if each code uses few latents, and 0 if it uses all equally.")
def hoyer_of_few_and_all(full: bool) -> Checked:
    """Hoyer of codes that use one of twelve latents, two of them, and all equally."""
    signs = np.array(list(product([1.0, -1.0], repeat=12)))
    one, two = (np.kron(np.eye(12 // n), np.ones((1, n))) for n in (1, 2))
    codes = (np.vstack([one, -one]), np.vstack([two, -two]), signs)
    first, few, every = (
        hoyer(Representation(np.arange(len(code))[:, None] % 2, code)).value for code in codes
    )
    return checked(first > 0.99 and few > 0.8 and abs(every) < 1e-9, one=first, two=few, all=every)


@fact("if half of each factor is lost, MIG can be at most one half.")
def half_lost_half_mig(full: bool) -> Checked:
    """MIG of codes at random that are made from one of two bits of each factor."""
    values = np.array(list(product(range(4), repeat=3)))
    rng, kept = np.random.default_rng(0), values // 2
    number = kept @ [4, 2, 1]
    codes = [kept, *(rng.integers(0, 8, (8, 3))[number] for _ in range(500 if full else 50))]
    scores = [
        mig(Representation(values, code, factor_types="levels", latent_types="levels")).value
        for code in codes
    ]
    return checked(abs(scores[0] - 0.5) < 1e-9 and max(scores) <= 0.5 + 1e-9, most=max(scores))


# ------------------------------------------------------------------------------------ in the papers


@fact(
    "Two of 26 means in Table 3 are more than two deviations from ours: KL and Rec of beta-VAE "
    "(0.4)."
)
def two_means_of_table_three_differ(full: bool) -> Checked:
    """Printed means that are not near ours, by quantity and model."""
    close = {name: near(runs(LOSSES[name]), name) for name in KL_REC_AU}
    far = []
    for name, flags in close.items():
        models = [model for model in NINE if name != "KL" or NINE[model][0] != "ae"]
        far += [(name, model) for model, is_near in zip(models, flags, strict=True) if not is_near]
    count = sum(map(len, close.values()))
    holds = count == 26 and far == [("KL", "beta-VAE (0.4)"), ("Rec", "beta-VAE (0.4)")]
    return checked(holds, means=count, far=len(far))


@fact(
    "For POS we have only one run of each model, and without the paper's real texts Figure 4 stays "
    "open."
)
def one_run_of_each_on_pos(full: bool) -> Checked:
    """Models and runs on POS, and what the ledger misses for Figure 4."""
    models, n_runs = runs("rec", "POS").shape
    is_open = CLAIMS["zhang-figure-4"].is_open
    return checked((models, n_runs) == (len(NINE), 1) and is_open, models=models, runs=n_runs)


NO_FACT = {
    "The autoencoder (AE) is trained to lower only Rec; the other models also pay for KL.": (
        "definition"
    ),
    "The frame marks the first model in the chosen run.": "definition",
    "The bars come from a bootstrap: we draw five runs of each model from its own five, again and "
    "again, and count how often each model is first.": "definition",
    "If all models were equal, the winner's bar would be at the dashed line on average.": (
        "definition"
    ),
    "Choose one run of each model, as a careless paper could, so that a poor model is first by "
    "MIG.": "instruction",
    "On average over its runs, it must not be among the first four.": "instruction",
    "All the numbers under the first lab of runs lists the MIG of each run.": "about the course",
    "So which is best?": "question",
    "It puts every claim on trial.": "about the course",
}
