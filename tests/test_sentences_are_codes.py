"""Sentences of the program stand in a record as codes; those that were written out become codes."""

import json
from importlib import import_module
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.models import QuerySet

from clubscore.club import record_words as own_phrases
from clubscore.club.models import Act
from clubscore.club.payments import set_rate
from clubscore.club.record_words import (
    CHANGE_UNDONE,
    CODES,
    NO_BACKUP,
    Coins,
    ListOfWordsField,
    OwnWords,
    cut_to,
    own,
    pads_author,
    stored_of,
    words_of,
)
from clubscore.club.table_money import set_fee
from clubscore.club.templatetags.clubscore import act_in_words
from clubscore.events.history import told
from clubscore.events.models import DoubleDummy, EventHappening, PlanChange, ResultRevision
from clubscore.events.movement_changes import if_leaves, if_played, if_rounds
from clubscore.jobs.models import Job
from clubscore.laws.words import Every, Phrase
from clubscore.movements import MovementRow
from clubscore.movements.changes import TURNS_EARLIER
from tests.events.evenings import FOUR_SPADES, Evening
from tests.events.test_surgery import choose, running, take_back
from tests.words.pseudo import OPEN, pseudo_language

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
TURNED = Phrase(TURNS_EARLIER, {"rounds": 5, "turned": Every((4, 5)), "count": 2})


def rows(model: Any) -> Any:
    """The rows of a model that nothing else may change."""
    return QuerySet(model)


def migrate(module: str, *steps: str) -> None:
    """Run steps of a migration over the rows that are here."""
    found: Any = import_module(f"clubscore.{module}")
    apps = MigrationLoader(connection).project_state().apps
    for step in steps:
        getattr(found, step)(apps, connection.schema_editor())


def changed() -> Evening:
    """An event whose movement was changed three times and once back again."""
    evening = Evening(10)
    evening.play()
    choose(evening, if_leaves(running(evening), 3)[0])
    take_back(evening)
    choose(evening, if_played(running(evening), 1, 1, MovementRow.turned)[0])
    choose(evening, if_rounds(running(evening), 4)[0])
    return evening


def words_of_changes(evening: Evening) -> list[object]:
    """What an event's changes are said to be: on their page, in its history, of its results."""
    happenings = EventHappening.objects.filter(kind="movement").order_by("pk")
    reasons = ResultRevision.objects.exclude(reason="").order_by("pk")
    return [
        *PlanChange.objects.order_by("pk").values_list("title", "effects"),
        *(told(evening.room, each) for each in happenings),
        *reasons.values_list("reason", flat=True),
    ]


def written_out() -> None:
    """Write every sentence as the version before did."""
    for change in PlanChange.objects.all():
        effects = [f"{each}" for each in change.effects]
        rows(PlanChange).filter(pk=change.pk).update(title=f"{change.title}", effects=effects)
    for happening in EventHappening.objects.filter(kind="movement", data__has_key="what"):
        data = {**happening.data, "what": f"{words_of(happening.data['what'])}"}
        rows(EventHappening).filter(pk=happening.pk).update(data=data)
    for revision in ResultRevision.objects.exclude(reason=""):
        rows(ResultRevision).filter(pk=revision.pk).update(reason=f"{revision.reason}")


def kept_as_words() -> list[str]:
    """What of all this is a sentence in the database."""
    texts = [stored_of(text) for text in PlanChange.objects.values_list("title", flat=True)]
    for effects in PlanChange.objects.values_list("effects", flat=True):
        texts += [stored_of(text) for text in effects]
    happenings = EventHappening.objects.filter(kind="movement", data__has_key="what")
    texts += [each.data["what"] for each in happenings]
    reasons = ResultRevision.objects.exclude(reason="").values_list("reason", flat=True)
    return [text for text in (*texts, *map(stored_of, reasons)) if not text.startswith("=")]


def test_a_change_of_movement_is_kept_by_codes_and_said_to_its_reader() -> None:
    evening = changed()
    assert kept_as_words() == []
    with pseudo_language():
        titles = [title for title in PlanChange.objects.values_list("title", flat=True)]
        assert titles and all(title.startswith(OPEN) for title in titles)
        lines = [told(evening.room, each) for each in evening.event.happenings.all()]
    assert any(line.startswith(f"{OPEN}movement: {OPEN}It ends after round 4.") for line in lines)


def test_a_change_that_was_written_out_becomes_codes_and_reads_the_same() -> None:
    evening = changed()
    was = words_of_changes(evening)
    written_out()
    assert len(kept_as_words()) > 20
    rows(PlanChange).filter(title__startswith="Undone").update(effects=["Of another version."])
    migrate("events.migrations.0018_sentences_are_codes", "_changes")
    assert kept_as_words() == ["Of another version."]
    rows(PlanChange).filter(title__startswith="=change-undone").update(effects=[])
    assert words_of_changes(evening) == was


