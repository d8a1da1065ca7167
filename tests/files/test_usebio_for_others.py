"""USEBIO as other programs write it and want it: real sites' readers are strict, real files not."""

from __future__ import annotations

import io
import re
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from clubscore.club.models import Person
from clubscore.events.models import Event
from clubscore.files.formats import read_events, written_formats
from clubscore.files.reading import read_date
from clubscore.files.usebio_writing import write_usebio
from clubscore.laws.errors import RuleError
from clubscore.ranking import read_event
from tests.events.evenings import FOUR_SPADES, Evening
from tests.files.test_event_pages import bring, director, upload  # noqa: F401
from tests.files.test_usebio import LINE, ranking_of
from tests.house import House
from tests.ranking.rooms import event


def pairs_of(content: bytes) -> list[Element]:
    """The pairs of a file."""
    return list(fromstring(content).iter("PAIR"))  # noqa: S314 - our own


def texts(parent: Element, tag: str) -> list[str]:
    return [each.text or "" for each in parent.iter(tag)]


@pytest.mark.parametrize("version", ["1.2", "1.3"])
def test_those_who_are_equal_have_a_plain_number_as_place(version: str) -> None:
    told = read_event(event([420, 420, 420], [50, 50, 50]))
    places = [texts(pair, "PLACE")[0] for pair in pairs_of(write_usebio(told, version))]
    assert len(set(places)) < len(places)
    assert all(place.isdigit() for place in places)
    (back,) = read_events("x.xml", write_usebio(told, version))
    assert (ranking_of(back.told), back.notes) == (ranking_of(told), ())


@pytest.mark.parametrize("names", [[], ["Ann"], ["Ann", "Bob"], ["Ann", "Bob", "Cecil", "Dan"]])
def test_every_pair_has_two_players_each_with_a_name(names: list[str]) -> None:
    facts = event([420, 50])
    facts["contestants"][0] |= {"names": names} if names else {}
    told = read_event(facts)
    content = write_usebio(told)
    for pair in pairs_of(content):
        assert len(pair.findall("PLAYER")) == 2
        assert all(texts(pair, "PLAYER_NAME"))
    number = facts["contestants"][0]["number"]
    expected = {
        0: [f"Player {number}a", f"Player {number}b"],
        1: ["Ann", f"Player {number}b"],
        2: ["Ann", "Bob"],
        4: ["Ann", "Bob & Cecil & Dan"],
    }
    assert texts(pairs_of(content)[0], "PLAYER_NAME") == expected[len(names)]
    # Nobody is called so here when the file comes back.
    (back,) = read_events("x.xml", content)
    assert back.told.contestants[number].names == tuple(names)
    assert back.told.facts() == told.facts()


def test_files_that_went_out_before_still_come_back() -> None:
    old = write_usebio(read_event(event([420, 420, 50]))).decode()
    old = re.sub(r"<PLACE>(\d+)</PLACE>", r"<PLACE>\1=</PLACE>", old)
    old = re.sub(r"\s*<PLAYER>.*?</PLAYER>", "", old, flags=re.DOTALL)
    (back,) = read_events("x.xml", old.encode())
    assert back.told.facts() == read_event(event([420, 420, 50])).facts()
    assert back.notes == ()


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("02/03/2026", "2026-03-02"),
        ("2/3/2026", "2026-03-02"),
        ("02-03-2026", "2026-03-02"),
        ("02.03.2026", "2026-03-02"),
        ("2026-03-02", "2026-03-02"),
        ("2026/03/02", "2026-03-02"),
        ("20260302", "2026-03-02"),
        ("02/03/26", "2026-03-02"),
        ("2026-03-02T19:30:00", "2026-03-02"),
        ("2 March 2026", "2026-03-02"),
        ("Mon 02-Mar-2026", "2026-03-02"),
        # The month first, or no day at all: nobody guesses.
        ("03/27/2026", ""),
        ("31/02/2026", ""),
        ("last Tuesday", ""),
        ("", ""),
    ],
)
def test_dates_are_read_as_real_files_have_them(text: str, date: str) -> None:
    assert read_date(text) == date
    (back,) = read_events("x.xml", usebio(f"<DATE>{text}</DATE>"))
    asked = [each.what for each in back.asks]
    assert asked == ([] if date else ["date"])
    if date:
        assert back.told.about["date"] == date


