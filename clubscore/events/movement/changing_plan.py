"""Change a section's movement while it runs, and take such a change back."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.authorship import authored
from clubscore.club.own_phrases import CHANGE_UNDONE
from clubscore.club.own_words import cut_to, own, stored_of
from clubscore.club.refused import Refused
from clubscore.events.locks import must_be_playing, note, taken_event
from clubscore.events.models import (
    Entry,
    Event,
    EventHappening,
    PlanChange,
    ResultRevision,
    Section,
)
from clubscore.events.models.kept_facts import MovementSet, PlanFacts
from clubscore.events.movement.surgery_offers import Possible
from clubscore.events.movement.surgery_results import Pen, follow, go_back
from clubscore.events.phones import let_phones_in, links_of
from clubscore.events.state.plan import Plan, known_plan
from clubscore.events.state.spot_state import folded
from clubscore.laws.words import Phrase

Kind = EventHappening.Kind
LONGEST_TITLE, LONGEST_REASON = 300, 200


@dataclass(frozen=True)
class Seen:
    """What the director's page showed: the number of the last change, and the round."""

    change: int
    round: int


def last_change(section: Section) -> int:
    """Return the number of the last change of a section's movement, 0 before any."""
    found = PlanChange.objects.filter(section=section).aggregate(last=Max("number"))
    return found["last"] or 0


def change_movement(
    *,
    section: Section,
    chosen: Possible,
    entries: Sequence[int] = (),
    seen: Seen,
    key: str,
    actor: Actor,
) -> None:
    """Continue the section with the chosen offer.

    `entries` are the late pairs, who receive the next numbers. What was recorded follows where
    the change says what was really played. Refuses where the event has moved on since.
    """
    with taken_event(section.event) as event:
        section = Section.objects.get(pk=section.pk)
        if PlanChange.objects.filter(club_id=event.club_id, key=key).exists():
            return
        plan = _must_be_as_seen(section, event, seen)
        if chosen.was != plan:
            raise Refused(_("The movement or the round has changed. Check again."))
        was = known_plan(plan)
        late = _late_entries(event, entries)
        now = chosen.kept
        PlanChange.objects.create(
            section=section, number=seen.change + 1, title=chosen.title, effects=chosen.effects,
            entered=[each.pk for each in late], was=plan, plan=now,
            **authored(actor, event.club_id, key),
        )  # fmt: skip
        note(event, Kind.MOVEMENT, key, actor, _said(section, chosen.title))
        Section.objects.filter(pk=section.pk).update(plan=now)
        for number, entry in enumerate(late, was.pairs + 1):
            Entry.objects.filter(pk=entry.pk).update(section=section, number=number)
        if known_plan(now).tables > was.tables:
            let_in_more(section.pk, key, actor)
        if chosen.given is not None:
            place = known_plan(now).places.get((chosen.given.round, chosen.given.table))
            pen = Pen(event, actor, key, chosen.title)
            follow(section, chosen.given, place.boards if place else (), pen)


def _said(section: Section, title: str) -> MovementSet:
    return MovementSet(section=section.letter, what=stored_of(title))


def let_in_more(section: int, key: str, actor: Actor) -> None:
    """Make the codes of tables that are new, where phones are let in at the others."""
    found = Section.objects.select_related("event").get(pk=section)
    if links_of(found):
        let_phones_in(section=found, key=f"{key}:phones", actor=actor)


def _must_be_as_seen(section: Section, event: Event, seen: Seen) -> PlanFacts:
    """The section's plan. Refuses where the event has moved on since."""
    must_be_playing(event)
    if section.plan is None or seen != Seen(last_change(section), event.round_in(section.letter)):
        raise Refused(_("The movement or the round has changed. Check again."))
    return section.plan


def _late_entries(event: Event, entries: Sequence[int]) -> list[Entry]:
    found = [each for each in Entry.objects.filter(event=event, pk__in=entries) if each.plays]
    if len(found) != len(entries) or any(each.number for each in found):
        raise Refused(_("Choose pairs that are entered but have no number yet."))
    return found


def take_change_back(*, section: Section, change: int, seen: Seen, key: str, actor: Actor) -> None:
    """Undo the last change of a movement: the plan before it, numbers, results.

    Refuses if there are results that the earlier plan has no place for.
    """
    with taken_event(section.event) as event:
        section = Section.objects.get(pk=section.pk)
        if PlanChange.objects.filter(club_id=event.club_id, key=key).exists():
            return
        _must_be_as_seen(section, event, seen)
        found = PlanChange.objects.filter(section=section, pk=change).first()
        if found is None or found != newest_standing(section):
            raise Refused(_("Only the last change can be undone."))
        if section.plan != found.plan:
            raise Refused(_("A round has been drawn since. Draw it again instead."))
        before, now = known_plan(found.was), known_plan(found.plan)
        title = own(Phrase(CHANGE_UNDONE, {"title": found.title}))
        pen = Pen(event, actor, key, cut_to(title, LONGEST_REASON))
        go_back(section, found, pen)
        _must_have_a_place(section, before, now, pen)
        PlanChange.objects.create(
            section=section, number=seen.change + 1, title=cut_to(title, LONGEST_TITLE),
            was=found.plan, plan=found.was, takes_back=found, **authored(actor, event.club_id, key),
        )  # fmt: skip
        note(event, Kind.MOVEMENT, key, actor, _said(section, title))
        Section.objects.filter(pk=section.pk).update(plan=found.was)
        Entry.objects.filter(pk__in=found.entered).update(section=None, number=None)


def newest_standing(section: Section) -> PlanChange | None:
    """Return the last change that was not undone."""
    changes = PlanChange.objects.filter(section=section, takes_back=None, taken_back=None)
    return changes.order_by("pk").last()


def _must_have_a_place(section: Section, before: Plan, now: Plan, pen: Pen) -> None:
    """Refuse if a result is in a place that only the changed plan has.

    Where only the seats were others, what was recorded since has the seats of before.
    """
    now_played = pen.event.round_in(section.letter)
    if now_played > before.rounds:
        text = _(
            "Round %(round)s, now being played, is not in the earlier plan, so this"
            " cannot be undone."
        )
        raise Refused(text % {"round": now_played})
    results = folded(ResultRevision.objects.filter(section=section).order_by("pk"))
    for spot, standing in results.items():
        place = before.places.get((spot.round, spot.table))
        if standing.result is None or place == now.places.get((spot.round, spot.table)):
            continue
        last = standing.revisions[-1]
        if place is None or spot.board not in place.boards or (
            {place.ns, place.ew} != {*last.sides}
        ):  # fmt: skip
            text = _("Table %(table)s has a result for board %(board)s in round %(round)s,"
            " which is not in the earlier plan. Undo that result first.")  # fmt: skip
            values = {"table": spot.table, "board": spot.board, "round": spot.round}
            raise Refused(text % values)
        ns, ew = last.sides
        if place.ns != ns:
            pen.revise(standing, standing.facts, (ew, ns))
