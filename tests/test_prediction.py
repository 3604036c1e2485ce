"""Predictions: guess, commit, answer, the labs that wait for an answer, and export_guesses."""

import dataclasses
import json
import threading
import xml.etree.ElementTree as ET

import pytest
from lab_helpers import inside

from disentangle_edu import labs
from disentangle_edu.lessons import QUESTIONS
from disentangle_edu.viz.markdown import said
from disentangle_edu.viz.picture import Picture
from disentangle_edu.widgets.gated_display import CLOSED, mime_bundle
from disentangle_edu.widgets.prediction import GUESSES

QUICK = ("01-even-rest", "05-parity", "04-power", "00-characteristics")


def test_prediction_with_cached_answer_commits_without_background_work(unanswered, monkeypatch):
    kept = {"truth": 0.6, "figures": []}
    monkeypatch.setattr("disentangle_edu.background.in_notebook_session", lambda: True)
    monkeypatch.setattr("disentangle_edu.cache.JsonCache.get", lambda shelf, name: kept)
    monkeypatch.setattr("disentangle_edu.background.start", lambda work: None)  # never starts
    question = labs.predict("01-even-rest")
    assert not question.committed
    question.set(guess=0.5)
    question.stage.on_message({"sequence": 1, "done": True, "press": "commit"})
    assert question.committed and question.truth == 0.6 and question.stage.scene["table"]


@pytest.mark.parametrize("id", QUESTIONS)
def test_prediction_without_guess_stays_open_and_keeps_lab_closed(id, unanswered):
    question, scale = labs.predict(id), QUESTIONS[id].scale
    bundle = mime_bundle(question)
    assert not question.committed and question.truth is None
    assert bundle["text/plain"] == f"{QUESTIONS[id].asks}\nNo guess yet."
    assert question.stage.scene["enabled"] == {"commit": scale.complete(scale.empty())}
    for width in (360, 780):
        inside(Picture(panels=(scale.panel(scale.empty()),)).at(width))
    lab = labs.dci_even_rest(after=question)
    closed = mime_bundle(lab)
    assert closed["text/plain"] == CLOSED and "<img" not in closed["text/html"]
    assert set(lab.stage.scene) == {"sequence", "cover"}
    lab.on_gesture({"diagonal": 0.3}, done=True)
    assert set(lab.stage.scene) == {"sequence", "cover"} and lab.values == lab.default_values


@pytest.mark.parametrize("id", QUICK)
def test_prediction_commit_shows_truth_and_opens_waiting_labs(id, unanswered):
    question, opened = labs.predict(id), []
    lab = labs.dci_even_rest(after=question)
    shown = labs.after(question, lambda: opened.append(1) or "measured just now")
    before = mime_bundle(question)["text/html"]
    assert not opened and "measured" not in str(mime_bundle(shown))
    question.on_gesture({}, done=True, press="commit")
    if not question.complete:
        assert "Mark your guess first" in question.stage.scene["message"]
    question.set(guess=QUESTIONS[id].guess_for_tests)
    question.on_gesture({}, done=True, press="commit")
    question.answering.result()
    question.opening.result()
    assert question.committed and question.truth == QUESTIONS[id].truth()
    assert question.verdict == question.stage.scene["caption"] in question.still_words()
    after = mime_bundle(question)["text/html"]
    assert after == before  # a saved notebook does not reveal the answer
    assert "svg" in lab.stage.scene and opened == [1]
    assert "measured just now" in shown.stage.scene["html"]
    assert "<details>" in mime_bundle(lab)["text/html"]
    question.set(guess=QUESTIONS[id].scale.empty())  # a committed guess cannot change
    assert question.guess == QUESTIONS[id].scale.check("guess", QUESTIONS[id].guess_for_tests)
    for width in (360, 780):
        inside(question.picture.at(width))
    told = {one["question"]: one for one in json.loads(labs.export_guesses())}
    read = told[id]["guess"], told[id]["truth"]
    if isinstance(read[0], dict):  # options are exported as words
        chosen = [QUESTIONS[id].scale.options[one] for one in question.guess]
        assert list(read[0].values()) == chosen and read[0].keys() == read[1].keys()
    else:
        assert read == (question.guess, question.truth)


