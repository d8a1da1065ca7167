"""Sitting down, taking seats, playing on with another line-up, ending. One transaction each."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.authorship import Authorship
from clubscore.club.models import Club, Person
from clubscore.club.refused import Refused
from clubscore.laws.cards import PACK
from clubscore.laws.cards import SUITS_OF_CUTTING as SUITS
from clubscore.laws.cutting import Cut, fits, resolve_cut
from clubscore.laws.errors import RuleError
from clubscore.laws.games import GAMES, Game, find_game
from clubscore.laws.house_rules import resolve_rules
from clubscore.laws.settlement import StakesFacts, read_stakes
from clubscore.laws.words import Word, gettext_noop, ngettext_lazy, seat_name
from clubscore.rubbers.line_up.table_state import draws_of, must_be_between
from clubscore.rubbers.line_up.who_plays import players_next
from clubscore.rubbers.locks import authored, must_be_by_itself, taken
from clubscore.rubbers.models import Candidate, CardTable, Happening, Part, Seat, Sitting
from clubscore.rubbers.models.kept_data import HappeningData, RulesKept
from clubscore.rubbers.selectors import part_of, tonight
from clubscore.rubbers.sitting.coming import free_from_elsewhere, sit_at
from clubscore.rubbers.sitting.ending import end_part

Kind = Happening.Kind


@dataclass(frozen=True)
class Agreement:
    """What the table agrees on before the first deal: a game, its laws and a stake."""

    game: str
    rules: RulesKept
    stakes: StakesFacts | None

    def facts(self) -> HappeningData:
        """Return it as the table's history keeps it."""
        return {"game": self.game, "rules": self.rules, "stakes": self.stakes}

    def check(self) -> Game:
        """Return the game. Raises RuleError where game, rules or stakes cannot be."""
        game = find_game(self.game)
        resolve_rules(game, self.rules)
        read_stakes(self.stakes)
        return game


@dataclass(frozen=True)
class LineUp:
    """Who sits where, for whose account, who deals first and with which pack."""

    seats: dict[str, Person]
    dealer: str
    accounts: dict[str, Person]
    pack: str = ""


def open_sitting(
    *,
    club: Club,
    table: CardTable | None,
    people: list[Person],
    agreement: Agreement,
    key: str,
    actor: Actor,
) -> Sitting:
    """Sit some people down at a table; seats come next. Without a table, a new one is set up.

    Raises RuleError where the game is not for that number, Refused where the table was taken.
    """
    _must_be_enough(agreement.check(), len(people))
    try:
        with transaction.atomic():
            known: Happening | None = (
                Happening.objects.filter(club=club, key=key).select_related("sitting").first()
            )
            if known is not None:
                return known.sitting
            free_from_elsewhere(club, people, actor=actor, key=key)
            sitting = Sitting.objects.create(
                club=club,
                table=table or _another_table(club),
                evening=tonight(club),
                opened_by=actor.label,
            )
            _let_sit(sitting, people)
            Happening.objects.create(
                sitting=sitting,
                kind=Kind.OPENED,
                data=agreement.facts(),
                **authored(actor, club.pk, key),
            )
    except IntegrityError:
        raise Refused(_("This table is now in use. Choose another.")) from None
    return sitting


def _let_sit(sitting: Sitting, people: list[Person]) -> None:
    for order, person in enumerate(people):
        Candidate.objects.create(
            club_id=sitting.club_id, sitting=sitting, person=person, order=order
        )


def games_for(count: int, playing: int = 0) -> list[Game]:
    """Return the games that so many can sit down to: those at which fewest wait.

    Where people are at a table already, the games for as many as are `playing` there stay open.
    """
    possible = [game for game in GAMES if fits(game.players, count)]
    most = max((game.players for game in possible), default=0)
    return sorted(
        (game for game in possible if game.players in (most, playing)),
        key=lambda game: count - game.players,
    )


def _must_be_enough(game: Game, count: int) -> None:
    if not fits(game.players, count):
        phrase = ngettext_lazy(
            "%(game)s is for %(players)s player; %(count)s sat down. Choose another game.",
            "%(game)s is for %(players)s players; %(count)s sat down. Choose another game.",
            "players",
        )
        raise RuleError(
            "players", phrase, "who", game=Word(game.name), players=game.players, count=count
        )


def _another_table(club: Club) -> CardTable:
    number = CardTable.objects.filter(club=club).count() + 1
    return CardTable.objects.create(club=club, name=_("Table %(number)s") % {"number": number})


def agreement_of(sitting: Sitting) -> Agreement:
    """Return what the table agreed on last."""
    agreed = sitting.happenings.filter(kind__in=[Kind.OPENED, Kind.AGREED]).order_by("pk").last()
    if agreed is not None:
        return Agreement(agreed.data["game"], agreed.data["rules"], agreed.data["stakes"])
    part = part_of(sitting)
    if part is None:
        raise Refused(_("No game has been agreed at this table. Sit down again."))
    return Agreement(part.game, part.rules, part.stakes)


def change_agreement(*, sitting: Sitting, agreement: Agreement, key: str, actor: Actor) -> None:
    """Agree on another game, other laws or another stake; it counts from the next seats on."""
    agreement.check()
    with taken(sitting) as found:
        must_be_by_itself(found)
        if not Happening.objects.filter(club_id=found.club_id, key=key).exists():
            Happening.objects.create(
                sitting=found,
                kind=Kind.AGREED,
                data=agreement.facts(),
                **authored(actor, found.club_id, key),
            )


