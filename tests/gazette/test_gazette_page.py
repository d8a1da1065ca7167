"""The gazette's page: who reads it when, what a director leaves out, the same on paper."""

import datetime as dt
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.logins import found_club
from clubscore.club.models import Club, EveningGazette, Role
from clubscore.deals.hands import DealtBoard, made_boards, read_deal
from clubscore.events.boards import BoardCompass
from clubscore.events.imported import FileSource, bring_in_event
from clubscore.events.models import Event, EventShare
from clubscore.extras.gazette.evening import EveningPaper, GazetteChapter, evening_paper
from clubscore.extras.gazette.night import Story, StoryCards
from clubscore.extras.gazette.night import StorySource as AskedFor
from clubscore.extras.gazette.paper import gazette_pdf
from clubscore.papers.ledger import recording
from clubscore.papers.sizes import A4, LETTER
from clubscore.ranking import read_event
from tests.gazette.nights import a_file
from tests.house import client_of, make_user
from tests.papers.paper_faults import faults

pytestmark = pytest.mark.django_db
DAY = dt.date(2026, 11, 19)
PAGE = "/results/2026-11-19/gazette/"


def club_with(*seeds: int, opens: bool = True) -> Club:
    """A club with so many events on one evening, their rankings open."""
    club = found_club(name="Portland", author="a test")
    actor = Actor(level=Level.DIRECTOR, club=club)
    for seed in seeds:
        file = a_file(seed, tables=7) | {"date": DAY.isoformat()}
        bring_in_event(
            club=club, told=read_event(file), source=FileSource(f"{seed}.json"), actor=actor
        )
    Event.objects.filter(club=club).update(ranking_open=opens)
    return club


def browsers(club: Club) -> tuple[Client, Client]:
    """A director's and a member's."""
    return (
        client_of(make_user(club, "host", Role.DIRECTOR)),
        client_of(make_user(club, "guest", Role.PLAYER)),
    )


def test_a_director_reads_it_before_anybody_else() -> None:
    club = club_with(1)
    host, member = browsers(club)
    assert "Night 1" in host.get(PAGE).content.decode()
    before = member.get(PAGE)
    assert before.status_code == 200 and "not out yet" in before.content.decode()
    assert "Night 1" not in before.content.decode()
    for ending in ("pdf", "txt"):
        assert member.get(f"{PAGE[:-1]}.{ending}").status_code == 404
        assert host.get(f"{PAGE[:-1]}.{ending}").status_code == 200
    assert PAGE not in member.get("/results/").content.decode()
    assert PAGE in host.get("/results/").content.decode()
    assert host.post(f"{PAGE}decide/", {"do": "show"})["Location"] == PAGE
    after = member.get(PAGE).content.decode()
    assert "Night 1" in after and "Show to members" not in after and "Leave out" not in after
    assert PAGE in member.get("/results/").content.decode()
    assert member.get(f"{PAGE[:-1]}.txt").status_code == 200
    decided = EveningGazette.objects.get(club=club)
    assert decided.shown_by == "host" and decided.shown_at is not None
    host.post(f"{PAGE}decide/", {"do": "hide"})
    assert "not out yet" in member.get(PAGE).content.decode()


def test_a_story_that_is_left_out_is_read_by_nobody_until_it_is_put_back() -> None:
    club = club_with(1)
    host, member = browsers(club)
    host.post(f"{PAGE}decide/", {"do": "show"})
    story = next(each for each in evening_paper(club, DAY).stories if "-swing" in each.key)
    host.post(f"{PAGE}decide/", {"do": "leave-out", "story": story.key})
    read = member.get(PAGE).content.decode()
    assert story.head not in read and "Left out" not in read
    assert story.head in host.get(PAGE).content.decode()
    for browser in (host, member):
        assert story.head not in browser.get(f"{PAGE[:-1]}.txt").content.decode()
    host.post(f"{PAGE}decide/", {"do": "put-back", "story": story.key})
    assert story.head in member.get(PAGE).content.decode()


def test_what_cannot_be_decided_is_refused_and_nothing_is_written() -> None:
    club = club_with()
    host, member = browsers(club)
    answer = host.post(f"{PAGE}decide/", {"do": "show"})
    assert answer.status_code == 422 and "no story to show" in answer.content.decode()
    assert host.post(f"{PAGE}decide/", {"do": "leave-out", "story": "no"}).status_code == 422
    assert member.post(f"{PAGE}decide/", {"do": "show"}).status_code == 403
    assert not EveningGazette.objects.exclude(shown_at=None).exists()
    for wrong in ("nonsense", "2026-13-40", "20261119"):
        assert host.get(f"/results/{wrong}/gazette/").status_code == 404
        assert host.get(f"/results/{wrong}/gazette.pdf").status_code == 404


