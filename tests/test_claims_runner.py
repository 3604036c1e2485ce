"""Several processes and cached values give the same claim results as one process."""

import dataclasses
import json

import pytest

from disentangle_edu import cache
from disentangle_edu.cache import cache_folder
from disentangle_edu.claims.registry import CLAIMS
from disentangle_edu.claims.runner import ClaimCache, run_all
from disentangle_edu.cli import main

ASKED = [CLAIMS[id] for id in ("dci-0.6", "sap-0.32", "fig-matrices", "fig-3")]


def told(findings):
    return [(one.claim.id, one.verdict, one.readings) for one in findings]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A separate cache folder for each test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return cache_folder("claims")


def test_run_all_with_two_processes_keeps_results_and_order():
    counted = []
    found = list(run_all(ASKED, 3, lambda runs: counted.append(len(runs)) or runs, jobs=2))
    assert told(found) == told(claim.check(3) for claim in ASKED)
    assert sum(counted) == sum(claim.runs(3) for claim in ASKED)


def test_run_all_reads_cached_runs(folder):
    first, again = ClaimCache(folder), ClaimCache(folder)
    found = list(run_all(ASKED, 3, kept=first))
    assert first.found == 0 and told(run_all(ASKED, 3, kept=again)) == told(found)
    assert again.found == len([claim for claim in ASKED if claim.experiment])
    other = ClaimCache(folder)
    list(run_all(ASKED[1:2], 4, kept=other))
    assert other.found == 0, "another number of runs was not measured before"


def test_run_all_with_changed_code_measures_again(folder, monkeypatch, tmp_path):
    list(run_all(ASKED[:1], kept=ClaimCache(folder)))
    (tmp_path / "code.py").write_text("changed = True")
    monkeypatch.setattr(cache, "PACKAGE", tmp_path)
    kept = ClaimCache(folder)
    list(run_all(ASKED[:1], kept=kept))
    assert kept.found == 0


def test_run_all_compares_cached_runs_with_current_claim(folder):
    (found,) = run_all(ASKED[:1], kept=ClaimCache(folder))
    strict = dataclasses.replace(ASKED[0], pinned="0.7")
    (again,) = run_all([strict], kept=ClaimCache(folder))
    assert found.as_recorded and not again.as_recorded


def test_run_all_with_damaged_cache_measures_again(folder):
    list(run_all(ASKED[:1], kept=ClaimCache(folder)))
    for file in folder.iterdir():
        file.write_text("{")
    kept = ClaimCache(folder)
    assert told(run_all(ASKED[:1], kept=kept)) == told([ASKED[0].check()]) and not kept.found


def test_claims_command_reports_cached_claims(capsys):
    assert main(["claims", "dci-0.6", "--json"]) == 0
    first = capsys.readouterr()
    assert main(["claims", "dci-0.6", "--json", "--jobs", "2"]) == 0
    again = capsys.readouterr()
    assert json.loads(first.out) == json.loads(again.out)
    assert "before" not in first.err and "1 of 1 claims were measured before" in again.err
    assert main(["claims", "dci-0.6", "--no-cache"]) == 0
    assert "before" not in capsys.readouterr().err
