"""Files: saved and loaded without loss; damaged, false or too large ones raise a ValueError."""

import io
import os
import subprocess
import sys
import tempfile
import warnings
import zipfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.lib import format as npy

from disentangle_edu import Representation, load, save
from disentangle_edu.cli import main
from disentangle_edu.worlds import files
from disentangle_edu.worlds.files import read_labelled

RNG = np.random.default_rng(0)
FACTORS = RNG.integers(4, size=(50, 2)).astype(float)
LATENTS = RNG.normal(size=(50, 3))
GONE = np.column_stack([np.zeros(50, bool), RNG.random(50) < 0.3])
REP = Representation(
    np.ma.array(FACTORS, mask=GONE),
    LATENTS,
    factor_names=["shape", "size"],
    latent_types="continuous",
    description="a story",
)
FIELDS = ("factors", "latents", "factor_mask")
WORDS = ("factor_names", "latent_names", "factor_types", "latent_types", "description")


def same(one, other):
    """Whether two representations hold the same numbers and words."""
    return all(
        np.array_equal(getattr(one, name), getattr(other, name), equal_nan=name == "factors")
        for name in FIELDS
    ) and all(getattr(one, name) == getattr(other, name) for name in WORDS)


# ------------------------------------------------------------------------------------ save and load


def test_save_and_load_npz_keeps_everything(tmp_path):
    save(REP, tmp_path / "a.npz")
    assert same(load(tmp_path / "a.npz"), REP)
    save(Representation(FACTORS, LATENTS), str(tmp_path / "b.NPZ"))
    assert same(load(tmp_path / "b.NPZ"), Representation(FACTORS, LATENTS))


def test_save_and_load_csv_keeps_names_mask_and_digits(tmp_path):
    names = ["x", "y", "z"]
    thirds = Representation(np.ma.array(FACTORS / 3, mask=GONE), LATENTS, latent_names=names)
    save(thirds, tmp_path / "a.csv")
    back = load(tmp_path / "a.csv")
    assert np.array_equal(back.factor_mask, thirds.factor_mask)
    # pandas 2 may read a number one bit off, and newer versions have no more exact setting.
    assert np.allclose(back.factors, thirds.factors, rtol=1e-14, atol=0, equal_nan=True)
    assert np.allclose(back.latents, thirds.latents, rtol=1e-14, atol=0)
    assert back.latent_names == ("x", "y", "z")


def test_load_column_types_by_column_name_sets_types_and_unknown_name_raises(tmp_path):
    for name in ("a.npz", "a.csv"):
        save(REP, tmp_path / name)
        assert load(tmp_path / name, column_types={"shape": "continuous"}).factor_types == (
            "continuous",
            "discrete",
        )
        with pytest.raises(
            ValueError, match="column_types: found 'colour', expected names of columns"
        ):
            load(tmp_path / name, column_types={"colour": "discrete"})


def test_save_unknown_extension_or_type_raises(tmp_path):
    with pytest.raises(ValueError, match="path: found 'a.txt', .* ends in .npz, .csv or .parquet"):
        save(REP, tmp_path / "a.txt")
    with pytest.raises(TypeError, match="rep: found ndarray, expected a Representation"):
        save(FACTORS, tmp_path / "a.npz")


# --------------------------------------------------------------------------------- damaged archives


def archive_bytes(rep):
    with tempfile.TemporaryDirectory() as folder:
        save(rep, Path(folder) / "a.npz")
        return (Path(folder) / "a.npz").read_bytes()


WHOLE = archive_bytes(REP)


def read(folder, data):
    path = folder / "damaged.npz"
    path.write_bytes(data)
    return load(path)


def harmless(folder, data, rep):
    """Whether loading the data raises a ValueError, or gives the original numbers."""
    try:
        return same(read(folder, data), rep)
    except ValueError:
        return True


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("archives")


def test_load_complete_archive_returns_same_representation(folder):
    assert same(read(folder, WHOLE), REP)


@settings(max_examples=200, deadline=None)
@given(place=st.integers(0, len(WHOLE) - 1), flip=st.integers(1, 255))
def test_load_npz_with_flipped_byte_raises_or_is_unchanged(folder, place, flip):
    data = bytearray(WHOLE)
    data[place] ^= flip
    assert harmless(folder, bytes(data), REP), (place, flip)


