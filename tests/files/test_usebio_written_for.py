"""USEBIO for whoever reads it: member numbers, master points, counts, charges; docs/files.md."""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from clubscore.club.access import Actor, Level
from clubscore.club.federation_numbers import Held, set_numbers
from clubscore.club.models import Club, Person
from clubscore.events.imported import FileSource, bring_in_event
from clubscore.files.event_format import ADDRESSEES, For, written_for
from clubscore.files.formats import read_events, written_formats
from clubscore.files.usebio_writing import write_usebio
from clubscore.laws.errors import RuleError
from clubscore.ranking import EventFile, read_event
from tests.events.evenings import FOUR_SPADES, Evening
from tests.files import cobalt
from tests.files.test_event_pages import director  # noqa: F401
from tests.house import House, client_of
from tests.ranking.rooms import event
from tests.real_events import DATA, needs_real_events

DOCS = Path(__file__).parents[2] / "docs" / "files.md"


def told(**more: Any) -> EventFile:
    """Two boards at two tables; Ann and Bob are known by numbers, and were given points."""
    facts: dict[str, Any] = copy.deepcopy(event([420, 50], [50, 620]))
    facts |= {"date": "2026-03-02", **more}
    facts["contestants"][0] |= {
        "names": ["Ann", "Bob"],
        "numbers": [{"own": "17", "abf": "1234567", "ebu": "00042"}, {"nz": "555"}],
        "awards": [{"scheme": "abf", "colour": "green", "points": "0.57"}],
    }
    facts["contestants"][1] |= {
        "awards": [
            {"scheme": "ebu", "colour": "black", "points": "36"},
            {"scheme": "ebu", "colour": "green", "points": "0.5"},
        ]
    }
    return read_event(facts)


def sent(key: str, federation: str = "none", charge: str = "", **more: Any) -> bytes:
    return write_usebio(told(**more), "1.2", written_for(federation, key, charge))


def head(content: bytes) -> Element:
    found = fromstring(content).find("EVENT")  # noqa: S314 - our own
    assert found is not None
    return found


def pairs(content: bytes) -> list[Element]:
    return list(head(content).iter("PAIR"))


def numbers(content: bytes) -> list[str | None]:
    return [each.text for each in pairs(content)[0].iter("NATIONAL_ID_NUMBER")]


@pytest.mark.parametrize(
    ("key", "federation", "expected"),
    [
        ("abf", "none", ["1234567", None]),
        ("ebu", "none", ["00042", None]),
        ("nz", "none", [None, "555"]),
        ("bridgewebs", "ebu", ["00042", None]),
        ("pianola", "abf", ["1234567", None]),
        ("pianola", "none", [None, None]),
        ("plain", "ebu", [None, None]),
        ("", "ebu", ["00042", None]),
        ("", "sbu", [None, None]),
    ],
)
def test_the_numbers_are_the_addressees(key: str, federation: str, expected: list[str]) -> None:
    assert numbers(sent(key, federation)) == expected
    assert all(len(list(each.iter("NATIONAL_ID_NUMBER"))) == 2 for each in pairs(sent(key)))


def test_an_addressee_or_a_charge_that_nobody_knows_is_refused() -> None:
    with pytest.raises(RuleError, match="written for plain, abf, ebu"):
        written_for("none", "acme")
    with pytest.raises(RuleError, match="10, 22, 30, 40, 50 or 60, not '11'"):
        written_for("none", "ebu", "11")


def test_flat_points_are_whole_hundredths_directly_under_the_pair() -> None:
    content = sent("abf")
    found = [
        (each.findtext("MASTER_POINTS_AWARDED"), each.findtext("MASTER_POINT_TYPE"))
        for each in pairs(content)
    ]
    assert found == [("57", "GREEN"), *[("0", None)] * 3]
    assert head(content).find("PARTICIPANTS/PAIR/MASTER_POINTS") is None
    assert head(content).findtext("MASTER_POINT_TYPE") == "GREEN"
    assert head(content).findtext("MPS_AWARDED_FLAG") == "Y"


