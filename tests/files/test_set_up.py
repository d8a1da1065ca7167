"""A session that another program set up in a Bridgemate file is opened here, for phones."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from clubscore.club.models import Person
from clubscore.events.models import Entry, Event, Section
from clubscore.events.plan import known_plan
from clubscore.events.state import room_of
from clubscore.files.bws_set_up import PadsEvening, as_tables, carried, read_set_up
from clubscore.laws.errors import RuleError
from clubscore.movements import Movement, build
from tests.files.jet import LONG, SHORT, TEXT, database
from tests.house import House, client_of

SECTION = (
    ("ID", SHORT), ("Letter", TEXT), ("Winners", SHORT), ("ScoringType", SHORT),
    ("MissingPair", SHORT),
)  # fmt: skip
ROUNDS = (
    ("Section", SHORT), ("Table", SHORT), ("Round", SHORT), ("NSPair", SHORT), ("EWPair", SHORT),
    ("LowBoard", SHORT), ("HighBoard", SHORT), ("CustomBoards", TEXT),
)  # fmt: skip
PLAYERS = (
    ("Section", SHORT), ("Table", SHORT), ("Direction", TEXT), ("Number", TEXT), ("Name", TEXT),
    ("Round", SHORT),
)  # fmt: skip
NAMES = (("ID", LONG), ("Name", TEXT), ("strID", TEXT))


def rows_of(movement: Movement, section: int = 1, *, again: bool = False) -> list[Any]:
    """A movement as RoundData has it; East-West by numbers from 1 on where they begin `again`."""
    less = movement.contestants // 2 if again else 0
    found = []
    for row in movement.rows:
        if not row.table:
            continue
        boards = movement.boards_of(row) or (0,)
        ns, ew = (*row.ns, 0)[0], (row.ew[0] - less if row.ew else 0)
        found.append((section, row.table, row.round, ns, ew, boards[0], boards[-1], None))
    return found


def bws(rounds: Any, *, sections: Any = ((1, "A  ", 0, 1, 0),), players: Any = (),
        names: Any = ()) -> bytes:  # fmt: skip
    return database({
        "Session": ((("ID", SHORT), ("Name", TEXT)), [(1, "Thursday pairs")]),
        "Section": (SECTION, sections),
        "RoundData": (ROUNDS, rounds),
        "PlayerNumbers": (PLAYERS, players),
        "PlayerNames": (NAMES, names),
    })  # fmt: skip


def tables(rounds: Any, **more: Any) -> Any:
    """The same as the reader gives it."""
    columns = {"Section": SECTION, "RoundData": ROUNDS, "PlayerNumbers": PLAYERS}
    told = {"Section": ((1, "A  ", 0, 1, 0),), "RoundData": rounds, "PlayerNumbers": (), **more}
    return {
        name: [dict(zip([each for each, _ in columns[name]], row, strict=True)) for row in rows]
        for name, rows in told.items()
    }


def refused(rounds: Any, **more: Any) -> RuleError:
    with pytest.raises(RuleError) as error:
        read_set_up(tables(rounds, **more))
    return error.value


MITCHELL = build("mitchell", 8, boards=8, rounds=4, winners=2)
HOWELL = build("howell", 6)


@pytest.mark.parametrize("again", [True, False])
def test_a_mitchell_is_known_by_its_rows_however_its_pairs_are_called(again: bool) -> None:
    found = read_set_up(
        tables(rows_of(MITCHELL, again=again), Section=[(1, "A  ", 2, 1, 0)])
    ).sections[0]
    assert found.movement == MITCHELL
    assert found.letter == "A"


def test_winners_that_the_file_leaves_open_follow_from_its_numbers() -> None:
    told = [(1, "A  ", 0, 1, 0)]
    again = read_set_up(tables(rows_of(MITCHELL, again=True), Section=told))
    assert again.sections[0].movement.winners == 2
    through = read_set_up(tables(rows_of(MITCHELL), Section=told))
    assert through.sections[0].movement.winners == 1
    assert read_set_up(tables(rows_of(HOWELL), Section=told)).sections[0].movement == HOWELL


def test_pairs_that_sit_both_ways_have_one_ranking_and_that_is_said() -> None:
    found = read_set_up(tables(rows_of(HOWELL), Section=[(1, "A", 2, 1, 0)]))
    assert found.sections[0].movement.winners == 1
    assert "one ranking" in " ".join(found.notes)


def test_a_movement_of_nobody_here_is_kept_by_its_rows() -> None:
    rounds = [
        (1, 1, 1, 1, 2, 1, 2, None), (1, 2, 1, 3, 4, 3, 5, None),
        (1, 1, 2, 1, 3, 6, 6, None), (1, 2, 2, 0, 4, 0, 0, None),
        (1, 1, 3, 4, 1, 0, 0, "7,8-9"),
    ]  # fmt: skip
    movement = read_set_up(tables(rounds)).sections[0].movement
    assert movement.kind == "as-told"
    assert [(row.round, row.table, row.ns, row.ew, movement.boards_of(row))
            for row in movement.rows] == [
        (1, 1, (1,), (2,), (1, 2)), (1, 2, (3,), (4,), (3, 4, 5)),
        (2, 1, (1,), (3,), (6,)), (2, 2, (), (4,), ()), (2, 0, (2,), (), ()),
        (3, 1, (4,), (1,), (7, 8, 9)), (3, 0, (2,), (), ()), (3, 0, (3,), (), ()),
    ]  # fmt: skip
    assert movement.sets * movement.boards_per_set >= 9


def test_a_pair_that_is_missing_is_nobody() -> None:
    rows = rows_of(HOWELL)
    found = read_set_up(tables(rows, Section=[(1, "A", 1, 1, 6)])).sections[0]
    assert found.movement.contestants == 5
    assert not any(6 in row.seated for row in found.movement.rows)


def test_numbers_with_gaps_are_given_anew_and_that_is_said() -> None:
    rows = [(*row[:4], row[4] + 10, *row[5:]) for row in rows_of(MITCHELL)]
    found = read_set_up(tables(rows, Section=[(1, "A", 2, 1, 0)]))
    assert found.sections[0].movement == MITCHELL
    assert "gaps" in " ".join(found.notes)


@pytest.mark.parametrize(
    ("at", "value", "says"),
    [
        (1, 0, "table must be from 1"),
        (2, 0, "round must be from 1"),
        (2, 61, "at most 60|from 1 to 60"),
        (3, -1, "NSPair must be a whole number"),
        (3, "x", "NSPair must be a whole number"),
        (0, 7, "no section 7"),
        (5, 9, "LowBoard is 9"),
        (6, 900, "from 1 to 200"),
        (7, "1,two", "CustomBoards must be numbers"),
        (7, "3,3", "named twice"),
        (4, 6, "meets itself"),
    ],
)
def test_a_broken_row_is_refused_with_its_table_and_number(at: int, value: Any, says: str) -> None:
    rows = [(*row[:at], value, *row[at + 1:]) if number == 0 else row
            for number, row in enumerate(rows_of(HOWELL))]  # fmt: skip
    error = refused(rows)
    assert re.search(says, str(error))
    assert error.where.startswith("RoundData, row 1")


def test_who_plays_a_board_twice_is_named_where_it_happens() -> None:
    rows = rows_of(HOWELL)
    at = next(number for number, row in enumerate(rows) if row[2] == 2 and 1 in row[3:5])
    before = next(row for row in rows if row[2] == 1 and 1 in row[3:5])
    rows[at] = (*rows[at][:5], before[5], before[6], None)
    error = refused(rows)
    assert "again" in str(error)
    assert error.where.startswith("RoundData, row")


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"Section": [(1, "A", 0, 4, 0)]}, "teams"),
        ({"RoundData": ()}, "no movement"),
        ({"RoundData": [(1, 1, 1, 1, 0, 1, 2, None)]}, "No two sides meet"),
        ({"RoundData": [(1, 1, 1, 1, 2, 0, 0, None)]}, "no boards"),
        ({"RoundData": [row for n in range(1, 8) for row in rows_of(HOWELL, n)],
          "Section": [(n, "", 0, 1, 0) for n in range(1, 8)]}, "more than 6 sections"),
        ({"RoundData": rows_of(HOWELL) * 500}, "more than 6000 rows"),
    ],
)  # fmt: skip
def test_a_file_that_sets_nothing_up_is_refused(more: Any, says: str) -> None:
    assert says in str(refused(**{"rounds": rows_of(HOWELL), **more}))


def test_sections_keep_their_letters_where_they_can() -> None:
    rounds = [row for number in (1, 2, 3) for row in rows_of(HOWELL, number)]
    told = [(1, "BB ", 0, 1, 0), (2, "Red", 0, 1, 0), (3, "B", 0, 1, 0)]
    found = read_set_up(tables(rounds, Section=told))
    assert [each.letter for each in found.sections] == ["B", "A", "C"]
    assert "“Red”" in found.notes[0] and "“B”" in found.notes[1]


def names_of(found: PadsEvening) -> dict[int, list[str]]:
    return found.sections[0].names


def test_names_are_those_of_the_first_seats_also_by_number() -> None:
    players = [
        (1, 1, "N", "", "Ann", 0), (1, 1, "S", "77", "", 0), (1, 1, "E", "", "Ann", 0),
        (1, 2, "W", "12", "", 0), (1, 1, "N", "", "Somebody later", 2), (1, 9, "N", "", "None", 0),
        (1, 1, "?", "", "None", 0),
    ]  # fmt: skip
    told = tables(rows_of(MITCHELL), PlayerNumbers=players)
    told["PlayerNames"] = [{"ID": 5, "Name": "Bob", "strID": "77"}, {"ID": 12, "Name": "Wim"}]
    found = read_set_up(carried(told))
    assert found.named == ["Ann", "Bob", "Wim"]
    assert names_of(found)[1] == ["Ann", "Bob"]
    assert names_of(found)[5] == ["", ""]
    assert names_of(found)[6] == ["", "Wim"]
    assert "“Ann”" in found.notes[0]


def test_an_individual_has_one_name_a_number() -> None:
    movement = build("individual", 8)
    columns = ("Section", "Table", "Round", "NSPair", "South", "EWPair", "West", "LowBoard",
               "HighBoard")  # fmt: skip
    rounds = [
        dict(zip(columns, (1, row.table, row.round, *row.ns, *row.ew,
                           movement.boards_of(row)[0], movement.boards_of(row)[-1]), strict=True))
        for row in movement.rows
    ]  # fmt: skip
    first = rounds[0]
    seats = [{"Section": 1, "Table": first["Table"], "Direction": seat, "Name": seat, "Round": 0}
             for seat in "NESW"]  # fmt: skip
    found = read_set_up({"RoundData": rounds, "PlayerNumbers": seats})  # type: ignore[dict-item]
    assert found.are == "individuals"
    assert found.sections[0].movement == movement
    assert names_of(found)[first["West"]] == ["W"]
    rounds[0]["West"] = 0
    with pytest.raises(RuleError, match="all four players"):
        read_set_up({"RoundData": rounds})  # type: ignore[dict-item]


@pytest.mark.parametrize("told", [[], {"Other": []}, {"Section": [1]}, {"Section": [{"a": []}]}])
def test_what_no_page_carried_is_no_file(told: Any) -> None:
    with pytest.raises(ValueError):
        as_tables(told)


PLAYING = [
    (1, 1, "N", "", "Ann", 0), (1, 1, "S", "", "BOB", 0),
    (1, 1, "E", "", "Xenia", 0), (1, 1, "W", "", "Yves", 0), (1, 2, "N", "", "Cecil", 0),
]  # fmt: skip


def shown(client: Any, content: bytes) -> Any:
    file = SimpleUploadedFile("thursday.bws", content)
    return client.post(reverse("event-set-up"), {"file": file})


def sent(page: Any) -> dict[str, str]:
    """What the form of the preview sends."""
    text = page.content.decode()
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', text))
    for name, options in re.findall(r'<select[^>]* name="([\w-]+)">(.*?)</select>', text, re.S):
        chosen = re.search(r'value="([^"]*)" selected', options)
        first = re.search(r'value="([^"]*)"', options)
        assert first is not None
        fields[name] = (chosen or first)[1]
    return {name: html.unescape(value) for name, value in fields.items()} | {"name": "Thursday"}


@pytest.mark.django_db
def test_what_is_shown_is_opened_with_everybody_at_their_number(house: House) -> None:
    client = client_of(house.logins["director"])
    page = shown(client, bws(rows_of(HOWELL), players=PLAYING))
    assert page.status_code == 200 and not Event.objects.exists()
    text = page.content.decode()
    assert "2 names are unknown here" in text and "Howell" in text
    form = sent(page)
    answer = client.post(reverse("event-set-up-open"), form)
    event = Event.objects.get()
    assert answer.url == reverse("event", args=[event.pk])
    assert (event.name, event.scoring, event.boards_a_round) == (
        "Thursday", "matchpoints", HOWELL.boards_per_set,
    )  # fmt: skip
    room = room_of(event)
    section = room.sections[0]
    assert known_plan(section.plan or {}).movement == HOWELL  # type: ignore[typeddict-item]
    (row,) = (row for row in HOWELL.rows_of_round(1) if row.table == 1)
    (other,) = (row for row in HOWELL.rows_of_round(1) if row.table == 2)
    names = {number: room.by_number[section.pk, number].names for number in range(1, 7)}
    assert names[row.ns[0]] == ["Ann", "Bob"]
    assert names[row.ew[0]] == ["Xenia", "Yves"]
    assert names[other.ns[0]] == ["Cecil", "partner"]
    assert names[other.ew[0]] == [f"Pair {other.ew[0]}"]
    assert Person.objects.get(name="Xenia").kind == Person.Kind.GUEST
    # Sent twice it is one event, and nobody is a guest twice.
    client.post(reverse("event-set-up-open"), form)
    assert Event.objects.count() == 1 and Person.objects.filter(name="Xenia").count() == 1


@pytest.mark.django_db
def test_two_sections_are_opened_with_their_own_movements(house: House) -> None:
    client = client_of(house.logins["director"])
    rounds = [*rows_of(HOWELL, 1), *rows_of(MITCHELL, 2, again=True)]
    page = shown(client, bws(rounds, sections=[(1, "A", 0, 1, 0), (2, "B", 0, 1, 0)]))
    client.post(reverse("event-set-up-open"), sent(page))
    found = {each.letter: each.plan for each in Section.objects.all()}
    assert {letter: plan and plan["kind"] for letter, plan in found.items()} == {
        "A": "howell", "B": "mitchell",
    }  # fmt: skip
    assert Entry.objects.count() == 14


@pytest.mark.django_db
def test_somebody_chosen_twice_is_refused_and_nothing_is_recorded(house: House) -> None:
    client = client_of(house.logins["director"])
    form = sent(shown(client, bws(rows_of(HOWELL), players=PLAYING)))
    ann = str(Person.objects.get(name="Ann").pk)
    people = Person.objects.count()
    answer = client.post(reverse("event-set-up-open"), form | {"who-1": ann})
    assert answer.status_code == 422
    assert "Ann is named twice" in answer.content.decode()
    assert not Event.objects.exists() and Person.objects.count() == people
    assert sent(answer)["who-1"] == ann


@pytest.mark.django_db
def test_bad_files_and_forms_come_back_in_words(house: House) -> None:
    client = client_of(house.logins["director"])
    assert "Choose a file" in client.post(reverse("event-set-up")).content.decode()
    other = shown(client, b"[Event]")
    assert other.status_code == 422 and "not a Bridgemate file" in other.content.decode()
    broken = shown(client, bws([(1, 0, 1, 1, 2, 1, 2, None)]))
    assert broken.status_code == 422 and "RoundData, row 1" in broken.content.decode()
    form = sent(shown(client, bws(rows_of(HOWELL))))
    for told in ("", "[]", json.dumps({"RoundData": [{}]}), "[" * 100_000):
        again = client.post(reverse("event-set-up-open"), form | {"tables": told})
        assert again.status_code == 422 and "not kept" in again.content.decode()
    wrong = client.post(reverse("event-set-up-open"), form | {"scoring": "nonsense"})
    assert wrong.status_code == 422 and "how results are compared" in wrong.content.decode()
    assert not Event.objects.exists()


@pytest.mark.django_db
def test_a_movement_kept_by_its_rows_opens_every_page_of_the_director(house: House) -> None:
    client = client_of(house.logins["director"])
    rounds = [
        (1, 1, 1, 1, 2, 1, 2, None), (1, 2, 1, 3, 4, 3, 5, None),
        (1, 1, 2, 1, 3, 6, 6, None), (1, 2, 2, 2, 4, 8, 9, None),
    ]  # fmt: skip
    client.post(reverse("event-set-up-open"), sent(shown(client, bws(rounds))))
    event = Event.objects.get()
    for name in ("event", "event-movement", "event-entries", "event-history", "event-settings",
                 "event-ranking", "event-boards", "event-typing", "event-caddy",
                 "event-change"):  # fmt: skip
        assert client.get(reverse(name, args=[event.pk])).status_code == 200, name
    client.post(reverse("event-start", args=[event.pk]), {"key": "start"})
    event.refresh_from_db()
    assert event.round == 1
    for name in ("event", "event-change", "event-caddy", "event-ranking", "event-wall"):
        assert client.get(reverse(name, args=[event.pk])).status_code == 200, name
    pdf = client.get(reverse("event-pdf", args=[event.pk, "movement"]))
    assert pdf.status_code in (200, 404)