@settings(max_examples=60, deadline=None)
@given(start=st.integers(0, len(WHOLE) - 1), length=st.integers(1, len(WHOLE)))
def test_load_npz_with_missing_bytes_raises_or_is_unchanged(folder, start, length):
    assert harmless(folder, WHOLE[:start] + WHOLE[start + length :], REP), (start, length)


def zipped(members, method=zipfile.ZIP_DEFLATED):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name + ".npy", data)
    return file.getvalue()


def as_npy(array):
    file = io.BytesIO()
    npy.write_array(file, np.asarray(array), allow_pickle=True)
    return file.getvalue()


def header(shape, descr="<f8", data=b"", version=(1, 0)):
    """A member whose header may be false, before the data."""
    file = io.BytesIO()
    words = repr({"descr": descr, "fortran_order": False, "shape": shape}).encode() + b"\n"
    file.write(npy.magic(*version) + len(words).to_bytes(2 if version == (1, 0) else 4, "little"))
    file.write(words + data)
    return file.getvalue()


NPY = as_npy(FACTORS[:8])
GOOD = {"factors": NPY, "latents": as_npy(LATENTS[:8])}


@settings(max_examples=200, deadline=None)
@given(
    place=st.integers(0, len(NPY) - 1), flip=st.integers(1, 255), cut=st.integers(0, 2 * len(NPY))
)
def test_load_npz_with_damaged_member_raises_or_is_finite(folder, place, flip, cut):
    """A changed number cannot be detected, but any other damage must raise a ValueError."""
    data = bytearray(NPY)
    data[place] ^= flip
    try:
        rep = read(folder, zipped(GOOD | {"factors": bytes(data[: len(NPY) - cut or None])}))
    except ValueError:
        return
    assert rep.factors.shape == (8, 2) and np.isfinite(rep.factors).all()


@pytest.mark.parametrize(
    "members, words",
    [
        (
            dict(factor_mask=as_npy(np.ones((2, 8), bool))),
            "factor_mask: found shape .2, 8., expected",
        ),
        (dict(factor_mask=as_npy(np.ones(3, bool))), "factor_mask: found shape .3,."),
        (
            dict(factor_mask=as_npy(np.full((8, 2), "False"))),
            "factor_mask: found an array of <U5, .* truth",
        ),
        (
            dict(factor_mask=as_npy(np.full((8, 2), 2))),
            "factor_mask: found numbers other than 0 and 1",
        ),
        (dict(factor_mask=as_npy(np.full((8, 2), 0.5))), "factor_mask: found an array of float64"),
        (dict(factors=as_npy(FACTORS[:8].astype("m8[s]"))), "factors: found an array of timedelta"),
        (dict(factors=as_npy(FACTORS[:8].astype("M8[s]"))), "factors: found an array of datetime"),
        (dict(factors=as_npy(FACTORS[:8] * 1j)), "factors: found an array of complex128"),
        (dict(factors=as_npy(FACTORS[:8].astype(str))), "factors: found an array of <U"),
        (dict(factors=as_npy(FACTORS[:8].astype(object))), "factors: found pickled Python objects"),
        (
            dict(description=as_npy(np.array({"a": 1}, object))),
            "description: found pickled Python objects",
        ),
        (dict(factor_names=as_npy(np.arange(2))), "factor_names: found an array of int64, .* text"),
        (dict(factor_names=as_npy("shape")), "factor_names: found"),
        (dict(factor_types=as_npy(["discrete"] * 3)), "factor_types: found"),
        (dict(factors=as_npy(np.array([(1, 2.0)] * 8, "i4,f8"))), "factors: found an array of"),
        (
            dict(factors=header((10**40, 2))),
            "file: found 160,000,.* bytes .* at most 1,073,741,824",
        ),
        (dict(factors=header((-8, -2), data=NPY[-128:])), "factors: found the shape .-8, -2."),
        (dict(factors=header((8, 2), data=NPY[-120:])), "damaged archive"),
        (dict(factors=header((8, 2), data=NPY[-128:] + b"more")), "damaged archive .*more bytes"),
        (dict(factors=header((8, 2), descr="[" * 9000)), "damaged archive"),
        (
            dict(factors=header((8, 2), version=(3, 0), data=NPY[-128:])),
            "damaged archive .*version",
        ),
        (dict(description=header((10**15,), descr="<U0")), "file: found 1.* bytes .* 16,777,216"),
        (dict(latents=b""), "damaged archive"),
        (dict(latents=b"\x93NUMPY"), "damaged archive"),
        (dict(latents=as_npy(LATENTS[:7])), "latents: found 7 rows, expected 8"),
    ],
)
def test_load_npz_invalid_member_raises_and_names_it(folder, members, words):
    with pytest.raises(ValueError, match=words):
        read(folder, zipped(GOOD | members))


