"""pandas, polars and Arrow tables: strings, their order, and whole numbers that stay exact."""

import re
import warnings

import numpy as np
import pandas as pd
import pytest

from disentangle_edu import METRICS, Representation, linear_r2, load, mcc, mig, sap, save
from disentangle_edu.conventions.compare import compare
from disentangle_edu.scoring import score_all

K = np.arange(200) % 4
Z = np.c_[K, K % 2] + np.arange(200)[:, None] / 1000
SHAPES = ["oval", "heart", "square"]
COLUMN = [SHAPES[k % 3] for k in range(200)]
LARGEST = 2**53


def frame(cells, **more):
    return pd.DataFrame({"size": cells} | more)


# ------------------------------------------------------------------ numbers written in other ways


@pytest.mark.parametrize("dtype", ["object", "str", "category"])
def test_representation_column_of_decimal_commas_raises(dtype):
    cells = pd.Series([f"{k},5" for k in K], dtype=dtype)
    with pytest.raises(TypeError, match=r"factors: found '0,5' in column 'size'.*Write numbers as"):
        Representation(frame(cells), Z)


def test_load_factor_with_unusual_number_format_raises(tmp_path):
    path = tmp_path / "a.csv"
    for cell in ("{}%", '"{},5"', "−{}", "{} cm", "0x{}", "{}.0D+00"):
        path.write_text("factor:v,latent:z\n" + "".join(cell.format(k) + f",{k}\n" for k in K))
        with pytest.raises(TypeError, match="file: found .* in column 'factor:v'"):
            load(path)