def cut_of(sitting: Sitting, game: Game) -> Cut[int] | None:
    """Return what the cutting has decided, None before anybody drew."""
    draws = draws_of(sitting)
    if not draws:
        return None
    return resolve_cut(draws, partners=game.has_partners, law=game.dealing.cutting)


def those_next(sitting: Sitting, game: Game) -> list[Person]:
    """Return who cuts for partners and takes seats. Raises Refused where that is not settled."""
    people = players_next(sitting, game)
    if people is None:
        raise Refused(_("Decide who plays first."))
    return people


def draw_for(sitting: Sitting, game: Game) -> dict[int, str]:
    """Draw a card from one pack for everyone who must cut, for the table to see."""
    cut = cut_of(sitting, game)
    who = cut.again if cut else tuple(person.pk for person in those_next(sitting, game))
    return cards_for(who, cut.suits if cut else {})


def cards_for(who: Sequence[int], ranks: Mapping[int, str]) -> dict[int, str]:
    """Draw a card from one pack for each; whoever drew a rank already is given its suit."""
    drawn = secrets.SystemRandom()
    if ranks:
        suits = drawn.sample(SUITS, len(who))
        return {each: ranks[each] + suit for each, suit in zip(who, suits, strict=True)}
    return dict(zip(who, drawn.sample(PACK, len(who)), strict=True))


def record_draw(
    *,
    sitting: Sitting,
    cards: dict[int, str],
    by_hand: bool,
    afresh: bool,
    step: int | None = None,
    key: str,
    actor: Actor,
) -> None:
    """Record one round of cutting, tapped in from a real pack or drawn by the program.

    Raises Refused where the table has gone on since `step`, or plays.
    """
    with taken(sitting) as found:
        if Happening.objects.filter(club_id=found.club_id, key=key).exists():
            return
        must_be_between(found, step)
        note_draw(
            found,
            cards,
            by_hand=by_hand,
            afresh=afresh,
            entry=authored(actor, found.club_id, key),
        )


def note_draw(
    found: Sitting, cards: dict[int, str], *, by_hand: bool, afresh: bool, entry: Authorship
) -> None:
    """Write one round of cutting down. The caller holds the table's lock, and has seen its step.

    RuleError for cards that cannot be, Refused where others play by now.
    """
    game = find_game(agreement_of(found).game)
    before = [] if afresh else draws_of(found)
    if not before and set(cards) != {person.pk for person in those_next(found, game)}:
        raise Refused(_("The players have changed since the cut. Check the table again."))
    resolve_cut([*before, cards], partners=game.has_partners, law=game.dealing.cutting)
    Happening.objects.create(
        sitting=found,
        kind=Kind.DREW,
        data=HappeningData(
            cards={str(who): card for who, card in cards.items()},
            by_hand=by_hand,
            afresh=afresh,
        ),
        **entry,
    )


def take_seats(
    *,
    sitting: Sitting,
    line_up: LineUp,
    agreement: Agreement,
    step: int | None = None,
    key: str,
    actor: Actor,
) -> Part:
    """Begin a part: these people in these seats, at this game. The part before it ends.

    Raises RuleError naming the seat, Refused where the last rubber is still to be agreed or the
    table has gone on since `step`.
    """
    game = agreement.check()
    check_line_up(game, line_up)
    with taken(sitting, moving=line_up.seats.values()) as found:
        known: Happening | None = Happening.objects.filter(club_id=found.club_id, key=key).first()
        if known is not None and known.part is not None:
            return known.part
        must_be_between(found, step)
        before = part_of(found)
        if before is not None:
            end_part(before)
        sit_at(found, list(line_up.seats.values()), actor=actor, key=key)
        entry = authored(actor, found.club_id, key)
        return begin_part(found, before, agreement, line_up, entry)


def begin_part(
    sitting: Sitting,
    before: Part | None,
    agreement: Agreement,
    line_up: LineUp,
    entry: Authorship,
) -> Part:
    """Begin a part after the one before it, and say so in the table's history.

    The caller holds the table's lock; `entry` is what every record says of its author.
    """
    part = Part.objects.create(
        club_id=sitting.club_id,
        sitting=sitting,
        number=before.number + 1 if before else 1,
        game=agreement.game,
        rules=agreement.rules,
        stakes=agreement.stakes,
        first_dealer=line_up.dealer,
    )
    for seat, person in line_up.seats.items():
        Seat.objects.create(
            club_id=sitting.club_id,
            part=part,
            seat=seat,
            person=person,
            account=line_up.accounts.get(seat, person),
        )
    Happening.objects.create(
        sitting=sitting,
        part=part,
        kind=Kind.SEATED,
        data=HappeningData(
            seats={seat: person.name for seat, person in line_up.seats.items()},
            dealer=line_up.dealer,
            pack=line_up.pack,
        ),
        **entry,
    )
    return part


def check_line_up(game: Game, line_up: LineUp) -> None:
    """Raise RuleError, naming the seat, where people cannot sit like this at a game."""
    for seat in game.seats:
        if seat not in line_up.seats:
            phrase = gettext_noop("Choose who sits %(seat)s.")
            raise RuleError("empty-seat", phrase, f"seat-{seat}", seat=seat_name(seat))
    people = [person.pk for person in line_up.seats.values()]
    for seat, person in line_up.seats.items():
        if people.count(person.pk) > 1:
            phrase = gettext_noop("%(name)s can only sit in one seat. Choose another player.")
            raise RuleError("two-seats", phrase, f"seat-{seat}", name=person.name)
    if line_up.dealer not in game.deal_order:
        raise RuleError("dealer", gettext_noop("Choose who deals first."), "dealer")
