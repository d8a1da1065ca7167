"""Sitting down and getting up: who belongs to which table, how a part begins and how it ends.

No one belongs to two tables at once. One transaction each.
"""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import F, Max
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.entry import Authorship, Refused
from clubscore.club.models import Club, Person
from clubscore.club.record_words import OwnWords
from clubscore.laws.cards import PACK, SUITS_OF_CUTTING
from clubscore.laws.cutting import CutResult, fits, resolve_cut
from clubscore.laws.errors import RuleError
from clubscore.laws.games import GAMES, Game, find_game
from clubscore.laws.house_rules import resolve_rules
from clubscore.laws.settlement import StakesFacts, read_stakes
from clubscore.laws.words import Word, gettext_noop, ngettext_lazy, seat_name
from clubscore.rubbers.line_up import belonging, holders, players_next
from clubscore.rubbers.models import (
    Candidate,
    CardTable,
    Draft,
    Happening,
    HappeningData,
    Part,
    RulesKept,
    Seat,
    Sitting,
)
from clubscore.rubbers.phones import shut_out
from clubscore.rubbers.score import standing_of, standings_of
from clubscore.rubbers.selectors import (
    authored,
    must_be_by_itself,
    must_not_be_of_the_seven,
    open_sittings,
    part_of,
    sits_at,
    taken,
    tonight,
)
from clubscore.rubbers.settling import (
    book_bets,
    book_sitting,
    charge_again,
    charge_sitting,
    is_agreed,
    let_off,
    must_be_changed_by,
)
from clubscore.rubbers.table_state import draws_of, must_be_between

Kind = Happening.Kind


def is_under_way(part: Part | None) -> bool:
    """Whether a rubber is being played: some deal of it is recorded and it was not broken off."""
    return (
        part is not None and not part.broken_off and standing_of(part).sheet.unfinished is not None
    )


def sit_at(sitting: Sitting, people: list[Person], *, actor: Actor, key: str) -> list[Person]:
    """Let people belong to a table who do not yet, after those who do; return them.

    Raises RuleError where one of them plays at another table.
    """
    here = {candidate.person_id for candidate in belonging(sitting)}
    new = [person for person in people if person.pk not in here]
    free_from_elsewhere(sitting.club, new, actor=actor, key=key)
    last: int | None = sitting.candidates.aggregate(last=Max("order"))["last"]
    order = 0 if last is None else last + 1
    for place, person in enumerate(new, start=order):
        Candidate.objects.update_or_create(
            sitting=sitting,
            person=person,
            defaults={"order": place, "joined_at": clock.now(), "left_at": None},
            create_defaults={"club": sitting.club, "order": place, "joined_at": clock.now()},
        )
    return new


def free_from_elsewhere(club: Club, people: list[Person], *, actor: Actor, key: str) -> None:
    """See that people belong to no other table; whoever only waits at one loses the place there.

    A player cutting into one table while belonging to another loses the right of re-entry into
    that latter (law 25). A table left open in another evening holds no one. Raises RuleError
    where somebody plays.
    """
    elsewhere = Candidate.objects.filter(
        club=club,
        person__in=people,
        left_at=None,
        sitting__evening=tonight(club),
        sitting__closed_at=None,
        sitting__voided_at=None,
    ).select_related("person", "sitting__table", "sitting__club")
    for candidate in elsewhere:
        if is_held(candidate.sitting, candidate.person):
            phrase = gettext_noop("%(name)s is still sitting at %(table)s. End that table first.")
            name, table = candidate.person.name, candidate.sitting.table.name
            raise RuleError("sits-elsewhere", phrase, "who", name=name, table=table)
        Sitting.objects.filter(pk=candidate.sitting_id).update(revision=F("revision") + 1)
        go(candidate, law=25, actor=actor, key=f"{key}:from{candidate.pk}")