def test_wrapped_points_have_an_element_a_colour() -> None:
    content = sent("ebu")
    found = [
        [(one.findtext("MASTER_POINTS_AWARDED"), one.findtext("MASTER_POINT_TYPE")) for one in all_]
        for all_ in (each.findall("MASTER_POINTS") for each in pairs(content))
    ]
    assert found == [[], [("36", "BLACK"), ("0.5", "GREEN")], [], []]
    assert all(each.find("MASTER_POINTS_AWARDED") is None for each in pairs(content))
    assert head(content).find("MASTER_POINT_TYPE") is None


def test_without_points_nothing_is_said_of_them() -> None:
    for key in ADDRESSEES:
        content = write_usebio(read_event(event([420, 50], [50, 620])), written=written_for(key))
        assert b"MASTER_POINT" not in content
        assert b"<MPS_AWARDED_FLAG>N</MPS_AWARDED_FLAG>" in content


def test_charges_go_to_those_who_charge() -> None:
    assert head(sent("abf")).findtext("P2P_CHARGE_RATE") == "10"
    assert head(sent("ebu", charge="22")).findtext("P2P_CHARGE_RATE") == "22"
    assert head(sent("plain")).find("P2P_CHARGE_RATE") is None
    new = write_usebio(told(), "1.3", written_for("ebu", charge="40"))
    assert head(new).findtext("EBU_CHARGE_CODE") == "40"


def test_pairs_count_their_boards_where_that_is_wanted() -> None:
    assert [each.findtext("BOARDS_PLAYED") for each in pairs(sent("nz"))] == ["2"] * 4
    assert pairs(sent("ebu"))[0].find("BOARDS_PLAYED") is None
    assert head(sent("ebu")).findtext("BOARDS_PLAYED") == "2"
    for tag in ("SESSION_COUNT", "SECTION_COUNT"):
        assert head(sent("ebu")).findtext(tag) == "1"


@pytest.mark.parametrize("kind", ["individuals", "teams"])
def test_players_and_teams_have_numbers_and_points_too(kind: str) -> None:
    names = ["Ann"] if kind == "individuals" else ["Ann", "Bob", "Cecil", "Dora"]
    facts: dict[str, Any] = {
        "format": "clubscore-event/1", "game": "duplicate", "contestants_are": kind,
        "scoring": "matchpoints" if kind == "individuals" else "imps-vp",
        "contestants": [{"number": str(number)} for number in range(1, 5)],
        "boards": [{"number": 1}, {"number": 2}], "date": "2026-03-02",
    }  # fmt: skip
    facts["contestants"][0] |= {
        "names": names,
        "numbers": [{"ebu": "00042"}, *({} for _name in names[1:])],
        "awards": [{"scheme": "ebu", "points": "12"}],
    }
    if kind == "individuals":
        facts["results"] = [
            {"board": board, "n": "1", "e": "2", "s": "3", "w": "4", "score": 50}
            for board in (1, 2)
        ]
    else:
        facts["results"] = [
            {"board": board, "round": 1, "ns": ns, "ew": ew, "score": score}
            for board in (1, 2)
            for ns, ew, score in (("1", "2", 420), ("2", "1", 50), ("3", "4", 0), ("4", "3", 0))
        ]
    event_told = read_event(facts)
    content = write_usebio(event_told, written=written_for("ebu"))
    found = [each.text for each in head(content).iter("NATIONAL_ID_NUMBER")]
    assert found[: len(names)] == ["00042", *[None] * (len(names) - 1)]
    assert [each.text for each in head(content).iter("MASTER_POINTS_AWARDED")] == ["12"]
    (back,) = read_events("x.xml", content)
    assert back.told.contestants == event_told.contestants


# MyABF.


@pytest.mark.parametrize("scoring", ["matchpoints", "cross-imps", "butler-imps"])
def test_a_strict_reader_takes_pairs(scoring: str) -> None:
    read = cobalt.read(sent("abf", scoring=scoring))
    assert (read.date, read.winners, read.boards) == ("02/03/2026", 1, 2)
    first = read.pairs[0]
    assert first.players == (cobalt.ReadPlayer("Ann", 1234567), cobalt.ReadPlayer("Bob", None))
    assert [each.points for each in read.pairs] == [57, 0, 0, 0]
    assert [each.players[0].name for each in read.pairs[1:]] == [
        f"Player {each.number}a" for each in read.pairs[1:]
    ]
    assert all(isinstance(each.place, int) for each in read.pairs)


