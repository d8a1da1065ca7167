"""The pages of somebody's years: their figures counted again, and where each of them leads."""

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from html import unescape
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.database import forget_what_was_read
from clubscore.club.federation_numbers import merge_people
from clubscore.club.models import Club, Person, Role
from clubscore.events.imported import FileSource, bring_in_event
from clubscore.events.models import Event, PersonBoards
from clubscore.extras.years.boards import keep as keep_event
from clubscore.extras.years.boards import stale_events
from clubscore.jobs.models import Job
from clubscore.ranking import read_event
from tests.events.evenings import Evening
from tests.gazette.nights import a_file
from tests.house import House, client_of, make_user
from tests.over_years.played_here import file_of, people_of, play_whole
from tests.over_years.recount import boards_of
from tests.remembered import remembered
from tests.rubbers.test_season import two_games

pytestmark = pytest.mark.django_db
CELL = re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>", re.S)
FOR_EARS = re.compile(r'<span class="visually-hidden">.*?</span>', re.S)
LINK = re.compile(r'<a[^>]*href="([^"]*/boards/\?[^"]*)"[^>]*>\s*(\d+)[^<]*</a>')
SIDES = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}


def text_of(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def tables_of(page: str) -> list[list[list[str]]]:
    """The rows of each table of a page but those of pictures, as eyes read them; no notes."""
    page = re.sub(r"<figure.*?</figure>", "", page, flags=re.S)
    found = []
    for body in re.findall(r"<tbody>(.*?)</tbody>", page, re.S):
        rows = [row for row in re.findall(r"<tr.*?</tr>", body, re.S) if "note-row" not in row]
        cells = [[text_of(FOR_EARS.sub("", c)) for c in CELL.findall(row)] for row in rows]
        found.append(cells)
    return found


class Years:
    """A club with two events of files, in matchpoints and IMPs, and one played here."""

    def __init__(self) -> None:
        self.evening = play_whole(Evening(6, boards=6), 11)
        self.club: Club = self.evening.club
        self.person = self.evening.people[0]
        people = self.evening.people
        self.boards: list[dict[str, Any]] = []
        self._add(file_of(self.evening), people_of(self.evening))
        for seed, scoring, day in (
            (21, "matchpoints", "2024-03-05"),
            (22, "cross-imps", "2025-05-06"),
        ):
            file = a_file(seed, 3, 3) | {"scoring": scoring, "date": day}
            spots = [(each["number"], n) for each in file["contestants"] for n in (0, 1)]
            linked = dict(zip(spots, people, strict=True))
            event = bring_in_event(
                club=self.club, told=read_event(file), source=FileSource("a.json"),
                actor=self.evening.actor, people={spot: who.pk for spot, who in linked.items()},
            )  # fmt: skip
            Event.objects.filter(pk=event.pk).update(ranking_open=True)
            sides: dict[str, list[int]] = defaultdict(list)
            for (number, _order), who in linked.items():
                sides[number].append(who.pk)
            self._add(file, sides)
        self.login = make_user(self.club, "ann", Role.PLAYER, self.person)
        self.director = make_user(self.club, "dora", Role.DIRECTOR)

    def _add(self, file: dict[str, Any], sides: dict[str, list[int]]) -> None:
        """Count the person's boards of an event once more, from its file."""
        (own,) = (number for number, both in sides.items() if self.person.pk in both)
        seat = sides[own].index(self.person.pk)
        for each in boards_of(file, own):
            result = next(
                one for one in file["results"]
                if one["board"] == each["board"] and own in (one["ns"], one["ew"])
            )  # fmt: skip
            other = result["ew" if each["side"] == "NS" else "ns"]
            self.boards.append(each | {
                "partner": sides[own][1 - seat], "opponents": sides[other],
                "unit": file["scoring"], "seat": each["side"][seat] if "format" not in file else "",
            })  # fmt: skip

    def of(self, wanted: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
        return [each for each in self.boards if wanted(each)]

    def get(self, name: str, user: Any = None, **more: Any) -> str:
        """A page of the person's over all years, as the person sees it."""
        args = {"person": self.person.pk, **{k: v for k, v in more.items() if k == "other"}}
        asked = {"year": "all", **{k: v for k, v in more.items() if k != "other"}}
        answer = client_of(user or self.login).get(reverse(name, kwargs=args), asked)
        assert answer.status_code == 200
        page: str = answer.content.decode()
        return page


@pytest.fixture
def years() -> Years:
    forget_what_was_read()
    return remembered(Years, Years)


def average(boards: Iterable[dict[str, Any]], unit: str) -> str:
    """An average as a column has it: half away from zero at the second decimal."""
    won = [each["won"] for each in boards if each["unit"] == unit and each["won"] is not None]
    if not won:
        return ""
    value = Fraction(sum(won), len(won)) * (100 if unit == "matchpoints" else 1)
    hundredths = int(abs(value) * 100 + Fraction(1, 2))
    text = f"{hundredths // 100}.{hundredths % 100:02}"
    if unit == "matchpoints":
        return text
    text = text.rstrip("0").rstrip(".")
    return ("−" if value < 0 else "+" if value > 0 else "") + text


def wrong_people(years: Years, page: str) -> list[Any]:
    """The rows of both tables of people that are not as counted; each has all its columns."""
    wrong = []
    for way, rows in zip(("partner", "opponents"), tables_of(page), strict=True):
        for name, evenings, count, percent, imps in rows:
            who = Person.objects.get(club=years.club, short_name=name).pk
            boards = [each for each in years.boards if who in as_list(each[way])]
            units = {each["unit"] for each in boards}
            expected = [str(len(boards)), average(boards, "matchpoints"),
                        average(boards, "cross-imps")]  # fmt: skip
            if [count, percent, imps] != expected or int(evenings) < len(units):
                wrong.append((way, name, count, percent, imps, expected))
        wrong += [] if len(rows) == len(everybody(years, way)) else [way]
    return wrong


def as_list(value: Any) -> list[int]:
    return value if isinstance(value, list) else [value]


def everybody(years: Years, way: str) -> set[int]:
    return {who for each in years.boards for who in as_list(each[way])}


def test_partners_and_opponents_are_those_of_the_boards(years: Years) -> None:
    page = years.get("person-partners")
    assert wrong_people(years, page) == []
    assert len(tables_of(page)[0]) + len(tables_of(page)[1]) > 6
    for figure in (average(years.boards, "matchpoints"), "events"):
        assert figure
    rows = tables_of(page)[1]
    for at in range(2, 5):
        broken = page.replace(f">{rows[0][at]}<", ">99<").replace(rows[0][at], "99", 1)
        assert wrong_people(years, broken) != []


def test_the_average_of_the_years_and_its_boards(years: Years) -> None:
    page = text_of(years.get("person-years"))
    shares = [each for each in years.boards if each["unit"] == "matchpoints" and each["won"]]
    count = sum(each["won"] is not None and each["unit"] == "matchpoints" for each in years.boards)
    assert f"{average(years.boards, 'matchpoints')} % on {count} boards:" in page
    imps = sum(each["won"] is not None and each["unit"] == "cross-imps" for each in years.boards)
    assert f"{average(years.boards, 'cross-imps')} IMPs a board on {imps} boards:" in page
    assert f"{len(years.boards)} boards" in page and shares


def test_only_the_boards_of_the_year_that_is_chosen(years: Years) -> None:
    assert text_of(years.get("person-boards", year="2025")).count("6 May 2025") == 6
    newest = text_of(years.get("person-boards", year=""))
    assert "2024" not in tables_text(newest) and "2025" not in tables_text(newest)
    # What is no year of theirs is the newest.
    assert text_of(years.get("person-boards", year="1914")) == newest


def tables_text(page: str) -> str:
    return page.partition("Narrow the list")[2]


@pytest.mark.parametrize("name", ["person-partners", "person-contracts", "person-years"])
def test_every_number_of_boards_leads_to_so_many_boards(name: str, years: Years) -> None:
    page, client, seen = years.get(name), client_of(years.login), 0
    for address, number in LINK.findall(page):
        led = client.get(unescape(address)).content.decode()
        heading = text_of(re.findall(r"<h2.*?</h2>", led, re.S)[0])
        assert heading.startswith((f"{number} board ", f"{number} boards")), (address, heading)
        assert len(tables_of(led)[0]) == min(50, int(number))
        seen += 1
    assert seen >= (1 if name == "person-years" else 5)


def contract_rows(years: Years) -> dict[tuple[str, str], list[dict[str, Any]]]:
    """The boards of each row of the tables of contracts: {(whose, level)}."""
    found: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for each in years.boards:
        if not each["declarer"]:
            continue
        ours = SIDES[each["declarer"]] == each["side"]
        whose = "theirs" if not ours else "ours" if not each["seat"] else (
            "own" if each["declarer"] == each["seat"] else "partner"
        )  # fmt: skip
        found[whose, each["contract"][0]].append(each)
    return found


def to_field(boards: list[dict[str, Any]]) -> str:
    """Tricks a board more than the field, as a column has them."""
    more = []
    for each in boards:
        total, tables = each["others"]
        if tables:
            sign = 1 if SIDES[each["declarer"]] == each["side"] else -1
            more.append(sign * (each["tricks"] - Fraction(total, tables)))
    if not more:
        return ""
    value = Fraction(sum(more), len(more))
    hundredths = int(abs(value) * 100 + Fraction(1, 2))
    text = f"{hundredths // 100}.{hundredths % 100:02}".rstrip("0").rstrip(".")
    return ("−" if value < 0 and hundredths else "+" if value > 0 else "") + text


def wrong_contracts(years: Years, page: str) -> list[Any]:
    """The rows of contracts by level that are not as counted."""
    expected, wrong, seen = contract_rows(years), [], set()
    for part in re.findall(r'<section class="card" aria-labelledby="(\w+)"', page):
        if part not in ("own", "partner", "ours", "theirs"):
            continue
        section = page.partition(f'aria-labelledby="{part}"')[2]
        head = section.partition("</thead>")[0]
        heads = [text_of(each) for each in re.findall(r'<th scope="col".*?</th>', head, re.S)]
        for row in tables_of(section.partition("</tbody>")[0] + "</tbody>")[0]:
            told = dict(zip(heads, row, strict=True))
            boards = expected[part, told["level"]]
            made = sum(each["over"] >= 0 for each in boards)
            counted = {
                "level": told["level"], "boards": str(len(boards)), "made": str(made),
                "down": str(len(boards) - made), "%": average(boards, "matchpoints"),
                "IMPs": average(boards, "cross-imps"), "to field": to_field(boards),
            }  # fmt: skip
            wrong += [(part, told)] if any(counted[name] != told[name] for name in told) else []
            seen.add((part, told["level"]))
    return wrong if seen == set(expected) else [*wrong, seen ^ set(expected)]


def test_contracts_by_level_and_by_whose_they_were(years: Years) -> None:
    page = years.get("person-contracts")
    assert wrong_contracts(years, page) == []
    assert {whose for whose, _level in contract_rows(years)} == {"own", "partner", "ours", "theirs"}
    for name in ("made", "others", "won"):
        broken = Years.__new__(Years)
        broken.boards = [dict(each) for each in years.boards]
        for each in broken.boards:
            if each["declarer"]:
                each["over"] = 5 if name == "made" else each["over"]
                each["others"] = (1, 1) if name == "others" else each["others"]
                each["won"] = Fraction(1, 7) if name == "won" else each["won"]
        assert wrong_contracts(broken, page) != []


def test_leads_are_counted_where_they_were_noted(years: Years) -> None:
    after = {"N": "E", "E": "S", "S": "W", "W": "N"}
    noted = years.of(lambda each: bool(each["lead"]) and bool(each["seat"]))
    own = [each for each in noted if after[each["declarer"]] == each["seat"]]
    assert len(own) > 1
    page = years.get("person-contracts").partition('aria-labelledby="leads"')[2]
    counts = {row[0]: int(row[1]) for row in tables_of(page)[0]}
    names = {"C": "Clubs", "D": "Diamonds", "H": "Hearts", "S": "Spades"}
    expected: dict[str, int] = defaultdict(int)
    for each in own:
        expected[names[each["lead"][0]]] += 1
    assert counts == dict(expected)


def test_head_to_head_has_both_together_and_against(years: Years) -> None:
    (partner,) = {each["partner"] for each in years.boards if each["unit"] == "cross-imps"}
    page = text_of(years.get("person-against", other=partner))
    together = years.of(lambda each: each["partner"] == partner)
    assert f"Together {len(together)} boards ·" in page
    assert average(together, "matchpoints") in page
    better = sum(each["won"] is not None and each["won"] > each["mean"] for each in together)
    compared = sum(each["won"] is not None for each in together)
    assert f"Better than the field on {better} of {compared} boards." in page
    assert "You two have not met in these years." in page


def test_a_ruling_and_a_board_that_was_passed_are_told(years: Years) -> None:
    page = years.get("person-boards", went="passed")
    passed = years.of(lambda each: each["contract"] == "pass")
    assert len(tables_of(page)[0]) == max(1, len(passed))
    every = tables_of(years.get("person-boards"))[0]
    assert len(every) == len(years.boards)
    scores = sorted(row[2] for row in every)
    assert scores == sorted(signed(each["score"]) for each in years.boards)


def signed(score: int) -> str:
    return f"+{score}" if score > 0 else str(score).replace("-", "−")


def test_what_is_not_kept_is_asked_for_and_what_is_kept_is_not(years: Years) -> None:
    assert not Job.objects.filter(kind="person-boards").exists()
    first = years.get("person-boards")
    assert Job.objects.filter(kind="person-boards").count() == 1
    Job.objects.all().delete()
    for event in stale_events(years.club):
        keep_event(event)
    assert years.get("person-boards") == first
    assert not Job.objects.exists() and PersonBoards.objects.count() == 36


def test_a_page_is_read_where_nothing_can_be_written(
    years: Years, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_club: Club) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr("clubscore.extras.years.pages.ask_for", full)
    assert len(tables_of(years.get("person-boards"))[0]) == len(years.boards)


QUERIES = {"person-years": 32, "person-partners": 26, "person-against": 26, "person-boards": 22,
           "person-contracts": 20}  # fmt: skip


@pytest.mark.parametrize("name", sorted(QUERIES))
def test_no_page_asks_for_more_where_more_was_played(name: str, years: Years) -> None:
    for event in stale_events(years.club):
        keep_event(event)
    more = {"other": years.evening.people[4].pk} if name == "person-against" else {}

    address = reverse(name, kwargs={"person": years.person.pk, **more})
    client = client_of(years.login)

    def queries(year: str) -> int:
        client.get(address, {"year": year})
        with CaptureQueriesContext(connection) as asked:
            client.get(address, {"year": year})
        return len(asked)

    assert queries("all") <= queries("2025") <= QUERIES[name]


PAGES = ("person-years", "person-partners", "person-boards", "person-contracts")


@pytest.mark.parametrize("name", PAGES)
def test_pages_are_for_the_person_and_for_whoever_runs_the_room(name: str, years: Years) -> None:
    other = make_user(years.club, "bob", Role.PLAYER, years.evening.people[1])
    address = reverse(name, args=[years.person.pk])
    assert client_of(other).get(address).status_code == 403
    assert Client().get(address).status_code in (302, 403)
    assert client_of(years.director).get(address).status_code == 200


def test_nobody_sees_another_clubs(years: Years, other_house: House) -> None:
    login = other_house.logins[Role.DIRECTOR]
    for name in PAGES:
        address = reverse(name, args=[years.person.pk])
        assert client_of(login).get(address).status_code == 404
    stranger = other_house.people[0].pk
    address = reverse("person-against", args=[years.person.pk, stranger])
    assert client_of(years.director).get(address).status_code == 404
    address = reverse("person-against", args=[years.person.pk, years.person.pk])
    assert client_of(years.director).get(address).status_code == 404


def test_a_closed_ranking_is_in_no_figure_of_a_player(years: Years) -> None:
    before = len(tables_of(years.get("person-boards"))[0])
    hidden = Event.objects.get(evening=dt.date(2025, 5, 6))
    Event.objects.filter(pk=hidden.pk).update(ranking_open=False)
    assert len(tables_of(years.get("person-boards"))[0]) == before - 6
    assert "2025" not in years.get("person-years")
    every = tables_of(years.get("person-boards", user=years.director))[0]
    assert len(every) == before


def test_an_old_entry_leads_to_the_person(years: Years) -> None:
    new = Person.objects.create(club=years.club, name="New", short_name="New")
    old = years.person.pk
    merge_people(other=years.person, into=new, author="a test")
    answer = client_of(years.director).get(reverse("person-years", args=[old]))
    assert answer.status_code == 302 and answer["Location"] == f"/players/{new.pk}/years/"


def test_coins_are_shown_to_their_owner_and_to_directors() -> None:
    table = two_games()
    ann, bob = table.people[0], table.people[2]
    own = make_user(table.club, "ann", Role.PLAYER, ann)
    scorer = make_user(table.club, "sam", Role.SCORER)
    director = make_user(table.club, "dora", Role.DIRECTOR)
    for user, sees in ((own, True), (scorer, False), (director, True)):
        page = client_of(user).get(reverse("person-years", args=[ann.pk])).content.decode()
        assert ("LSD" in page) == sees and ("The account came to" in page) == sees
        (led,) = re.findall(r'<a href="([^"]+)">[^<]*of 2 rubbers won', page)
        season = client_of(user).get(unescape(led)).content.decode()
        assert sum(int(row[1]) for row in tables_of(season)[0]) == 2
        address = reverse("person-against", args=[ann.pk, bob.pk])
        assert "LSD" not in client_of(user).get(address).content.decode()


def test_whoever_played_nothing_is_told_so(years: Years) -> None:
    new = Person.objects.create(club=years.club, name="New", short_name="New")
    for name, words in (
        ("person-years", "Nothing played yet."), ("person-partners", "Nothing played yet."),
        ("person-contracts", "No contract is known yet."), ("person-boards", "No board is like"),
    ):  # fmt: skip
        page = client_of(years.director).get(reverse(name, args=[new.pk])).content.decode()
        assert words in page


def test_a_picture_has_the_numbers_of_its_table_and_stays_small(years: Years) -> None:
    for seed in range(4):
        with clock.at(clock.now() - dt.timedelta(days=30 * seed + 30)):
            play_whole(
                Evening(6, boards=4, club=years.club, people=tuple(years.evening.people)), seed
            )
    page = years.get("person-years")
    figures = re.findall(r"<figure.*?</figure>", page, re.S)
    assert figures
    for figure in figures:
        for svg in re.findall(r"<svg.*?</svg>", figure, re.S):
            assert len(svg) < 6000 and "<title>" in svg
        assert "By chance alone" in figure and "band" in figure
    assert Actor(level=Level.PLAYER)
