"""Text: the contents of the corpora, Table 1 to the last digit, codes and decoded sentences."""

import itertools

import numpy as np
import pytest

from disentangle_edu import active_units, hoyer, load
from disentangle_edu.cli import main
from disentangle_edu.metrics import mig, sap
from disentangle_edu.representation import Representation
from disentangle_edu.worlds import corpora, letter_sentences
from disentangle_edu.worlds.letter_sentences import Letters
from disentangle_edu.worlds.text import CODES, Book, changes, new_words, svd_code, word_counts

POS = corpora.pos()


# ------------------------------------------------------------------------------------------ corpora


def test_corpus_structure_contains_every_sentence_once():
    block = POS.within(("n", "v", "adj", "n", "end-punc"))
    words = corpora.POS_WORDS
    expected = {
        f"{one} {verb} {adjective} {two} {end}"
        for one, two in itertools.permutations(words["n"], 2)
        for verb in words["v"]
        for adjective in words["adj"]
        for end in words["end-punc"]
    }
    found = POS.sentences(block)
    assert set(found) == expected and len(found) == len(expected) == 1_000
    assert np.bincount(block.split).tolist() == [600, 200, 200]


def test_corpus_codes_match_words_of_sentence():
    block = POS.sample(300, seed=2)
    for sentence, codes in zip(POS.sentences(block), block.factors):
        for name, code in zip(POS.factor_names, codes):
            assert POS.value_words(name, code) == tuple(
                word for word in sentence.split() if word in corpora.POS_WORDS[name]
            )
        words = [word for word in sentence.split() if word not in (",", ".", "!")]
        assert len(words) == len(set(words))


def test_corpus_blocks_and_samples_contain_same_rows():
    small = corpora.pos(cap=20)
    whole = [
        np.concatenate(part)
        for part in zip(
            *(
                (block.factors, block.structure[:, None], block.split[:, None])
                for block in small.blocks(97)
            )
        )
    ]
    again = [
        np.concatenate(part)
        for part in zip(
            *(
                (block.factors, block.structure[:, None], block.split[:, None])
                for block in corpora.pos(cap=20).blocks(1_000)
            )
        )
    ]
    assert (
        all(np.array_equal(a, b) for a, b in zip(whole, again))
        and len(whole[0]) == len(small) == 295 * 20
    )
    rows = {tuple(row) for row in np.hstack(whole)}
    sample = small.sample(50)
    assert all(
        tuple(row) in rows
        for row in np.hstack([sample.factors, sample.structure[:, None], sample.split[:, None]])
    )
    assert not np.array_equal(corpora.pos(cap=20, seed=1).sample(50).factors, sample.factors)


def test_corpus_with_too_many_choices_raises():
    words = {"A": [f"word {j}" for j in range(20)], "B": ["x", "y"]}  # 20! orders, twice
    with pytest.raises(ValueError, match="^vocabulary: found 20 words for 'A'"):
        corpora.Corpus("x", words, [(("A",) * 20, ""), (("A",) * 19, "")], structures_per_deck=1)


def test_ynoc_corpus_fills_its_templates():
    corpus = corpora.ynoc(cap=1_000)
    found = POS.sentences(POS.sample(1)), corpus.sentences(next(corpus.blocks()))
    assert (
        len(corpus) == 1_000
        and corpus.sizes["train"] == 600
        and all(" was a/an Occupation" in sentence for sentence in found[1])
    )
    assert repr(corpora.ynoc()).startswith("YNOC: 720,000 sentences (432,000 train")


@pytest.mark.parametrize("name", CODES)
def test_text_codes_do_not_depend_on_order_or_rounding(name, monkeypatch):
    """Words that are used alike give equal singular values, which leave directions undetermined.

    Neither the order of the sentences nor noise as small as rounding may choose among them.
    """
    words = [f"{a} {b} {c}" for a in "abc" for b in "defgh" for c in ("i", "j", "k", "l")]
    code = CODES[name](words, 6)
    order = np.random.default_rng(0).permutation(len(words))
    assert CODES[name]([words[i] for i in order], 6) == pytest.approx(code[order], abs=1e-9)
    exact = np.linalg.eigh

    def rounded(table):
        noise = 1e-14 * np.abs(table).max() * np.random.default_rng(1).random(table.shape)
        return exact(table + noise + noise.T)

    monkeypatch.setattr(np.linalg, "eigh", rounded)
    assert CODES[name](words, 6) == pytest.approx(code, abs=1e-8)


