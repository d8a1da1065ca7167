"""Boards without a result get one together: not played, or averages by fault; and back again.

An average is a ruling of the director (law 12C2) and stands in the log of rulings; that a board was
not played is only a fact of it.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.own_words import OwnWords
from clubscore.club.refused import Refused
from clubscore.events.correct.correcting import Entered, Typed, leave_for_later, rule, take_back
from clubscore.events.correct.ruling_form import KINDS
from clubscore.events.correct.ruling_log import Cited, give_ruling
from clubscore.events.locks import must_not_be_final, taken_event
from clubscore.events.models import Event, ResultRevision, Section
from clubscore.events.state.event_now import Room, room_of
from clubscore.events.state.spot_state import Standing
from clubscore.laws.words import gettext_noop

ARTIFICIAL = "artificial"
# What was settled together has the key of its form, and a number: "KEY:missing:3".
SETTLED = re.compile(r"(.+):missing:\d+")
NOTHING_LEFT = gettext_noop("There is nothing left to undo: these boards were changed since.")


class Settled(NamedTuple):
    """Boards that were given a result together and still have it: the key of that, and each."""

    key: str
    boards: list[Standing]

    @property
    def numbers(self) -> list[int]:
        """The numbers of its boards, each once."""
        return sorted({each.spot.board for each in self.boards})


def settle_missing(*, event: Event, lines: Sequence[Typed], key: str, actor: Actor) -> None:
    """Record what boards without a result get: for all of these, or for none.

    Refuses if one was entered in the meantime, and where the ranking is final.
    """
    with taken_event(event) as found:
        must_not_be_final(found)
        for number, line in enumerate(lines):
            entered = Entered(line.seen, f"{key}:missing:{number}", OwnWords("at-the-end"))
            _settle(line, entered, actor)


def _settle(line: Typed, entered: Entered, actor: Actor) -> None:
    def do() -> None:
        rule(section=line.section, spot=line.spot, facts=line.facts, entered=entered, actor=actor)

    if "adjusted" not in line.facts:
        do()
        return
    cited = Cited(ARTIFICIAL, KINDS[ARTIFICIAL][1], actor.label)
    give_ruling(section=line.section, spot=line.spot, cited=cited, entered=entered, actor=actor,
                do=do)  # fmt: skip


def settled_last(room: Room) -> Settled | None:
    """Return what was last settled together and stands unchanged; None where nothing does."""
    batches: dict[str, list[Standing]] = {}
    newest: dict[str, int] = {}
    for standing in room.standings.values():
        found = SETTLED.fullmatch(standing.result.key) if standing.result else None
        if found is None or standing.revisions[-1] is not standing.result:
            continue
        batches.setdefault(found[1], []).append(standing)
        newest[found[1]] = max(newest.get(found[1], 0), standing.result.pk)
    if not batches:
        return None
    key = max(newest, key=lambda each: newest[each])
    return Settled(key, sorted(batches[key], key=lambda each: each.spot))


def settle_back(*, event: Event, settled: str, key: str, actor: Actor) -> None:
    """Take back what was settled together under a key: its boards are as they were before.

    One that was changed since stays. Refuses where none is left, and once the session is finished.
    """
    with taken_event(event) as found:
        if ResultRevision.objects.filter(club_id=found.club_id, key=f"{key}:0").exists():
            return
        if found.finished_at is not None:
            raise Refused(_("The session is finished. Reopen it first."))
        last = settled_last(room_of(found))
        if last is None or last.key != settled:
            raise Refused(_(NOTHING_LEFT))
        sections = {section.pk: section for section in found.sections.select_related("event")}
        for number, standing in enumerate(last.boards):
            _as_before(sections[standing.spot.section], standing, f"{key}:{number}", actor)


def _as_before(section: Section, standing: Standing, key: str, actor: Actor) -> None:
    """Clear a result; a board that was left for later before is so again."""
    entered = Entered(standing.number, key, OwnWords("undone"))
    take_back(section=section, spot=standing.spot, entered=entered, actor=actor)
    if any(each.kind == ResultRevision.Kind.LATER for each in standing.revisions[-2:-1]):
        entered = Entered(standing.number + 1, f"{key}:later", OwnWords("undone"))
        leave_for_later(section=section, spot=standing.spot, entered=entered, actor=actor)
