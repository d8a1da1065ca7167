"""The log of rulings: what was ruled by which law and by whom, appeals and what came of them.

Nothing in it is changed: an appeal, and its outcome, are entries of their own.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubscore.club.access import Actor
from clubscore.events.correct.correcting import Entered
from clubscore.events.correct.ruling_form import KINDS
from clubscore.events.locks import is_noted, note, taken_event
from clubscore.events.models import Event, EventHappening, Section
from clubscore.events.models.kept_facts import AppealNoted, RulingGiven
from clubscore.events.play.reporting import standing_now
from clubscore.events.state.event_now import Room, room_of
from clubscore.events.state.scoring import ranked_of
from clubscore.events.state.spot_state import Spot
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking import Ranked

Kind = EventHappening.Kind
LODGED = "lodged"
# What may become of an appeal, and of a ruling against which there is none.
OUTCOMES: Final = {
    "upheld": pgettext_lazy("appeal", "The ruling stands"),
    "changed": pgettext_lazy("appeal", "The ruling is changed"),
    "withdrawn": pgettext_lazy("appeal", "The appeal is withdrawn"),
}
APPEALS: Final = {LODGED: gettext_lazy("appeal lodged"), **OUTCOMES}
NO_APPEAL = gettext_noop("There is no open appeal against this ruling.")
OPEN_ALREADY = gettext_noop("An appeal against this ruling is open already.")


class Cited(NamedTuple):
    """Of a ruling: its kind, the law it goes by, and who gave it."""

    what: str
    law: str
    by: str


class AppealLine(NamedTuple):
    """An appeal or its outcome, as the log shows it."""

    told: EventHappening
    what: str
    by: str


class RulingLine(NamedTuple):
    """A ruling as the log shows it, with what came of it; `is_open` while an appeal is.

    `is_cleared` where the result that it gave was taken back since, and there is no other.
    """

    told: EventHappening
    said: RulingGiven
    what: str
    table: str
    appeals: list[AppealLine]
    is_open: bool
    is_cleared: bool


def give_ruling(
    *,
    section: Section,
    spot: Spot,
    cited: Cited,
    entered: Entered,
    actor: Actor,
    do: Callable[[], None],
) -> None:
    """Do what a ruling changes and enter it in the log, both or neither."""
    with taken_event(section.event) as event:
        key = f"{entered.key}:ruling"
        if is_noted(event, key):
            return
        before = standing_now(spot).number
        do()
        after = standing_now(spot).number
        said = RulingGiven(
            section=spot.section, round=spot.round, table=spot.table, board=spot.board,
            what=cited.what, law=cited.law, by=cited.by or actor.label,
            revision=after if after != before else 0,
        )  # fmt: skip
        penalty = EventHappening.objects.filter(event=event, kind=Kind.PENALTY, key=entered.key)
        if found := penalty.first():
            said["penalty"] = found.pk
        note(event, Kind.RULING, key, actor, said, reason=entered.reason)


def note_appeal(
    *, event: Event, ruling: int, what: str, by: str, text: str, key: str, actor: Actor
) -> None:
    """Enter that an appeal was lodged, or what came of it. RuleError where it cannot be."""
    with taken_event(event) as found:
        given = EventHappening.objects.filter(event=found, kind=Kind.RULING, pk=ruling).first()
        if is_noted(found, key):
            return
        if given is None or what not in APPEALS:
            raise RuleError("appeal", NO_APPEAL, "what")
        is_open = _is_open(_appeals(found, ruling))
        if is_open == (what == LODGED):
            raise RuleError("appeal", OPEN_ALREADY if is_open else NO_APPEAL, "what")
        board = given.told_as(RulingGiven)["board"]
        said = AppealNoted(ruling=ruling, board=board, what=what, by=by)
        note(found, Kind.APPEAL, key, actor, said, reason=text)


def _appeals(event: Event, ruling: int) -> list[EventHappening]:
    told = EventHappening.objects.filter(event=event, kind=Kind.APPEAL, data__ruling=ruling)
    return list(told.order_by("pk"))


def _is_open(appeals: list[EventHappening]) -> bool:
    return bool(appeals) and appeals[-1].told_as(AppealNoted)["what"] == LODGED


def rulings_of(room: Room, board: int | None = None, ruling: int | None = None) -> list[RulingLine]:
    """Return the log of an event, of one board or of one ruling, newest first. Two queries."""
    found = EventHappening.objects.filter(event=room.event, kind=Kind.RULING)
    if board is not None:
        found = found.filter(data__board=board)
    if ruling is not None:
        found = found.filter(pk=ruling)
    appeals = EventHappening.objects.filter(event=room.event, kind=Kind.APPEAL).order_by("pk")
    of_ruling: dict[int, list[EventHappening]] = {}
    for each in appeals:
        of_ruling.setdefault(each.told_as(AppealNoted)["ruling"], []).append(each)
    shown = (each for each in found.order_by("-pk"))
    return [
        _line(room, each, of_ruling.get(each.pk, []))
        for each in shown
        if each.told_as(RulingGiven)["board"] not in room.hidden
    ]


def _line(room: Room, told: EventHappening, appeals: list[EventHappening]) -> RulingLine:
    said = told.told_as(RulingGiven)
    sections = {section.pk: section for section in room.sections}
    lines = [
        AppealLine(each, str(APPEALS[data["what"]]), data["by"])
        for each in appeals
        for data in [each.told_as(AppealNoted)]
    ]
    return RulingLine(
        told,
        said,
        str(KINDS[said["what"]][0]),
        room.table_name(sections[said["section"]], said["table"]),
        lines,
        _is_open(appeals),
        _is_cleared(room, said),
    )


def _is_cleared(room: Room, said: RulingGiven) -> bool:
    where = (said["section"], said["round"], said["table"], said["board"])
    standing = room.standing(Spot(*where))
    is_gone = standing.result is None and not standing.is_hidden
    return bool(said["revision"]) and is_gone and standing.number > said["revision"]


def ruling_in_words(room: Room, told: EventHappening) -> str:
    """Return a ruling as the history tells it."""
    line = _line(room, told, [])
    told_of = line.said
    values = {"board": told_of["board"], "table": line.table, "round": told_of["round"],
              "what": line.what.lower(), "law": told_of["law"], "by": told_of["by"]}  # fmt: skip
    if told_of["law"]:
        text = _("board %(board)s, table %(table)s, round %(round)s, ruling by %(by)s,"
                 " law %(law)s: %(what)s")  # fmt: skip
    else:
        text = _("board %(board)s, table %(table)s, round %(round)s, ruling by %(by)s: %(what)s")
    return text % values


def appeal_in_words(told: EventHappening) -> str:
    """Return an appeal, or what came of it, as the history tells it."""
    data = told.told_as(AppealNoted)
    values = {"board": data["board"], "what": str(APPEALS[data["what"]]).lower()}
    return _("ruling on board %(board)s: %(what)s") % values


def what_follows(event: Event, do: Callable[[], None]) -> tuple[Room, Ranked]:
    """Do it, see what it comes to, and take it back: what is shown is what will happen."""
    with transaction.atomic():
        do()
        room = room_of(event)
        ranked = ranked_of(room)
        transaction.set_rollback(True)
    return room, ranked
