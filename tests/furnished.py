"""Clubs in which every page has something to show: at cards, at events, at the table of the seven.

Each is built by the program's own services in the test's transaction; HOST directs it. `GROUNDS`
has them all, each with the addresses that readers open there.
"""

import datetime as dt
import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

from django.urls import Resolver404, resolve

from clubscore.club.access import Actor, Level
from clubscore.club.entry import authored
from clubscore.club.ledger import Origin, Transfer, post
from clubscore.club.models import Club, Entry, Person, Role
from clubscore.club.payments import set_rate
from clubscore.club.table_money import set_fee
from clubscore.extras.source_hands.week_problem import this_week
from clubscore.laws.games import GAMES
from clubscore.laws.settlement import read_stakes
from clubscore.rubbers.door import open_door
from clubscore.rubbers.line_up_changes import join, relieve
from clubscore.rubbers.models import DealRevision, Part, Sitting
from clubscore.rubbers.phones import let_phones_in
from clubscore.rubbers.recording import DealEntry, agree_rubber, note_contract, record_deal
from clubscore.rubbers.score import standing_of
from clubscore.rubbers.seating import Agreement, LineUp, open_sitting, take_seats
from clubscore.rubbers.selectors import new_key
from clubscore.rubbers.settling import agree_bet, decide_bet
from clubscore.rubbers.stakes import agree_own_stake
from clubscore.web.phones import token_of
from tests.flows.acting import HOST, hand_in_address, new_club
from tests.furnished_events import NAMES, event_room, par_contest
from tests.house import make_user
from tests.mailing.asking import with_letters
from tests.rubbers.seven_table import SevenTables
from tests.rubbers.tables import CROWN, FOUR_SPADES, LAWS_BLOCK, people_of
from tests.rubbers.test_seven import worked

__all__ = ["event_room", "par_contest"]

# Games whose pages look unlike each other; every game is looked at where there is least room.
FEW = (
    "straight-bridge", "dummy-bridge", "auction", "contract-1923", "pirate", "cut-throat",
    "bolshevik", "five-hundred", "twenty-six-tricks",
)  # fmt: skip
# What says that something has to be put right says so by its status too.
REFUSED = re.compile(
    r"/t/nothing/|/mail/confirm/nothing/|/club/publish/results.zip|/nothing/"
    r"|/games/dummy-bridge/how/forced-declaration/.*|/table/\d+/(code.pdf|hand-in/)"
    r"|/(shared|list)/nothing/|/event/\d+/codes.pdf"
)
OTHERS = tuple(game.key for game in GAMES if game.key not in FEW)
# What a club is furnished with in any case.
NEEDED = ("auction", "contract-1923", "straight-bridge", "pirate")


