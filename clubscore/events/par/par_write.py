"""Setting the par of an event's boards: given, worked out and approved, or from a file."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.access import Actor
from clubscore.club.authorship import authored
from clubscore.club.refused import Refused
from clubscore.club.wording.names import listed
from clubscore.deals.dealt_board import DealtBoard
from clubscore.deals.hands import read_deal
from clubscore.events.boards.boards_write import Seen, Source, last_seen, set_boards
from clubscore.events.boards.who_may_see import played_anywhere
from clubscore.events.locks import must_not_be_final, note, taken_event
from clubscore.events.models import Event, EventHappening, ParRevision
from clubscore.events.models.kept_facts import ParKept, ParSet
from clubscore.events.par.par_page import par_boards
from clubscore.events.state.event_now import room_of
from clubscore.events.state.pars import EventPar, as_par, last_par, pars_of, worked_out
from clubscore.events.state.scoring import valuation_of
from clubscore.ranking import Board, read_board, read_options
from clubscore.ranking.tasks import TaskFacts

Kind = EventHappening.Kind


def set_pars(
    *, event: Event, pars: Mapping[int, ParKept], source: str, seen: Seen, actor: Actor
) -> int:
    """Set par, tasks and commentary of boards, all or none; return how many changed.

    RuleError for impossible facts. Refuses if a par has changed since, after the
    correction period, and without a reason if the par of a board that was played would change.
    """
    for number, facts in pars.items():
        read_board({"number": number, **facts})
    with taken_event(event) as found:
        if _is_done(found, seen):
            return 0
        must_not_be_final(found)
        now = pars_of(found)
        if last_par(now.values()) != seen.last:
            text = _("The par was changed by someone else. Check again; nothing was recorded.")
            raise Refused(text)
        changed = {
            number: facts
            for number, facts in pars.items()
            if facts != (now[number].facts if number in now else {})
        }
        _must_have_reason(found, now, changed, seen)
        if changed:
            scores = {str(number): _score(facts) for number, facts in changed.items()}
            key, data = f"{seen.key}:par", ParSet(boards=scores, source=source)
            note(found, Kind.PAR, key, actor, data, reason=seen.reason)
        for number, facts in changed.items():
            ParRevision.objects.create(
                event=found,
                board=number,
                number=(now[number].revision if number in now else 0) + 1,
                source=source,
                facts=facts,
                **authored(actor, found.club_id, f"{seen.key}:{number}", seen.reason),
            )
        return len(changed)


def approve_pars(*, event: Event, boards: Iterable[int], seen: Seen, actor: Actor) -> int:
    """Use the double dummy result as the par of these boards; return how many changed.

    Their tasks and commentary stay. Boards of which the table is not known are left alone.
    """
    with taken_event(event) as found:
        room = room_of(found)
        wanted = {*boards}
        now = room.pars
        chosen = [board for board in par_boards(room) if board.number in wanted]
        options = read_options(found.options)
        worked = worked_out(valuation_of(found), options, chosen)
        pars: dict[int, ParKept] = {}
        for number, each in worked.items():
            if each.best is not None:
                facts = now[number].facts if number in now else ParKept()
                pars[number] = {**facts, "par": as_par(each.best).facts()}
        return set_pars(
            event=found, pars=pars, source=ParRevision.Source.APPROVED, seen=seen, actor=actor
        )


def bring_par_set(
    *, event: Event, boards: Iterable[Board], name: str, seen: Seen, actor: Actor
) -> int:
    """Set the cards of prepared boards in an event, and what was prepared for each.

    All or nothing; return how many boards changed. Refuses as setting cards and pars does.
    """
    with taken_event(event) as found:
        chosen = list(boards)
        room = room_of(found)
        dealt = [
            DealtBoard(board.number, read_deal(board.deal), board.dealer, board.vulnerable)
            for board in chosen
            if board.deal
        ]
        laid = set_boards(
            event=found,
            boards=dealt,
            source=Source.FILE,
            file=name,
            seen=Seen(last_seen(room.boards.values()), seen.key, seen.reason),
            actor=actor,
        )
        pars = {board.number: set_facts(board) for board in chosen if set_facts(board)}
        done = set_pars(
            event=found, pars=pars, source=ParRevision.Source.FILE, seen=seen, actor=actor
        )
        return max(laid, done)


def set_facts(board: Board) -> ParKept:
    """Return what a board has besides its cards, as an event file writes it."""
    told, found = board.facts(), ParKept()
    if "par" in told:
        found["par"] = told["par"]
    if "tasks" in told:
        found["tasks"] = told["tasks"]
    if "commentary" in told:
        found["commentary"] = told["commentary"]
    return found


def _is_done(event: Event, seen: Seen) -> bool:
    """Whether this form was sent before."""
    return ParRevision.objects.filter(
        club_id=event.club_id, event=event, key__startswith=f"{seen.key}:"
    ).exists()


def _must_have_reason(
    event: Event, now: Mapping[int, EventPar], changed: Mapping[int, ParKept], seen: Seen
) -> None:
    """A new par for a board that was played is a correction, and a correction needs a reason."""
    if seen.reason:
        return
    others = {
        number
        for number, facts in changed.items()
        if number in now and _scored(facts) != _scored(now[number].facts)
    }
    played = sorted(played_anywhere(room_of(event)) & others)
    if played:
        text = ngettext(
            "Board %(boards)s has already been played. Give a reason for changing its par.",
            "Boards %(boards)s have already been played. Give a reason for changing their par.",
            len(played),
        )
        raise Refused(text % {"boards": listed(played)})


def _score(facts: ParKept) -> int | None:
    return facts["par"]["score"] if "par" in facts else None


def _scored(facts: ParKept) -> tuple[int | None, list[TaskFacts]]:
    """What the ranking depends on."""
    return _score(facts), facts.get("tasks", [])