def usebio(head: str = "", kind: str = "MP_PAIRS", play: str = "<SCORE>430.0</SCORE>") -> bytes:
    """A file of one result."""
    line = LINE.format(play=play, board=1, ew=2).replace("'MP_PAIRS'>", f"'{kind}'>{head}")
    return line.encode()


@pytest.mark.parametrize("score", ["430.0", "430.00", "+430.", "430"])
def test_a_score_with_a_point_and_nothing_behind_it_is_a_number(score: str) -> None:
    (back,) = read_events("x.xml", usebio(play=f"<SCORE>{score}</SCORE>"))
    assert [each.score for each in back.told.results] == [430]
    (odd,) = read_events("x.xml", usebio(play="<SCORE>430.5</SCORE>"))
    assert [each.score for each in odd.told.results] == [None] and "'430.5'" in odd.notes[0]


BUTLER = "<SCORE>430</SCORE><NS_BUTLER_POINTS>1</NS_BUTLER_POINTS>"


def test_an_unknown_kind_of_event_is_refused_by_name_with_the_likely_one() -> None:
    content = usebio(kind="RUMMY", play=BUTLER)
    with pytest.raises(RuleError) as refused:
        read_events("x.xml", content)
    assert "RUMMY" in str(refused.value)
    assert "likely one is butler-imps" in str(refused.value)
    (back,) = read_events("x.xml", content, "cross-imps")
    assert (back.told.scoring, [each.what for each in back.asks]) == ("cross-imps", ["date"])
    # A method that is known does not make the kind known.
    method = "<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>"
    with pytest.raises(RuleError):
        read_events("x.xml", usebio(method, kind="RUMMY"))


def printed(percent: str, total: str, place: str = "1") -> bytes:
    """Two pairs at two tables, of which the first prints this of itself."""
    told = write_usebio(read_event(event([420, 50, 50], [50, 620, 50]))).decode()
    told = re.sub(r"<\?clubscore.*?\?>", "", told)
    old = (
        r"<TOTAL_SCORE>[^<]*</TOTAL_SCORE>\s*<PERCENTAGE>[^<]*</PERCENTAGE>\s*<PLACE>[^<]*</PLACE>"
    )
    new = f"<TOTAL_SCORE>{total}</TOTAL_SCORE><PERCENTAGE>{percent}</PERCENTAGE>"
    new += f"<PLACE>{place}</PLACE>"
    return re.sub(old, new, told, count=1).encode()


def test_who_differs_is_told_by_the_field_that_differs() -> None:
    told = read_event(event([420, 50, 50], [50, 620, 50]))
    rows = [row for one in ranking_of(told) for row in one]
    shown, _number, _names, total, percent = next(row for row in rows if row[1] == "1")
    place = shown.rstrip("=")
    assert read_events("x.xml", printed(percent, total, place))[0].notes == ()
    # Points that were rounded on the way to the same percentage are no difference.
    close = f"{float(total) + 0.0004:.4f}"
    assert read_events("x.xml", printed(percent, close, place))[0].notes == ()
    for content, note in (
        (printed(percent, total, "9"), f"1: the place is {shown} here and 9 in the file"),
        (printed(percent, "99", place), f"1: the total is {total} here and 99 in the file"),
        (
            printed("12.34", total, place),
            f"1: the percentage is {percent} here and 12.34 in the file",
        ),
    ):
        assert read_events("x.xml", content)[0].notes == (note,)


