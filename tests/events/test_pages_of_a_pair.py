"""Both of a pair read one kept page of their own table; all others have pages of their own."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from clubscore.club.access import Actor, Level
from clubscore.club.models import Person, Role
from clubscore.events.pages import table as playing
from clubscore.events.pages import table as ready_pages
from clubscore.events.phones import links_of
from clubscore.events.seats import reads_as
from clubscore.web import caching as pages_of_tables
from tests.events.evenings import FOUR_SPADES, Evening
from tests.events.test_pages import phone_of
from tests.house import client_of, make_user

pytestmark = pytest.mark.django_db(transaction=True)

Made = list[str]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Made:
    """For whom a page of a table was made, each time."""
    whose: Made = []
    page = playing.TableRequest.page

    def noting(self: playing.TableRequest, *given: object, **more: object) -> object:
        whose.append(str(self.request.actor.person))
        return page(self, *given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(playing.TableRequest, "page", noting)
    return whose


def own_of(page: str) -> list[str]:
    """What a page has for one reader alone: token, key and pass."""
    patterns = ('name="csrfmiddlewaretoken" value="([^"]+)', 'name="key" value="([^"]{22})')
    found = [re.search(each, page) for each in (*patterns, 'data-pass="([^"]+)')]
    return [each[1] for each in found if each]


def sides_of(page: str) -> set[str]:
    return set(re.findall(r'name="side" value="(\w+)"', page))


def read(evening: Evening, client: Client, rest: str = "A1/?board=1") -> str:
    answer = client.get(f"/event/{evening.event.pk}/at/{rest}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_page_is_made_once_for_both_of_a_pair(made: Made) -> None:
    evening = Evening(6)
    half = len(evening.people) // 2
    ns = [
        phone_of(evening, table, each)
        for table, each in ((1, evening.people[0]), (2, evening.people[1]))
    ]
    ew = [phone_of(evening, 1, each) for each in evening.people[half : half + 2]]
    for side in ("ns", "ew"):
        evening.tell(1, 1, FOUR_SPADES, side)
        made.clear()
        pages = [read(evening, phone) for phone in (*ns, *ew)]
        assert made == [str(evening.people[0]), str(evening.people[half])]
        mine = [own_of(page) for page in pages]
        assert len({*map(len, mine)}) == 1
        assert all(len(set(each)) == 4 for each in zip(*mine, strict=True))
        bare = [
            re.sub("|".join(map(re.escape, own)), "", page)
            for own, page in zip(mine, pages, strict=True)
        ]
        assert bare[0] == bare[1] and bare[2] == bare[3] and bare[0] != bare[2]
    # What is told of the next board is told for the reader's own side.
    asked = [read(evening, phone, "A1/?board=2") for phone in (ns[1], ew[1])]
    assert [sides_of(page) for page in asked] == [{"ns"}, {"ew"}]


def test_each_of_a_pair_keeps_a_page_in_their_own_language(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(6)
    phones = [phone_of(evening, 1, each) for each in evening.people[:2]]
    for _time in range(2):
        for language, phone in zip(("en-gb", "de"), phones, strict=True):
            # There is one language yet, and what is kept may not hold it for another.
            for kept in (ready_pages, pages_of_tables):
                monkeypatch.setattr(kept, "get_language", lambda language=language: language)
            read(evening, phone)
    assert len(made) == 2


def test_no_one_besides_a_pair_shares_a_page(made: Made) -> None:
    evening = Evening(6)
    half = len(evening.people) // 2
    user = make_user(evening.club, "player", Role.PLAYER, evening.people[1])
    readers = [
        phone_of(evening, 1, evening.people[0]),
        phone_of(evening, 1, evening.people[half]),
        phone_of(evening, 1),
        client_of(user),
        client_of(make_user(evening.club, "scorer", Role.SCORER)),
    ]
    made.clear()
    for reader in readers:
        read(evening, reader)
    assert len(made) == len(readers)


def as_read(
    evening: Evening, person: Person, table: int = 1, *, contest: int | None = None
) -> tuple[object, ...]:
    """As whom a person reads a table on a phone of their own; `contest`: the set that it plays."""
    room, section = evening.room, evening.section
    room.event.contest_set_id = contest
    actor = Actor(Level.TABLE, evening.club, None, person, links_of(section)[0], "a phone")
    return reads_as(actor, room, section, room.plan(section).places.get((1, table)))


def let_in(evening: Evening) -> Evening:
    phone_of(evening, 1)
    return evening


def test_who_reads_as_whom() -> None:
    evening = let_in(Evening(6))
    one, other, third = evening.people[:3]
    assert as_read(evening, one) == as_read(evening, other) != as_read(evening, third)
    # At a table where they do not sit each of them chooses what to look at.
    assert as_read(evening, one, 2) != as_read(evening, other, 2)
    guest = Person.objects.create(club=evening.club, name="Guest", short_name="Guest")
    assert as_read(evening, guest) != as_read(evening, one)


@pytest.mark.parametrize(
    "evening_of",
    [
        lambda: Evening(4, form="teams", kind="teams-round-robin", winners=1),
        lambda: Evening(8, form="individuals", kind="individual", winners=1),
    ],
)
def test_of_a_team_and_of_single_players_each_reads_alone(
    evening_of: Callable[[], Evening],
) -> None:
    evening = let_in(evening_of())
    people = evening.people[:4]
    assert len({as_read(evening, each) for each in people}) == len(people)


def test_at_a_contest_each_reads_alone() -> None:
    evening = let_in(Evening(6))
    one, other = (as_read(evening, each, contest=1) for each in evening.people[:2])
    assert one != other