def test_load_unusual_number_among_numbers_raises_with_advice(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("factor:v,latent:z\n" + '1,1\n"0,5",2\n' * 20)
    with pytest.raises(TypeError, match="'0,5' in column 'factor:v', row 2.*a point for decimals"):
        load(path)


def test_representation_inf_among_text_is_a_category():
    rep = Representation(frame([["sub", "inf", "sup"][k % 3] for k in range(200)]), Z)
    assert rep.categories == {"size": ("inf", "sub", "sup")}
    with pytest.raises(TypeError):
        Representation(frame(["inf", "-inf"] * 100), Z)


@pytest.mark.parametrize("twin", ["oval ", " oval", "o\u0301val", "heart  shape"])
def test_representation_categories_that_differ_by_spelling_warn(twin, tmp_path):
    other = {"o\u0301val": "óval", "heart  shape": "heart shape"}.get(twin, "oval")
    cells = [[twin, other, "square"][k % 3] for k in range(200)]
    with pytest.warns(UserWarning, match="'size' has the levels .* differ by blanks"):
        Representation(frame(cells), Z)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Representation(frame(COLUMN), Z)


# -------------------------------------------------------------------------- the order of strings


def cautioned(score):
    return any("factor 'size' holds words" in words for words in score.cautions)


ORDER_READERS = [
    (linear_r2, {}),
    (mcc, {}),
    (mcc, {"method": "spearman"}),
    (sap, {"as_continuous": True}),
    (METRICS["disentanglement"], {"predictor": "lasso"}),
    (METRICS["informativeness"], {"predictor": "forest", "as_continuous": True}),
    (METRICS["iwo"], {"as_continuous": True}),
    (mig, {"factor_bins": 2}),
]


@pytest.mark.parametrize("metric, options", ORDER_READERS)
def test_score_that_uses_order_of_categories_has_warning(metric, options):
    latents = Z + np.random.default_rng(0).normal(size=Z.shape)
    rep = Representation(frame(COLUMN, k=K), latents)
    assert cautioned(metric(rep, **options))
    ordered = pd.Categorical(COLUMN, SHAPES, ordered=True)
    assert not cautioned(metric(Representation(frame(ordered, k=K), latents), **options))


@pytest.mark.parametrize("name", ["mig", "dcimig", "sap", "modularity", "explicitness", "iwo"])
def test_score_that_uses_categories_as_names_has_no_warning(name):
    rep = Representation(frame(COLUMN, k=K), Z + np.random.default_rng(0).normal(size=Z.shape))
    assert not cautioned(METRICS[name](rep))


def test_score_of_two_categories_has_no_warning():
    assert not cautioned(linear_r2(Representation(frame(["on", "off"] * 100), Z)))


def test_linear_r2_ordered_categorical_uses_its_order():
    words, z = ["low", "mid", "high"], (np.arange(300) % 3 + 0.01)[:, None]
    cells = [words[k % 3] for k in range(300)]
    assert linear_r2(Representation(frame(cells), z)) < 0.5
    ordered = Representation(frame(pd.Categorical(cells, words, ordered=True)), z)
    assert linear_r2(ordered) > 0.99 and ordered.categories == {}


@pytest.mark.parametrize("name", ["a.npz", "a.csv", "folder"])
def test_save_and_load_keep_categories(tmp_path, name):
    cells = [None if k < 3 else SHAPES[k % 3] for k in range(200)]
    rep = Representation(frame(cells, k=K), Z)
    save(rep, tmp_path / (name if "." in name else "a.npz"))
    if name == "folder":
        (tmp_path / name).mkdir()
        with np.load(tmp_path / "a.npz") as arrays:
            for array in arrays:
                np.save(tmp_path / name / f"{array}.npy", arrays[array])
    back = load(tmp_path / name)
    assert back.categories == rep.categories == {"size": ("heart", "oval", "square")}
    assert np.array_equal(back.factors, rep.factors, equal_nan=True)
    assert cautioned(linear_r2(back)) and cautioned(linear_r2(back.take(np.arange(150))))


def test_load_invalid_categories_raise(tmp_path):
    for words in ("{", "[1]", '{"factor 1": 5}', '{"other": ["a"]}', '{"factor 1": ["a"]}'):
        np.savez(tmp_path / "a.npz", factors=K[:, None], latents=Z, categories=np.array(words))
        with pytest.raises(ValueError, match="categories: found"):
            load(tmp_path / "a.npz")


def test_score_all_and_compare_report_category_warning():
    rep = Representation(frame(COLUMN, k=K), Z + np.random.default_rng(0).normal(size=Z.shape))
    table = score_all(rep, metrics=["linear_r2", "mig"], progress=False, seeds=1)
    assert ["holds words" in words for words in table.cautions] == [True, False]
    found = compare(rep, metrics=["sap"], seeds=1).set_index("convention").explanation
    assert "holds words" in found["ubisoft"] and "holds words" not in found["ours"]


# ------------------------------------------------------------------------------- absent, nameless


@pytest.mark.parametrize("nothing", [None, np.nan, pd.NA, ""])
def test_representation_missing_categories_are_absent(nothing):
    cells = pd.Series([nothing, *COLUMN[1:]], dtype=object)
    rep = Representation(frame(cells, k=K), Z)
    assert not rep.factor_mask[0, 0] and rep.factor_mask[1:].all() and rep.factor_mask[:, 1].all()


def test_representation_nan_next_to_text_raises_with_advice(tmp_path):
    numbers = np.where(K == 1, np.nan, K)
    with pytest.raises(ValueError, match="load a .csv with empty cells"):
        Representation(frame(COLUMN, k=numbers), Z)
    table = frame(COLUMN, k=numbers).add_prefix("factor:").assign(**{"latent:z": Z[:, 0]})
    table.to_csv(tmp_path / "a.csv", index=False)
    assert not load(tmp_path / "a.csv").factor_mask.all()


def test_representation_column_without_name_raises():
    with pytest.raises(ValueError, match="factor_names: found a column without a name"):
        Representation(pd.DataFrame({None: K, "b": K}), Z)
    with pytest.raises(ValueError, match="latent_names: found a column without a name"):
        Representation(K[:, None], pd.DataFrame({"b": K, None: K}))


def test_representation_names_equal_after_unicode_normalization_raise():
    with pytest.raises(ValueError, match="factor_names: .* 2 different names"):
        Representation(np.c_[K, K % 2], Z, factor_names=["größe", "gro\u0308ße"])


def test_load_kinds_normalizes_unicode_of_names(tmp_path):
    rep = Representation(K[:, None], Z, factor_names=["gro\u0308ße"])
    for name in ("a.npz", "a.csv"):
        save(rep, tmp_path / name)
        assert load(tmp_path / name, column_types={"größe": "continuous"}).factor_types == (
            "continuous",
        )


# ---------------------------------------------------------------- whole numbers that stay exact


def sources(ids):
    """The same whole numbers as a factor, from each kind of source."""
    halves = K / 2
    return {
        "array": lambda: ids[:, None],
        "uint64": lambda: ids[:, None].astype(np.uint64),
        "list": lambda: ids[:, None].tolist(),
        "list beside fractions": lambda: [[i, x] for i, x in zip(ids.tolist(), halves)],
        "masked": lambda: np.ma.array(np.c_[ids, K], mask=np.c_[K < 0, np.arange(200) < 2]),
        "frame": lambda: frame(ids),
        "frame beside fractions": lambda: frame(ids, k=halves),
        "frame beside words": lambda: frame(ids, k=[None, *COLUMN[1:]]),
        "objects": lambda: frame(ids.astype(object), k=halves),
        "Int64": lambda: frame(pd.array(ids, dtype="Int64"), k=halves),
    }


@pytest.mark.parametrize("source", sources(K))
def test_representation_integers_beyond_2_53_raise(source):
    fits = np.where(K % 2, LARGEST, LARGEST - 1)
    values = sources(fits)[source]()
    assert np.unique(Representation(values, Z).present_values(0)).tolist() == [LARGEST - 1, LARGEST]
    for ids in (fits + 1, K + LARGEST + 1):
        with pytest.raises(ValueError, match=re.escape("found whole numbers beyond 2**53")):
            Representation(sources(ids)[source](), Z)


@pytest.mark.parametrize("change", [{}, {0: ""}, {0: "0.5"}, {0: "1e3"}, {0: 2**70}])
def test_load_csv_integers_beyond_2_53_raise(tmp_path, change):
    path, cells = tmp_path / "a.csv", dict(enumerate((LARGEST + 1 + K).tolist())) | change
    path.write_text("factor:v,latent:z\n" + "".join(f"{cells[j]},{k}\n" for j, k in enumerate(K)))
    with pytest.raises(ValueError, match=r"file: found whole numbers beyond 2\*\*53 in column"):
        load(path)


def test_load_csv_large_saved_floats_are_read(tmp_path):
    rep = Representation((2.0**53 * (1 + K))[:, None], Z)
    save(rep, tmp_path / "a.csv")
    assert np.array_equal(load(tmp_path / "a.csv").factors, rep.factors)


@pytest.mark.parametrize("nulls", [False, True])
def test_load_parquet_integers_beyond_2_53_raise(tmp_path, nulls):
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    def written(ids):
        cells = [None, *ids.tolist()[1:]] if nulls else ids.tolist()
        table = pa.table({"factor:v": pa.array(cells, pa.int64()), "latent:z": Z[:, 0]})
        parquet.write_table(table, tmp_path / "a.parquet")
        return load(tmp_path / "a.parquet")

    with pytest.raises(ValueError, match=r"beyond 2\*\*53 in column 'factor:v'"):
        written(LARGEST + 1 + K)
    assert np.unique(written(LARGEST - 3 + K).present_values(0)).size == 4


# ---------------------------------------------------------------------------- other kinds of tables


def test_representation_arrow_table_keeps_column_names():
    pa = pytest.importorskip("pyarrow")
    rep = Representation(pa.table({"a": K, "w": COLUMN}), pa.table({"x": Z[:, 0], "y": Z[:, 1]}))
    assert rep.factor_names == ("a", "w") and rep.latent_names == ("x", "y")
    assert rep.categories == {"w": ("heart", "oval", "square")}
    with pytest.raises(ValueError, match=r"beyond 2\*\*53"):
        Representation(pa.table({"a": pa.array([None, *(LARGEST + K[1:] + 1).tolist()])}), Z)


def test_representation_polars_frame_keeps_column_names():
    pl = pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    rep = Representation(pl.DataFrame({"a": K, "w": [None, *COLUMN[1:]]}), pl.DataFrame(Z))
    assert rep.factor_names == ("a", "w") and not rep.factor_mask[0, 1]
    with pytest.raises(ValueError, match=r"beyond 2\*\*53"):
        Representation(pl.DataFrame({"a": LARGEST + 1 + K, "b": K / 2}), Z)
    with pytest.raises(TypeError, match=r"factors: found LazyFrame, .*\.to_pandas\(\)"):
        Representation(pl.DataFrame({"a": K}).lazy(), Z)


def test_representation_lazy_table_raises_with_advice():
    class Lazy:
        columns = ("a", "b")

        def collect(self):
            raise AssertionError("it may take hours")

    with pytest.raises(TypeError, match=r"latents: found Lazy, .*\.to_pandas\(\)"):
        Representation(K[:, None], Lazy())


@pytest.mark.parametrize("kind", ["string", "large_string", "dictionary"])
def test_representation_arrow_text_types_are_discrete(kind):
    pa = pytest.importorskip("pyarrow")
    types = {"dictionary": pa.dictionary(pa.int32(), pa.string())}
    dtype = pd.ArrowDtype(types.get(kind) or getattr(pa, kind)())
    rep = Representation(frame(pd.Series(COLUMN, dtype=dtype)), Z)
    assert rep.categories == {"size": ("heart", "oval", "square")}


def test_representation_bfloat16_latents_are_converted():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    latents = Z.astype(ml_dtypes.bfloat16)
    assert np.array_equal(Representation(K[:, None], latents).latents, latents.astype(float))
    with pytest.raises((TypeError, ValueError), match="latents: "):
        Representation(K[:, None], np.zeros(200, [("a", float), ("b", float)])[:, None])
