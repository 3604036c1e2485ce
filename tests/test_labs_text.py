"""Labs about text: toy letters, corpora and models of sentences."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier

from disentangle_edu import labs
from disentangle_edu.chapters.text_factors.data import ROOMY, WALKED, shares_with, words_changed
from disentangle_edu.chapters.text_factors.labs._words import LETTER, in_lines
from disentangle_edu.chapters.text_models.data import chance_threshold, numbers_of
from disentangle_edu.chapters.toy_text.data import LDA, SVM, ordered_values
from disentangle_edu.chapters.toy_text.labs.blind_splits import TREES, importance_by_size
from disentangle_edu.claims.registry import CLAIMS
from disentangle_edu.lessons import QUESTIONS
from disentangle_edu.measures import mutual_information
from disentangle_edu.theory.win_probability import permuted_runs
from disentangle_edu.worlds import corpora, letter_sentences
from disentangle_edu.zoo import pretrained_text


@pytest.mark.parametrize("room", [60, 90, 120, 400])
def test_in_lines_narrow_room_puts_words_on_two_lines(room):
    starts, letters = [0.0, 5.0, 12.0, 20.0, 22.0], 31.0
    places = in_lines(starts, letters, 10, room)
    letter = places.size / 12 * LETTER
    ends = [
        start + letter * (end - at)
        for start, at, end in zip(places.across, starts, [*starts[1:], letters])
    ]
    assert min(places.across) == 10 and max(ends) <= 10 + room + 1e-9
    lines = len(set(places.down))
    assert lines == (1 if room == 400 else 2)
    # Two lines allow larger letters than one line would.
    if lines == 2:
        assert letter == pytest.approx(room / 19) and letter > room / letters


def test_cuts_lab_one_cut_recognises_ends_and_nineteen_cuts_all_values(said):
    lab = labs.cuts()
    places = ordered_values("A")[0]
    for rank in (0, 1, 2):  # no, one and two other values are on its side of the cut
        lab.set(value=rank, cut=(places[rank] + places[rank + 1]) / 2)
        said(lab.picture.caption)
    lab.reset()
    for rank in range(20):
        for cut in (*(places[:-1] + np.diff(places) / 2), -1.0, 1.0):
            lab.set(value=rank, cut=float(cut))
        assert lab.values["memory"].of("A")[rank] == min(rank, 19 - rank)
    assert lab.scores == {"recognised": 2}
    lab.set(letter="B")
    lab.set(letter="A")
    assert lab.scores == {"recognised": 2}, "what was found is kept"
    lab.reset()
    lab.set(cut=(places[-2] + places[-1]) / 2)
    lab.set(value=19)  # the existing cut separates the ball that is clicked
    assert lab.scores == {"recognised": 1} and "is recognised" in lab.picture.caption
    for count in range(4, 20):
        lab.on_press("One more cut")
        assert len(lab.values["cuts"]) == count and lab.scores == {"recognised": count + 1}
    lab.on_press("One more cut")
    assert len(lab.values["cuts"]) == 19, "there is nothing left to part"
    lab.on_press("One fewer cut")
    assert lab.scores == {"recognised": 19}


def test_cuts_lab_svm_matches_paper_and_lda_recognises_all_values():
    paper = labs.cuts(way=SVM)
    assert paper.scores == {"recognised": 2}
    figure = CLAIMS["toy-kumar-1"].expects.text
    assert f"{figure} in 100" in paper.picture.text and paper.picture.text.endswith(f"{figure}.")
    assert labs.cuts(way=LDA).scores == {"recognised": 20}
    freer = labs.cuts()
    freer.set(C=1.0)  # changing C switches to the SVM
    assert freer.values["way"] == SVM and freer.scores["recognised"] > 2
    with pytest.raises(ValueError, match="cuts: found .* expected 1 to 19 numbers"):
        labs.cuts(cuts=[2.0])


def test_text_budget_lab_describes_lost_bits_and_impossible_regions(said):
    lab = labs.text_budget(kl=5, rec=8)
    said(lab.picture.caption)
    assert lab.picture.scores["wasted"] < 0
    lab.set(rec=8.5)
    said(lab.picture.caption)
    lab.set(kl=12.5, rec=8)
    said(lab.picture.caption)


def test_cuts_lab_trained_classifiers_draw_their_lines(said):
    lab = labs.cuts(way="all values at once, trained (LDA)")
    drawn = ET.fromstring(lab.picture.at(900))
    keys = [at.get("data-key", "") for at in drawn.iter()]
    assert sum(key.startswith("slope") for key in keys) == 20
    assert lab.picture.scores["recognised"] == 20
    lab.set(C=0.01, way="one against the rest, trained (SVM)")
    said(lab.picture.caption)


def test_words_changed_counts_match_words_kept_by_decoder():
    found = words_changed(ROOMY)
    assert found.values.shape == (8, 4) and found.values.max() <= pretrained_text.PAIRS
    kept = pretrained_text.word_recovery("ynoc-beta_vae-0.2-0-roomy")
    assert tuple(kept) == found.column_names
    moved = (
        found.values.max(0) / pretrained_text.PAIRS
    )  # if the model keeps a word, some latent nearly always changes it
    assert all((most > 0.7) == (share > 0.5) for most, share in zip(moved, kept.values()))
    lost = pretrained_text.word_recovery("ynoc-beta_vae-1-0")
    assert max(lost.values()) < 0.2  # it writes the same sentence for any input


@pytest.mark.parametrize(
    ("before", "now", "kinds"),
    [
        ("Name1 was a/an Occupation2 in 2013 .", "Name1 was a/an Occupation2 in 2014 .", "year"),
        ("Name1 was in City1 in 2013 .", "in 2013 , Name1 was in City1 .", ""),  # moved only
        ("Name1 was in City1 in 2013 .", "in 2014 , Name2 was in City1 .", "year name"),
        ("Name1 was in City1 in 2013 .", "Name1 was in 2013 .", "city"),  # removed
    ],
)
def test_words_changed_counts_added_or_removed_words_but_not_moved_ones(
    monkeypatch, before, now, kinds
):
    monkeypatch.setattr(pretrained_text, "latent_by_latent", lambda model, pair: [before, now])
    (row,) = pretrained_text.pairs_changed(WALKED[ROOMY]) / pretrained_text.PAIRS
    assert [name for name, share in zip(corpora.YNOC_WORDS, row) if share] == kinds.split()
    assert set(row) <= {0, 1}


def test_text_noise_lab_noise_hides_latents_of_low_variance(said):
    lab = labs.text_noise()
    said(lab.picture.caption)
    without = lab.scores["mig"]
    lab.on_gesture({"noise": 0.1}, done=True)
    said(lab.stage.scene["caption"])
    assert lab.scores["mig"] > 1.5 * without
    assert re.search(r"[\d,]+ samples.*spread [\d.]+ over 5 repetitions", lab.picture.text)
    lab.set(model="Vanilla-VAE", noise=1.0)
    assert lab.scores["mig"] < 0.01, "a collapsed model tells nothing under its noise"
    name = "ynoc-beta_vae-0.2-0"
    noisy = pretrained_text.code(name, noise=1.0).latents - pretrained_text.code(name).latents
    wide = np.sqrt(np.square(pretrained_text.noise_of(name)).mean(0))
    assert noisy.std(0) == pytest.approx(wide, rel=0.05)


def test_mutual_information_in_100_bins_matches_number_in_chapter():
    bits = mutual_information(pretrained_text.code("ynoc-beta_vae-0.2-0"), bins=100).values
    assert f"{bits[3, 1]:.0f}" == "4"  # the text says "four bits of the name"


def test_every_code_lab_compares_all_models_at_same_step(said):
    lab = labs.every_code()
    said(lab.picture.caption)
    lab.set(step=20)
    assert lab.scores["ideal: a latent per factor"] == 0
    assert 'data-key="o7w0"' in lab.picture.at(860), "six codes between two sentences"


def test_importance_by_size_sums_to_forest_importances():
    found = importance_by_size(2, 1_000)
    rep = letter_sentences.small(samples=1_000)
    for k, codes in enumerate(rep.factors.T):
        forest = RandomForestClassifier(TREES, max_features=2, random_state=0)
        expected = forest.fit(rep.latents, codes).feature_importances_
        assert found[..., k].sum(0) == pytest.approx(expected)


def test_question_on_absent_factors_states_shares_of_corpus():
    shares, asks = shares_with(), QUESTIONS["17-absent-bits"].asks
    assert f"{shares['conj1']:.0%}" in asks and f"{shares['conj2']:.0%}" in asks


def test_winner_of_equal_models_is_first_in_about_half_of_redraws():
    mean, nearly_all = chance_threshold("Chen")
    assert 0.4 < mean < 0.6 < nearly_all < 0.9
    values = numbers_of("Chen")
    assert np.array_equal(
        np.sort(permuted_runs(values, 3)[2], axis=None), np.sort(values, axis=None)
    )


def test_text_models_keep_template_only_with_low_beta():
    assert pretrained_text.template_recovery("ynoc-beta_vae-0.2-0") > 0.9
    assert pretrained_text.template_recovery("ynoc-beta_vae-1-0") < 0.6
    assert pretrained_text.template_of("Name5 was a/an Occupation4 in City4 in 2014 .")[0] == "was"
