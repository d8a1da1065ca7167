"""Coming, going out and playing on at a table: joining, leaving, cutting, and substitutes.

Laws of Bridge 1899, laws 17 to 26; a substitute takes a seat over by law 24. Every rule can be
overruled by hand, and the table's history keeps what was decided and how. One transaction each.
"""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.entry import Authorship, Refused
from clubscore.club.models import Person
from clubscore.laws.cutting import resolve_places
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.games import find_game
from clubscore.laws.words import gettext_noop, ngettext_lazy
from clubscore.rubbers.line_up import (
    PeopleAtTable,
    SeatingVerdict,
    at_table,
    belonging,
    holders,
    players_next,
    verdict_of,
)
from clubscore.rubbers.models import Happening, HappeningData, Sitting, Substitute
from clubscore.rubbers.score import PartScore, standing_of
from clubscore.rubbers.seating import (
    agreement_of,
    candidate_of,
    cards_for,
    cut_of,
    draw_for,
    go,
    is_under_way,
    note_draw,
    sit_at,
    those_next,
)
from clubscore.rubbers.selectors import authored, must_be_by_itself, part_of, taken, taken_part
from clubscore.rubbers.table_state import must_be_between

Kind = Happening.Kind


def game_of(sitting: Sitting) -> Game:
    """Return the game that a table agreed on last."""
    return find_game(agreement_of(sitting).game)


def table_of(sitting: Sitting) -> PeopleAtTable:
    """Return who sits at a table and who waits."""
    return at_table(sitting, game_of(sitting))


def _known(sitting: Sitting, key: str) -> bool:
    return Happening.objects.filter(club_id=sitting.club_id, key=key).exists()


def join(*, sitting: Sitting, person: Person, key: str, actor: Actor) -> None:
    """Let somebody come to a table that is open. They wait; six at most belong to it (law 18).

    Raises Refused where the table is full, RuleError where the player sits elsewhere.
    """
    with taken(sitting, moving=[person]) as found:
        must_be_by_itself(found)
        if _known(found, key) or person.pk in {each.person_id for each in belonging(found)}:
            return
        must_have_room(found)
        sit_at(found, [person], actor=actor, key=key)
        Happening.objects.create(
            sitting=found,
            kind=Kind.JOINED,
            data=HappeningData(who=[person.pk], names=[person.name]),
            **authored(actor, found.club_id, key),
        )


def must_have_room(sitting: Sitting) -> None:
    """Raise Refused where a table is complete."""
    if not table_of(sitting).room:
        raise Refused(_("This table is full: two are already waiting (law 18)."))


def leave(*, sitting: Sitting, person: Person, key: str, actor: Actor) -> None:
    """Let a player leave a table, before or after a rubber.

    Raises Refused where the player is in the middle of a rubber: it needs a substitute, or is
    broken off first.
    """
    with taken(sitting) as found:
        must_be_by_itself(found)
        if _known(found, key):
            return
        candidate = candidate_of(found, person)
        part = part_of(found)
        sits = part is not None and person.pk in {one.pk for one in holders(part)}
        if sits and is_under_way(part):
            raise Refused(
                _("A rubber is being played. Choose a substitute, or break the rubber off first.")
            )
        go(candidate, actor=actor, key=key)


def offer(
    *, sitting: Sitting, people: list[Person], step: int | None = None, key: str, actor: Actor
) -> None:
    """Say who offers to go out; no one takes earlier offers back."""
    with taken(sitting) as found:
        if not _known(found, key):
            must_be_between(found, step)
            Happening.objects.create(
                sitting=found,
                kind=Kind.OFFERED,
                data=HappeningData(
                    who=[person.pk for person in people], names=[person.name for person in people]
                ),
                **authored(actor, found.club_id, key),
            )


def draw_places(verdict: SeatingVerdict, *, afresh: bool = False) -> dict[int, str]:
    """Draw a card from one pack for everyone who must cut for who plays."""
    if afresh:
        return cards_for(verdict.choice.cutting, {})
    return cards_for(verdict.cut.again, verdict.cut.suits)


def cut_for_places(
    *,
    sitting: Sitting,
    cards: dict[int, str],
    by_hand: bool,
    afresh: bool,
    step: int | None = None,
    key: str,
    actor: Actor,
) -> None:
    """Record a round of cutting for who goes out or who plays first."""
    with taken(sitting) as found:
        if _known(found, key):
            return
        must_be_between(found, step)
        verdict = verdict_of(table_of(found))
        if not verdict.choice.places:
            raise Refused(_("No cut is needed: it is decided who plays."))
        entry = authored(actor, found.club_id, key)
        note_places(found, verdict, cards, by_hand=by_hand, afresh=afresh, entry=entry)


