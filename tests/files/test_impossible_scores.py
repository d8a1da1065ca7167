"""A score that no contract gives is named wherever a file with one is shown before it comes in."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from clubscore.files.formats import read_events
from clubscore.files.pbn import write_pbn_event
from clubscore.files.usebio_writing import write_usebio
from clubscore.ranking import read_event
from tests.files.test_event_pages import director, upload  # noqa: F401
from tests.house import House
from tests.ranking.rooms import event

# On board 2 North-South are vulnerable.
BOARDS = ((36000, 420, 455), (420, 620, -430))
NAMED = (
    "Board 1: no contract gives 36000 for North–South, none vulnerable (1 against 101)",
    "Board 1: no contract gives 455 for North–South, none vulnerable (3 against 103)",
    "Board 2: no contract gives 420 for North–South, North–South vulnerable (1 against 101)",
)


def in_figures(notes: Any) -> tuple[str, ...]:
    """Notes with large figures written plainly."""
    return tuple(note.replace("36,000", "36000") for note in notes)


def test_every_format_names_them() -> None:
    facts = event(*BOARDS, name="Tuesday", date="2026-03-02")
    told = read_event(facts)
    for name, content in (
        ("a.json", json.dumps(facts).encode()),
        ("a.xml", write_usebio(told)),
        ("a.pbn", write_pbn_event(told)),
    ):
        (found,) = read_events(name, content)
        assert in_figures(found.notes) == NAMED, name


def test_weighted_scores_are_looked_at_and_other_games_are_not() -> None:
    ruling = {"assigned": {"ns": [["420", "1/2"], ["425", "1/2"]], "ew": [["420", "1"]]}}
    for game, count in (("duplicate", 1), ("auction", 0)):
        facts = event((ruling, 50), game=game, name="x", date="2026-03-02")
        (found,) = read_events("a.json", json.dumps(facts).encode())
        assert len(found.notes) == count, game


def test_more_than_six_are_counted() -> None:
    facts = event([455] * 8, name="x", date="2026-03-02")
    (found,) = read_events("a.json", json.dumps(facts).encode())
    assert len(found.notes) == 7 and found.notes[-1] == "and 2 more like these"


@pytest.mark.django_db
def test_the_page_and_the_command_name_them(
    director: Client,  # noqa: F811
    house: House,
    tmp_path: Path,
) -> None:
    content = json.dumps(event(*BOARDS, name="Tuesday", date="2026-03-02"))
    assert "no contract gives 455" in upload(director, content.encode()).content.decode()
    file, out = tmp_path / "a.json", io.StringIO()
    file.write_text(content)
    call_command("import_event", str(file), "--check", stdout=out)
    assert "no contract gives 455" in out.getvalue()
