"""Keys within JSON and texts lead to the same rows after the move, whatever their keys are now."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db.models import JSONField

from clubscore.club import database as held_apart
from clubscore.club.entry import Authorship, new_key
from clubscore.club.ledger import THE_CLUB, Origin, Transfer, post
from clubscore.club.models import Act, Club, Entry, Person
from clubscore.events.models import Entry as Pair
from clubscore.events.models import Event, EventHappening, PlanChange, Section, Series, SeriesChange
from clubscore.files.club_file import (
    IN_TEXTS,
    IN_VALUES,
    NotWritten,
    carried,
    export_club,
    fields_of,
)
from clubscore.files.club_import import import_club
from clubscore.rubbers.models import (
    CardTable,
    Happening,
    Part,
    Settlement,
    SevenEvening,
    SevenHappening,
    Sitting,
)
from tests.files.club_file.moving import telling_keys
from tests.house import House

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def keys_that_tell(db: None) -> Iterator[None]:
    """Rows have keys that no file has."""
    with telling_keys():
        yield


def moved(club: Club, tmp_path: Path) -> Club:
    """Return the club after its move."""
    file = tmp_path / "club.jsonl"
    export_club(club, file)
    return import_club(file).club


def by(club: Club, key: str = "") -> Authorship:
    """Return an author."""
    return Authorship(
        club_id=club.pk, user=None, author="a test", device="", key=key or new_key(), reason=""
    )


def the(model: Any, club: Club, **values: Any) -> Any:
    """Return the one row of a club with these values."""
    return model.objects.get(club=club, **values)


def people(club: Club) -> dict[str, int]:
    """Return the keys of a club's people by name."""
    return dict(Person.objects.filter(club=club).values_list("name", "pk"))


def test_every_json_column_says_where_keys_are_in_it() -> None:
    columns = {
        f"{model._meta.label}.{field.name}"
        for model in carried()
        for field in fields_of(model)
        if isinstance(field, JSONField)
    }
    assert columns == set(IN_VALUES) - {"club.Entry.sitting"}
    assert set(IN_TEXTS) == {"club.Entry.place", "club.Entry.subject", "club.Entry.key"}


def test_people_in_a_tables_history_are_the_same_people(house: House, tmp_path: Path) -> None:
    ann, bob, cecil, dora = house.people
    data: Any = {
        "cards": {str(ann.pk): "AS", str(bob.pk): "2C"},
        "draws": [{str(cecil.pk): "KH"}],
        "who": [dora.pk],
        "remaining": [ann.pk],
        "players": [bob.pk, cecil.pk],
        "names": ["Ann"],
        "position": 3,
    }
    Happening.objects.create(sitting=house.sitting, kind="line-up", data=data, **by(house.club))
    Settlement.objects.create(
        part=house.part, rubber=1, number=1, kind="agreed", law_version="1",
        points={str(ann.pk): 5, str(bob.pk): -5}, exact=[[bob.pk, ann.pk, 5, "12/5"]],
        **by(house.club),
    )  # fmt: skip
    evening = SevenEvening.objects.create(club=house.club, players=[dora.pk, ann.pk])
    told: Any = {"who": ann.pk, "one": bob.pk, "two": cecil.pk, "at": 2, "part": 1, "position": 3}
    SevenHappening.objects.create(
        evening=evening, number=0, kind="swapped", data=told, **by(house.club)
    )
    new = moved(house.club, tmp_path)
    keys = people(new)
    assert the(Happening, new, kind="line-up").data == {
        "cards": {str(keys["Ann"]): "AS", str(keys["Bob"]): "2C"},
        "draws": [{str(keys["Cecil"]): "KH"}],
        "who": [keys["Dora"]],
        "remaining": [keys["Ann"]],
        "players": [keys["Bob"], keys["Cecil"]],
        "names": ["Ann"],
        "position": 3,
    }
    agreed = the(Settlement, new)
    assert agreed.points == {str(keys["Ann"]): 5, str(keys["Bob"]): -5}
    assert agreed.exact == [[keys["Bob"], keys["Ann"], 5, "12/5"]]
    assert the(SevenEvening, new).players == [keys["Dora"], keys["Ann"]]
    assert the(SevenHappening, new).data == {
        "who": keys["Ann"], "one": keys["Bob"], "two": keys["Cecil"],
        "at": 2, "part": 1, "position": 3,
    }  # fmt: skip


def test_the_clubs_log_names_the_same_people(house: House, tmp_path: Path) -> None:
    ann, bob = house.people[:2]
    data: Any = {"id": ann.pk, "other": {"id": bob.pk, "name": "Rob"}, "person": None, "name": "x"}
    Act.objects.create(club=house.club, author="a test", what="two entries", data=data)
    new = moved(house.club, tmp_path)
    keys = people(new)
    assert the(Act, new, what="two entries").data == {
        "id": keys["Ann"], "other": {"id": keys["Bob"], "name": "Rob"}, "person": None, "name": "x",
    }  # fmt: skip