@pytest.mark.parametrize("name", ["factor_mask", "description", "factors"])
def test_load_npz_with_damaged_member_name_raises(folder, name):
    """An optional array must not be lost, since absent factors would be lost with it."""
    data = bytearray(WHOLE)
    data[WHOLE.rindex(name.encode())] ^= 1
    with pytest.raises(ValueError, match="damaged archive"):
        read(folder, bytes(data))


def test_save_npz_stores_absent_values_as_nan(folder):
    (folder / "whole.npz").write_bytes(WHOLE)
    with np.load(folder / "whole.npz") as arrays:
        assert np.array_equal(np.isnan(arrays["factors"]), GONE)


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_load_npz_with_other_compression_raises(folder, method):
    with pytest.raises(ValueError, match="factors: found the compression .* numpy.savez"):
        read(folder, zipped(GOOD, method))


def test_load_npz_encrypted_member_raises(folder):
    data = bytearray(zipped(GOOD))
    for signature, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + flags] |= 1
    with pytest.raises(ValueError, match="damaged archive .*RuntimeError: .*password"):
        read(folder, bytes(data))


def test_load_npz_checks_total_size_before_unpacking(folder, monkeypatch):
    def never(*args, **options):
        raise AssertionError("an array was read")

    monkeypatch.setattr(files.npy, "read_array", never)
    monkeypatch.setattr(files, "MOST_BYTES", 8 * 8 * (2 + 3) - 1)
    with pytest.raises(
        ValueError, match="found 320 bytes in .* once unpacked, expected at most 319"
    ):
        read(folder, zipped(GOOD))
    monkeypatch.undo()
    monkeypatch.setattr(files, "MOST_BYTES", 8 * 8 * (2 + 3))
    assert len(read(folder, zipped(GOOD))) == 8
    monkeypatch.setattr(files, "MOST_TEXT", 10)
    with pytest.raises(ValueError, match="found 2,000 bytes in"):
        read(folder, zipped(GOOD | {"description": as_npy("x" * 500)}))


def test_load_without_enough_memory_raises_value_error(folder, monkeypatch):
    def full(*args, **options):
        raise MemoryError

    monkeypatch.setattr(files.npy, "read_array", full)
    with pytest.raises(ValueError, match="does not fit into this machine's memory"):
        read(folder, zipped(GOOD))
    monkeypatch.setattr(files, "_read_table", full)
    (folder / "a.csv").write_text("factor:v,latent:z\n1,2\n")
    with pytest.raises(ValueError, match="does not fit into this machine's memory"):
        load(folder / "a.csv")


def test_representation_from_text_columns_has_discrete_factors():
    animals = ["owl", "cat", "dog", "cat"] * 10
    for dtype in ("object", "category", "string"):
        factors = pd.DataFrame({"animal": pd.Series(animals, dtype=dtype), "size": range(40)})
        rep = Representation(factors, np.arange(40)[:, None], factor_types=[None, "continuous"])
        assert rep.factors[:4, 0].tolist() == [2, 0, 1, 0]
        assert rep.factor_types == ("discrete", "continuous")
        assert factors["animal"].tolist() == animals  # the reader's table is unchanged
        with pytest.raises(ValueError, match="factor_types: found 'continuous' for 'animal'"):
            Representation(factors, np.arange(40)[:, None], factor_types="continuous")


def test_load_file_of_earlier_version_reads_levels_as_discrete(tmp_path):
    path, columns = tmp_path / "old.npz", np.random.default_rng(0).normal(size=(40, 2)).round()
    np.savez(path, factors=columns, latents=columns, factor_types=["levels", "continuous"])
    assert load(path).factor_types == ("discrete", "continuous")


def test_load_csv_text_column_as_continuous_raises(folder):
    path = folder / "animals.csv"
    path.write_text("factor:animal,latent:z\n" + "dog,1\ncat,2\n" * 20)
    assert load(path).factor_types == load(path, column_types={"animal": "discrete"}).factor_types
    with pytest.raises(ValueError, match="column_types: found 'continuous' for 'animal'"):
        load(path, column_types={"animal": "continuous"})