class Furnished:
    """A club in which every page has something to show: a table for each game, and one at cards."""

    def __init__(self, games: Sequence[str]) -> None:
        seated = sum(self.game(key).players for key in games)
        self.club: Club = new_club(*(f"{NAMES[n % len(NAMES)]} {n}" for n in range(seated + 16)))
        self.actor = Actor(level=Level.DIRECTOR, club=self.club)
        self.people = list(self.club.people.order_by("name"))
        self.tables = {key: self.open(key) for key in games}
        self.record("auction", FOUR_SPADES, FOUR_SPADES | {"bid": "1H", "tricks": 8})
        self.record("contract-1923", FOUR_SPADES)
        self.rival("contract-1923")
        for game in set(games) - {"auction", "contract-1923", "straight-bridge"}:
            self.record(game, self.game(game).about.examples[0].score_file["deals"][0])
        note_contract(
            sitting=self.tables["pirate"],
            part=1,
            position=self.standing("pirate").next_position,
            facts={"bid": "3NT", "declarer": "N", "partner": "S"},
            actor=self.actor,
        )
        self.record("straight-bridge", *LAWS_BLOCK)
        agree_rubber(
            sitting=self.tables["straight-bridge"],
            part=1,
            rubber=1,
            key=new_key(),
            actor=self.actor,
        )
        sitting = self.tables["auction"]
        self.link = let_phones_in(sitting=sitting, key=new_key(), actor=self.actor)
        self.cutting = self.open("auction", seated=False)
        self.crowd()
        self.keep_the_book()
        self.mail = with_letters(self.club, self.one)

    @staticmethod
    def game(key: str):  # type: ignore[no-untyped-def]
        return next(game for game in GAMES if game.key == key)

    def open(self, key: str, *, seated: bool = True, waiting: int = 0) -> Sitting:
        game = self.game(key)
        people = [self.people.pop() for _person in range(len(game.seats) + waiting)]
        agreement = Agreement(key, {}, CROWN)
        sitting = open_sitting(
            club=self.club,
            table=None,
            people=people,
            agreement=agreement,
            key=new_key(),
            actor=self.actor,
        )
        if seated:
            seats = dict(zip(game.seats, people, strict=True))
            line_up = LineUp(seats=seats, dealer=game.seats[0], accounts={})
            take_seats(
                sitting=sitting,
                line_up=line_up,
                agreement=agreement,
                key=new_key(),
                actor=self.actor,
            )
        return sitting

    def crowd(self) -> None:
        """More than play: six who have just come, one who waits where a rubber is made up, and
        two where one is under way, one of whom has taken a seat over."""
        self.six = self.open("auction", seated=False, waiting=2)
        for key in ("straight-bridge", "auction", "auction"):
            person = self.people.pop()
            join(sitting=self.tables[key], person=person, key=new_key(), actor=self.actor)
        relieve(
            sitting=self.tables["auction"],
            part=1,
            seat="N",
            person=person,
            own_account=False,
            leaves=False,
            key=new_key(),
            actor=self.actor,
        )

    def pages_of_crowd(self) -> list[str]:
        six, made_up, playing, open_one = (
            f"/table/{sitting.pk}/"
            for sitting in (
                self.six,
                self.tables["straight-bridge"],
                self.tables["auction"],
                self.tables["contract-1923"],
            )
        )
        return [
            six + "who-plays/",
            six + "people/",
            made_up + "next/",
            made_up + "who-plays/",
            made_up + "people/",
            playing + "people/",
            playing + "people/substitute/?seat=E",
            open_one + "people/come/",
        ]

    def standing(self, key: str):  # type: ignore[no-untyped-def]
        return standing_of(Part.objects.get(sitting=self.tables[key]))

    def record(self, key: str, *deals: dict) -> None:
        for facts in deals:
            self.report(key, facts, self.standing(key).next_position)

    def rival(self, key: str) -> None:
        facts = self.standing(key).live[-1].facts
        self.report(key, facts | {"tricks": facts["tricks"] + 1}, 1)

    def report(self, key: str, facts: dict, position: int) -> None:
        report = DealEntry(1, position, facts, new_key(), {})
        record_deal(sitting=self.tables[key], report=report, actor=self.actor)

    def pages(self) -> list[str]:
        """Return the addresses of all pages that show something by GET."""
        return [
            "/", "/wall/", "/results/", "/table/in/", "/games/", "/phones/",
            "/players/", "/players/add/", "/club/", "/club/features/", "/search/?q=a",
            *[f"/games/{game}/" for game in self.tables],
            "/games/dummy-bridge/how/forced-declaration/?card=AS&card=KS",
            "/games/equality/how/sorted-pack/", "/games/compare/?a=auction&b=cairo",
            "/games/bolshevik/bids/?over-level=3",
            f"/problem/{this_week(self.club).before}/", "/problem/",
            "/games/double-dummy/how/adjudicate/",
            "/hands/calls/", "/hands/calls/six-tricks/?call=2S",
            "/hands/", "/hands/equality-1/", "/hands/equality-2/?way=try&cards=H7",
            "/games/laws/", "/games/laws/?q=revoke&game=straight-bridge",
            "/games/laws/laws-of-bridge-1899/",
            "/games/laws/laws-of-bridge-1899/the-revoke/",
            "/games/laws/laws-of-bridge-1899/the-revoke/law-87/",
            "/games/laws/auction-bridge-variations-1923/equality-bridge/",
            "/games/straight-bridge/what-happened/", "/games/cut-throat/what-happened/",
            *self.pages_of_sitting_down(),
            *self.pages_of_crowd(),
            *self.pages_of_the_book(),
            *self.pages_of_the_house(),
            *[page for game in self.tables for page in self.pages_of(game)],
        ]  # fmt: skip

    def keep_the_book(self) -> None:
        """Let one owe from last week, the club take table money, two play for their own stake."""
        set_fee(club=self.club, amount=48, currency="LSD", per="person", author="a test")
        set_rate(club=self.club, currency="LSD", coins=48, into="EUR", into_coins=100, author="x")
        sitting = self.tables["straight-bridge"]
        one, other, *_rest = sitting.candidates.order_by("order")
        self.one = one.person_id
        last_week = sitting.evening - dt.timedelta(days=7)
        for place, coins in (("", 5000), ("9", 333)):
            post(
                kind=Entry.Kind.PAYMENT if not place else Entry.Kind.RUBBER,
                origin=Origin(
                    last_week, "rubber", place, sitting.pk, "", {"table": "Window table"}
                ),
                lines={Transfer(one.person_id, other.person_id, "LSD"): coins},
                entry=authored(self.actor, self.club.pk, new_key()),
            )
        bet = agree_bet(
            sitting=sitting, one=one.person, other=other.person, words="that it rains all night",
            currency="LSD", amount=240, key=new_key(), actor=self.actor,
        )  # fmt: skip
        decide_bet(bet=bet, winner=one.person, key=new_key(), actor=self.actor)
        agree_own_stake(
            sitting=self.tables["auction"], one=self.at("auction", 0), other=self.at("auction", 1),
            stakes=read_stakes(CROWN), key=new_key(), actor=self.actor,
        )  # fmt: skip

    def at(self, game: str, order: int) -> Person:
        return self.tables[game].candidates.order_by("order")[order].person

    def pages_of_the_book(self) -> list[str]:
        line = f"payer={self.one}&payee={self.at('straight-bridge', 1).pk}&amount=5&currency=LSD"
        return [
            "/book/", f"/book/part-paid/?{line}", f"/book/{self.one}/", "/book/club/",
            "/book/terms/", "/book/receipts/", "/season/", f"/season/?who={self.one}",
            "/season/?by=partner", "/season/?by=picture", "/results/years/",
            "/results/years/all/?of=players",
            f"/results/{self.tables['auction'].evening:%Y-%m-%d}/gazette/",
            f"/table/{self.tables['straight-bridge'].pk}/part-paid/?{line}",
            f"/table/{self.tables['auction'].pk}/beside/",
            f"/table/{self.tables['straight-bridge'].pk}/beside/",
        ]  # fmt: skip

    def pages_of_the_house(self) -> list[str]:
        """Return the pages of the club's people, logins and laws."""
        login = self.club.memberships.get().pk
        person = f"/players/{self.one}/"
        rubber = f"/table/{self.tables['straight-bridge'].pk}/1/rubber/1/"
        return [
            person, f"{person}years/", f"{person}partners/?year=all",
            f"{person}against/{self.at('straight-bridge', 1).pk}/",
            f"{person}same/", f"{person}nameless/", "/players/in/", "/password/", "/code/",
            "/logout", "/code/a-club-that-is-not-here/",
            "/mail/", "/club/mail/", "/mail/feeds/", "/club/feeds/",
            "/club/change/", "/club/second-place/", "/club/jobs/", "/club/new/",
            "/club/publish/", "/club/publish/results.zip", f"{person}published/",
            "/club/logins/add/", f"/club/logins/{login}/",
            "/club/house/auction/", rubber,
        ]  # fmt: skip

    def pages_of_sitting_down(self) -> list[str]:
        who = "&".join(f"who={person.pk}" for person in self.club.people.all()[:4])
        cutting = f"/table/{self.cutting.pk}/"
        return [
            "/sit-down/?n=4",
            f"/sit-down/game/?n=4&{who}",
            f"/sit-down/stake/?n=4&game=auction&{who}",
            cutting + "cut/",
            cutting + "seats/",
        ]

    def pages_of(self, game: str) -> list[str]:
        """Return a table's pages; those that look alike at every game only once."""
        table = f"/table/{self.tables[game].pk}/"
        own = ["1/deal/1/", "1/deal/1/change/", "pad/", "slip/", "1/rubber/1/race/"]
        alike = ["history/", "1/deal/1/history/", "next/", "phones/", "another-game/",
                 "1/pad/", "bids/", "what-happened/"]  # fmt: skip
        then = DealRevision.objects.filter(deal__part__sitting=self.tables[game]).first()
        assert then is not None
        alike.append(f"history/{then.pk}/")
        again = ["1/other-laws/?game=straight-bridge", "1/other-laws/?game=pirate&deal=1"]
        more = [*own, *alike, *again, "?step=contract"] if game == "auction" else own
        if game == "pirate":
            more = [*more, "bids/"]
        return [table, *[table + page for page in more]]

    def code(self) -> str:
        return f"/t/{token_of(self.link.nonce)}/"

    def hand_in(self) -> str:
        """Return the code of a deal that waits on a phone."""
        standing = self.standing("auction")
        form = {
            "part": 1, "position": standing.next_position, "key": new_key(), "level": "2",
            "denomination": "S", "doubling": "0", "declarer": "E", "result": "=",
        }  # fmt: skip
        return hand_in_address(self.link, f"table-{self.link.sitting_id}", form)

    def for_visitors(self) -> list[str]:
        """Return the pages of those who only have an address, a code, or not even that."""
        table = f"/table/{self.tables['auction'].pk}/"
        return ["/", "/login", self.code(), *self.door(), self.hand_in(), table + "hand-in/",
                *self.links_of_mail(), "/t/nothing/", "/nothing/", "/trust/", "/more/",
                "/search/?q=revoke", "/help/", "/help/deal/"]  # fmt: skip

    def links_of_mail(self) -> list[str]:
        """Return the links that were mailed to somebody, the one that is not good too."""
        confirm, out = token_of(self.mail.link_nonce), token_of(self.mail.out_nonce)
        return [f"/mail/confirm/{confirm}/", f"/mail/out/{out}/", "/mail/confirm/nothing/"]

    def door(self) -> list[str]:
        """Return the room's door, and somebody looking for himself there."""
        link = open_door(club=self.club, actor=self.actor)
        address = f"/door/{token_of(link.nonce)}/"
        return [address, f"{address}?q=e{self.club.people.all()[0].name[:1]}"]


