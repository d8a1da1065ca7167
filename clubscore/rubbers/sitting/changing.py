"""Who comes, who goes out, who plays next: Laws of Bridge 1899, laws 17 to 26.

Every rule can be overruled by hand. What was decided, and how, stays in the table's history.
One transaction each.
"""

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.authorship import Authorship
from clubscore.club.models import Person
from clubscore.club.refused import Refused
from clubscore.laws.cutting import resolve_places
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.games import find_game
from clubscore.laws.words import ngettext_lazy
from clubscore.rubbers.line_up.table_state import must_be_between
from clubscore.rubbers.line_up.who_plays import (
    AtTable,
    Verdict,
    at_table,
    belonging,
    holders,
    players_next,
    verdict_of,
)
from clubscore.rubbers.locks import authored, must_be_by_itself, taken
from clubscore.rubbers.models import Happening, Sitting
from clubscore.rubbers.models.kept_data import HappeningData
from clubscore.rubbers.selectors import part_of
from clubscore.rubbers.sitting.coming import candidate_of, go, is_under_way, sit_at
from clubscore.rubbers.sitting.seating import agreement_of, cards_for

Kind = Happening.Kind


def game_of(sitting: Sitting) -> Game:
    """Return the game that a table agreed on last."""
    return find_game(agreement_of(sitting).game)


def table_of(sitting: Sitting) -> AtTable:
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


def draw_places(verdict: Verdict, *, afresh: bool = False) -> dict[int, str]:
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
    verdict: Verdict,
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
    found: Sitting, verdict: Verdict, players: list[Person], how: str, entry: Authorship
) -> None:
    """Write down who plays next, and what the laws say. The caller holds the table's lock."""
    data = _line_up(verdict.table, players)
    data["how"] = how
    data["law_says"] = [p.name for p in verdict.players] if verdict.is_decided else []
    Happening.objects.create(sitting=found, kind=Kind.LINE_UP, data=data, **entry)


def _line_up(table: AtTable, players: list[Person]) -> HappeningData:
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


def _must_be_players(table: AtTable, people: list[Person]) -> None:
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