def test_a_strict_reader_takes_two_lists_and_pairs_that_did_not_play() -> None:
    facts = event([420, 50], [50, 620])
    facts |= {"date": "2026-03-02", "winners": 2}
    facts["contestants"].append({"number": "9", "names": ["Ida", "Jan"]})
    for at, each in enumerate(facts["contestants"]):
        ns = any(one["ns"] == each["number"] for one in facts["results"])
        each["direction"] = "NS" if ns or at == len(facts["contestants"]) - 1 else "EW"
    content = write_usebio(read_event(facts), written=written_for("abf"))
    read = cobalt.read(content)
    assert read.winners == 2
    assert {each.is_ns for each in read.pairs} == {True, False}
    last = next(each for each in read.pairs if each.number == "9")
    assert (last.place, last.percentage) == (3, 0)


@pytest.mark.parametrize("kind", ["individuals", "teams", "total-points", "one board", "one pair"])
def test_what_a_strict_reader_cannot_take_is_refused_in_words(kind: str) -> None:
    facts: dict[str, Any] = copy.deepcopy(event([420, 50], [50, 620]))
    if kind == "individuals":
        facts["contestants_are"] = "individuals"
        numbers = [each["number"] for each in facts["contestants"]]
        facts["results"] = [
            {"board": board, **dict(zip("nesw", numbers, strict=True)), "score": 50}
            for board in (1, 2)
        ]
    elif kind == "teams":
        facts |= {"contestants_are": "teams", "scoring": "imps-vp"}
        facts["results"] = []
    elif kind == "total-points":
        facts["scoring"] = kind
    else:
        facts["results"] = facts["results"][:2]
    if kind == "one pair":
        facts["results"], facts["contestants"] = [], facts["contestants"][:1]
    with pytest.raises(RuleError, match="MyABF"):
        write_usebio(read_event(facts), written=written_for("abf"))


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("<DATE>02/03/2026</DATE>", "<DATE>2026-03-02</DATE>"),
        ("<PLACE>1</PLACE>", "<PLACE>1=</PLACE>"),
        (">0</MASTER_POINTS_AWARDED>", "></MASTER_POINTS_AWARDED>"),
        (">57</MASTER_POINTS_AWARDED>", ">0.57</MASTER_POINTS_AWARDED>"),
        (">1234567<", ">O123456<"),
        ("<PLAYER_NAME>Ann</PLAYER_NAME>", "<PLAYER_NAME />"),
        ("<WINNER_TYPE>1<", "<WINNER_TYPE>3<"),
        ('EVENT_TYPE="MP_PAIRS"', 'EVENT_TYPE="PAIRS"'),
    ],
)
def test_the_strict_reader_can_fail(was: str, now: str) -> None:
    content = sent("abf").decode()
    assert was in content or "PLACE" in was
    changed = re.sub(r"<PLACE>\d", "<PLACE>1=", content) if "PLACE" in was else ""
    with pytest.raises(cobalt.Stops):
        cobalt.read((changed or content.replace(was, now)).encode())


# Reading.


@pytest.mark.parametrize("key", ["abf", "ebu", "nz", "plain", "bridgewebs", "pianola"])
@pytest.mark.parametrize("version", ["1.2", "1.3"])
def test_what_went_out_comes_back(key: str, version: str) -> None:
    written = written_for("ebu", key)
    (back,) = read_events("x.xml", write_usebio(told(), version, written))
    assert [each.awards for each in back.told.contestants.values()] == [
        each.awards for each in told().contestants.values()
    ]
    kept = {"own", written.scheme}
    expected = tuple(
        tuple(one for one in theirs if one[0] in kept) for theirs in told().contestants["1"].numbers
    )
    assert back.told.contestants["1"].numbers == (expected if any(expected) else ())
    assert back.notes == ()