def test_it_has_no_more_than_any_member_may_see() -> None:
    closed = club_with(1, opens=False)
    assert evening_paper(closed, DAY).chapters == ()
    hidden = club_with(2)
    event = Event.objects.get(club=hidden)
    EventShare.objects.create(
        club=hidden, event=event, nonce="n", hides_names=True, expires_at=clock.now()
    )
    told = [each for each in evening_paper(hidden, DAY).stories]
    assert told and not [each for each in told if "Ann" in each.text + str(each.source.rows)]


def test_another_clubs_evening_is_not_in_it() -> None:
    club_with(1)
    other = found_club(name="Other", author="a test")
    host, _member = browsers(other)
    assert "Night 1" not in host.get(PAGE).content.decode()


def test_as_many_queries_for_three_events_as_for_one() -> None:
    counts = []
    for seeds in ((1,), (2, 3, 4)):
        club = club_with(*seeds)
        with CaptureQueriesContext(connection) as queries:
            assert len(evening_paper(club, DAY).chapters) == len(seeds)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 12, counts


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.key)
@pytest.mark.parametrize("events", [0, 1, 3, 9])
def test_it_is_printed_whole_and_on_one_page_where_that_fits(events: int, paper: Any) -> None:
    gazette = evening_paper(club_with(*range(events)), DAY)
    with recording() as kept, clock.at(clock.now()):
        gazette_pdf(gazette, paper)
    (ledger,) = kept
    assert faults(ledger) == []
    assert (ledger.sheets == 1) == (events < 4)
    whole = "".join("".join(each.text.split()) for each in ledger.texts)
    for story in gazette.stories:
        assert "".join(story.text.split()) in whole, story.text
    if not events:
        assert "nothingtoreport" in whole


def night_with_cards(boards: range, seed: int = 3) -> tuple[Club, dict[int, DealtBoard]]:
    """A club with an event of which the cards of these boards are known."""
    club = found_club(name="Portland", author="a test")
    file = a_file(seed, tables=7) | {"date": DAY.isoformat()}
    dealt = {each.number: each for each in made_boards(boards, is_sorted=False)}
    file["boards"] = [
        {"number": n} | ({"deal": dealt[n].deal.pbn()} if n in dealt else {}) for n in range(1, 15)
    ]
    actor = Actor(level=Level.DIRECTOR, club=club)
    bring_in_event(club=club, told=read_event(file), source=FileSource("n.json"), actor=actor)
    Event.objects.filter(club=club).update(ranking_open=True)
    return club, dealt


def test_the_hand_of_the_night_has_its_cards() -> None:
    club, dealt = night_with_cards(range(1, 15))
    (story,) = [each for each in evening_paper(club, DAY).stories if each.cards]
    board = story.claim["board"]
    assert story.key.endswith("-hand") and isinstance(board, int)
    assert story.cards is not None and story.cards.deal == dealt[board].deal
    host, _member = browsers(club)
    page = host.get(PAGE).content.decode()
    assert page.count('class="hands"') == 1 and story.cards.line in page
    words = host.get(f"{PAGE[:-1]}.txt").content.decode()
    for hand in dealt[board].deal.hands:
        spades = " ".join("10" if rank == "T" else rank for rank in hand[0]) or "none"
        assert f" spades {spades}\n" in words
    for paper in (A4, LETTER):
        with recording() as kept:
            gazette_pdf(evening_paper(club, DAY), paper)
        assert faults(kept[0]) == [] and kept[0].sheets == 1
        said = [each.text for each in kept[0].texts]
        assert sum(text[:1] in "♠♥♦♣" for text in said if text) == 16


def test_cards_that_are_not_known_are_not_shown() -> None:
    club, _dealt = night_with_cards(range(1, 15))
    (hand,) = [each for each in evening_paper(club, DAY).stories if each.cards]
    Club.objects.update(name="Elsewhere")
    board = hand.claim["board"]
    assert isinstance(board, int)
    other = 1 if board != 1 else 2
    Event.objects.all().delete()
    club, _dealt = night_with_cards(range(other, other + 1))
    assert not [each for each in evening_paper(club, DAY).stories if each.cards]


def test_the_longest_suits_keep_to_their_place() -> None:
    ranks = "AKQJT98765432"
    deal = read_deal(f"N:{ranks}... .{ranks}.. ..{ranks}. ...{ranks}")
    story = Story(
        "event-1-hand", "Hand of the night", "Board 1.", AskedFor("", (), ()),
        cards=StoryCards("North deals, both vulnerable", deal, BoardCompass(1, "N", "both", "")),
    )  # fmt: skip
    club = found_club(name="Portland", author="a test")
    told = EveningPaper(club, DAY, (GazetteChapter("Night", (story,)),))
    for paper in (A4, LETTER):
        with recording() as kept:
            gazette_pdf(told, paper)
        assert faults(kept[0]) == []
        long = [each.text for each in kept[0].texts if "10 9 8 7 6 5 4 3 2" in each.text]
        assert len(long) == 4