def test_svd_code_matches_singular_value_decomposition():
    words = POS.within(("n", "v", "n", "end-punc"))
    counts = word_counts(POS.sentences(words)).toarray()
    code = svd_code(POS.sentences(words), 5)
    assert np.sum(code**2, 0) == pytest.approx(np.linalg.svd(counts, compute_uv=False)[:5] ** 2)
    assert code.T @ code == pytest.approx(np.diag(np.sum(code**2, 0)), abs=1e-8)


def test_independent_components_without_variance_are_zero():
    """Every sentence has one word per position, so its counts vary in fewer directions."""
    code = CODES["independent components"]([a + " " + b for a in "abc" for b in "def"], 5)
    assert np.sum(code.std(0) > 1e-6) == 4 and not code[:, code.std(0) < 1e-6].any()


def test_book_latents_that_vary_by_rounding_are_zero():
    codes = np.array([[0.0, 0.0], [1.0, 2e-12], [1.0, -2e-12]])
    assert not Book(["x", "y", "z"], codes).latents[:, 1].any()


def test_book_nearest_with_ties_returns_first_sentence():
    book = Book(["x", "y", "z"], [[0.0], [2.0], [2.0]])
    middle = book.latents[:2].mean(0)
    for nudge in (0, 1e-13, -1e-13):
        assert book.nearest([middle + nudge]) == ["x"]
    assert book.nearest(book.latents) == ["x", "y", "y"]


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: corpora.pos(cap=0), "cap: found 0"),
        (lambda: corpora.ynoc(cap=-1), "cap: found -1"),
        (lambda: corpora.pos(vocabulary={"n": ["dogs", "want"]}), "found 'want' twice"),
        (lambda: corpora.pos(vocabulary={"n": ["dogs", "dogs"]}), "found 'dogs' twice"),
        (lambda: corpora.pos(vocabulary={"x": ["y"]}), "the tag 'x'"),
        (lambda: corpora.pos(vocabulary={"v": ["run away"]}), "words without blanks"),
        (lambda: POS.sample(10**9), "at most 2,872,800"),
        (lambda: POS.value_words("n", 999), "code: found 999"),
        (lambda: POS.value_words("comma", 0), "factor: found 'comma'"),
        (lambda: POS.within(("v",)), "tags: found"),
        (
            lambda: POS.representation(POS.sample(5), np.zeros((4, 2))),
            "latents: found 4 rows, expected 5",
        ),
        (lambda: Book(["a", "b"], np.zeros((3, 1))), "one row for each of the 2 sentences"),
        (lambda: svd_code(["a b", "b a"] * 4, 8), "fewer than the 2 different words"),
        (lambda: Letters(3), "dimensions: found 3"),
    ],
)
def test_corpora_invalid_arguments_raise(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_text_command_writes_csv_that_load_reads(tmp_path, capsys):
    path = tmp_path / "pos.csv"
    assert (
        main(["text", "pos", "--cap", "5", "--out", str(path)]) == 0
        and "1,475 sentences" in capsys.readouterr().out
    )
    import pandas as pd

    table = pd.read_csv(path)
    assert (
        list(table.columns[:2]) == ["sentence", "split"]
        and len(table) == 1_475
        and table["factor:adv"].isna().any()
    )
    table["latent:length"] = table.sentence.str.split().str.len()
    table.to_csv(path, index=False)
    rep = load(path)
    assert rep.factor_names == POS.factor_names and not rep.factor_mask.all() and mig(rep).value > 0
    assert (
        main(["text", "pos", "--cap", "0", "--out", str(path)]) == 2
        and main(["text", "ynoc", "--out", str(tmp_path / "x.txt")]) == 2
    )


def test_corpus_write_interrupted_leaves_no_file(tmp_path):
    def interrupted(steps):
        yield next(iter(steps))
        raise KeyboardInterrupt

    corpus = corpora.pos(progress=interrupted)
    with pytest.raises(KeyboardInterrupt):
        corpora.write_corpus(corpus, tmp_path / "pos.csv")
    assert list(tmp_path.iterdir()) == []


# ------------------------------------------------------------------------------------------ letters


def test_letters_codes_equal_numpy_global_generator():
    """The same codes from the global random generators that the authors seed."""
    np.random.seed(0)
    one, two = letter_sentences.codes()
    assert one[0, 0, 0] == np.random.uniform(-1, 1) and np.array_equal(
        two[0, 0], np.random.uniform(-1, 1, size=2)
    )
    assert (
        letter_sentences.sentences().shape == (32_000, 4)
        and len(np.unique(letter_sentences.sentences(), axis=0)) == 32_000
    )


def test_letters_through_csv_changes_only_last_bits():
    numbers = letter_sentences.codes()[1].ravel()
    back = np.array([letter_sentences.through_csv(number) for number in numbers])
    assert 0 < (back != numbers).sum() < 80 and np.allclose(back, numbers, rtol=1e-15, atol=0)
    assert letter_sentences.through_csv(-0.5) == -0.5 and letter_sentences.through_csv(1e-7) == 1e-7


def test_letters_perfect_code_has_high_mig_and_sap():
    toy = Letters(1)
    assert (
        mig(toy.representation(4_000), bins=1_000).value > 0.9
    )  # with enough bins for every value
    x = letter_sentences.small(5, 1, ordered=True, samples=400)
    assert (
        np.diff(x.latents[np.argsort(x.factors[:, 0], kind="stable"), 0]) >= 0
    ).all() and isinstance(x, Representation)
    assert sap(letter_sentences.small(3, 1, samples=800), C=10.0).value > 0.5


# ------------------------------------------------------------------------------ codes and sentences


def test_word_counts_count_words_and_ngrams():
    table = word_counts(["a b b .", "b , a a"]).toarray()
    assert (
        table.sum() == 8
        and table.shape == (2, 4)
        and word_counts(["a b", "b a"], ngrams=2).shape == (2, 4)
    )


@pytest.mark.parametrize("name", CODES)
def test_text_codes_are_reproducible_and_vary(name):
    block = POS.sample(600, seed=1)
    code = CODES[name](POS.sentences(block), 4)
    assert (
        code.shape == (600, 4)
        and np.array_equal(code, CODES[name](POS.sentences(block), 4))
        and (code.std(0) > 0).all()
    )


def test_book_homotopy_changes_one_dimension_at_a_time():
    sentences = [f"{a} {b}" for a in "pqr" for b in "xyz"]
    book = Book(sentences, np.array([[i, j] for i in range(3) for j in range(3)]))
    path = book.homotopy(sentences.index("p x"), sentences.index("r z"), steps=2)
    assert [sentence for _, _, sentence in path] == ["p x", "q x", "r x", "r y", "r z"] and path[1][
        :2
    ] == (1, 0.5)
    assert [sentence for _, sentence in book.straight(0, 8, steps=2)] == ["p x", "q y", "r z"]
    assert changes(["a b c", "a x", "a x"]) == [2, 0]
    assert changes(["a b c", "b a c"]) == [2] and new_words("a b c", "b a c") == [1, 1, 0]
    assert new_words("a b c", "x a b c") == [True, False, False, False]


# ---------------------------------------------------------------------------- activity and sparsity


def test_hoyer_and_active_units_match_hand_computation():
    one_at_a_time = np.eye(4)[np.arange(40) % 4]
    same = np.where(np.arange(40)[:, None] % 2, 1.0, -1.0) * np.ones((40, 4))
    factors = np.arange(40) % 2
    assert hoyer(Representation(factors[:, None], one_at_a_time)).value == pytest.approx(1)
    assert hoyer(Representation(factors[:, None], same)).value == pytest.approx(0)
    mixed = Representation(
        factors[:, None], np.column_stack([same[:, 0], 0.05 * same[:, 1], np.zeros(40)])
    )
    assert active_units(mixed).value == pytest.approx(1 / 3) and active_units(
        mixed, threshold=0.001
    ).value == pytest.approx(2 / 3)
    with pytest.raises(ValueError, match="one latent"):
        hoyer(Representation(factors[:, None], same[:, :1]))
    with pytest.raises(ValueError, match="never move"):
        hoyer(Representation(factors[:, None], np.zeros((40, 2))))


def test_letters_some_value_selects_word_by_cumulative_count():
    class Deals:
        def __init__(self, j):
            self.j = j

        def sample(self, rows, n):
            return [self.j]

    toy = Letters()
    first = len(toy.where[0][0])
    assert [toy.some_value(0, Deals(j)) for j in (0, first - 1, first)] == [0, 0, 1]


def test_corpus_with_large_vocabulary_samples_distinct_sentences():
    corpus = corpora.pos(cap=50, vocabulary={"n": [f"n{i}" for i in range(60)]})
    block = corpus.within(max(corpus.structures, key=lambda one: one.total).tags)
    said = corpus.sentences(block)
    assert len(np.unique(block.factors, axis=0)) == len(set(said)) == 50
    nouns = [" ".join(word for word in one.split() if word[1:].isdigit()) for one in said]
    codes = block.factors[:, 0].tolist()
    assert nouns == [" ".join(corpus.value_words("n", code)) for code in codes]


def test_letters_information_is_limited_to_own_factor():
    found = letter_sentences.information(Letters()).values
    assert (found[~np.eye(4, dtype=bool)] < 0.05).all()
    assert found[0, 0] == pytest.approx(2.580, abs=1e-3)