@pytest.mark.parametrize(
    "text, words",
    [
        ("factor:v\tlatent:z\n1\t2\n", "separated by commas"),
        ("sep=,\nfactor:v,latent:z\n1,2\n", "Remove the first line"),
        ('factor:v,latent:z\n0,"2,987"\n', "without commas between their digits"),
    ],
)
def test_load_csv_of_other_dialect_raises_with_advice(folder, text, words):
    (folder / "other.csv").write_text(text)
    with pytest.raises((ValueError, TypeError), match=words):
        load(folder / "other.csv")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="asks Linux what it holds")
def test_score_command_file_larger_than_memory_prints_one_line(folder):
    table = np.zeros((2_500_000, 5))  # 100 megabytes, and as much again for the checks
    np.savez_compressed(folder / "huge.npz", factors=table, latents=table[:, :1])
    limited = f"""
import resource, sys
from disentangle_edu.cli import main
pages = int(open("/proc/self/statm").read().split()[0])
most = pages * resource.getpagesize() + 170_000_000
resource.setrlimit(resource.RLIMIT_AS, (most, most))
sys.exit(main(["score", {str(folder / "huge.npz")!r}]))
"""
    ended = subprocess.run([sys.executable, "-c", limited], capture_output=True, text=True)
    assert ended.returncode == 2 and "does not fit into this machine's memory" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_load_names_with_control_characters_are_made_printable(folder):
    names = {
        "factor_names": as_npy(["a\x1b[31m", "b\u202e"]),
        "description": as_npy("red \x1b[0m\x07"),
    }
    rep = read(folder, zipped(GOOD | names))
    assert rep.factor_names == ("a [31m", "b") and rep.description == "red  [0m"
    (folder / "esc.csv").write_text("factor:\x1b]0;v\x07,latent:z\n" + "1,2\n2,3\n" * 4)
    assert load(folder / "esc.csv").factor_names == ("]0;v",)
    assert "\x1b" not in repr(rep) + repr(load(folder / "esc.csv"))


# --------------------------------------------------------------------------------------------- .csv


def csv(folder, text):
    (folder / "a.csv").write_bytes(text if isinstance(text, bytes) else text.encode())
    return load(folder / "a.csv")


ROWS = "1,2\n2,3\n1,5\n2,7\n"


@pytest.mark.parametrize("word", ["None", "NULL", "NA", "nan", "n/a", "red"])
def test_load_csv_word_for_missing_value_raises(folder, word):
    with pytest.raises(
        TypeError, match=f"found '{word}' in column 'factor:v', row 5, expected num"
    ):
        csv(folder, "factor:v,latent:z\n" + ROWS + f"{word},9\n")


def test_load_csv_only_empty_factor_cell_is_absent(folder):
    rep = csv(folder, "factor:v,latent:z,note\n1,2,NA\n2,3,\n,5,x\n2,7,y\n1,7,y\n")
    assert rep.factor_mask[:, 0].tolist() == [True, True, False, True, True]
    with pytest.raises(ValueError, match="latents: found nan in row 3"):
        csv(folder, "factor:v,latent:z\n1,2\n2,3\n1,\n2,7\n1,7\n")
    with pytest.raises(ValueError, match="factors: found inf in row 1"):
        csv(folder, "factor:v,latent:z\ninf,2\n" + ROWS)


@pytest.mark.parametrize(
    "text, words",
    [
        ("", "cannot be read as a table .*empty"),
        ("\n\n", "cannot be read as a table"),
        ("factor:v,latent:z\n", "factors: found an empty table"),
        ("factor:v,latent:z\n1,2\n1,2,3\n", "found 3 cells in row 2"),
        ("factor:v,latent:z\n" + "1,2,3\n" * 9, "found 3 cells in row 1"),
        ("factor:v,latent:z\n" + "1,2\n" * 9 + "1", "found 1 cell in row 10 .*expected 2"),
        ("factor:v,latent:z\n" + "1,2\n" * 4 + "1\n" + "1,2\n" * 4, "found 1 cell in row 5"),
        ("factor:v,factor:v,latent:z\n" + "1,2,3\n" * 9, "'factor:v' twice"),
        ("factor:v;latent:z\n" + "1;2\n" * 9, "separated by commas"),
        ("latent:z,colour\n1,2\n", "at least one column named 'factor:...'"),
        (b"factor:v,latent:z\n\xff\xfe,2\n", "cannot be read as a table"),
        (b"\x00" * 200, "found"),
        ("factor:v,latent:z\n" + '"1,2\n' * 9, "found 1 cell in row 5"),
        ("factor:" + "v" * 200_000 + ",latent:z\n" + ROWS, "cannot be read as a table"),
    ],
)
def test_load_csv_malformed_table_raises(folder, text, words):
    with pytest.raises(ValueError, match=words) as caught:
        csv(folder, text)
    assert len(str(caught.value)) < 800