def is_held(sitting: Sitting, person: Person) -> bool:
    """Whether somebody cannot leave a table for another: they play there, or seats are being taken.

    A table with too few left to play holds no one, once nothing is under way. The seven hold
    whoever is one of them.
    """
    part = part_of(sitting)
    return _holds(sitting, part, person, len(belonging(sitting)), under_way=is_under_way(part))


def _holds(
    sitting: Sitting, part: Part | None, person: Person, here: int, *, under_way: bool
) -> bool:
    if part is None or (sitting.seven is not None and sitting.seven.is_open):
        return True
    if person.pk not in {one.pk for one in holders(part)}:
        return False
    return under_way or here >= find_game(part.game).players


def free_to_go(club: Club, people: Iterable[int]) -> set[int]:
    """Return who of those that belong to tables tonight may leave them for another.

    As many queries for forty tables as for one.
    """
    sittings = [*open_sittings(club).filter(evening=tonight(club))]
    newest = {
        sitting.pk: max(parts, key=lambda part: part.number)
        for sitting in sittings
        if (parts := sitting.parts.all())
    }
    standings = standings_of([part for part in newest.values() if not part.broken_off])
    under_way = {each.part.pk for each in standings if each.sheet.unfinished is not None}
    wanted, free = {*people}, set[int]()
    for sitting in sittings:
        part = newest.get(sitting.pk)
        here = [each for each in sitting.candidates.all() if each.left_at is None]
        plays = part is not None and part.pk in under_way
        for each in here:
            if not _holds(sitting, part, each.person, len(here), under_way=plays):
                free.add(each.person_id)
    return free & wanted


def go(candidate: Candidate, *, law: int | None = None, actor: Actor, key: str) -> None:
    """Let somebody go who belongs to a table; say whether that breaks it up (law 26).

    The phones that they let in here are out.
    """
    sitting = candidate.sitting
    part = part_of(sitting)
    before = belonging(sitting)
    remaining = [each for each in before if each.pk != candidate.pk]
    needed = find_game(part.game).players if part else 0
    Candidate.objects.filter(pk=candidate.pk).update(left_at=clock.now())
    breaks_up = len(remaining) < needed <= len(before)
    Happening.objects.create(
        sitting=sitting,
        kind=Kind.LEFT,
        data=HappeningData(
            who=[candidate.person_id],
            names=[candidate.person.name],
            breaks_up=breaks_up,
            remaining=[each.person_id for each in remaining] if breaks_up else [],
            law=law,
        ),
        **authored(actor, sitting.club_id, key),
    )
    shut_out(sitting, candidate.person.name, key=f"{key}:phones", actor=actor)


def candidate_of(sitting: Sitting, person: Person) -> Candidate:
    """Return somebody's place at a table. Raises Refused where they do not belong to it."""
    for candidate in belonging(sitting):
        if candidate.person_id == person.pk:
            candidate.sitting = sitting
            return candidate
    raise Refused(_("%(name)s no longer belongs to this table.") % {"name": person.name})


# ---- How a rubber, a part or a sitting ends.


def end_part(part: Part) -> None:
    """End a part that has nothing left to settle."""
    standing = standing_of(part)
    sheet = standing.sheet
    for number in range(1, len(sheet.rubbers) + 1):
        if not is_agreed(part, number):
            raise Refused(_("The rubber is over. Make it up and agree it first."))
    under_way = sheet.unfinished is not None and any(sheet.unfinished.totals.values())
    settled = part.broken_off and is_agreed(part, len(sheet.rubbers) + 1)
    if under_way and not settled:
        raise Refused(_("A rubber is being played. Finish it, or break it off and settle it."))
    if part.closed_at is None:
        Part.objects.filter(pk=part.pk).update(closed_at=clock.now())


