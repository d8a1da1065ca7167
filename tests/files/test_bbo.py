"""Sessions played at Bridge Base Online, from the pages that a director saves there."""

from __future__ import annotations

import contextlib
import io
import time
import zipfile
from collections.abc import Iterable
from fractions import Fraction

import pytest

from clubscore.extras.bbo.pages_read import DEEPEST, MOST_PAGES, SavedPage, read_page, zipped
from clubscore.files.event_format import ImportedEvent, Online
from clubscore.files.formats import joined, read_events
from clubscore.laws.errors import RuleError
from clubscore.ranking import EventFile, one_field, rank, read_event
from clubscore.ranking.member_numbers import read_member_number
from tests.files.bbo_made import (
    CYD,
    DEE,
    FAY,
    PRINTED,
    ROBOT,
    SESSION_TABLES,
    Table,
    hands_list,
    tournament,
    traveller,
    whole_session,
)


def read(pages: Iterable[bytes], **more: object) -> list[ImportedEvent]:
    """What pages that were chosen together come to."""
    named = [SavedPage(f"page {at}.html", page) for at, page in enumerate(pages, 1)]
    ((_name, content),) = joined(named)
    return read_events("pages.zip", content, **more)  # type: ignore[arg-type]


def one(pages: Iterable[bytes], **more: object) -> ImportedEvent:
    (found,) = read(pages, **more)
    return found


def refused(pages: Iterable[bytes]) -> RuleError:
    with pytest.raises(RuleError) as wrong:
        read(pages)
    return wrong.value


def results(told: EventFile) -> dict[tuple[int, str], tuple[int | None, str | None]]:
    """N-S's points and the contract of each line, by board and who sat North-South."""
    return {(each.board, str(each.ns)): (each.score, told.contract(each)) for each in told.results}


def test_all_pages_of_a_session_are_one_event_ranked_as_bbo_ranked_it() -> None:
    brought = one(whole_session().values())
    told = brought.told
    assert (brought.notes, brought.asks) == ((), ())
    assert told.about == {"name": "Portland Monday & friends", "date": "2026-03-02"}
    assert (told.scoring, told.winners) == ("matchpoints", 2)
    assert [
        (ranking.direction, row.entry.contestant.names, row.entry.percent)
        for ranking in rank(told).rankings
        for row in ranking.rows
    ] == [
        ("NS", ("ann_1", "bob 2"), Fraction(125, 2)),
        ("NS", ("cyd", "Robot"), Fraction(75, 2)),
        ("EW", ("dee", "Eve9"), Fraction(125, 2)),
        ("EW", ("fay", "gus"), Fraction(75, 2)),
    ]
    assert read_event(told.facts()).written() == told.written()


def test_what_the_page_counts_for_east_west_is_north_souths_here() -> None:
    told = one(whole_session().values()).told
    assert results(told) == {
        (1, "1"): (430, "3NT"), (1, "2"): (400, "3NT"),
        (2, "1"): (-200, "4HX"), (2, "2"): (90, "2D"),
        (3, "1"): (0, None), (3, "2"): (-80, "1S"),
        (4, "1"): (-140, "2S"), (4, "2"): (None, None),
    }  # fmt: skip
    first = told.results[0]
    assert (first.deal.declarer if first.deal else "", first.lead) == ("N", "S8")
    assert (told.boards[1].deal or "").startswith("N:3.J87.QJ9864.J93 K.AQ9432.A3.AKQ5")


def test_a_page_seen_from_north_south_tells_the_same() -> None:
    pages = {
        number: traveller(number, [each._replace(points=turned(each.points)) for each in tables],
                          "NS")
        for number, tables in SESSION_TABLES.items()
    }  # fmt: skip
    told = one([tournament(PRINTED, "%"), *pages.values()]).told
    assert results(told) == results(one(whole_session().values()).told)


def turned(points: str) -> str:
    return str(-int(points)) if points else ""


def test_a_score_that_its_contract_cannot_have_is_kept_and_said() -> None:
    wrong = [SESSION_TABLES[1][0]._replace(points="-460"), SESSION_TABLES[1][1]]
    brought = one([traveller(1, wrong), traveller(2, SESSION_TABLES[2])])
    assert results(brought.told)[1, "1"] == (460, None)
    assert "of 3NT only the score 460 was kept" in brought.notes[0]