def test_load_csv_long_rows_raise_although_warnings_are_ignored(folder):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(ValueError, match="found 3 cells in row 1"):
            csv(folder, "factor:v,latent:z\n" + "1,2,3\n2,3,4\n" * 9)


def test_load_csv_ignores_byte_order_mark_and_blank_lines(folder):
    rep = csv(folder, b"\xef\xbb\xbf\n factor:v , latent:z\n" + ROWS.encode())
    assert rep.factor_names == ("v",) and rep.latent_names == ("z",)


def test_load_csv_wide_header_takes_linear_time(folder, monkeypatch):
    """Each name is looked up in a dictionary instead of being compared with all others."""
    looked = []

    class Counted(str):
        def __eq__(self, other):
            looked.append(1)
            return str.__eq__(self, other)

        __hash__ = str.__hash__

    names = [Counted(f"latent:{i}") for i in range(2000)] + [Counted("factor:v")]
    places = files._column_indices(Path("a.csv"), names)
    assert len(places["latent"]) == 2000 and len(looked) < 10 * len(names)


@settings(max_examples=80, deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=40).map(lambda text: text.encode()))
def test_load_csv_any_bytes_after_header_raise_or_are_finite(folder, data):
    try:
        rep = csv(folder, b"factor:v,latent:z\n" + ROWS.encode() + data)
    except (ValueError, TypeError):
        return
    assert np.isfinite(rep.latents).all()


def test_load_csv_error_message_of_huge_cell_is_short(folder):
    big = "x" * 3_000_000
    for text in (f"factor:v,latent:z\n{big},2\n", f"factor:v,latent:z\n1,2\n2,{big}\n"):
        with pytest.raises((ValueError, TypeError)) as caught:
            csv(folder, text)
        assert len(str(caught.value)) < 500


# -------------------------------------------------------------------------------------- the command


def bad_files(folder):
    (folder / "text.txt").write_text("1,2")
    (folder / "fake.npz").write_text("not an archive")
    (folder / "cut.npz").write_bytes(b"PK\x03\x04 cut off")
    (folder / "pickled.npz").write_bytes(zipped(GOOD | {"factors": as_npy(np.array([{}, {}]))}))
    (folder / "nameless.npz").write_bytes(zipped({"latents": GOOD["latents"]}))
    (folder / "words.csv").write_text("factor:v,latent:z\n1,red\n2,blue\n1,green\n2,red\n")
    with open(folder / "huge.npz", "wb") as file:  # 2 GB in the header; the file is sparse
        file.truncate(2 << 30)
    return [
        ("missing.npz", "found no file"),
        ("text.txt", "text.txt"),
        ("fake.npz", "not a .npz archive"),
        ("cut.npz", "damaged archive"),
        ("pickled.npz", "pickled Python objects"),
        ("nameless.npz", "expected factors"),
        ("words.csv", "'red' in column 'latent:z', row 1"),
        ("huge.npz", "not a .npz archive"),
    ]


def test_score_command_unreadable_file_reports_what_is_wrong(tmp_path, capsys):
    for name, words in bad_files(tmp_path):
        status = main(["score", str(tmp_path / name)])
        out, err = capsys.readouterr()
        assert status == 2 and words in err and "Traceback" not in err and out == "", (name, err)


@pytest.mark.parametrize("rows", ["hello, world,a\nbye,b\n", "hello,a\nbye\n", "bye\nhello,a\n"])
def test_read_labelled_rows_of_unequal_length_raises(folder, rows):
    path = folder / "texts.csv"
    path.write_text("text,label\n" + rows)
    with pytest.raises(ValueError, match="texts: found . cells? in row . .*expected 2"):
        read_labelled(path)


IDS = np.int64(2**53 + 1) + np.arange(200) % 4


