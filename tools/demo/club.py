"""The demo club: two dozen members, six weeks of evenings, a half year of events, tonight's play.

Tonight that is two tables and an event of thirteen pairs; among the evenings are one of the seven
and two of duplicate, which are a series; every third Wednesday there was another event.

Everything is entered through the services that pages use, as of the time at which it happened.
The same day always gives the same club.
"""

import datetime as dt
import random
from collections.abc import Iterator

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.clubs import set_house
from clubscore.club.entry import new_key
from clubscore.club.ledger import owed_in
from clubscore.club.logins import found_club
from clubscore.club.models import Club, Person, end_of, evening_of, zone_of
from clubscore.club.payments import Handed, pay, set_rate
from clubscore.club.people import Details, add_person
from clubscore.club.record_words import THE_DEMO
from clubscore.club.table_money import set_fee
from clubscore.demo.club import NAME, TONIGHT_SINCE
from clubscore.events.models import Event
from clubscore.events.models.facts import SeriesKept
from clubscore.events.series import change_series, open_series
from clubscore.laws.games import GAMES, find_game
from clubscore.laws.money import FARTHINGS_PER_SHILLING
from clubscore.ranking import every_scoring
from clubscore.rubbers.models import CardTable
from clubscore.web.hooks import extras
from tools.demo.events import BOARDS, DemoEvent, play_a_set
from tools.demo.tables import DemoSeven, DemoTable

MEMBERS = (
    "Ada Whitcombe", "Björn Sæther", "Chiara Benedetti", "Dag Nygård", "Emil Petrov",
    "Fergus Tait", "Gwen Pritchard", "Hélène Marchand", "Iván Ordóñez", "Jana Dvořáková",
    "Kenji Morimoto", "Łukasz Wiśniewski", "Mei-Ling Chen", "Noor Haddad", "Oluwaseun Adeyemi",
    "Priya Raman", "Quentin Vandenbroucke-Featherstonehaugh", "Rosa Delgado", "Siobhán Kearney",
    "Tomás Araújo", "Ulrike Baumgärtner", "Vikram Desai", "Wilma de Vries", "Zoë Lindqvist",
)  # fmt: skip
GUESTS = ("Percy Holt", "Nadia Suleiman", "Juhani Mäkelä")
# They come for tonight's event.
VISITORS = ("Agnes Okafor", "Bruno Keller", "Carys Lloyd", "Dmitri Volkov", "Elif Yıldız",
            "Fionn Daly", "Greta Nilsson")  # fmt: skip
TABLES = (("Window table", "red"), ("Fire table", "blue"), ("Garden table", "green"),
          ("Long table", "red"))  # fmt: skip
STAKE = "5s a hundred"
OTHER_STAKES = {"pirate": "1s a hundred", "cut-throat": "2s 6d a hundred"}

CLUB_NIGHTS = (1, 4)  # Tuesdays and Fridays
WEEKS = 6
OPENS = dt.time(19, 15)
EVENT_SINCE = dt.timedelta(minutes=46)
PAIRS = 13

# What is played on an evening, table by table; each word is cut for anew. It comes round again.
PROGRAMME = (
    (("auction", "auction"), ("straight-bridge", "straight-bridge")),
    (("auction", "contract-1923"), ("cut-throat",)),
    (("contract-1923", "auction"), ("pirate",), ("dummy-bridge",)),
    (("straight-bridge", "auction", "auction"), ("auction", "pirate")),
)
BROKEN_OFF_ON, CORRECTED_LATE_ON, CARRIED_OVER_ON, TWO_REPORTS_EVERY = 3, 5, 6, 4  # evenings
DUPLICATE_NIGHT, NIGHT_OF_THE_SEVEN = 3, 6  # Thursday, Sunday: no club nights
DEALS_OF_THE_SEVEN = 9  # at each table
FEW_PAIRS, SEED, SERIES_SEED = 6, 1914, 1917
HALF_YEAR = 27  # weeks since it was founded
EARLIER_WEEKS, WEDNESDAY, WEDNESDAY_PAIRS = (24, 21, 18, 15, 12, 9, 6, 3), 2, 8
IMPS_EVERY_FOURTH = 2
TABLE_MONEY = FARTHINGS_PER_SHILLING
BET_ON = 2  # evening
STILL_OWED = 1  # payments a table, from the last evening


def build_club() -> Club:
    """Build the club as of now."""
    rng, now = random.Random(SEED), clock.now()  # noqa: S311 - no secret
    with clock.at(now - dt.timedelta(weeks=HALF_YEAR)):
        club = _found()
    tables = [CardTable.objects.create(club=club, name=name, pack=pack) for name, pack in TABLES]
    people = list(Person.objects.filter(club=club).order_by("pk"))
    tonight = evening_of(club, now)
    evenings = list(club_nights(tonight))
    for number, evening in enumerate(evenings):
        _evening(club, tables, people, evening, number, rng, is_last=number == len(evenings) - 1)
        if number == CARRIED_OVER_ON:
            _pay_in_todays_coin(club, evening)
    _the_seven(club, tables, people, rng)
    _an_event(club, people, rng)
    free = _tonight(club, tables, people, now, rng)
    _event_tonight(club, free, now, rng)
    _a_series(club, people)
    _earlier_events(club, people)
    a_week_ago = dt.datetime.combine(tonight - dt.timedelta(days=7), OPENS, zone_of(club))
    play_a_set(club, people, a_week_ago)
    return club


