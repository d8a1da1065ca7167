"""An event's table whose page and room were kept says what is made and read from nothing."""

import datetime as dt
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace

import pytest
from django.test import Client

from clubscore.club import clock
from clubscore.club import database as remembered
from clubscore.club.entry import new_key
from clubscore.club.logins import note_act
from clubscore.club.models import Club, Person, Role
from clubscore.deals.hands import DealtBoard
from clubscore.events.corrections import (
    foul,
    give_penalty,
    leave_for_later,
    rule,
    stands,
    take_back,
    turn_round,
)
from clubscore.events.directing import (
    announce,
    answer_call,
    ask_for_lead,
    call_director,
    exchange_numbers,
    say_here,
    set_by_slip,
    set_clock,
    show_ranking,
    take_down,
)
from clubscore.events.entries import at_the_door, name_pair, set_lineup
from clubscore.events.finishing import bring_back, call_off, finish, open_again
from clubscore.events.models import Entry, Event
from clubscore.events.movement_changes import if_late
from clubscore.events.offline import hand_in
from clubscore.events.phones import take_back_links
from clubscore.events.plan import MovementPlan
from clubscore.events.reporting import Report
from clubscore.events.state import EventState, room_of
from clubscore.events.terms import terms_of_event
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_boards import DEAL, lay
from tests.events.test_directed import noted
from tests.events.test_opening import change
from tests.events.test_pages import phone_of
from tests.events.test_pars import bring, contest
from tests.events.test_surgery import choose, late, running
from tests.events.test_surgery import take_back as undo_surgery
from tests.events.test_swiss import drawn, play, swiss
from tests.house import client_of, make_user

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

Step = tuple[str, Callable[[Evening], object]]


@contextmanager
def nothing_known() -> Iterator[None]:
    """As in another process, which has read nothing yet; afterwards this one goes on."""
    stores = [forget.__self__ for forget in remembered._everything]  # type: ignore[attr-defined]
    known = [store._values for store in stores]
    for store in stores:
        store._values = OrderedDict()
    try:
        yield
    finally:
        for store, values in zip(stores, known, strict=True):
            store._values = values


def without_own(text: str) -> str:
    """A page without the secrets of this one reader, and without the seconds that went by."""
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+', "", text)
    text = re.sub(r'name="key" value="[\w-]{22}', "", text)
    text = re.sub(r'data-pass="[^"]*"', "", text)
    return re.sub(r"(data-clock[^>]*>)[^<]*", r"\1", text)