def test_who_brought_a_result_from_a_file_becomes_a_code() -> None:
    evening = Evening(10)
    evening.tell(1, 1, FOUR_SPADES)
    rows(ResultRevision).update(author="Bridgemate file (Dora)", device="Bridgemate file")
    migrate("events.migrations.0018_sentences_are_codes", "_from_files")
    found = ResultRevision.objects.get()
    assert (found.author, found.device) == ("Bridgemate file (Dora)", "Bridgemate file")
    assert stored_of(found.author) == stored_of(pads_author("Dora"))
    assert stored_of(found.device) == "=bridgemate"


def test_why_tasks_were_judged_becomes_a_code() -> None:
    evening = Evening(10)
    evening.tell(1, 1, FOUR_SPADES)
    rows(ResultRevision).update(reason="tasks judged")
    migrate("events.migrations.0019_tasks_judged", "put_codes")
    assert ResultRevision.objects.get().reason == OwnWords("tasks-judged")
    assert isinstance(ResultRevision.objects.get().reason, OwnWords)


def test_why_something_was_given_up_becomes_a_code() -> None:
    stopped = "The double-dummy program stopped (-9) after 3 deals. Those deals are kept: ask for"
    DoubleDummy.objects.create(deal="x", trouble=f"{stopped} the rest again.")
    tool = "pg_dump is not installed; it comes with PostgreSQL's client programs"
    troubles = [f"No backup was made: {tool}.", "KeyError: 'x'", f"{stopped} the rest again."]
    Job.objects.bulk_create(
        Job(kind="x", key=str(at), trouble=text, state=Job.State.FAILED)
        for at, text in enumerate(troubles)
    )
    migrate("events.migrations.0018_sentences_are_codes", "_the_rest")
    migrate("jobs.migrations.0002_sentences_are_codes", "put_codes")
    kept = Job.objects.order_by("pk").values_list("trouble", flat=True)
    assert list(kept) == troubles
    assert [isinstance(each, OwnWords) for each in kept] == [True, False, True]
    assert isinstance(DoubleDummy.objects.get().trouble, OwnWords)


def test_what_was_set_in_the_clubs_log_becomes_a_code(house: Any) -> None:
    club = house.club
    set_fee(club=club, amount=12, currency="LSD", per="table", author="x")
    set_rate(club=club, currency="LSD", coins=48, into="EUR", into_coins=125, author="x")
    acts = Act.objects.filter(what__in=("table money set", "rate set")).order_by("pk")
    said = [act_in_words(act) for act in acts]
    codes = [act.data["name"] for act in acts]
    assert said == ["table money set: 3d per table", "exchange rate set: 1s is worth €1.25"]
    for act in acts:
        rows(Act).filter(pk=act.pk).update(data={"name": f"{words_of(act.data['name'])}"})
    migrate("club.migrations.0009_sentences_are_codes", "_log")
    assert [act.data["name"] for act in acts.all()] == codes


def test_a_sentence_comes_back_from_its_code_with_all_its_places() -> None:
    words = own(TURNED)
    assert stored_of(words) == '=ends-switched{"rounds":5,"turned":{"every":[4,5]},"count":2}'
    assert words_of(stored_of(words)) == words == str(TURNED)
    undone = own(Phrase(CHANGE_UNDONE, {"title": words}))
    assert undone == f"Undone: {words}"
    assert words_of(stored_of(undone)) == undone
    with pseudo_language():
        inner = words_of(stored_of(undone))
    assert inner.count(OPEN) >= 3, "the sentence, the one within it, and its list"
    assert words_of(stored_of(own(Phrase(NO_BACKUP, {"why": 'a "|" {b}'})))) == (
        'No backup was made: a "|" {b}.'
    )
    assert str(Coins(-100, "LSD")) == "\N{MINUS SIGN}2s 1d"


@pytest.mark.parametrize(
    "typed",
    [
        "=ends", "=ends{", '=ends{"rounds":}', "=ends{}", '=ends{"rounds":[5]}', "=nothing{}",
        '=ends{"rounds":{"every":5}}', '=ends{"rounds":{"own":7}}', '=new-cards{"count":"7"}',
        '=fee-each{"amount":{"coins":[5,"XXQ"]}}', "=ends" + "{" * 50_000, "= the wind",
    ],
)  # fmt: skip
def test_what_a_person_typed_that_looks_like_a_code_stays_as_typed(typed: str) -> None:
    assert words_of(typed) == typed
    assert type(words_of(typed)) is str


def test_words_too_long_for_their_column_are_cut_and_no_code_is() -> None:
    words = own(Phrase(NO_BACKUP, {"why": "x" * 400}))
    assert cut_to(words, 300) == words[:300]
    assert type(cut_to(words, 300)) is str
    assert cut_to(own(TURNED), 300) == own(TURNED)
    assert isinstance(cut_to(own(TURNED), 300), OwnWords)


def test_a_list_of_sentences_is_kept_as_codes() -> None:
    field = ListOfWordsField()
    kept = field.get_prep_value([own(TURNED), "typed"])
    assert json.loads(json.dumps(kept)) == [stored_of(own(TURNED)), "typed"]


def test_no_two_sentences_share_a_code_and_each_code_leads_to_its_own() -> None:
    shared = [code for code, text in own_phrases.PHRASES.items() if CODES[text] != code]
    assert shared == ["mitchell-no-ew"], "a Howell says it in the same words"