def test_an_events_history_leads_to_the_same_sections_pairs_and_happenings(
    house: House, tmp_path: Path
) -> None:
    ann, bob, cecil, dora = house.people
    event = Event.objects.create(club=house.club, evening=dt.date(2026, 3, 2), name="Pairs")
    gone = Section.objects.create(club=house.club, event=event, letter="B")
    section = Section.objects.create(club=house.club, event=event, letter="A")
    pair = Pair.objects.create(
        club=house.club, event=event, order=1, first=ann, second=bob, section=section
    )
    penalty = EventHappening.objects.create(
        event=event, kind="penalty", data={"section": section.pk, "pair": 3}, **by(house.club)
    )
    said: Any = {
        "penalty": penalty.pk,
        "announcement": penalty.pk,
        "section": "A",
        "ns": [ann.pk, cecil.pk],
        "ew": [bob.pk, dora.pk],
        "entries": {"A": [pair.pk]},
        "terms": {str(pair.pk): {"was": ["1", "", ""], "now": ["2", "", ""]}},
    }
    EventHappening.objects.create(event=event, kind="lifted", data=said, **by(house.club))
    EventHappening.objects.create(
        event=event, kind="here", data={"section": gone.pk}, **by(house.club)
    )
    PlanChange.objects.create(
        section=section, number=1, title="x", was={}, plan={}, entered=[pair.pk], **by(house.club)
    )
    gone.delete()
    new = moved(house.club, tmp_path)
    keys, there = people(new), the(Pair, new).pk
    first = the(EventHappening, new, kind="penalty")
    assert first.data == {"section": the(Section, new).pk, "pair": 3}
    assert the(EventHappening, new, kind="lifted").data == {
        "penalty": first.pk,
        "announcement": first.pk,
        "section": "A",
        "ns": [keys["Ann"], keys["Cecil"]],
        "ew": [keys["Bob"], keys["Dora"]],
        "entries": {"A": [there]},
        "terms": {str(there): {"was": ["1", "", ""], "now": ["2", "", ""]}},
    }
    assert the(EventHappening, new, kind="here").data == {"section": 0}
    assert the(PlanChange, new).entered == [there]


def test_a_series_leads_to_the_same_events_and_people(house: House, tmp_path: Path) -> None:
    ann, bob, cecil, _dora = house.people
    for name in ("First", "Second"):
        Event.objects.create(club=house.club, evening=dt.date(2026, 3, 2), name=name)
    first, second = (the(Event, house.club, name=name).pk for name in ("First", "Second"))
    kept: Any = {
        "events": [second, first],
        "points": [10, 7, 5],
        "number": 5,
        "stood_in": [{"event": first, "who": bob.pk, "whose": ann.pk}],
        "absent": [{"event": second, "who": [ann.pk, cecil.pk], "notice": True}],
    }
    series = Series.objects.create(club=house.club, name="Spring", kept=kept, opened_by="a test")
    SeriesChange.objects.create(
        series=series, data={"name": "Spring", "kept": kept}, **by(house.club)
    )
    new = moved(house.club, tmp_path)
    keys = people(new)
    first, second = (the(Event, new, name=name).pk for name in ("First", "Second"))
    there = {
        "events": [second, first],
        "points": [10, 7, 5],
        "number": 5,
        "stood_in": [{"event": first, "who": keys["Bob"], "whose": keys["Ann"]}],
        "absent": [{"event": second, "who": [keys["Ann"], keys["Cecil"]], "notice": True}],
    }
    assert the(Series, new).kept == there
    assert the(SeriesChange, new).data == {"name": "Spring", "kept": there}


def test_the_books_entries_are_found_again_at_their_table_event_and_person(
    house: House, tmp_path: Path
) -> None:
    club, ann = house.club, house.people[0]
    event = Event.objects.create(club=club, evening=dt.date(2026, 3, 2), name="Pairs")
    line = {Transfer(ann.pk, THE_CLUB, "GBP"): 100}
    at_table = Origin(
        dt.date(2026, 3, 2), "rubber", str(house.sitting.table_id), house.sitting.pk,
        f"rubber:{house.part.pk}:2",
    )  # fmt: skip
    post(kind="rubber", origin=at_table, lines=line, entry=by(club, "event7:of-a-browser"))
    fee = post(
        kind="table-money",
        origin=Origin(dt.date(2026, 3, 2), "duplicate", subject=f"person:{ann.pk}"),
        lines=line,
        entry=by(club, f"event{event.pk}:fee{ann.pk}"),
    )
    assert fee is not None
    off = by(club, f"event{event.pk}:off:{fee.pk}")
    post(kind="waived", origin=Origin.of(fee), lines=line, entry=off, corrects=fee)
    # What somebody sends in place of a key leads to nothing, and stays what it is.
    post(
        kind="payment", origin=Origin(dt.date(2026, 3, 2)), lines=line,
        entry=by(club, f"event{event.pk}:fee{house.part.pk}"),
    )  # fmt: skip
    new = moved(club, tmp_path)
    first, second, third, fourth = Entry.objects.filter(club=new).order_by("pk")
    assert first.place == str(the(CardTable, new).pk)
    assert first.sitting == the(Sitting, new).pk
    assert first.subject == f"rubber:{the(Part, new).pk}:2"
    assert first.key == "event7:of-a-browser"
    assert second.subject == f"person:{people(new)['Ann']}"
    assert second.key == f"event{the(Event, new).pk}:fee{people(new)['Ann']}"
    assert third.key == f"event{the(Event, new).pk}:off:{second.pk}"
    assert third.corrects == second
    assert fourth.key == f"event{event.pk}:fee{house.part.pk}"


def test_a_row_that_leads_to_another_club_is_not_exported(
    house: House, other_house: House, tmp_path: Path
) -> None:
    held_apart.take_away("default")  # a database of before
    Part.objects.filter(pk=house.part.pk).update(sitting=other_house.sitting, number=2)
    with pytest.raises(NotWritten, match=r"rubber.Part.sitting"):
        export_club(house.club, tmp_path / "club.jsonl")
    assert not [*tmp_path.iterdir()]
