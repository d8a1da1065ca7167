"""A table sits down to play a prepared set: an event of one table, begun at once."""

from django.db import transaction

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.evening import evening_of
from clubscore.events.entries.opening_event import open_event
from clubscore.events.entries.seat_names import enter_counted
from clubscore.events.locks import note, taken_event
from clubscore.events.models import ContestSet, Entry, Event, EventHappening, Section
from clubscore.events.models.kept_facts import BoardsSet, MovementSet, RoundStarted
from clubscore.events.phones import let_phones_in
from clubscore.events.play.announcing import ask_for_lead
from clubscore.events.state.contest_boards import event_of
from clubscore.events.state.plan import as_rows
from clubscore.events.terms.event_terms import Terms
from clubscore.events.terms.formats import PAIRS
from clubscore.movements import Movement, Row
from clubscore.ranking.par import asks_lead

Kind = EventHappening.Kind
NS, EW = 1, 2
KIND = "one-table"


def open_table(*, kept: ContestSet, key: str, actor: Actor) -> Event:
    """Open a table that plays a set: two pairs whose names come from their seats, one round.

    The same key again is the same table. Nothing of the set goes into the event but who deals and
    who is vulnerable; cards and par of a board come once it is closed.
    """
    played = event_of(kept)
    terms = Terms(
        name=kept.name,
        form=PAIRS,
        game=played.valuation.key,
        scoring=played.scoring,
        options=played.options.facts(),
        rules=dict(played.valuation.given_rules or {}),
    )
    with transaction.atomic():
        club = kept.club
        evening = evening_of(club, clock.now())
        event = open_event(club=club, evening=evening, terms=terms, key=key, actor=actor)
        if event.contest_set_id is not None:
            return event
        enter_counted(event=event, count=2, key=f"{key}:pairs", actor=actor)
        with taken_event(event) as found:
            _begin(found, kept, key, actor)
        if any(asks_lead(board) for board in played.boards.values()):
            ask_for_lead(event=event, asked=True, key=f"{key}:lead", actor=actor)
        section = event.sections.get()
        let_phones_in(section=section, key=f"{key}:phones", actor=actor)
    return Event.objects.select_related("club").get(pk=event.pk)


def _begin(event: Event, kept: ContestSet, key: str, actor: Actor) -> None:
    """Seat the two pairs for all boards of the set in one round without a clock, and start it."""
    boards = event_of(kept).boards
    plan = as_rows(one_table(len(boards)))
    section = Section.objects.get(event=event)
    chosen = MovementSet(section=section.letter, plan=plan)
    note(event, Kind.MOVEMENT, f"{key}:movement", actor, chosen)
    Section.objects.filter(pk=section.pk).update(plan=plan)
    for number, entry in enumerate(Entry.objects.filter(event=event).order_by("order"), NS):
        Entry.objects.filter(pk=entry.pk).update(section=section, number=number)
    made = {str(n): (board.dealer, board.vulnerable) for n, board in boards.items()}
    note(event, Kind.BOARDS, f"{key}:boards", actor, BoardsSet(boards=made, source="file"))
    note(event, Kind.ROUND, f"{key}:round", actor, RoundStarted(round=1))
    event.contest_set = kept
    event.round, event.boards_a_round = 1, len(boards)
    # What the table has closed its players may compare at once.
    event.ranking_open = True
    event.save(update_fields=["contest_set", "round", "boards_a_round", "ranking_open"])


def one_table(boards: int) -> Movement:
    """Two pairs that play so many boards at one table, without a change."""
    row = Row(1, 1, (NS,), (EW,), 1)
    return Movement(KIND, KIND, "pairs", 2, 1, 1, 1, (row,), boards_per_set=boards)