def _found() -> Club:
    """Found the club, with its people and its usual stakes."""
    club = found_club(name=NAME, author=THE_DEMO)
    club.is_demo = True
    # It shows all that there is.
    club.extras = [extra.key for extra in extras()]
    club.save(update_fields=["is_demo", "extras"])
    for number, name in enumerate(MEMBERS, start=1):
        details = Details(name=name, number=str(number))
        add_person(club=club, details=details, kind=Person.Kind.MEMBER, author=THE_DEMO)
    for name in GUESTS:
        add_person(club=club, details=Details(name=name), kind=Person.Kind.GUEST, author=THE_DEMO)
    for game in GAMES:
        set_house(
            club=club,
            game=game.key,
            rules={"preset": game.codes.default_preset},
            stake=OTHER_STAKES.get(game.key, STAKE),
            seen={},
            author=THE_DEMO,
        )
    set_fee(club=club, amount=TABLE_MONEY, currency="LSD", per="person", author=THE_DEMO)
    set_rate(
        club=club,
        currency="LSD",
        coins=FARTHINGS_PER_SHILLING,
        into="EUR",
        into_coins=100,
        author=THE_DEMO,
    )
    club.refresh_from_db()
    return club


def club_nights(tonight: dt.date) -> Iterator[dt.date]:
    """Return the club nights of the last weeks before tonight, oldest first."""
    for days in range(WEEKS * 7, 0, -1):
        evening = tonight - dt.timedelta(days=days)
        if evening.weekday() in CLUB_NIGHTS:
            yield evening


def _pay_in_todays_coin(club: Club, evening: dt.date) -> None:
    """The next noon somebody pays what was left open, a part of it in euros, and the rest."""
    actor = Actor(level=Level.DIRECTOR, club=club)
    for hours, share in ((6, 2), (7, 1)):
        with clock.at(end_of(club, evening) + dt.timedelta(hours=hours)):
            one = owed_in(club)[0]
            coins = one.amount * 100 // FARTHINGS_PER_SHILLING // share if share > 1 else None
            coin = "EUR" if share > 1 else ""
            handed = Handed(one.payer.pk, one.payee.pk, one.currency.code, one.amount, coins, coin)
            pay(club=club, handed=handed, key=new_key(), actor=actor)


def _evening(
    club: Club,
    tables: list[CardTable],
    people: list[Person],
    evening: dt.date,
    number: int,
    rng: random.Random,
    *,
    is_last: bool,
) -> None:
    """Play an evening of the past at all its tables."""
    start = dt.datetime.combine(evening, OPENS, zone_of(club))
    came = rng.sample(people, len(people))
    for place, games in enumerate(PROGRAMME[number % len(PROGRAMME)]):
        players = find_game(games[0]).players
        table = DemoTable(
            club=club,
            table=tables[(number + place) % len(tables)],
            people=[came.pop() for _chair in range(players)],
            start=start,
            end=end_of(club, evening),
            rng=rng,
        )
        _play_games(table, games, number, place)
        open_tonight = is_last or (number == CARRIED_OVER_ON and place == 0)
        table.pay_all_but(STILL_OWED if open_tonight else 0)


def _play_games(table: DemoTable, games: tuple[str, ...], number: int, place: int) -> None:
    for game in games:
        table.sit_down(game)
        if place == 0 and number % TWO_REPORTS_EVERY == 0:
            table.report_twice()
        if number == BROKEN_OFF_ON and place == 1 and game == games[-1]:
            table.play_rubber(at_most=3, why_not_more="the last tram")
        else:
            table.play_rubber()
    if number == CORRECTED_LATE_ON:
        table.put_honours_right()
    if number == BET_ON and place == 0:
        table.bet("no slam tonight", 5 * FARTHINGS_PER_SHILLING)
    table.close()


def _tonight(
    club: Club,
    tables: list[CardTable],
    people: list[Person],
    now: dt.datetime,
    rng: random.Random,
) -> list[Person]:
    """Leave two tables in the middle of a rubber: auction, and pirate with a contract noted.

    Return who sits at neither.
    """
    begun = end_of(club, evening_of(club, now)) - dt.timedelta(days=1)
    start = max(begun, now - TONIGHT_SINCE)
    came = rng.sample(people, len(people))
    for place, (game, deals) in enumerate((("auction", 5), ("pirate", 4))):
        table = DemoTable(
            club=club,
            table=tables[place],
            people=[came.pop() for _chair in range(find_game(game).players)],
            start=start,
            end=now,
            rng=rng,
        )
        table.sit_down(game)
        table.play_into_a_rubber(deals)
        if place:
            table.note_contract()
    return came