def break_off(*, sitting: Sitting, part: int, reason: str, key: str, actor: Actor) -> None:
    """Break the running rubber off; it is settled as it stands, once agreed."""
    with taken(sitting) as found:
        must_be_by_itself(found)
        if Happening.objects.filter(club_id=found.club_id, key=key).exists():
            return
        current = part_of(found, part)
        if current is None or current.closed_at is not None:
            raise Refused(_("There is no rubber to break off."))
        if standing_of(current).sheet.unfinished is None:
            raise Refused(_("No deal of this rubber has been recorded. End the table instead."))
        Part.objects.filter(pk=current.pk).update(broken_off=True, closed_at=clock.now())
        Draft.objects.filter(part=current).delete()
        Happening.objects.create(
            sitting=found,
            part=current,
            kind=Kind.BROKEN_OFF,
            **authored(actor, found.club_id, key, reason),
        )


def close_sitting(*, sitting: Sitting, key: str, actor: Actor) -> None:
    """End the evening at a table. Raises Refused where something is still to be settled."""
    with taken(sitting) as found:
        if found.closed_at is not None:
            return
        must_be_by_itself(found)
        part = part_of(found)
        if part is not None:
            end_part(part)
            Draft.objects.filter(part=part).delete()
        found.closed_at = clock.now()
        found.save(update_fields=["closed_at"])
        Happening.objects.create(
            sitting=found, kind=Kind.CLOSED, **authored(actor, found.club_id, key)
        )
        charge_sitting(found, key, actor)


def reopen_sitting(*, sitting: Sitting, reason: str, key: str, actor: Actor) -> None:
    """Open a table again that was ended too early; a rubber broken off stays so.

    Raises Refused where others sit there now, and where it is closed and agreed to all but a
    scorer who says why.
    """
    try:
        with taken(sitting) as found:
            if found.is_open:
                return
            must_be_changed_by(actor, found, reason)
            _must_sit_nowhere_else(found)
            found.closed_at = found.voided_at = None
            found.void_reason = ""
            found.save(update_fields=["closed_at", "voided_at", "void_reason"])
            part = part_of(found)
            if part is not None and not part.broken_off and not part.substitutes.exists():
                Part.objects.filter(pk=part.pk).update(closed_at=None)
            entry = authored(actor, found.club_id, key, reason)
            Happening.objects.create(sitting=found, kind=Kind.REOPENED, **entry)
            book_sitting(found, entry | {"reason": reason or OwnWords("counts-again")})
            charge_again(found, key, actor)
            book_bets(found, key, actor)
    except IntegrityError:
        raise Refused(_("Other people are sitting at this table now.")) from None


def _must_sit_nowhere_else(sitting: Sitting) -> None:
    seated = sits_at(sitting.club)
    # Players who had left before the end do not come back by it, and may sit anywhere.
    for candidate in sitting.candidates.filter(left_at=None).select_related("person"):
        if candidate.person_id in seated:
            place = {"name": candidate.person.name, "table": seated[candidate.person_id]}
            raise Refused(_("%(name)s is sitting at %(table)s now. End that table first.") % place)


def void_sitting(*, sitting: Sitting, reason: str, key: str, actor: Actor) -> None:
    """Declare a sitting void: it counts nowhere, but can be read and opened again.

    Raises Refused where it is closed and agreed to all but a scorer who says why.
    """
    with taken(sitting) as found:
        if found.voided_at is not None:
            return
        must_be_changed_by(actor, found, reason)
        must_not_be_of_the_seven(found)
        reason = reason or OwnWords("by-mistake")
        found.voided_at = clock.now()
        found.void_reason = reason
        found.save(update_fields=["voided_at", "void_reason"])
        entry = authored(actor, found.club_id, key, reason)
        Happening.objects.create(sitting=found, kind=Kind.VOIDED, **entry)
        book_sitting(found, entry)
        let_off(found, key, actor, reason)
        book_bets(found, key, actor)


# ---- Sitting down and playing on.


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


def cut_of(sitting: Sitting, game: Game) -> CutResult[int] | None:
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
        suits = drawn.sample(SUITS_OF_CUTTING, len(who))
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