LONG = "Featherstonehaugh"


def pages_of(seven: SevenTables) -> list[str]:
    window, fire = (seven.sitting(number).pk for number in (1, 2))
    new = people_of(seven.club, *"HIJKLM", LONG)
    who = "&".join(f"who={person.pk}" for person in new)
    below = ("", "seven/", "seven/positions/", "seven/eighth/", "seven/close/", "pad/", "history/")
    return [
        "/",
        "/wall/",
        "/games/",
        f"/sit-down/seven/?{who}",
        *(f"/table/{window}/{page}" for page in below),
        *(f"/table/{fire}/{page}" for page in ("", "pad/", "slip/", "phones/")),
    ]


def the_seven() -> SevenTables:
    """The evening of the seven as its laws tell it, five deals in; HOST directs it."""
    seven = SevenTables({"amount": "5s", "currency": "LSD", "per": 100})
    make_user(seven.club, HOST, Role.DIRECTOR)
    worked(seven, 5)
    return seven


def name_of(path: str) -> str:
    """Return the name of an address; where there is none, itself."""
    try:
        return resolve(urlsplit(path).path).url_name or path
    except Resolver404:
        return path


def once_a_kind(paths: Iterable[str]) -> list[str]:
    """Of the pages of each address the first."""
    kinds: dict[str, str] = {}
    for path in paths:
        kinds.setdefault(name_of(path), path)
    return [*kinds.values()]


class Ground(NamedTuple):
    """A furnished club: the addresses that its director opens, and those of visitors."""

    director: list[str]
    visitor: list[str]


def cards() -> Ground:
    """Every page of the card room, and a table for each game whose pages look unlike others."""
    club = Furnished(FEW)
    return Ground(club.pages(), club.for_visitors())


def other_games() -> Ground:
    """Of every other game its page and its table's."""
    club = Furnished((*OTHERS, *NEEDED))
    return Ground(
        [page for game in OTHERS for page in (f"/games/{game}/", *club.pages_of(game))], []
    )


def events() -> Ground:
    """Every page of the duplicate room."""
    _evening, visitors, directors = event_room()
    return Ground(directors, visitors)


def seven() -> Ground:
    """Every page of the table of the seven."""
    return Ground(pages_of(the_seven()), [])


GROUNDS: dict[str, Callable[[], Ground]] = {
    "cards": cards, "other games": other_games, "events": events, "the seven": seven,
}  # fmt: skip