def test_export_guesses_appends_to_guesses_of_earlier_session(monkeypatch, tmp_path):
    path = tmp_path / "guesses.json"
    earlier = {"question": "01-even-rest", "asks": "?", "guess": 0.9, "truth": 0.6}
    again = {"asks": "?", "guess": 0.6, "truth": 0.6}
    for id in list(GUESSES):
        monkeypatch.delitem(GUESSES, id)
    monkeypatch.setitem(GUESSES, "01-even-rest", again)
    assert labs.export_guesses(str(path)) == f"One guess is written to {path}"
    path.write_text(json.dumps([earlier]))
    monkeypatch.setitem(GUESSES, "01-weight", again)
    assert labs.export_guesses(str(path)) == f"2 guesses are written to {path}, 1 from before"
    assert json.loads(path.read_text()) == [earlier, {"question": "01-weight"} | again]


@pytest.mark.parametrize("words", ["", "{}x", "[1]", '[{"question": "none"}]', '{"a": 1}'])
def test_export_guesses_to_file_with_other_content_raises(tmp_path, words):
    path = tmp_path / "mine.json"
    path.write_text(words)
    with pytest.raises(ValueError, match="path: found '.*mine.json', which holds something else"):
        labs.export_guesses(str(path))
    assert path.read_text() == words


def test_prediction_with_guesses_from_environment_is_committed(monkeypatch):
    monkeypatch.setenv("DISENTANGLE_EDU_GUESSES", "given")
    question = labs.predict("01-even-rest")
    assert question.committed and question.guess == 0.9
    assert not labs.dci_even_rest(after=question).closed
    with pytest.raises(ValueError, match="^id: found 'no-such'"):
        labs.predict("no-such")


@pytest.mark.slow
@pytest.mark.parametrize("id", [id for id, one in QUESTIONS.items() if one.figures])
def test_question_with_measured_figures_shows_one_per_row(id):
    question = QUESTIONS[id]
    figures = question.measured()
    assert len(figures) == len(question.scale.rows) and all(figures)
    told = question.verdict(question.guess_for_tests, question.truth(), figures)
    assert all(figure in told for figure in figures)
    for width in (360, 780):
        inside(
            Picture(
                panels=question.panels(question.guess_for_tests, question.truth(), figures),
            ).at(width)
        )
        assert figures[0] not in Picture(panels=question.panels(question.scale.empty())).at(width)


def test_prediction_exclusive_options_have_radio_roles(unanswered):
    question = labs.predict("05-parity")
    question.set(guess=[2, None])
    nodes = list(ET.fromstring(question.picture.at(780)).iter())
    options = [node for node in nodes if node.get("role") == "radio"]
    assert len(options) == 6 and all(json.loads(o.get("data-handle"))["radio"] for o in options)
    assert [node.get("aria-checked") for node in options].count("true") == 1
    assert [node.get("aria-label") for node in nodes if node.get("role") == "radiogroup"] == [
        "MIG",
        "DCIMIG",
    ]
    assert nodes[0].get("role") == "group"  # a screen reader would skip the parts of role "img"


def test_prediction_incomplete_guess_disables_commit_and_says_why(unanswered):
    question = labs.predict("01-even-rest")
    question.refresh()
    assert "Mark your guess first" in question.stage.scene["message"]
    question.set(guess=0.5)
    assert question.stage.scene["message"] == "Marked. The button opens the answer."
    assert question.stage.scene["enabled"] == {"commit": True}


def test_prediction_created_again_keeps_guess_and_answer(unanswered):
    marked = labs.predict("05-parity")
    marked.on_gesture({"guess/0": 2}, done=True)
    again = labs.predict("05-parity")
    assert again.guess == [2, None] and not again.committed
    marked.on_gesture({"guess/1": 1}, done=True)  # sent while the cell was running
    assert again.guess == [2, 1] == marked.guess
    again.commit()
    opened = labs.dci_even_rest(after=labs.predict("05-parity"))
    assert not opened.closed and labs.predict("05-parity").truth == again.truth
    assert labs.predict("05-parity").committed


def test_prediction_after_commit_ignores_further_gestures(unanswered):
    question = labs.predict("05-parity")
    question.on_gesture({"guess/0": 2, "guess/1": 1}, done=True)
    question.commit()
    question.stage.sequence = 9
    question.on_gesture({}, done=True, press="undo")
    question.on_gesture({}, done=True, press="commit")
    assert question.guess == [2, 1] and question.stage.scene["sequence"] == 9
    assert labs.predict("05-parity").guess == [2, 1]


