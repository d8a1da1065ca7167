"""A way of scoring more costs one file: the one of docs/adding-a-scoring.md, in the list."""

import json

import pytest
from django.test import Client

from clubscore.files.formats import read_events
from clubscore.files.pbn import write_pbn_event
from clubscore.files.usebio_writing import write_usebio
from clubscore.laws.errors import RuleError
from clubscore.ranking import Scoring, rank, read_event, scorings
from tests.events.evenings import Evening
from tests.events.test_pages import director_of, path, text_of
from tests.ranking.rooms import event, rows
from tests.snippets import run_page

BOARDS = (420, -50, 0), (90, 110, 620)


@pytest.fixture
def pluses(monkeypatch: pytest.MonkeyPatch) -> Scoring:
    new: Scoring = run_page("adding-a-scoring")["PLUSES"]
    monkeypatch.setattr(scorings, "SCORINGS", (*scorings.SCORINGS, new))
    return new


def test_a_scoring_that_is_in_no_list_is_refused() -> None:
    with pytest.raises(RuleError):
        read_event(event(*BOARDS, scoring="pluses"))


def test_it_ranks_with_its_own_option(pluses: Scoring) -> None:
    facts = event(*BOARDS, scoring=pluses.key)
    assert [rows(facts)[each]["score"] for each in "123"] == ["2", "1", "1"]
    facts["options"] = {"plus_from": "100"}
    assert [rows(facts)[each]["score"] for each in "123"] == ["1", "1", "1"]
    assert json.loads(read_event(facts).written())["options"] == {"plus_from": "100"}
    with pytest.raises(RuleError):
        read_event({**facts, "options": {"plus_from": "7"}})


def test_other_programs_files_have_its_words(pluses: Scoring) -> None:
    told = read_event(event(*BOARDS, scoring=pluses.key))
    usebio, pbn = write_usebio(told), write_pbn_event(told)
    assert b"<BOARD_SCORING_METHOD>PLUSES</BOARD_SCORING_METHOD>" in usebio
    assert b'[Scoring "Pluses"]' in pbn
    for name, content in (("x.xml", usebio), ("x.pbn", pbn)):
        (back,) = read_events(name, content)
        assert back.told.scoring == pluses.key
        assert rank(back.told).rankings[0].rows[0].entry.score == 2


@pytest.mark.django_db
def test_pages_offer_it_and_rank_by_it(pluses: Scoring) -> None:
    evening = Evening(4, kind="howell", winners=1)
    evening.play()
    director: Client = director_of(evening)
    page = director.get(path(evening, "settings/")).content.decode()
    assert "Pluses<small>on how many boards a side scored</small>" in page
    assert "A plus begins at" in page
    assert "Pluses" in text_of(director.get(path(evening, "ranking/also/")))