def _last(club: Club, weekday: int) -> dt.date:
    """Return the last such day before tonight."""
    tonight = evening_of(club, clock.now())
    return tonight - dt.timedelta(days=(tonight.weekday() - weekday - 1) % 7 + 1)


def _the_seven(
    club: Club, tables: list[CardTable], people: list[Person], rng: random.Random
) -> None:
    """Seven people at two tables, on the last Sunday but one."""
    evening = _last(club, NIGHT_OF_THE_SEVEN) - dt.timedelta(weeks=1)
    start = dt.datetime.combine(evening, OPENS, zone_of(club))
    seven = DemoSeven(
        club=club,
        tables=(tables[0], tables[1]),
        people=rng.sample(people, 7),
        start=start,
        rng=rng,
    )
    seven.play(DEALS_OF_THE_SEVEN)
    seven.close()


def _an_event(club: Club, people: list[Person], rng: random.Random) -> None:
    """Thirteen pairs, on the last Thursday, by slips; everybody has paid."""
    evening = _last(club, DUPLICATE_NIGHT)
    event = DemoEvent(
        club=club,
        people=rng.sample(people, 2 * PAIRS),
        name="Thursday pairs",
        start=dt.datetime.combine(evening, OPENS, zone_of(club)),
        end=end_of(club, evening),
        rng=rng,
    )
    event.sign_up(evening, fee=TABLE_MONEY)
    for _round in range(event.room.rounds):
        event.next_round()
        event.play_by_slips()
    event.finish()
    event.work_out()


def _a_series(club: Club, people: list[Person]) -> None:
    """A small evening of the Thursday before, and with the last one the players of the autumn.

    It draws its own cards, so that all else is what it was without it.
    """
    rng = random.Random(SERIES_SEED)  # noqa: S311 - no secret
    evening = _last(club, DUPLICATE_NIGHT) - dt.timedelta(weeks=1)
    event = DemoEvent(
        club=club,
        people=rng.sample(people, 2 * FEW_PAIRS),
        name="Thursday pairs",
        start=dt.datetime.combine(evening, OPENS, zone_of(club)),
        end=end_of(club, evening),
        rng=rng,
    )
    event.sign_up(evening, fee=0)
    for _round in range(event.room.rounds):
        event.next_round()
        event.play_by_slips()
    event.finish()
    event.work_out()
    played = Event.objects.filter(club=club, name=event.name).exclude(finished_at=None)
    actor = Actor(level=Level.DIRECTOR, club=club)
    series = open_series(club=club, name="Thursdays", key=new_key(), actor=actor)
    kept = SeriesKept(events=[each.pk for each in played], members_only=True)
    change_series(series=series, name=series.name, kept=kept, seen=series.revision,
                  key=new_key(), actor=actor)  # fmt: skip


def _earlier_events(club: Club, people: list[Person]) -> None:
    """Wednesdays of half a year, every third week: most play with the same partner each time.

    They draw their own cards, so that all else is what it was without them.
    """
    rng = random.Random(SERIES_SEED + 1)  # noqa: S311 - no secret
    regulars = rng.sample(people, 2 * WEDNESDAY_PAIRS)
    for number, weeks in enumerate(EARLIER_WEEKS):
        evening = _last(club, WEDNESDAY) - dt.timedelta(weeks=weeks)
        one, other = rng.sample(range(len(regulars)), 2)
        regulars[one], regulars[other] = regulars[other], regulars[one]
        event = DemoEvent(
            club=club,
            people=[*regulars],
            name="Wednesday pairs",
            start=dt.datetime.combine(evening, OPENS, zone_of(club)),
            end=end_of(club, evening),
            rng=rng,
        )
        usual, by_imps, *_others = every_scoring()
        scored_by = by_imps if number % 4 == IMPS_EVERY_FOURTH else usual
        event.sign_up(evening, fee=0, scoring=scored_by.key)
        for _round in range(event.room.rounds):
            event.next_round()
            event.play_at_once()
        event.finish()


def _event_tonight(club: Club, free: list[Person], now: dt.datetime, rng: random.Random) -> None:
    """Thirteen pairs in their third round, on their phones: somebody calls, two disagree."""
    with clock.at(now - dt.timedelta(weeks=1)):
        for name in VISITORS:
            add_person(
                club=club, details=Details(name=name), kind=Person.Kind.GUEST, author="a friend"
            )
    visitors = list(Person.objects.filter(club=club, name__in=VISITORS).order_by("pk"))
    evening = evening_of(club, now)
    begun = end_of(club, evening) - dt.timedelta(days=1)
    event = DemoEvent(
        club=club,
        people=[*free, *visitors][: 2 * PAIRS],
        name="Tonight's pairs",
        start=max(begun, now - EVENT_SINCE),
        end=now,
        rng=rng,
    )
    event.sign_up(evening, fee=TABLE_MONEY, unpaid=2)
    for boards in (BOARDS, BOARDS, BOARDS - 1):
        event.next_round()
        event.play_by_phones(boards)
    event.leave_something_to_do()