@pytest.mark.parametrize(
    ("result", "score", "side", "expected"),
    [
        ("A==", "50.00%", "EW", ("50", "50")),
        ("A++", "60.00%", "EW", ("60", "60")),
        ("A+-", "60.00%", "EW", ("40", "60")),
        ("A-+", "60.00%", "EW", ("40", "60")),
        ("A+-", "-2.00", "EW", ("60", "40")),
        ("A+-", "60.00%", "NS", ("60", "40")),
    ],
)
def test_an_average_is_whose_the_score_says(
    result: str, score: str, side: str, expected: tuple[str, str]
) -> None:
    tables = [SESSION_TABLES[1][0], Table((*CYD, *FAY), result, "", score, ROBOT)]
    told = one([traveller(1, tables, side), traveller(2, SESSION_TABLES[2], side)], scoring="").told
    ruling = told.results[1].facts(None)["adjusted"]
    assert (ruling["ns"], ruling["ew"]) == expected


def test_imps_and_sections_are_read_from_the_tournament_page_with_or_without_strata() -> None:
    imps = {
        number: [each._replace(score=f"{at}.50") for at, each in enumerate(tables)]
        for number, tables in SESSION_TABLES.items()
    }
    sections = {
        "Section 1 N/S": [("ann_1+bob 2", "1.00", "1")],
        "Section 1 E/W": [("dee+Eve9", "1.00", "1")],
        "Section 2 N/S": [("cyd+Robot", "1.00", "1")],
        "Section 2 E/W": [("fay+gus", "1.00", "1")],
    }
    page = tournament(sections, "IMPs", strata=True)
    told = one([page, *(traveller(number, tables) for number, tables in imps.items())]).told
    assert told.scoring == "cross-imps"
    assert [who.section for who in told.contestants.values()] == ["1", "1", "2", "2"]
    assert {str(each.given_section) for each in told.results} == {"1", "2"}


def test_pages_of_before_call_the_column_of_user_names_otherwise() -> None:
    pages = [page.replace(b"<th>Username</th>", b"<th>Name</th>")
             for page in whole_session().values()]  # fmt: skip
    assert one(pages).told.written() == one(whole_session().values()).told.written()


def test_travellers_alone_are_an_event_with_one_ranking() -> None:
    brought = one(traveller(number, tables) for number, tables in SESSION_TABLES.items())
    assert brought.told.winners == 1
    assert brought.told.scoring == "matchpoints"
    assert [who.names for who in brought.told.contestants.values()] == [
        ("ann_1", "bob 2"), ("dee", "Eve9"), ("cyd", "Robot"), ("fay", "gus"),
    ]  # fmt: skip


def test_the_same_table_on_two_pages_counts_once() -> None:
    twice = [traveller(1, SESSION_TABLES[1]), traveller(2, SESSION_TABLES[2])]
    other = [each._replace(points=turned(each.points)) for each in SESSION_TABLES[1]]
    told = one([*twice, traveller(1, other, "NS")]).told
    assert len(told.results) == 4


def test_a_stand_in_is_of_the_pair_that_entered() -> None:
    changed = {**SESSION_TABLES, 4: [
        Table(("ann_1", "zoe", *FAY), "2SW+1", "140", "50.00%"), SESSION_TABLES[4][1],
    ]}  # fmt: skip
    for listed in ([tournament(PRINTED, "%")], []):
        pages = (traveller(number, tables) for number, tables in changed.items())
        brought = one([*listed, *pages])
        first = brought.told.contestants["1"]
        assert first.names == ("ann_1", "bob 2", "zoe")
        assert len(brought.told.contestants) == 4
        assert "zoe stood in for one of ann_1 & bob 2." in brought.notes


def test_pairs_of_robots_are_told_apart_by_their_movies() -> None:
    def bots(north: str, south: str, ew: tuple[str, str]) -> Table:
        called = {"N": f"~~M{north}", "S": f"~~M{south}"}
        return Table(("GiB", "GiB", *ew), "3NN=", "-400", "50.00%", called)

    pages = [traveller(n, [bots("1", "2", DEE), bots("3", "4", FAY)]) for n in (1, 2)]
    told = one(pages).told
    assert [who.names for who in told.contestants.values()].count(("Robot", "Robot")) == 2
    nameless = [Table(("GiB", "GiB", *ew), "3NN=", "-400", "50.00%") for ew in (DEE, FAY)]
    told = one([traveller(1, nameless), traveller(2, nameless)]).told
    assert [str(each.ns) for each in told.results] == ["1"] * 4