def test_load_and_representation_integers_beyond_2_53_raise(folder):
    z = np.random.default_rng(0).normal(size=200)
    words = "".join(f"{i},{x}\n" for i, x in zip(IDS, z))
    with pytest.raises(ValueError, match="beyond 2\\*\\*53 in column 'factor:v'"):
        csv(folder, "factor:v,latent:z\n" + words)
    table = pd.DataFrame({"id": IDS, "w": np.arange(200) % 4 / 2})
    with pytest.raises(ValueError, match="beyond 2\\*\\*53"):
        Representation(table, z[:, None])


def test_load_column_types_with_prefix_separates_factor_and_latent_of_same_name(folder):
    rng = np.random.default_rng(1)
    rows = "".join(f"{i % 100},{rng.normal()}\n" for i in range(1000))
    path = folder / "both.csv"
    path.write_text("factor:x,latent:x\n" + rows)
    rep = load(path, column_types={"factor:x": "discrete"})
    assert rep.factor_types == ("discrete",) and rep.latent_types == ("continuous",)
    with pytest.raises(ValueError, match="expected 'factor:x' or 'latent:x'"):
        load(path, column_types={"x": "discrete"})


def test_representation_repr_does_not_round_999_of_1000_to_all():
    k = np.arange(1000) % 4
    absent = np.c_[k < 0, np.arange(1000) < 1]
    rep = Representation(np.ma.array(np.c_[k, k % 2], mask=absent), np.c_[k, k])
    assert "in 999 of 1,000 samples" in repr(rep)


@pytest.mark.parametrize("name", ["kept.csv", "kept.npz"])
def test_save_failed_write_keeps_previous_file(folder, name, monkeypatch):
    path = folder / name
    save(few(), path)
    before = path.read_bytes()

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pd.DataFrame, "to_csv", full)
    monkeypatch.setattr(np, "savez_compressed", full)
    with pytest.raises(OSError, match=f"No space left .*{name}"):
        save(few(), path)
    assert path.read_bytes() == before
    assert [other for other in os.listdir(folder) if other.startswith(".")] == []


def few():
    k = np.arange(40) % 4
    return Representation(k[:, None], np.c_[k, k % 2])


def test_load_csv_text_factor_is_discrete_with_sorted_codes(folder):
    rows = ["heart", "oval", "square", "oval", "", "heart"]
    path = folder / "shapes.csv"
    path.write_text("factor:shape,latent:z\n" + "".join(f"{w},{len(w)}\n" for w in rows))
    rep = load(path)
    assert rep.factor_types == ("discrete",)
    assert rep.present_values(0).tolist() == [0, 1, 2, 1, 0] and not rep.factor_mask[4, 0]
    path.write_text("factor:shape,latent:z\n" + "".join(f"{w},1\n" for w in [*rows[:4], "3"]))
    with pytest.raises(TypeError, match="'heart' in column 'factor:shape', row 1"):
        load(path)


@pytest.mark.parametrize("name", ["factors", "latents", "factor_mask"])
def test_load_npz_scalar_array_raises(folder, name):
    arrays = {"factors": np.eye(4), "latents": np.eye(4), "factor_mask": np.ones((4, 4), bool)}
    np.savez(folder / "one.npz", **arrays | {name: arrays[name][0, 0]})
    with pytest.raises(ValueError, match=f"{name}: found a single number, expected a table"):
        load(folder / "one.npz")


def test_load_npz_duplicate_array_raises(folder):
    np.savez(folder / "twice.npz", factors=np.eye(4), latents=np.eye(4))
    with zipfile.ZipFile(folder / "twice.npz", "a") as archive, pytest.warns(UserWarning):
        archive.writestr("factors.npy", archive.read("latents.npy"))
    with pytest.raises(ValueError, match="found 'factors' twice"):
        load(folder / "twice.npz")


def test_load_csv_integers_beyond_2_63_raise(tmp_path):
    lines = [f"{2**63 + 4096 * (i % 4)},{i}" for i in range(20)]
    (tmp_path / "a.csv").write_text("\n".join(["factor:v,latent:z", *lines]))
    with pytest.raises(ValueError, match="beyond 2"):
        load(tmp_path / "a.csv")


# ------------------------------------------------------------------------------- folders, .parquet


