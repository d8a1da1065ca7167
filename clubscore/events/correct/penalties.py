"""Penalties: what the director deducts from a total at the end, with a reason, or removes again."""

from clubscore.club.access import Actor
from clubscore.events.locks import must_not_be_final, note, taken_event
from clubscore.events.models import Event, EventHappening, Section
from clubscore.events.models.kept_facts import PenaltyGiven, PenaltyLifted
from clubscore.events.state.plan import plan_of
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking.numbers import exact_text, read_number

Kind = EventHappening.Kind
MOST_POINTS = 1_000_000

NO_PAIR = gettext_noop("Choose a pair of this event.")
NO_UNIT = gettext_noop("Choose the unit of the penalty.")
NOTHING = gettext_noop("A penalty must be more than 0 and less than a million.")
NO_REASON = gettext_noop("Please give a reason. Everyone can read it.")
GONE = gettext_noop("This penalty has already been removed.")


def units_of(event: Event) -> tuple[str, ...]:
    """Return in what a penalty may be given where results are compared like this."""
    return event.scored_by.units


def give_penalty(
    *, section: Section, pair: int, amount: str, unit: str, reason: str, key: str, actor: Actor
) -> None:
    """Take so much off a pair's total at the end. RuleError names the field that is wrong."""
    event = section.event
    plan = plan_of(section.plan)
    if plan is None or not 0 < pair <= plan.pairs:
        raise RuleError("contestant", NO_PAIR, "pair")
    if unit not in units_of(event):
        raise RuleError("choice", NO_UNIT, "unit")
    exact = read_number(amount.strip().replace(",", "."), "amount")
    if not 0 < exact < MOST_POINTS:
        raise RuleError("number", NOTHING, "amount")
    if not reason:
        raise RuleError("missing", NO_REASON, "reason")
    with taken_event(event) as found:
        must_not_be_final(found)
        data = PenaltyGiven(section=section.pk, pair=pair, amount=exact_text(exact), unit=unit)
        note(found, Kind.PENALTY, key, actor, data, reason=reason)


def lift_penalty(*, event: Event, penalty: int, reason: str, key: str, actor: Actor) -> None:
    """Take a penalty back; that it was given stays written."""
    with taken_event(event) as found:
        must_not_be_final(found)
        given = EventHappening.objects.filter(event=found, kind=Kind.PENALTY, pk=penalty)
        lifted = EventHappening.objects.filter(
            event=found, kind=Kind.LIFTED, data__penalty=penalty
        ).exclude(key=key)
        if not given.exists() or lifted.exists():
            raise RuleError("gone", GONE, "penalty")
        note(found, Kind.LIFTED, key, actor, PenaltyLifted(penalty=penalty), reason=reason)
