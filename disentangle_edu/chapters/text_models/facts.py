"""Statements of the chapter on nine models of sentences, each with a function that checks it."""

from itertools import product

import numpy as np

from ...claims.facts import Checked, checked, fact
from ...claims.registry import CLAIMS
from ...claims.zhang2021_models import (
    CCI,
    KL_REC_AU,
    LOSSES,
    METRICS_BY_AUTHOR,
    NINE,
    first_by_mig,
    lead,
    near,
    runs,
    templates,
)
from ...measures import mutual_information
from ...metrics import mig
from ...representation import Representation
from ...worlds import corpora
from ...zoo import pretrained_text
from .data import MIG, SPOKEN, best_first, chance_threshold, chances_to_win, first_of, numbers_of

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


@fact("Their sum is at least the whole, and any excess is wasted.")
def no_run_beats_the_whole(full: bool) -> Checked:
    """KL plus Rec of every run, minus the nats of a sentence."""
    excess = (runs("kl") + runs("rec")).to_numpy(dtype=float) - SENTENCE_NATS
    least, most = float(np.nanmin(excess)), float(np.nanmax(excess))
    return checked(least >= 0, least=least, most=most)


@fact("The vanilla VAE has collapsed: its code carries almost nothing.")
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
    best = first_of(numbers_of(author).mean(1), author)
    wins = sum(first_of(run, author) == best for run in numbers_of(author).T)
    return best, wins, float(chances_to_win(author)[best])


def passes_dotted_line(author: str) -> bool:
    """Whether the winner's bar is above the 95% quantile of tables of equal models."""
    threshold = chance_threshold(author)
    assert threshold is not None  # every model has every metric
    return winner_of(author)[2] > threshold[1]


@fact("For most metrics the runs of one model are further apart than the two best means.")
def runs_are_further_apart(full: bool) -> Checked:
    """Metrics whose best mean leads by less than one standard deviation of single runs."""
    leads = [lead(column) for column in METRICS_BY_AUTHOR.values()]
    count = sum(value < 1 for value in leads)
    return checked(count > len(leads) / 2, metrics=count, largest_lead=max(leads))


@fact(
    "Only FactorVAE's winner has a bar past the dotted line, and it is first in only three "
    "of five runs."
)
def one_bar_passes_the_line(full: bool) -> Checked:
    """Bar of each winner in the bootstrap, against the 95% quantile of equal models."""
    passing = [author for author in METRICS_BY_AUTHOR if passes_dotted_line(author)]
    _, wins, bar = winner_of(SPOKEN["FactorVAE"])
    return checked(passing == [SPOKEN["FactorVAE"]] and wins == 3, wins=wins, bar=bar)


@fact("The winners by the other five metrics are uncertain.")
def five_winners_are_uncertain(full: bool) -> Checked:
    """The largest share of the bootstrap in which one of the other winners is first."""
    bars = [winner_of(author)[2] for author in METRICS_BY_AUTHOR if author != SPOKEN["FactorVAE"]]
    return checked(max(bars) < 0.95, largest=max(bars), smallest=min(bars))


@fact(
    "Six metrics name four winners, and in six tries only FactorVAE's winner passes its 95% line."
)
def six_metrics_four_winners(full: bool) -> Checked:
    """Different winners by the mean of the runs, and those whose bar passes the dotted line."""
    winners = {winner_of(author)[0] for author in METRICS_BY_AUTHOR}
    passing = [author for author in METRICS_BY_AUTHOR if passes_dotted_line(author)]
    return checked(len(winners) == 4 and passing == [SPOKEN["FactorVAE"]], winners=len(winners))


@fact("Only some of the five can win.")
def some_poor_models_cannot_win(full: bool) -> Checked:
    """Which models below the first four have a run above the worst runs of all others."""
    values, lower = runs("mig_paper").to_numpy(dtype=float), best_first(MIG)[4:]
    worst = values.min(1)
    can_win = [values[one].max() > np.delete(worst, one).max() for one in lower]
    return checked(0 < sum(can_win) < len(lower), can_win=sum(can_win))


@fact("The winner by MIG is beta-VAE (0.2)")
def winner_by_mig(full: bool) -> Checked:
    """The model with the best mean MIG, and its mean."""
    best, wins, _ = winner_of(SPOKEN["MIG"])
    mean, names = float(runs("mig_paper").iloc[best].mean()), list(NINE)
    holds = names[best] == names[best_first(MIG)[0]] == "beta-VAE (0.2)"
    return checked(holds, mean=mean, first_in_runs=wins)


@fact("its first run keeps most of one factor, the name, and the template of the sentence.")
def winner_keeps_one_factor(full: bool) -> Checked:
    """Share of the bits of each factor in its best latent, in 200 bins and without chance."""
    rep = pretrained_text.code(first_by_mig())
    wanted = np.column_stack([rep.factors, templates()])
    shuffled = np.random.default_rng(0).permutation(wanted)
    found, by_chance = (
        mutual_information(Representation(values, rep.latents), bins=200)
        for values in (wanted, shuffled)
    )
    assert found.factor_entropy is not None
    bias = by_chance.values.max(0)
    shares = (found.values.max(0) - bias) / (np.array(found.factor_entropy) - bias)
    template, name = shares[-1], shares[NAME]
    others = np.delete(shares[:-1], NAME).max()
    return checked(min(name, template) > 0.5 > others, name=name, template=template, others=others)


@fact("MAT-VAE (0.01, 0.1) keeps the most, and three models have a higher mean MIG.")
def most_kept_is_not_first(full: bool) -> Checked:
    """The model with the lowest mean Rec, and models with a higher mean MIG."""
    model = first_of(numbers_of("Rec").mean(1), "Rec")
    higher = best_first(MIG).index(model)
    return checked(list(NINE)[model] == "MAT-VAE (0.01, 0.1)" and higher == 3, higher=higher)


@fact(
    "MIG is the mean over four factors, so a code that keeps only one of them can reach 0.25 at "
    "most."
)
def one_factor_of_four(full: bool) -> Checked:
    """MIG of codes at random that are made from one of four factors."""
    values = np.array(list(product(range(3), repeat=4)))
    rng = np.random.default_rng(0)
    codes = [values[:, :1], *(rng.integers(0, 3, (3, 4))[values[:, 0]] for _ in range(50))]
    scores = [
        mig(Representation(values, code, factor_types="discrete", latent_types="discrete")).value
        for code in codes
    ]
    holds = abs(scores[0] - 0.25) < 1e-9 and max(scores) <= 0.25 + 1e-9
    return checked(holds, most=max(scores))


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
    "The frame marks the model that is first by MIG": "definition",
    "We draw five runs of each model from its own five, again and again, and count how often each "
    "model is first.": "definition",
    "If all models were equal, the winner's bar would be at the dashed line on average": (
        "definition"
    ),
    "So ask how much of a sentence each model keeps.": "instruction",
    "Be a careless author: report one run of each model, so that a poor model is first.": (
        "instruction"
    ),
    "It puts every claim on trial.": "about the course",
}