def note_places(
    found: Sitting,
    verdict: SeatingVerdict,
    cards: dict[int, str],
    *,
    by_hand: bool,
    afresh: bool,
    entry: Authorship,
) -> None:
    """Write one round of cutting for who plays down. The caller holds the table's lock.

    RuleError for cards that cannot be.
    """
    before = () if afresh else verdict.rounds
    cutters, places = verdict.choice.cutting, verdict.choice.places
    law, out = verdict.table.game.dealing.cutting, verdict.goes_out
    resolve_places(cutters, [*before, cards], places, last=out, law=law)
    names = {each.person_id: each.person.name for each in belonging(found)}
    Happening.objects.create(
        sitting=found,
        kind=Kind.CUT_OUT,
        data=HappeningData(
            cards={str(who): card for who, card in cards.items()},
            names={names[who]: card for who, card in cards.items()},
            by_hand=by_hand,
            afresh=afresh,
        ),
        **entry,
    )


def agree_line_up(
    *,
    sitting: Sitting,
    by_hand: list[Person] | None,
    how: str = "hand",
    step: int | None = None,
    key: str,
    actor: Actor,
) -> None:
    """Agree on who plays next: as the laws have it, or chosen by hand.

    `how` says for the history why hands chose: "hand", or "room" for those first in the room.
    Raises RuleError where too many or too few were chosen, Refused where it is not decided.
    """
    with taken(sitting) as found:
        if _known(found, key):
            return
        must_be_between(found, step)
        table = table_of(found)
        verdict = verdict_of(table)
        if by_hand is not None:
            _must_be_players(table, by_hand)
            players = by_hand
        elif verdict.is_decided:
            players, how = list(verdict.players), verdict.how
        else:
            raise Refused(_("It is not yet decided who plays. Decide that first."))
        note_line_up(found, verdict, players, how, authored(actor, found.club_id, key))


def note_line_up(
    found: Sitting, verdict: SeatingVerdict, players: list[Person], how: str, entry: Authorship
) -> None:
    """Write down who plays next, and what the laws say. The caller holds the table's lock."""
    data = _line_up(verdict.table, players)
    data["how"] = how
    data["law_says"] = [p.name for p in verdict.players] if verdict.is_decided else []
    Happening.objects.create(sitting=found, kind=Kind.LINE_UP, data=data, **entry)


def _line_up(table: PeopleAtTable, players: list[Person]) -> HappeningData:
    """Return who plays next, who goes out for it and who comes in, as the history keeps it."""
    before = {person.pk for person in table.playing}
    now = {person.pk for person in players}
    everybody = [*table.playing, *(one.person for one in table.waiting)]
    return {
        "players": [person.pk for person in players],
        "names": [person.name for person in players],
        "out": [p.name for p in table.playing if p.pk not in now],
        "in": [p.name for p in everybody if p.pk in now - before],
    }


def _must_be_players(table: PeopleAtTable, people: list[Person]) -> None:
    here = {p.pk for p in table.playing} | {one.person.pk for one in table.waiting}
    if len(people) != table.game.players or not {person.pk for person in people} <= here:
        phrase = ngettext_lazy(
            "Choose %(players)s player; %(count)s are chosen.",
            "Choose %(players)s players; %(count)s are chosen.",
            "players",
        )
        raise RuleError("players", phrase, "who", players=table.game.players, count=len(people))


def play_on(*, sitting: Sitting, key: str, actor: Actor) -> None:
    """Play on with the same people in the same seats; what was cut for the next rubber is void.

    Raises Refused where a rubber is being played or a player has gone.
    """
    with taken(sitting) as found:
        if _known(found, key):
            return
        must_be_between(found)
        part = part_of(found)
        here = {each.person_id for each in belonging(found)}
        if part is None or part.closed_at is not None or {p.pk for p in holders(part)} - here:
            raise Refused(_("The same people cannot play on as they sat. Take seats."))
        Happening.objects.create(
            sitting=found,
            part=part,
            kind=Kind.SEATED,
            data=HappeningData(as_before=True),
            **authored(actor, found.club_id, key),
        )


def needs_choice(sitting: Sitting) -> bool:
    """Whether it has to be settled who plays before cards or seats."""
    return players_next(sitting, game_of(sitting)) is None


# ---- Substitutes.