def test_prediction_in_two_cells_is_answered_in_both(unanswered):
    older, newer = labs.predict("05-parity"), labs.predict("05-parity")
    lab = labs.dci_even_rest(after=older)
    older.on_gesture({"guess/0": 2, "guess/1": 1}, done=True)
    older.on_gesture({}, done=True, press="commit")
    newer.answering.result()
    assert older.committed and newer.committed and not lab.closed


def test_question_verdict_with_given_figures_does_not_compute_them():
    computed = lambda: pytest.fail("computed again")
    question = dataclasses.replace(QUESTIONS["17-noise"], figures=computed)
    assert "0.2 with noise" in question.verdict([0], [2], ("0.1 without, 0.2 with noise",))


def test_prediction_rank_gestures_in_one_message_apply_in_order(unanswered):
    question = labs.predict("09-rank")
    question.on_gesture({"guess/K": 2, "guess/N": 0}, done=True)  # two gestures in one message
    assert question.guess == ["N", "L", "M", "K"]


@pytest.mark.parametrize("id", ["01-even-rest", "05-parity", "09-rank", "04-power"])
def test_prediction_table_lists_guess_and_answer_after_commit(id, unanswered):
    question = labs.predict(id)
    question.set(guess=QUESTIONS[id].guess_for_tests)
    assert question.stage.scene["table"] is None
    question.commit()
    head, *rows = question.stage.scene["table"]
    assert head[1:3] == ["you said", "it is"] and all(len(row) == len(head) for row in rows)
    assert len(rows) == (1 if id == "01-even-rest" else len(question.truth))


def test_after_with_markdown_result_shows_html(unanswered):
    question = labs.predict("01-even-rest")
    waiting = labs.after(question, lambda: said("**{n}** of *all*; `a * b < c`.", n=2))
    question.set(guess=0.5)
    question.commit()
    question.opening.result()
    assert waiting.stage.scene["html"] == (
        "<p><strong>2</strong> of <em>all</em>; <code>a * b &lt; c</code>.</p>"
    )


@pytest.mark.parametrize("id", QUESTIONS)
def test_question_picture_has_unique_element_keys(id):
    """The stage finds by its key the shape to move, so a key may belong to one shape only."""
    question = QUESTIONS[id]
    svg = Picture(panels=question.panels(question.guess_for_tests)).at(780)
    keys = [(n.tag, n.get("data-key")) for n in ET.fromstring(svg).iter() if n.get("data-key")]
    assert len(keys) == len(set(keys))


def test_after_with_failing_measurement_shows_escaped_error(unanswered):
    def fails():
        raise ValueError("no such <claim>")

    question = labs.predict("01-even-rest")
    panel = labs.after(question, fails)
    question.set(guess=0.5)
    question.commit()
    question.opening.result()
    assert "could not be measured" in panel.stage.scene["html"]
    assert "&lt;claim&gt;" in panel.stage.scene["html"]


def test_after_without_threads_measures_immediately(monkeypatch, unanswered):
    """In the browser without a server, Python cannot start threads."""

    def no_threads(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", no_threads)
    question = labs.predict("01-even-rest")
    waiting = labs.after(question, lambda: said("**{n}**.", n=2))
    question.set(guess=0.5)
    question.commit()
    assert question.opening.done() and "<strong>2</strong>" in waiting.stage.scene["html"]
    lab = labs.ClaimsLab(claim="dci-0.957")
    lab.on_gesture({"claim": "dci-0.6"}, done=True)
    assert "Measured just now" in lab.picture.caption


def test_prediction_scale_lines_do_not_block_clicks():
    picture = labs.predict("02-coins").picture.at(700)
    lines = [node for node in ET.fromstring(picture).iter() if node.tag.endswith("}line")]
    assert len(lines) > 10 and all(line.get("pointer-events") == "none" for line in lines)


def test_lab_after_two_predictions_opens_when_both_are_committed():
    one, two = labs.predict("17-between"), labs.predict("18-agree")
    lab = labs.text_models(after=(one, two))
    assert lab.cover.startswith("2 guesses")
    for question, closed in ((two, True), (one, False)):
        question.set(guess=question.question.guess_for_tests)
        question.commit()
        assert lab.closed is closed
        assert not closed or lab.cover.startswith("One more guess")
