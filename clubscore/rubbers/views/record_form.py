"""Recording what a form reports of a deal: read as the table stands, then written under its lock.

A form is read by the names of who sits there, the dealer and what was dealt before. That takes
longer than anything that is written, so it is done before the table is taken; where somebody wrote
there in between, it is done again.
"""

from django.http import QueryDict
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.form_values import whole_number
from clubscore.club.refused import Refused
from clubscore.laws.deal import DealFacts
from clubscore.rubbers.deal.recording import Recorded, Report, TableMoved
from clubscore.rubbers.deal.typed_line import read_line
from clubscore.rubbers.locks import key_of, must_be_open, no_such_part
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.selectors import part_of
from clubscore.rubbers.seven.dealing import note_contract, record_deal
from clubscore.rubbers.state.part_state import Standing, standing_at
from clubscore.tableside.entry_form import read_entry

# Each time somebody else's entry is in; no table has so many phones.
TRIES = 20


class AsksHonours(Exception):
    """No one spoke of honours, though one side holds at least three."""


def record_form(sitting: Sitting, given: QueryDict, actor: Actor) -> Recorded:
    """Record what a form reports, typed in a line or tapped.

    Raises AsksHonours, Problems or RuleError where it cannot be read, and what `record_deal`
    raises.
    """
    now = sitting
    for _try in range(TRIES):
        must_be_open(now)
        part = part_of(now, whole_number(given.get("part")) or 0)
        if part is None:
            raise no_such_part()
        report = _report_of(standing_at(part, now.revision), given)
        try:
            return record_deal(sitting=now, report=report, seen=now.revision, actor=actor)
        except TableMoved:
            now = Sitting.objects.select_related("club", "table").get(pk=sitting.pk)
    raise Refused(_("Others are recording at this table. Try again."))


def note_form(standing: Standing, given: QueryDict, facts: DealFacts, actor: Actor) -> int | None:
    """Note the contract that a form reports of the next deal, as `note_contract` does."""
    return note_contract(
        sitting=standing.part.sitting,
        part=standing.part.number,
        position=standing.next_position,
        facts=facts,
        people=given.get("people", ""),
        key=f"{key_of(given)}-contract",
        actor=actor,
    )


def _report_of(standing: Standing, given: QueryDict) -> Report:
    """Return what a form reports, typed in a line or tapped."""
    typed = given.get("line", "").strip()
    game, rules = standing.game, standing.rules
    if typed:
        entry = read_line(game, rules, typed, standing.names, standing.dealer)
    else:
        entry = read_entry(game, rules, given, standing.dealer)
    if entry.asks_honours and not given.get("asked_honours"):
        raise AsksHonours
    position = whole_number(given.get("position")) or standing.next_position
    return Report(
        part=standing.part.number,
        position=position,
        facts=standing.completed(entry.facts, position),
        key=key_of(given),
        remarks=entry.remarks,
        people=given.get("people", ""),
    )
