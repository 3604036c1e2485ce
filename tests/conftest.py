"""What several tests share: small representations, sampled once."""

import hypothesis
import numpy as np
import pytest
import records

from disentangle_edu import Representation, save
from disentangle_edu.worlds import examples

# The time that one example takes depends on the machine's load, so it must not fail a test.
hypothesis.settings.register_profile(
    "patient", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("patient")

LONGEST = (
    "test_quick_gestures",
    "test_browser",
    "test_access",
    "test_site",
    "test_site_pages",
    "test_walk",
    "test_library_scores",
    "test_classroom_attacks",
    "test_facts",
    "test_claims",
    "test_labs",
    "test_zoo_training",
    "test_zoo_pretrained",
    "test_invariances",
    "test_pins",
    "test_predictors",
    "test_scoring",
    "test_classroom",
    "test_packaging",
    "test_prediction",
    "test_subspaces",
    "14_dependent_factors",
)


def pytest_addoption(parser):
    parser.addoption("--chapter", help="only what belongs to one chapter, by its name")
    parser.addoption("--write-sentences", action="store_true", help="see the fixture `said`")


def of_chapter(items, chapter):
    """Tests of a chapter's notebook, questions, exercises, labs or claims, or of any chapter."""
    import chapter_files

    from disentangle_edu.claims.registry import CLAIMS

    ids = {chapter, *(claim.id for claim in CLAIMS.values() if claim.lesson == chapter)}
    ids |= chapter_files.questions_of(chapter) | chapter_files.exercises_of(chapter)
    tried = lambda value: (
        value in ids if isinstance(value, str) else chapter_files.is_of(chapter, value)
    )
    return [
        item
        for item in items
        if item.get_closest_marker("every_chapter")
        or (hasattr(item, "callspec") and any(map(tried, item.callspec.params.values())))
    ]


@pytest.hookimpl(tryfirst=True)  # before pytest deselects tests
def pytest_collection_modifyitems(config, items):
    """The longest files first, so that no process is left alone with one of them at the end.

    What needs PyTorch is left to `make test-all`, which installs it.
    """
    if chapter := config.getoption("--chapter"):
        items[:] = of_chapter(items, chapter)
    if config.getoption("--write-sentences"):
        items[:] = [item for item in items if "said" in getattr(item, "fixturenames", ())]
    for item in items:
        if item.get_closest_marker("torch"):
            item.add_marker("slow")
    rank = {name: j for j, name in enumerate(LONGEST)}
    items.sort(key=lambda item: rank.get(item.path.stem, len(rank)))


@pytest.fixture
def said(request):
    """Function that compares a sentence with the next one on record for this test.

    Only the last digit of a number may differ. `make pins` writes the sentences into
    sentences.json.
    """
    name, sentences = f"{request.path.stem}: {request.node.name}", []
    on_record = records.recorded("sentences")
    writes = request.config.getoption("--write-sentences")

    def compare(sentence):
        sentences.append(sentence)
        if not writes:
            expected = on_record[name][len(sentences) - 1]
            assert records.same_text(sentence, expected), expected

    yield compare
    if writes:
        records.write("sentences", dict(sorted({**on_record, name: sentences}.items())))


@pytest.fixture
def no_cache(tmp_path_factory, monkeypatch):
    """An empty cache, so that each test computes its own results."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture
def copy(tmp_path):
    """The path of a small file for the command `score`."""
    path = tmp_path / "copy.npz"
    save(examples.perfect_copy(2, 3), path)
    return str(path)


@pytest.fixture
def unanswered(monkeypatch):
    """Forget the predictions that earlier tests made in this process."""
    monkeypatch.delenv("DISENTANGLE_EDU_GUESSES", raising=False)
    for remembered in ("_NEWEST", "_COPIES", "GUESSES"):
        monkeypatch.setattr(f"disentangle_edu.widgets.prediction.{remembered}", {})


TURN = np.array([[0.8, 0.6, 0], [-0.6, 0.8, 0], [0, 0, 1]])


def standardised(table):
    return (table - table.mean(0)) / table.std(0)


@pytest.fixture(scope="session")
def specimens():
    """Few and many samples, one or several factors and latents, rare levels, values on edges."""
    rng = np.random.default_rng(1)
    levels = lambda n, *sizes: np.column_stack([rng.integers(m, size=n) for m in sizes]) + 0.0
    noisy = lambda table, size: table + size * rng.standard_normal(table.shape)
    three, two, many = levels(200, 3, 4, 5), levels(300, 2, 3), levels(2000, 3, 4, 5)
    z, smooth = standardised(three), rng.uniform(-1, 1, (200, 3))
    gone = np.column_stack([np.zeros(200), rng.random(200) < 0.4, np.zeros(200)])
    few = np.column_stack([np.arange(40) % 2, np.arange(40) // 2 % 4]) + 0.0
    rare = np.column_stack([rng.permutation(600) < 6, rng.permutation(600) % 3]) + 0.0
    uneven = np.column_stack(
        [rng.random(2000) < 0.1, rng.choice(4, 2000, p=[0.7, 0.2, 0.05, 0.05])]
    )
    grid = np.tile(np.arange(22.0), 20)  # the values lie on the edges of 21 bins
    other = rng.permutation(grid)
    nobodys = levels(200, 3, 6, 2)
    normal = rng.standard_normal((200, 4))
    sums = np.column_stack([normal.sum(1) > 0, np.digitize(normal @ [1, 1, -1, -1], [-1, 1])])
    digits = levels(150, 5, 4)
    return {
        "copy": Representation(three, three),
        "noisy": Representation(many, noisy(standardised(many), 0.3)),
        "mixed": Representation(three, noisy(z @ TURN, 0.1)),
        "smooth": Representation(smooth, noisy(smooth @ TURN, 0.05)),
        "small": Representation(three, noisy(z * (0.05, 0.15, 1), 0.01)),
        "absent": Representation(np.ma.array(three, mask=gone), noisy(z @ TURN, 0.1)),
        "one latent": Representation(two, noisy(standardised(two).sum(1, keepdims=True), 0.3)),
        "one factor": Representation(two[:, :1], noisy(two[:, :1], 0.7)),
        "two latents": Representation(two, noisy(two @ [[1, 0.5], [0, 1]], 0.2)),
        "sums": Representation(sums, normal),
        "parities": Representation(
            np.column_stack([digits % 2, digits.sum(1) % 2]), noisy(digits, 0.1)
        ),
        "few": Representation(few, noisy(few, 0.2)),
        "rare": Representation(rare, rare),
        "uneven": Representation(uneven, noisy(uneven, 0.1)),
        "edges": Representation(
            np.column_stack([grid >= 21, other % 2, grid % 3]),
            np.column_stack([grid, other]),
            latent_types="continuous",
        ),
        "a factor of nobody's": Representation(nobodys[:, :2], nobodys[:, [0, 2]]),
    }