def test_a_list_of_hands_numbers_boards_and_names_those_that_are_missing() -> None:
    mine = {number: tables[0] for number, tables in SESSION_TABLES.items()}
    nameless = traveller(2, SESSION_TABLES[2]).replace(b"Board%202", b"Board")
    brought = one([hands_list(mine), traveller(1, SESSION_TABLES[1]), nameless])
    assert sorted(brought.told.boards) == [1, 2]
    assert "The travellers of boards 3, 4 are not among the pages." in brought.notes
    assert "does not say which board" in str(refused([nameless, traveller(1, SESSION_TABLES[1])]))


def test_pages_of_two_tournaments_are_two_events() -> None:
    other = traveller(1, SESSION_TABLES[1], session="70002-1772564400")
    both = read([traveller(1, SESSION_TABLES[1]), other, traveller(2, SESSION_TABLES[2])])
    assert [each.told.about["date"] for each in both] == ["2026-03-02", "2026-03-03"]
    assert [len(each.told.boards) for each in both] == [2, 1]


def test_the_day_is_the_clubs_and_not_the_sites() -> None:
    late = traveller(1, SESSION_TABLES[1], session="70002-1772490600")  # 22:30 UTC
    online = Online({}, "Pacific/Auckland")
    assert one([late, traveller(2, SESSION_TABLES[2], session="70002-1772490600")],
               online=online).told.about["date"] == "2026-03-03"  # fmt: skip


def test_members_come_in_by_their_names_and_others_as_they_play() -> None:
    online = Online({"ann_1": "Ann Ash", "eve9": "Evelyn Elm"})
    told = one(whole_session().values(), online=online).told
    assert told.contestants["1"].names == ("Ann Ash", "bob 2")
    assert told.contestants["3"].names == ("dee", "Evelyn Elm")
    assert told.contestants["3"].numbers == ((("bbo", "dee"),), (("bbo", "eve9"),))
    assert told.contestants["2"].numbers == ((("bbo", "cyd"),), ())


def test_it_is_ranked_together_with_a_room_that_played_the_same_boards() -> None:
    told = one(whole_session().values()).told
    facts = told.facts()
    facts["club"] = "The room"
    for who in facts["contestants"]:
        who.pop("numbers", None)
    field = one_field([told, read_event(facts)])
    assert len(field.results) == 2 * len(told.results)
    assert field.contestants["1.1"].names == ("ann_1", "bob 2")


def test_a_user_name_is_the_same_in_capitals() -> None:
    assert read_member_number("bbo", " Dinosaur  1") == read_member_number("bbo", "dinosaur 1")
    assert read_member_number("bbo", "gulliver_") == "gulliver_"
    for bad in ("ann+bob", "a" * 21, "x<y", "#12"):
        with pytest.raises(RuleError):
            read_member_number("bbo", bad)


def test_what_a_page_is_not_is_said() -> None:
    mine = {number: tables[0] for number, tables in SESSION_TABLES.items()}
    for pages, said in (
        ([hands_list(mine)], "No traveller of a board is here"),
        ([tournament(PRINTED, "%")], "No traveller of a board is here"),
        ([b"<html><body><p>Sign in</p></body></html>"], "no page of BBO that is known here"),
        ([tournament({})], "lists no section"),
        ([b"<html><table class=bbo_t_l></table><table class=sectiontable>"], "lists no section"),
        ([tournament({"Section 1": [("solo", "50.00%", "1")]}, "%")], "individuals are not read"),
        ([traveller(1, [])], "no result of a tournament of pairs"),
        ([traveller(1, SESSION_TABLES[1]).replace(b"EW Points", b"Punkte")], "from whose side"),
        ([traveller(1, SESSION_TABLES[1])[:2100]], "tag does not end"),
    ):
        assert said in str(refused(pages)), pages


def test_what_is_wrong_is_told_with_its_page_and_line() -> None:
    wrong = traveller(2, SESSION_TABLES[2]).replace(b"2<span", b"9<span")
    line = wrong[: wrong.index(b"9<span")].count(b"<tr")
    assert line
    (told,) = one([traveller(1, SESSION_TABLES[1]), wrong]).notes
    where = told.partition(",")[2].partition(",")[0]
    assert told.startswith(f"page 2.html,{where}, board 2: ")
    number = int(where.removeprefix(" line "))
    assert b"<tr" in wrong.splitlines()[number - 1]


