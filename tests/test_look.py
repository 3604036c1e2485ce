"""The look of a page: type and colours are defined once, and each colour has one meaning."""

import itertools
import re
from pathlib import Path

import numpy as np
import pytest

from disentangle_edu import labs
from disentangle_edu.labs import LABS
from disentangle_edu.viz.theme import CLASSES, DARK, HANDLE, LIGHT, READ, TYPE
from disentangle_edu.widgets.stage import PAGE

ROOT = Path(__file__).parents[1]
SITE = ROOT / "docs" / "site"
THEMES = {"light": LIGHT, "dark": DARK}
ROLES = ("handle", "guess", "truth", "chosen")
SERIES = tuple(f"c{k}" for k in range(len(CLASSES)))
RAW = re.compile(r"#[0-9a-fA-F]{6}\b|\brgba?\(\d|\bhsla?\(\d")
SHEETS = (PAGE / "stage.css", SITE / "wake" / "page.css")


def linear(colour):
    """A colour's red, green and blue as linear light."""
    channels = np.array([int(colour[j : j + 2], 16) / 255 for j in (1, 3, 5)])
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    """The contrast of two colours according to WCAG."""
    low, high = sorted(linear(colour) @ [0.2126, 0.7152, 0.0722] for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def oklab(colour):
    """A colour's OKLab coordinates times 100; a difference of 2 is just noticeable."""
    to_cones = [[0.4122, 0.5363, 0.0514], [0.2119, 0.6807, 0.1074], [0.0883, 0.2817, 0.6300]]
    to_lab = [[0.2105, 0.7936, -0.0041], [1.9780, -2.4286, 0.4506], [0.0259, 0.7828, -0.8087]]
    return 100 * np.array(to_lab) @ np.cbrt(np.array(to_cones) @ linear(colour))


@pytest.mark.parametrize("theme", THEMES)
def test_theme_colours_of_marks_and_words_have_contrast(theme):
    colours = THEMES[theme]
    for ground in ("paper", "ground"):
        marks = {name: contrast(colours[name], colours[ground]) for name in (*ROLES, *SERIES)}
        assert min(marks.values()) >= 3, (ground, marks)
        shades = [READ.get(f"var(--de-{name})", f"var(--de-{name})") for name in marks]
        words = {shade: contrast(colours[shade[9:-1]], colours[ground]) for shade in shades}
        assert min(words.values()) >= 4.5, (ground, words)


@pytest.mark.parametrize("theme", THEMES)
def test_theme_colours_of_roles_differ_from_each_other_and_from_series(theme):
    places = {name: oklab(THEMES[theme][name]) for name in (*ROLES, *SERIES)}
    for one, other in itertools.combinations(places, 2):
        least = 8 if one in ROLES else 6
        assert np.linalg.norm(places[one] - places[other]) > least, (one, other)


def test_colours_are_named_by_value_only_in_theme():
    found = {}
    for folder in (ROOT / "disentangle_edu", SITE):
        for path in folder.rglob("*"):
            known = path.suffix in (".py", ".js", ".css", ".html") and path.name != "theme.py"
            if known and (raw := RAW.findall(path.read_text())):
                found[path.name] = raw
    assert found == {}


def test_guess_and_truth_colours_are_used_only_where_guesses_are_shown():
    users = {
        path.stem
        for path in (ROOT / "disentangle_edu").rglob("*.py")
        if re.search(r"\b(GUESS|TRUTH)\b", path.read_text())
        and path.name not in ("theme.py", "__init__.py")
    }
    assert users == {"guesses", "scale_panels", "verdicts", "which_bars"}


@pytest.mark.parametrize("name", LABS)
def test_lab_marks_what_can_be_dragged_and_nothing_else_in_orange(name):
    svg = getattr(labs, name)().picture.at(860)
    orange = re.compile("|".join(map(re.escape, (HANDLE, READ[HANDLE]))))
    circles = re.findall(r"<circle([^>]*)>", svg)
    grips = re.findall(r"<rect([^>]*data-handle[^>]*)>", svg)
    for attributes in circles:
        is_seen = 'fill="none"' not in attributes and 'role="radio"' not in attributes
        if orange.search(attributes):  # or it is on the rail of a dragged handle
            assert "data-handle" in attributes or 'pointer-events="none"' in attributes, attributes
        elif is_seen:
            assert "data-handle" not in attributes, attributes
    frames = re.findall(rf'<rect[^>]*fill="none"[^>]*{re.escape(HANDLE)}', svg)
    assert len(frames) == svg.count('role="grid"')
    marks = frames or any(map(orange.search, [*circles, *grips]))
    assert marks or not orange.search(svg), "an orange stroke of no handle"


@pytest.mark.parametrize("name", [*LABS, "ClaimsLab"])
def test_text_of_lab_is_at_least_11_pixels_high(name):
    lab = getattr(labs, name)()
    for width in (360, 580):
        sizes = re.findall(r'font-size="([\d.]+)"', lab.picture.at(width))
        assert min(map(float, sizes)) >= 11


def test_style_sheets_use_four_sizes_one_typeface_and_steps_of_four_pixels():
    sizes = {f"var(--de-{name})" for name in ("title", "heading", "text", "small")}
    for path in SHEETS:
        rules = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
        fonts = re.findall(r"(?<![-\w])font(?:-size)?:\s*([^;}]+)", rules)
        named = {
            size for font in fonts for size in re.findall(r"var\(--de-[\w-]+\)|\d[^ ;]*", font)
        }
        families = {"var(--de-font)", "var(--de-code-font)"}
        assert named <= sizes | families | {"1.5"}, (path.name, named)
        spaces = re.findall(r"(?<![-\w])(?:margin|padding|gap)[\w-]*:\s*([^;}]+)", rules)
        steps = {float(step) for space in spaces for step in re.findall(r"([\d.]+)px", space)}
        assert all(step % 4 == 0 for step in steps), (path.name, steps)


def test_pictures_and_pages_have_the_same_typeface():
    svg = labs.two_models().picture.at(860)
    assert f'font-family="{TYPE["font"]}"' in svg
