"""What we use, held against known faults: the check sees them, and says where it saw nothing."""

import datetime as dt
import json
import subprocess

import pytest

from tools import audit

KEPT = audit.read_kept(audit.KEPT_BY_HAND.read_text())


def test_the_list_kept_by_hand_says_of_which_day_it_is() -> None:
    assert dt.date.fromisoformat(KEPT.day)


def test_no_package_here_is_at_fault_by_it() -> None:
    assert audit.at_fault(KEPT.advisories, audit.installed()) == []


def test_a_package_at_fault_is_named() -> None:
    told = audit.at_fault(KEPT.advisories, {"django": "5.2.16", "reportlab": "5.1.0"})
    assert [each.split(":")[0] for each in told] == ["django 5.2.16"]
    assert "CVE-2026-15307" in told[0]


def test_a_line_without_its_advisory_is_refused() -> None:
    with pytest.raises(ValueError, match="not enough values"):
        audit.read_kept("django <5\n")


def answering(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    def pretend(command: list[str], **_options: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 0, stdout=said)

    monkeypatch.setattr(audit.subprocess, "run", pretend)


def test_what_the_database_knows_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fault = {"id": "PYSEC-1", "fix_versions": ["2.0"]}
    known = {"name": "spam", "version": "1.0", "vulns": [fault]}
    answering(monkeypatch, json.dumps({"dependencies": [known]}))
    assert audit.main() == 1
    assert "spam 1.0: PYSEC-1, mended in ['2.0']" in capsys.readouterr().out


@pytest.mark.parametrize(
    "said",
    ["", json.dumps({"dependencies": [{"name": "spam", "skip_reason": "not found"}]})],
    ids=["no network", "no answer for it"],
)
def test_a_database_that_did_not_answer_is_said_loudly_and_fails_nothing(
    said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answering(monkeypatch, said)
    assert audit.main() == 0
    printed = capsys.readouterr().out
    assert "NOT CHECKED against an advisory database" in printed and KEPT.day in printed