def of_room(room: EventState) -> list[object]:
    """Everything that a room was read from."""
    rows = [*room.sections, *room.entries, *room.happenings, *room.calls]
    rows += [each for entry in room.entries for each in entry.people]
    told = [(spot, standing.state, standing.result, standing.versions, standing.contrary)
            for spot, standing in room.standings.items()]  # fmt: skip
    revisions = [each for standing in room.standings.values() for each in standing.revisions]
    facts = [
        {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
        for row in [room.event, room.event.club, *rows, *revisions]
    ]
    whole = all(section.event is room.event for section in room.sections)
    return [whole, facts, told]


READ = (
    ("the table's", "A1/"),
    ("the table's", "A1/?board=1"),
    ("another table's", "A1/"),
    ("a player's own", "A1/?board=1"),
    ("a player's own", "A1/?board=1&differ=1"),
    ("their partner's own", "A1/?board=1"),
    ("their partner's own", "A1/"),
    ("an opponent's own", "A1/"),
    ("a player logged in", "A1/"),
    ("the scorer", "A1/?board=2"),
    ("the scorer", "A1/?board=2&side=ew"),
)


@dataclass
class Readers:
    """Everybody who looks at the first tables of an event, by who they are."""

    evening: Evening
    clients: dict[str, Client] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Let them in."""
        evening, people = self.evening, self.evening.people
        player = make_user(evening.club, "player", Role.PLAYER, people[0])
        self.clients = {
            "the table's": phone_of(evening, 1),
            "a player's own": phone_of(evening, 1, people[1]),
            "their partner's own": phone_of(evening, 1, people[0]),
            "an opponent's own": phone_of(evening, 2, people[len(people) // 2]),
            "another table's": phone_of(evening, 2),
            "a player logged in": client_of(player),
            "the scorer": client_of(make_user(evening.club, "scorer", Role.SCORER)),
        }

    def pages(
        self,
        process: Callable[[], AbstractContextManager[object]] = nullcontext,
        read: Sequence[tuple[str, str]] = READ,
    ) -> dict[tuple[str, str], tuple[int, str]]:
        """What each of them reads at each of the addresses, as a process of that kind says."""
        found = {}
        for who, asked in read:
            with process():
                address = f"/event/{self.evening.event.pk}/at/{asked}"
                answer = self.clients[who].get(address)
            text = without_own(answer.content.decode())
            found[who, asked] = (answer.status_code, answer.get("Location", text))
        return found

    def walk(self, steps: list[Step], turns: int = 1) -> None:
        """After each step every page that is kept is the page made anew, and so is the room.

        After each step one reader of so many as there are turns looks, after the next the next.
        """
        self.pages()
        for number, (what, step) in enumerate(steps):
            step(self.evening)
            read = READ[number % turns :: turns]
            first, kept = self.pages(read=read), self.pages(read=read)
            room = room_of(self.evening.event)
            assert of_room(room) == of_room(room_of(self.evening.event)), what
            for at, made in self.pages(nothing_known, read).items():
                assert first[at] == kept[at] == made, (what, at)


def here(evening: Evening, table: int, *, all_four: bool = True) -> None:
    say_here(
        section=evening.section, table=table, round_=evening.event.round, all_four=all_four,
        key=new_key(), actor=evening.actor,
    )  # fmt: skip


def called(service: Callable[..., object], **more: object) -> Callable[[Evening], object]:
    """A service about the event, with a key of its own."""
    return lambda e: service(event=e.event, key=new_key(), actor=e.actor, **more)


def at_spot(
    service: Callable[..., object], table: int, board: int, **more: object
) -> Callable[[Evening], object]:
    """A service about a board at a table."""
    return lambda e: service(
        section=e.section, spot=e.spot(table, board), entered=e.entered(table, board),
        actor=e.actor, **more,
    )  # fmt: skip


def unsay(evening: Evening) -> None:
    said = evening.room.announcements[0].pk
    take_down(event=evening.event, announcement=said, key=new_key(), actor=evening.actor)


def answered(evening: Evening) -> None:
    for call in evening.room.calls:
        answer_call(event=evening.event, call=call.pk, actor=evening.actor)


def fouled(evening: Evening, from_round: int | None) -> None:
    foul(
        section=evening.section, board=2, from_round=from_round, entered=evening.entered(1, 2),
        actor=evening.actor,
    )  # fmt: skip


def came_late(evening: Evening) -> None:
    report = Report(1, 1, 1, FOUR_SPADES | {"tricks": 12}, new_key())
    hand_in(section=evening.section, report=report, side="ns", reason="", actor=evening.actor)


def other_name(evening: Evening) -> None:
    Person.objects.filter(pk=evening.people[0].pk).update(short_name="Annabel")
    note_act(club=evening.club, author="a test", what="person renamed")


def results_hidden(evening: Evening) -> None:
    Club.objects.filter(pk=evening.club.pk).update(results_open=False, name="Baldwin")
    note_act(club=evening.club, author="a test", what="club put right")


def other_pair(evening: Evening) -> None:
    entry = Entry.objects.get(event=evening.event, number=2)
    person = Person.objects.create(club=evening.club, name="Zoë", short_name="Zoë")
    name_pair(
        event=evening.event, entry=entry.pk, people=[entry.people[0], person], key=new_key(),
        actor=evening.actor, seen=str(entry),
    )  # fmt: skip


def a_late_pair(evening: Evening) -> None:
    entry = late(evening)
    choose(evening, if_late(running(evening), 1)[0], entry.pk)


def everything_in(evening: Evening) -> None:
    for table in evening.room.tables():
        slip = {each.spot.board: ONE_DOWN for each in table.missing}
        if slip:
            evening.type_slip(table.number, slip)


def ended(evening: Evening) -> None:
    finish(
        event=evening.event, final_at=clock.now() + dt.timedelta(days=1), key=new_key(),
        actor=evening.actor,
    )  # fmt: skip


def renamed(evening: Evening) -> None:
    change(evening, replace(terms_of_event(evening.event), name="Wednesday pairs"))


BEFORE: list[Step] = [
    ("numbers exchanged", lambda e: exchange_numbers(
        section=e.section, one=2, other=3, key=new_key(), actor=e.actor)),
    ("an entry is here", lambda e: at_the_door(
        event=e.event, entry=e.room.entries[0].pk, what="paid", key=new_key(), actor=e.actor)),
    ("begun", lambda e: e.next_round()),
]  # fmt: skip
PLAY: list[Step] = [
    ("all four here", lambda e: here(e, 1)),
    ("the other table too", lambda e: here(e, 2)),
    ("told", lambda e: e.tell(1, 1, FOUR_SPADES)),
    ("told otherwise", lambda e: e.tell(1, 1, ONE_DOWN, "ew")),
    ("told alike", lambda e: e.tell(1, 1, FOUR_SPADES, "ew")),
    ("a board more", lambda e: e.tell(1, 2, FOUR_SPADES)),
    ("agreed", lambda e: e.agree(1, 2)),
    ("late and otherwise", came_late),
    ("it stands", at_spot(stands, 1, 1)),
    ("corrected", at_spot(rule, 1, 2, facts=ONE_DOWN)),
    ("undone", at_spot(take_back, 1, 2)),
    ("left for later", at_spot(leave_for_later, 1, 2)),
    ("played after all", at_spot(rule, 1, 2, facts=FOUR_SPADES)),
    ("fouled", lambda e: fouled(e, 1)),
    ("not fouled", lambda e: fouled(e, None)),
    ("a penalty", lambda e: give_penalty(
        section=e.section, pair=1, amount="10", unit="percent-of-top", reason="late",
        key=new_key(), actor=e.actor)),
    ("the director is called", lambda e: here(e, 1, all_four=False)),
    ("by another table", lambda e: call_director(
        section=e.section, table=2, why="a revoke", actor=e.actor)),
    ("answered", answered),
    ("announced", called(announce, text="Tea <now>")),
    ("no longer", unsay),
    ("the lead is asked for", called(ask_for_lead, asked=True)),
    ("the clock stands", called(set_clock, what="pause")),
    ("a minute more", called(set_clock, what="+1")),
    ("it runs", called(set_clock, what="run")),
    ("by slip", lambda e: set_by_slip(
        section=e.section, table=2, by_slip=True, key=new_key(), actor=e.actor)),
    ("cards laid", lambda e: lay(e, DealtBoard(2, DEAL, "S", "both"), reason="redealt")),
    ("a person renamed", other_name),
    ("another pair", other_pair),
    ("the rest", everything_in),
    ("turned round", lambda e: turn_round(
        section=e.section, spots=[e.spot(1, 1)], entered=e.entered(1, 1), actor=e.actor)),
    ("the next round", lambda e: e.next_round()),
    ("a result of it", lambda e: e.tell(1, 3, ONE_DOWN)),
    ("another name of the event", renamed),
    ("the ranking shown", called(show_ranking, shown=True)),
    ("the club put right", results_hidden),
    ("all of it", everything_in),
    ("called off", called(call_off, reason="fire")),
    ("brought back", called(bring_back)),
    ("ended", ended),
    ("open again", called(open_again, reason="an error")),
    ("the codes taken back", lambda e: take_back_links(
        section=e.section, key=new_key(), actor=e.actor)),
]  # fmt: skip


@pytest.mark.long(30)
@pytest.mark.parametrize("turns", [4, pytest.param(1, marks=pytest.mark.night)])
def test_whatever_happens_the_page_kept_is_the_page_made_anew(turns: int) -> None:
    evening = Evening(6, starts=False)
    Readers(evening).walk(BEFORE + PLAY, turns)


def test_a_late_pair_is_seated_on_the_pages_that_were_kept() -> None:
    evening = Evening(5)
    Readers(evening).walk([
        ("told", lambda e: e.tell(1, 1, FOUR_SPADES)),
        ("late", a_late_pair),
        ("undone", undo_surgery),
        ("late again", a_late_pair),
        ("told at their table", lambda e: e.tell(3, 5, FOUR_SPADES)),
    ])  # fmt: skip


def other_lineup(evening: Evening) -> None:
    a, b, c, d = (person.pk for person in evening.people[:4])
    set_lineup(
        section=evening.section, team=1, round_=evening.event.round,
        ways={"ns": [a, c], "ew": [b, d]}, key=new_key(), actor=evening.actor,
    )  # fmt: skip


@pytest.mark.night
def test_a_team_sits_as_it_says_on_the_pages_that_were_kept() -> None:
    evening = Evening(4, form="teams", kind="teams-round-robin", winners=1)
    Readers(evening).walk([
        ("told", lambda e: e.tell(1, 1, FOUR_SPADES)),
        ("other seats", other_lineup),
        ("told by them", lambda e: e.tell(1, 2, FOUR_SPADES)),
        ("all in", everything_in),
        ("the next round", lambda e: e.next_round()),
    ])  # fmt: skip


@pytest.mark.night
def test_a_round_that_was_drawn_stands_on_the_pages_that_were_kept() -> None:
    evening = swiss()
    drawn(evening)
    evening.next_round()
    Readers(evening).walk([
        ("played", play),
        ("drawn", drawn),
        ("begun", lambda e: e.next_round()),
        ("told", lambda e: e.tell(1, 2, FOUR_SPADES)),
    ])  # fmt: skip


@pytest.mark.night
def test_what_an_auction_is_asked_follows_the_par_that_was_set() -> None:
    evening = contest()
    Readers(evening).walk([
        ("told", lambda e: e.tell(2, 3, {"passed_out": True})),
        ("par set", bring),
        ("reached", lambda e: noted(e, 2, "2S")),
    ])  # fmt: skip


def test_a_kept_page_gives_each_reader_their_own_and_the_clock_runs_on(
    monkeypatch: pytest.MonkeyPatch,
    django_assert_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    evening = Evening(6)
    phone, other = phone_of(evening, 1), phone_of(evening, 1)
    at = f"/event/{evening.event.pk}/at/A1/"
    now = evening.event.ends_at or clock.now()
    now -= dt.timedelta(minutes=19)
    monkeypatch.setattr(clock, "now", lambda: now)
    texts = [client.get(at).content.decode() for client in (phone, other)]
    now += dt.timedelta(minutes=2)
    with django_assert_num_queries(1):
        texts.append(phone.get(at).content.decode())
    for own in ('name="csrfmiddlewaretoken" value="([^"]+)"', 'name="key" value="([^"]+)"'):
        found = [re.search(own, text) for text in texts]
        assert len({each[1] for each in found if each}) == 3, own
    passes = [re.search('data-pass="([^"]+)"', text) for text in texts]
    one, its_own, later = (each[1].partition(":")[0] for each in passes if each)
    assert one != its_own and one == later
    clocks = [re.search(r"data-clock[^>]*>([^<]*)", text) for text in texts]
    assert [each[1] for each in clocks if each] == ["19:00", "19:00", "17:00"]
    form = {"csrfmiddlewaretoken": "", "key": "", "round": "1", "yes": "1"}
    for name in ("csrfmiddlewaretoken", "key"):
        value = re.search(f'name="{name}" value="([^"]+)"', texts[2])
        assert value is not None
        form[name] = value[1]
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = phone.cookies
    assert strict.post(f"{at}here/", form).status_code == 302
    assert evening.room.here


def test_the_rounds_ahead_are_worked_out_once_a_movement(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(6)
    phone = phone_of(evening, 1)
    asked: list[tuple[int, int]] = []
    goings = MovementPlan.goings
    monkeypatch.setattr(
        MovementPlan, "goings", lambda self, place: asked.append(place[:2]) or goings(self, place)
    )
    at = f"/event/{evening.event.pk}/at/A1/"
    phone.get(at)
    assert sorted(asked) == [(1, 1), (2, 1), (3, 1)]
    asked.clear()
    for board, side in ((1, "ns"), (1, "ew"), (2, "ns")):
        evening.tell(1, board, FOUR_SPADES, side)
        phone.get(at)
    assert not asked
    Event.objects.update(boards_a_round=3, revision=100)
    phone.get(at)
    assert len(asked) == 3
