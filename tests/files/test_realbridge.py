"""Sessions played at RealBridge: USEBIO 1.2 with what it has besides, and matches of pairs.

The files are made here, of invented people. That RealBridge writes USEBIO with the number typed at
login, `#123` and `tmp:`, and that Swiss pairs occur, is published; the form of their matches is
that of two public programs (docs/files.md).
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from html import unescape

import pytest
from django.test import Client

from clubscore.events.models import Event as Told
from clubscore.files.formats import read_events
from clubscore.files.pbn import write_pbn_event
from clubscore.files.usebio_writing import write_usebio
from clubscore.laws.errors import RuleError
from clubscore.ranking import EventFile, one_field, rank, read_event
from tests.files.test_event_pages import bring, director, upload  # noqa: F401
from tests.house import House

NUMBERS = ("00123456", "#123", "tmp:7a", "0", "234567", "", "345678", "456789")
NAMES = ("Ann Ash", "Bob Bee", "Cyd Cole", "Dan Dow", "Eve Elm", "Fay Fox", "Gus Gee", "Hal Hay")
# Pair numbers, declarer, contract, tricks, N-S's points and matchpoints, board by board.
PLAYED = (
    (1, "1", "2", "N", "3NT", 9, 400, (0, 2)),
    (1, "3", "4", "S", "4H", 11, 450, (2, 0)),
    (2, "1", "2", "E", "2S", 8, -110, (0, 2)),
    (2, "3", "4", "E", "2S", 7, 50, (2, 0)),
)
PLAY = (
    "<AUCTION><BID>1NT</BID><BID>PASS</BID></AUCTION><PLAY><TRICK>SA S2 S3 S4</TRICK></PLAY>"
    "<LIN_DATA>pn|a,b,c,d|md|1|</LIN_DATA>"
)


def pair(number: int, total: str, place: str) -> str:
    two = "".join(
        f"<PLAYER><PLAYER_NAME>{NAMES[at]}</PLAYER_NAME>"
        f"<NATIONAL_ID_NUMBER>{NUMBERS[at]}</NATIONAL_ID_NUMBER></PLAYER>"
        for at in (2 * number - 2, 2 * number - 1)
    )
    return (
        f"<PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER><DIRECTION></DIRECTION>"
        f"<TOTAL_SCORE>{total}</TOTAL_SCORE><PLACE>{place}</PLACE>{two}</PAIR>"
    )


def line(at: int, *, seats: bool = True) -> str:
    _board, ns, ew, by, contract, tricks, score, (won, lost) = PLAYED[at]
    who = f"<NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER>"
    return (
        f"<TRAVELLER_LINE>{who if seats else ''}<CONTRACT>{contract}</CONTRACT>"
        f"<PLAYED_BY>{by}</PLAYED_BY><LEAD>SA</LEAD><TRICKS>{tricks}</TRICKS>"
        f"<SCORE>{score}</SCORE><NS_MATCH_POINTS>{won}</NS_MATCH_POINTS>"
        f"<EW_MATCH_POINTS>{lost}</EW_MATCH_POINTS>{PLAY}</TRAVELLER_LINE>"
    )


def file(kind: str, more: str, pairs: str, body: str) -> bytes:
    return (
        '<?xml version="1.0"?>\n<!DOCTYPE USEBIO SYSTEM "usebio_v1_2.dtd">\n'
        '<USEBIO Version="1.2"><CLUB><CLUB_NAME>Portland</CLUB_NAME></CLUB>\n'
        f'<EVENT EVENT_TYPE="{kind}"><PROGRAM_NAME>RealBridge</PROGRAM_NAME>'
        f"<EVENT_DESCRIPTION>Monday online</EVENT_DESCRIPTION><DATE>02/03/2026</DATE>{more}\n"
        f'<PARTICIPANTS EVENT_TYPE="{kind}">{pairs}</PARTICIPANTS>\n{body}</EVENT></USEBIO>'
    ).encode()


def plain_pairs() -> bytes:
    totals = (("0", "3="), ("4", "1="), ("4", "1="), ("0", "3="))
    pairs = "".join(pair(number, *told) for number, told in enumerate(totals, 1))
    boards = "".join(
        f"<BOARD><BOARD_NUMBER>{board}</BOARD_NUMBER>"
        f"{line(2 * board - 2)}{line(2 * board - 1)}</BOARD>"
        for board in (1, 2)
    )
    return file("MP_PAIRS", "<WINNER_TYPE>1</WINNER_TYPE>", pairs, boards)


VPS = "<MATCH_SCORING_METHOD>VPS</MATCH_SCORING_METHOD>"


def swiss(
    totals: tuple[tuple[str, str], ...] = (("3.5", "4"), ("16.5", "2"), ("19", "1"), ("4", "3")),
    *,
    scores: tuple[tuple[str, str], ...] = (("3.5", "16.5"), ("19", "1")),
    tags: tuple[str, str, str, str] = ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER", "NS_SCORE", "EW_SCORE"),
    more: str = VPS,
) -> bytes:
    """One round; pair 4 has three points more than its match brought."""
    pairs = "".join(pair(number, *told) for number, told in enumerate(totals, 1))
    matches = ""
    for table, (ns, ew) in enumerate((("1", "2"), ("3", "4"))):
        told = dict(zip(tags, (ns, ew, *scores[table]), strict=True))
        head = "".join(f"<{tag}>{text}</{tag}>" for tag, text in told.items() if text)
        boards = "".join(
            f"<BOARD><BOARD_NUMBER>{board}</BOARD_NUMBER>"
            f"{line(2 * (board - 1) + table, seats=False)}</BOARD>"
            for board in (1, 2)
        )
        matches += f"<MATCH><ROUND_NUMBER>1</ROUND_NUMBER>{head}{boards}</MATCH>\n"
    section = f'<SESSION SESSION_ID="1"><SECTION SECTION_ID="A">{matches}</SECTION></SESSION>'
    return file("SWISS_PAIRS", more, pairs, section)


def ranking(told: EventFile) -> list[tuple[str, str, Fraction]]:
    (one,) = rank(told).rankings
    return [(row.place, row.entry.contestant.number, row.entry.score) for row in one.rows]


def test_pairs_of_realbridge_come_in_with_numbers_and_without_auction_and_play() -> None:
    (back,) = read_events("x.xml", plain_pairs(), scheme="ebu")
    told = back.told
    assert back.notes == back.asks == ()
    assert ranking(told) == [("1=", "2", 4), ("1=", "3", 4), ("3=", "1", 0), ("3=", "4", 0)]
    assert [dict(each) for who in told.contestants.values() for each in who.numbers] == [
        {"ebu": "00123456"}, {}, {"ebu": "234567"}, {}, {"ebu": "345678"}, {"ebu": "456789"},
    ]  # fmt: skip
    assert told.results[0].lead == "SA"


def test_swiss_pairs_are_ranked_by_the_victory_points_of_their_matches() -> None:
    (back,) = read_events("x.xml", swiss())
    told = back.told
    assert back.notes == ()
    assert (told.scoring, told.contestants_are) == ("match-vp", "pairs")
    assert ranking(told) == [
        ("1", "3", 19), ("2", "2", Fraction(33, 2)), ("3", "4", 4), ("4", "1", Fraction(7, 2)),
    ]  # fmt: skip
    assert [(each.round, each.ns, each.ew, each.score) for each in told.results] == [
        (1, "1", "2", 400), (1, "1", "2", -110), (1, "3", "4", 450), (1, "3", "4", 50),
    ]  # fmt: skip
    assert [each.match_vp for each in told.results] == [
        (Fraction(7, 2), Fraction(33, 2)), None, (19, 1), None,
    ]  # fmt: skip


def test_what_no_match_brought_is_carried_over() -> None:
    (back,) = read_events("x.xml", swiss())
    assert {who.number: who.carry_over for who in back.told.contestants.values()} == {
        "1": None, "2": None, "3": None, "4": 3,
    }  # fmt: skip


def test_matches_named_as_those_of_teams_are_read_too() -> None:
    tags = ("TEAM", "OPPOSING_TEAM", "TEAM_SCORE", "OPPOSING_TEAM_SCORE")
    (named, usual) = (read_events("x", each)[0].told for each in (swiss(tags=tags), swiss()))
    assert named.facts() == usual.facts()


def test_without_victory_points_swiss_pairs_are_ranked_by_their_boards() -> None:
    none = (("", ""), ("", ""))
    totals = (("0", "3="), ("4", "1="), ("4", "1="), ("0", "3="))
    method = "<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>"
    (back,) = read_events("x.xml", swiss(totals, scores=none, more=method))
    assert (back.told.scoring, back.notes) == ("matchpoints", ())
    assert ranking(back.told)[0] == ("1=", "2", 4)
    with pytest.raises(RuleError, match="scoring is not recognised"):
        read_events("x.xml", swiss(totals, scores=none, more="").replace(b"_MATCH_POINTS", b"_X"))


def test_a_match_without_boards_is_refused() -> None:
    content = swiss()
    at = content.index(b"<BOARD>")
    emptied = content[:at] + content[content.index(b"</MATCH>") :]
    with pytest.raises(RuleError, match="no board with its result") as wrong:
        read_events("x.xml", emptied)
    assert wrong.value.where == "line 6, column 49"


def test_who_differs_from_what_is_printed_is_named() -> None:
    totals = (("3.5", "1"), ("16.5", "2"), ("19", "1"), ("4", "3"))
    (back,) = read_events("x.xml", swiss(totals))
    assert back.notes == ("1: the place is 4 here and 1 in the file",)


def test_what_went_out_comes_back_the_same() -> None:
    (back,) = read_events("x.xml", swiss())
    text = back.told.written()
    assert read_event(json.loads(text)).written() == text
    content = write_usebio(back.told)
    assert b'EVENT_TYPE="SWISS_PAIRS"' in content
    for tag in (b"<NS_PAIR_NUMBER>3</NS_PAIR_NUMBER>", b"<EW_SCORE>16.50</EW_SCORE>", b"VPS"):
        assert content.count(tag) == 1, tag
    (again,) = read_events("x.xml", content)
    assert again.notes == ()
    for who in (facts := back.told.facts())["contestants"]:
        who.pop("numbers", None)
    assert again.told.facts() == facts
    turned = back.told.facts()
    last = turned["results"][3]
    last["ns"], last["ew"] = last["ew"], last["ns"]
    (again,) = read_events("x.xml", write_usebio(read_event(turned)))
    assert again.told.facts()["results"] == turned["results"]
    with pytest.raises(RuleError, match="PBN cannot hold"):
        write_pbn_event(back.told)


def test_points_of_matches_are_told_once_at_least() -> None:
    facts = read_events("x.xml", swiss())[0].told.facts()
    for each in facts["results"]:
        each.pop("match_vp", None)
    with pytest.raises(RuleError, match="No result says") as wrong:
        read_event(facts)
    assert wrong.value.where == "results"
    facts["results"][0]["match_vp"] = {"ns": "a lot", "ew": "1"}
    with pytest.raises(RuleError) as wrong:
        read_event(facts)
    assert wrong.value.where == "results[0].match_vp.ns"


def test_a_session_played_elsewhere_is_one_field_with_another() -> None:
    (back,) = read_events("x.xml", swiss())
    field = one_field([back.told, back.told])
    assert ranking(field)[0][2] == 19
    (pairs,) = read_events("x.xml", plain_pairs())
    assert len(one_field([pairs.told, pairs.told]).results) == 8


@pytest.mark.django_db
def test_every_page_and_paper_of_swiss_pairs_opens(
    house: House,
    director: Client,  # noqa: F811
) -> None:
    preview = upload(director, swiss(), "swiss.xml")
    assert preview.status_code == 200
    page = bring(director, preview)
    found = Told.objects.get()
    ranking_page = page.content.decode()
    assert "Eve Elm &amp; Fay Fox" in ranking_page
    assert "19.0" in ranking_page
    event = f"/event/{found.pk}"
    shown = {
        each
        for where in (f"{event}/ranking/", f"{event}/files/", f"{event}/")
        for each in re.findall(
            rf'href="({event}/[^"#]*)"', director.get(where, follow=True).content.decode()
        )
    }
    assert len(shown) > 5
    for each in sorted(shown):
        answer = director.get(unescape(each), follow=True)
        assert answer.status_code in (200, 422), each
        if answer.status_code == 422:
            assert "cannot hold" in answer.content.decode() or "MyABF" in answer.content.decode()
    for path in (f"{event}/board/1/", f"{event}/contestant/1/", f"{event}/travellers.pdf"):
        assert director.get(path).status_code in (200, 404), path