@pytest.mark.django_db
def test_members_numbers_go_out_where_they_are_known(house: House, director: Client) -> None:  # noqa: F811
    evening = Evening(4, kind="howell", winners=1, club=house.club)
    evening.play(FOUR_SPADES)
    person = Person.objects.get(club=house.club, name="Left1")
    Person.objects.filter(pk=person.pk).update(number="00117")
    for kind in ("usebio", "usebio13"):
        out = director.get(reverse("event-file-out", args=[evening.event.pk, kind])).content
        known = [
            (name.text, number.text)
            for player in fromstring(out).iter("PLAYER")  # noqa: S314 - our own
            if (name := player.find("PLAYER_NAME")) is not None
            and (number := player.find("CLUB_ID_NUMBER")) is not None
            and number.text
        ]
        assert known == [("Left1", "00117")]
        assert out.count(b"<NATIONAL_ID_NUMBER") == 8


@pytest.mark.django_db
@pytest.mark.parametrize("kind", written_formats())
def test_the_command_writes_the_bytes_that_the_page_gives(
    house: House,
    director: Client,  # noqa: F811
    kind: str,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    evening = Evening(4, kind="howell", winners=1, club=house.club)
    evening.play(FOUR_SPADES)
    Person.objects.filter(club=house.club, name="Left1").update(name="Zoë", number="7")
    page = director.get(reverse("event-file-out", args=[evening.event.pk, kind])).content
    call_command("export_event", str(evening.event.pk), format=kind)
    assert capfdbinary.readouterr().out == page
    out = io.StringIO()
    call_command("export_event", str(evening.event.pk), "--format", kind, stdout=out)
    assert out.getvalue().encode() == page


@pytest.mark.django_db
def test_the_command_says_why_an_event_has_no_place_in_a_format(house: House) -> None:
    evening = Evening(4, form="teams", kind="teams-round-robin", winners=1, club=house.club)
    with pytest.raises(CommandError, match="pairs"):
        call_command("export_event", str(evening.event.pk), format="bridgewebs")


@pytest.mark.django_db
def test_the_page_asks_what_a_file_leaves_open_and_records_nothing_before(
    director: Client,  # noqa: F811
) -> None:
    method = "<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD><DATE>spring</DATE>"
    preview = upload(director, usebio(method, kind="RUMMY"), "rummy.xml")
    page = preview.content.decode()
    assert "RUMMY" in page
    assert "“spring”, which could not be read" in page
    asked = {"ask-1": ["scoring", "date"], "given-scoring-1": "RUMMY"}
    answer = bring(director, preview, **asked)
    assert answer.status_code == 422
    assert not Event.objects.exists()
    # Another way of scoring is another ranking: it is shown before anything is recorded.
    more = asked | {"scoring-1": "cross-imps", "date-1": "2026-03-02"}
    again = bring(director, preview, **more)
    assert again.status_code == 200
    assert not Event.objects.exists()
    assert 'value="2026-03-02"' in again.content.decode()
    bring(director, again, **more)
    event = Event.objects.get()
    assert (event.scoring, event.evening.isoformat()) == ("cross-imps", "2026-03-02")


@pytest.mark.django_db
def test_a_scoring_chosen_beforehand_is_not_asked_for(director: Client) -> None:  # noqa: F811
    content = usebio("<DATE>2-3-2026</DATE>", kind="RUMMY")
    preview = upload(director, content, "rummy.xml", scoring="butler-imps")
    assert "How was" not in preview.content.decode()
    bring(director, preview)
    event = Event.objects.get()
    assert (event.scoring, event.evening.isoformat()) == ("butler-imps", "2026-03-02")


@pytest.mark.django_db
def test_the_command_asks_by_its_options(house: House, tmp_path: Path) -> None:
    file = tmp_path / "rummy.xml"
    file.write_bytes(usebio("<DATE>03/27/2026</DATE>", kind="RUMMY"))
    with pytest.raises(CommandError, match=r"RUMMY.*--scoring"):
        call_command("import_event", str(file))
    for date in (None, "spring"):
        with pytest.raises(CommandError, match=r"03/27/2026.*--date"):
            call_command("import_event", str(file), scoring="cross-imps", date=date)
    assert not Event.objects.exists()
    call_command("import_event", str(file), scoring="cross-imps", date="2026-03-27")
    event = Event.objects.get()
    assert (event.scoring, event.evening.isoformat()) == ("cross-imps", "2026-03-27")