def test_individuals_show_in_their_many_partners() -> None:
    others = ("bob", "cyd", "dan", "eli")
    pages = [
        traveller(n, [Table(("ann", other, *DEE), "1NN=", "-90", "50%")])
        for n, other in enumerate(others, 1)
    ]
    assert "has played with 4 partners" in str(refused(pages))


def test_the_scoring_is_asked_for_where_no_page_shows_it() -> None:
    plain = [each._replace(score="3") for each in SESSION_TABLES[1]]
    content = traveller(1, plain)
    with pytest.raises(RuleError, match="scoring is not recognised"):
        read_events("x.html", content)
    (found,) = read_events("x.html", content, ask=True)
    assert [ask.what for ask in found.asks] == ["scoring"]


def test_nothing_in_a_page_is_run_or_shown_as_more_than_text() -> None:
    evil = '"><script>alert(1)</script><b>x'
    tables = [Table((evil, "bob 2", *DEE), "3NN=", "-400", "50.00%"), SESSION_TABLES[1][1]]
    told = one([traveller(1, tables), traveller(2, SESSION_TABLES[2])]).told
    names = [name for who in told.contestants.values() for name in who.names]
    assert evil in names
    entities = b'<!DOCTYPE html [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><html>&b;</html>'
    assert "&b;" in read_page(entities).text
    assert read_page(b"<p>&#99999999999999999999999999;&#x110000;</p>").text


HUGE = 400_000


@pytest.mark.parametrize(
    "content",
    [
        b"<!--" * HUGE,
        b"<a" * HUGE,
        b'<a b="' * HUGE,
        b"<script>" + b"</script" * HUGE,
        b"<" * HUGE,
        b"</td>" * HUGE,
        b"<!" * HUGE,
        b"&" * HUGE,
        b"<p " + b"a=" * 9000 + b">",
    ],
)
def test_a_page_is_gone_through_once(content: bytes) -> None:
    begun = time.process_time()
    with contextlib.suppress(RuleError):
        read_page(content)
    assert time.process_time() - begun < 10


def test_a_page_that_is_deeper_or_longer_than_any_is_refused() -> None:
    for content in (b"<div>" * (DEEPEST + 1), b"<p></p>" * 200_001):
        with pytest.raises(RuleError, match="more in this page"):
            read_page(content)


def packed(*pages: tuple[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as into:
        for name, content in pages:
            into.writestr(name, content)
    return out.getvalue()


def test_a_zip_of_pages_is_opened_within_limits() -> None:
    whole = packed(
        *((f"../../{name}", page) for name, page in whole_session().items()),
        ("__MACOSX/._Results.html", b"\0"),
        ("board 1_files/.hidden.html", b"\0"),
        ("readme.txt", b"x"),
    )
    (found,) = read_events("x.zip", whole)
    assert len(found.told.results) == 8
    for content, said in (
        (packed(("x.txt", b"")), "no saved web page"),
        (packed(("x.html", b" " * 17_000_000)), "larger than 16 MB"),
        (packed(*((f"{n}.html", b"") for n in range(MOST_PAGES + 1))), "more than 200 pages"),
        (whole[: len(whole) // 2], "zip file is damaged"),
        (whole.replace(b"PK\3\4\x14\0\0\0", b"PK\3\4\x14\0\1\0")
         .replace(b"PK\1\2\x14\3\x14\0\0\0", b"PK\1\2\x14\3\x14\0\1\0"), "with a password"),
    ):  # fmt: skip
        with pytest.raises(RuleError) as wrong:
            read_events("x.zip", content)
        assert said in str(wrong.value)


def test_files_of_other_kinds_stay_beside_the_pages() -> None:
    usebio = SavedPage("a.xml", b"<?xml version='1.0'?><USEBIO/>")
    single = SavedPage("a.html", b"<!DOCTYPE html><p>")
    assert joined([usebio, single]) == [usebio, single]
    other = SavedPage("b.html", b"<html>")
    assert joined([single, usebio, other]) == [
        SavedPage("a.html", zipped([single, other])), usebio,
    ]  # fmt: skip