def unpacked(rep, folder):
    """A representation's arrays, each in its own file of the folder."""
    save(rep, folder / "packed.npz")
    with np.load(folder / "packed.npz") as arrays:
        for name in arrays:
            np.save(folder / f"{name}.npy", arrays[name])
    return folder


def test_load_folder_of_npy_files_equals_archive(tmp_path):
    assert same(load(unpacked(REP, tmp_path)), REP)
    assert load(tmp_path, column_types={"size": "continuous"}).factor_types == (
        "discrete",
        "continuous",
    )


def test_load_folder_limits_text_size_but_not_table_size(tmp_path, monkeypatch):
    unpacked(REP, tmp_path)
    tables = [(tmp_path / f"{name}.npy").stat().st_size for name in ("factors", "latents")]
    monkeypatch.setattr(files, "MOST_TEXT", min(tables) - 1)
    assert same(load(tmp_path), REP)
    np.save(tmp_path / "description.npy", "x" * 1_000)
    with pytest.raises(ValueError, match="description: found"):
        load(tmp_path)


def test_load_folder_incomplete_or_damaged_raises(tmp_path):
    with pytest.raises(ValueError, match="without factors and latents"):
        load(tmp_path)
    unpacked(REP, tmp_path)
    whole = (tmp_path / "latents.npy").read_bytes()
    for damaged in (whole[:-8], whole[:40], b""):
        (tmp_path / "latents.npy").write_bytes(damaged)
        with pytest.raises(
            ValueError, match="found 'latents.npy', which is damaged or is not an array"
        ):
            load(tmp_path)
    np.save(tmp_path / "latents.npy", np.array([[{}]]), allow_pickle=True)
    with pytest.raises(ValueError, match="latents: found pickled Python objects"):
        load(tmp_path)


def test_load_parquet_equals_load_csv(tmp_path):
    save(REP, tmp_path / "one.csv")
    table = pd.read_csv(tmp_path / "one.csv")
    table["factor:shape"] = pd.Categorical.from_codes(
        table["factor:shape"].astype(int), [f"shape {k}" for k in range(4)]
    )
    table["seen"] = "not of ours"
    table.set_index("seen").to_parquet(tmp_path / "one.parquet")
    assert same(load(tmp_path / "one.parquet"), load(tmp_path / "one.csv"))


@pytest.mark.parametrize(
    "change, words",
    [
        ({"latent:3": pd.Timestamp("2020-01-01")}, "dates or times in column 'latent:3'"),
        ({"factor:big": 2**53 + 1}, "whole numbers beyond 2[*][*]53 in column 'factor:big'"),
        ({"latent:3": "three"}, "found 'three' in column 'latent:3', row 1"),
    ],
)
def test_load_parquet_invalid_column_raises(tmp_path, change, words):
    table = pd.DataFrame({"factor:1": [0, 1], "latent:1": [0.5, 1.5], **change})
    table.to_parquet(tmp_path / "one.parquet")
    with pytest.raises((TypeError, ValueError), match=words):
        load(tmp_path / "one.parquet")


def test_load_parquet_damaged_too_large_or_without_pyarrow_raises(tmp_path, monkeypatch):
    path = tmp_path / "one.parquet"
    path.write_bytes(b"PAR1 and nothing else")
    with pytest.raises(ValueError, match="'one.parquet', which cannot be read as a table"):
        load(path)
    pd.DataFrame({"factor:1": [0, 1], "latent:1": [0.5, 1.5]}).to_parquet(path)
    monkeypatch.setattr(files, "MOST_BYTES", 31)
    with pytest.raises(ValueError, match="found 32 bytes in 'one.parquet' as numbers"):
        load(path)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ValueError, match="needs pyarrow"):
        load(path)


def test_load_wide_csv_reads_numeric_columns_in_one_block(folder, monkeypatch):
    """Numeric columns are read in one block; one by one, 100,000 columns take minutes."""
    monkeypatch.setattr(files, "_column_numbers", lambda *_: pytest.fail("one column by itself"))
    header = ",".join(["factor:v", *(f"latent:{i}" for i in range(500))])
    rows = [",".join([f"{k % 2}.5", *(f"{k}.{i}5" for i in range(500))]) for k in range(6)]
    whole = [",".join([str(k % 2), *(f"{k}{i}" for i in range(500))]) for k in range(6)]
    assert csv(folder, "\n".join([header, *whole])).latents.shape == (6, 500)
    assert csv(folder, "\n".join([header, *rows])).latents.shape == (6, 500)