def foreign(pair: str, first: str = "", program: str = "Other") -> EventFile:
    """What another program's file tells: with this in its first pair and in its first player."""
    content = re.sub(r"<\?clubscore.*?\?>", "", sent("plain").decode())
    content = content.replace("ClubScore", program)
    content = re.sub(r"\s*<MASTER_POINTS>.*?</MASTER_POINTS>", "", content, flags=re.DOTALL)
    empty, filled = r"<NATIONAL_ID_NUMBER ?/>", "<NATIONAL_ID_NUMBER>{}</NATIONAL_ID_NUMBER>"
    content = re.sub(empty, filled.format(first), content, count=1)
    content = content.replace("<PLAYER>", f"{pair}<PLAYER>", 1)
    (back,) = read_events("x.xml", content.encode(), scheme="nz")
    return back.told


FLAT = "<MASTER_POINTS_AWARDED>{}</MASTER_POINTS_AWARDED><MASTER_POINT_TYPE>RED</MASTER_POINT_TYPE>"


def test_points_are_read_flat_and_wrapped() -> None:
    def awards(pair: str, program: str = "Other") -> list[Any]:
        facts = foreign(pair, program=program).contestants["1"].facts()
        return list(facts.get("awards", []))

    flat = FLAT.format("57")
    assert awards(flat, "Compscore3") == [{"scheme": "abf", "colour": "red", "points": "0.57"}]
    assert awards(flat) == [{"scheme": "nz", "colour": "red", "points": "57"}]
    assert awards(FLAT.format("36.0")) == [{"scheme": "nz", "colour": "red", "points": "36"}]
    wrapped = "<MASTER_POINTS>{}</MASTER_POINTS>"
    both = wrapped.format(FLAT.format("1.5")) + wrapped.format(flat)
    assert [each["points"] for each in awards(both)] == ["1.5", "57"]
    for nothing in ("", "0", "0.00", "none", "-1"):
        assert awards(FLAT.format(nothing)) == []


@pytest.mark.parametrize("number", ["", "0", "#123", "tmp:9"])
def test_what_stands_for_no_number_is_none(number: str) -> None:
    assert foreign("", number).contestants["1"].numbers == ()


def test_numbers_are_the_programs_or_the_clubs_federations() -> None:
    assert foreign("", "0077").contestants["1"].numbers == ((("nz", "0077"),), ())
    assert foreign("", "77", "Compscore3").contestants["1"].numbers == ((("abf", "77"),), ())


def test_a_number_that_can_be_none_is_told_and_left_out() -> None:
    content = sent("abf").decode().replace("1234567", "12 34")
    (back,) = read_events("x.xml", content.encode())
    assert any("the number of Ann was left out" in note for note in back.notes)
    assert back.told.contestants["1"].numbers == ((("own", "17"),), ())


@needs_real_events
def test_real_files_keep_their_points() -> None:
    content = (DATA / "mp_pairs_mitchell_03.usebio.xml").read_bytes()
    (found,) = read_events("x.xml", content)
    awards = [each.facts()["awards"] for each in found.told.contestants.values() if each.awards]
    assert {"scheme": "abf", "colour": "green", "points": "0.06"} in [one for (one,) in awards]
    assert "Master points" not in " ".join(found.notes)
    cobalt.read(write_usebio(found.told, written=written_for("abf")))


def test_an_artificial_score_is_taken_as_fixed() -> None:
    """A6040 stands for average plus and minus as well; whoever re-scores it has 60 and 40."""
    facts = event([420, 50], [50, 620])
    first = facts["results"][0]
    first["adjusted"] = {"ns": "A+", "ew": "A-"}
    first.pop("score")
    content = write_usebio(read_event(facts)).decode()
    plain = re.sub(r"<\?clubscore.*?\?>", "", content)
    ns, ew = re.findall(r"<SCORE>A(\d\d)(\d\d)</SCORE>", plain)[0]
    (back,) = read_events("x.xml", plain.encode())
    adjusted = [each["adjusted"] for each in back.told.facts()["results"] if "adjusted" in each]
    assert adjusted == [{"ns": ns, "ew": ew}]
    # With ClubScore's own note it is what it was.
    (whole,) = read_events("x.xml", content.encode())
    adjusted = [each["adjusted"] for each in whole.told.facts()["results"] if "adjusted" in each]
    assert adjusted == [{"ns": "A+", "ew": "A-"}]