def relieve(
    *,
    sitting: Sitting,
    part: int,
    seat: str,
    person: Person,
    own_account: bool,
    leaves: bool,
    key: str,
    actor: Actor,
) -> Substitute:
    """Put somebody in a seat until the rubber ends; the other three agree.

    The rubber is settled for whom the seat played before, unless with `own_account` all agree that
    the substitute takes it over. With `leaves` the absent player is gone for tonight, else they
    waits and may come back. Raises RuleError naming the field, Refused where no rubber is under
    way.
    """
    with taken_part(sitting, part, moving=[person]) as found:
        must_be_by_itself(found.sitting)
        known: Substitute | None = Substitute.objects.filter(club_id=found.club_id, key=key).first()
        if known is not None:
            return known
        standing = standing_of(found)
        absent = _absent(standing, seat, person)
        if person.pk not in {each.person_id for each in belonging(found.sitting)}:
            if not leaves:
                must_have_room(found.sitting)
            sit_at(found.sitting, [person], actor=actor, key=key)
        relief = _write(standing, seat, person, own_account, authored(actor, found.club_id, key))
        if leaves:
            go(candidate_of(found.sitting, absent), law=24, actor=actor, key=f"{key}:leaves")
    return relief


def _absent(standing: PartScore, seat: str, person: Person) -> Person:
    """Return who leaves the seat. RuleError where the seat or the substitute cannot be."""
    if standing.part.closed_at is not None or standing.sheet.unfinished is None:
        raise Refused(
            _("No rubber is being played, so no substitute is needed: simply take seats.")
        )
    if seat not in standing.people:
        raise RuleError("seat", gettext_noop("Choose who is away."), "seat")
    if person.pk in {one.pk for one in standing.people.values()}:
        phrase = gettext_noop("%(name)s is already playing. Choose another player.")
        raise RuleError("plays", phrase, "person", name=person.name)
    return standing.people[seat]


def _write(
    standing: PartScore, seat: str, person: Person, own_account: bool, entry: Authorship
) -> Substitute:
    return Substitute.objects.create(
        part=standing.part,
        seat=seat,
        position=standing.next_position,
        person=person,
        account=person if own_account else standing.accounts[seat],
        **entry,
    )


def relieved_in(sitting: Sitting) -> list[Substitute]:
    """Return everyone who took a seat over at a table, first to last."""
    substitutes = Substitute.objects.filter(part__sitting=sitting)
    return list(substitutes.select_related("part__sitting", "person", "account").order_by("pk"))


def draw_for_seats(
    *, sitting: Sitting, afresh: bool = False, step: int | None = None, key: str, actor: Actor
) -> None:
    """Draw until partners, deal and seats are decided; with `afresh` earlier cards are void.

    Every round is kept as one that was cut by hand is: the history shows each card.
    Raises Refused where the table has gone on since `step`, or plays.
    """
    with taken(sitting) as found:
        if Happening.objects.filter(club_id=found.club_id, key=key).exists():
            return
        must_be_between(found, step)
        _draw_seats(found, _entries(found, key, actor), afresh=afresh)


def draw_for_places(
    *, sitting: Sitting, afresh: bool = False, step: int | None = None, key: str, actor: Actor
) -> None:
    """Draw until it is decided who plays; at a new table the same draw goes on to the seats.

    Who goes out of a table (law 21) is still to be agreed. Raises Refused as `draw_for_seats`
    does, and where no cut is needed.
    """
    with taken(sitting) as found:
        if Happening.objects.filter(club_id=found.club_id, key=key).exists():
            return
        must_be_between(found, step)
        verdict = verdict_of(table_of(found))
        if not verdict.choice.places:
            raise Refused(_("No cut is needed: it is decided who plays."))
        entries = _entries(found, key, actor)
        while afresh or verdict.cut.again:
            cards = draw_places(verdict, afresh=afresh)
            note_places(found, verdict, cards, by_hand=False, afresh=afresh, entry=next(entries))
            verdict, afresh = verdict_of(table_of(found)), False
        if not verdict.goes_out:
            note_line_up(found, verdict, list(verdict.players), verdict.how, next(entries))
            _draw_seats(found, entries)


def _entries(found: Sitting, key: str, actor: Actor) -> Iterator[Authorship]:
    """Return what every record says of its author, under the key of the form and after it."""
    number = 0
    while True:
        yield authored(actor, found.club_id, f"{key}:{number}" if number else key)
        number += 1


def _draw_seats(found: Sitting, entries: Iterator[Authorship], *, afresh: bool = False) -> None:
    game = game_of(found)
    if afresh:
        cards = cards_for([person.pk for person in those_next(found, game)], {})
        note_draw(found, cards, by_hand=False, afresh=True, entry=next(entries))
    while (cut := cut_of(found, game)) is None or cut.again:
        cards = draw_for(found, game)
        note_draw(found, cards, by_hand=False, afresh=False, entry=next(entries))