def test_1_3_says_that_many_readers_want_1_2() -> None:
    assert next(iter(written_formats())) == "usebio"
    assert "many readers accept only 1.2" in written_formats()["usebio13"][1].what_for


@pytest.mark.parametrize("place", ["1", "1=", "=1"])
def test_a_place_is_read_however_it_says_that_it_is_shared(place: str) -> None:
    content = write_usebio(read_event(event([420, 420], [50, 50]))).decode()
    content = re.sub(r"<PLACE>1</PLACE>", f"<PLACE>{place}</PLACE>", content)
    (back,) = read_events("x.xml", content.encode())
    assert back.notes == ()


# By the page and by the command.


def with_number(club: Club) -> Evening:
    evening = Evening(4, kind="howell", winners=1, club=club)
    evening.play(FOUR_SPADES)
    person = Person.objects.get(club=club, name="Left1")
    set_numbers(person=person, numbers={"abf": Held("70001")}, seen="{}", author="Dora")
    return evening


@pytest.mark.django_db
def test_the_page_offers_for_whom_and_the_clubs_federation_is_chosen(
    house: House,
    director: Client,  # noqa: F811
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    evening = with_number(house.club)
    Club.objects.filter(pk=house.club.pk).update(federation="abf")
    page = director.get(reverse("event-files", args=[evening.event.pk])).content.decode()
    assert page.count('<option value="abf" selected>') == 2
    address = reverse("event-file-out", args=[evening.event.pk, "usebio"])
    usual = director.get(address).content
    assert cobalt.read(usual).pairs
    assert b">70001<" in usual
    chosen = director.get(address, {"for": "ebu", "charge": "30"}).content
    assert b">70001<" not in chosen
    assert b"<P2P_CHARGE_RATE>30<" in chosen
    call_command("export_event", str(evening.event.pk), "--format=usebio", "--for=ebu",
                 "--charge=30")  # fmt: skip
    assert capfdbinary.readouterr().out == chosen
    wrong = director.get(address, {"for": "acme"})
    assert wrong.status_code == 422
    assert "A file is written for" in wrong.content.decode()
    with pytest.raises(CommandError):
        call_command("export_event", str(evening.event.pk), "--format=usebio", "--for=acme")


@pytest.mark.django_db
def test_scorers_are_told_that_their_files_lack_the_numbers(house: House) -> None:
    evening = with_number(house.club)
    files = reverse("event-files", args=[evening.event.pk])
    out = reverse("event-file-out", args=[evening.event.pk, "usebio"])
    actor = Actor(level=Level.DIRECTOR, club=house.club)
    there = bring_in_event(club=house.club, told=told(), source=FileSource("a.json"), actor=actor)
    as_told = reverse("event-file-out", args=[there.pk, "event"])
    for who, sees in (("director", True), ("scorer", False)):
        browser = client_of(house.logins[who])
        page = browser.get(files).content.decode()
        assert ("only when a director downloads it" in page) is not sees
        assert (b">70001<" in browser.get(out, {"for": "abf"}).content) is sees
        for asked in ({}, {"told": "1"}):
            content = browser.get(as_told, asked).content
            assert (b"1234567" in content) is sees
            assert b'"own": "17"' in content


def test_the_table_of_demands_names_tests_that_there_are() -> None:
    """Each line of the tables in docs/files.md is held by a test, and the test is there."""
    text = DOCS.read_text(encoding="utf-8")
    part = text.partition("## What readers of USEBIO demand")[2].partition("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("| ") and "---" not in line]
    rows = [line for line in lines if not line.startswith("| demand") and "| test |" not in line]
    assert len(rows) >= 25
    sources = "".join(
        file.read_text(encoding="utf-8") for file in (DOCS.parents[1] / "tests").rglob("test_*.py")
    )
    for row in rows:
        named = re.findall(r"`(test_[a-z0-9_]+)`", row)
        assert named, row
        for name in named:
            assert f"def {name}(" in sources, name
    # Every number of the list of complaints stands there.
    told_of = {int(each) for row in rows for each in re.findall(r"^\| (\d+)\. ", row)}
    assert told_of == set(range(1, 12))


def test_plain_is_for_anyone() -> None:
    assert written_for("none") == For()
