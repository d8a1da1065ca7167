"""Dealing at a table that may be one of the seven's: who crosses follows from what is entered.

Every other table is written to as ever; here the same services stand, and beside what they write
stands what happens between the two tables. One transaction each.
"""

from functools import partial

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.refused import Refused
from clubscore.laws.deal import DealFacts
from clubscore.laws.seven import PARTNER
from clubscore.rubbers.deal import recording
from clubscore.rubbers.deal.recording import Recorded, Report
from clubscore.rubbers.models import DealRevision, Draft, Settlement, SevenHappening, Sitting
from clubscore.rubbers.models.kept_data import DealKept
from clubscore.rubbers.money import settling
from clubscore.rubbers.seven.log import Writing, crossing_at, newest_part, seven_of, writing
from clubscore.rubbers.seven.people_change import close_when_settled, end_if_ordinary
from clubscore.rubbers.seven.seats import is_over, write_seats
from clubscore.rubbers.state.part_state import Standing, standing_of

Kind = SevenHappening.Kind


def note_contract(
    *,
    sitting: Sitting,
    part: int,
    position: int,
    facts: DealFacts,
    people: str = "",
    key: str,
    actor: Actor,
) -> int | None:
    """Note the contract before the play; at the seven its dummy crosses after the lead.

    Return the revision that this alone made of the table; None at the seven, where more changes.
    Refused where the other table plays already with whom an earlier contract sent there.
    """
    note = partial(
        recording.note_contract,
        sitting=sitting,
        part=part,
        position=position,
        facts=facts,
        people=people,
        actor=actor,
    )
    if crossing_at(sitting) is None:
        return note()
    with writing(sitting.seven_id or 0, actor=actor, key=key) as log:
        if log.known():
            return None
        note()
        _contract(log, sitting.seven_table or 0, facts["declarer"])
        write_seats(log)
    return None


def _contract(log: Writing, table: int, declarer: str) -> None:
    """Let the dummy of a contract cross; whoever an earlier one sent is called back."""
    noted = log.seven.contract_at(table)
    if noted is not None:
        if noted.data["declarer"] == declarer:
            return
        try:
            _calls_back(log, noted)
        except Refused:
            other = log.seven.sittings[3 - table].table
            dummy = log.state.tables[table].players[PARTNER[noted.data["declarer"]]]
            words = {"name": log.seven.people[dummy].short_name, "table": other}
            raise Refused(
                _(
                    "%(name)s has already been dealt cards at %(table)s. Record the result,"
                    " then correct the contract; no one moves."
                )
                % words
            ) from None
    log.happens(Kind.CONTRACT, table, declarer=declarer)


def _calls_back(log: Writing, noted: SevenHappening) -> None:
    """Take a contract back, and what was said since of whom it sent over; all of it or nothing."""
    with log.trying():
        for each in reversed(log.seven.log[noted.number + 1 :]):
            if each.kind in (Kind.GONE, Kind.ARRIVED) and log.seven.counts(each):
                log.takes_back(each)
        log.takes_back(noted)


def name_dummy(*, sitting: Sitting, dummy: str, key: str, actor: Actor) -> None:
    """Say that somebody else is dummy: whoever went first is called back."""
    part = newest_part(sitting)
    draft = part.noted if part is not None else None
    if crossing_at(sitting) is None or part is None or draft is None or dummy not in PARTNER:
        raise Refused(_("No contract has been entered at this table. Enter it first."))
    note_contract(
        sitting=sitting,
        part=part.number,
        position=draft.position,
        facts={**draft.facts, "declarer": PARTNER[dummy]},
        key=key,
        actor=actor,
    )


def on_the_way(*, sitting: Sitting, has_arrived: bool, key: str, actor: Actor) -> None:
    """Say that whoever is crossing has left this table, or stands at it."""
    with writing(sitting.seven_id or 0, actor=actor, key=key) as log:
        if not log.known():
            log.happens(Kind.ARRIVED if has_arrived else Kind.GONE, sitting.seven_table)


def record_deal(
    *, sitting: Sitting, report: Report, seen: int | None = None, actor: Actor
) -> Recorded:
    """Record a deal as at any table; at the seven the play is over, and whoever waits sits down.

    Refused where this table waits for the dummy of the other.
    """
    if crossing_at(sitting) is None:
        return recording.record_deal(sitting=sitting, report=report, seen=seen, actor=actor)
    with writing(sitting.seven_id or 0, actor=actor, key=report.key) as log:
        recorded = recording.record_deal(sitting=sitting, report=report, seen=seen, actor=actor)
        if recorded.what == "recorded":
            _played(log, sitting, recorded)
            write_seats(log)
            end_if_ordinary(log)
    return recorded


def _played(log: Writing, sitting: Sitting, recorded: Recorded) -> None:
    """Write what a deal says of the seven: its contract, if no one had noted it, and its end."""
    table, facts = sitting.seven_table or 0, recorded.revision.facts or {}
    deal = recorded.revision.deal
    place: DealKept = {"part": deal.part.number, "position": deal.position}
    if facts.get("passed_out"):
        noted = log.seven.contract_at(table)
        if noted is not None:
            log.takes_back(noted)
        log.happens(Kind.PASSED, table, **place)
        return
    noted = log.seven.contract_at(table)
    if noted is None or noted.data["declarer"] != facts["declarer"]:
        try:
            _contract(log, table, facts["declarer"])
        except Refused:
            # A player dealt cards at the other table sits there, even if this table says otherwise.
            if noted is None:
                raise
    over = is_over(standing_of(deal.part))
    log.happens(Kind.RESULT, table, rubber_over=over, **place)


def take_back_last(
    *, sitting: Sitting, part: int, position: int, seen: int, key: str, actor: Actor
) -> None:
    """Undo the last deal; at the seven it is being played again, and whoever came waits."""
    take_back = partial(
        recording.take_back_last,
        sitting=sitting,
        part=part,
        position=position,
        seen=seen,
        key=key,
        actor=actor,
    )
    if crossing_at(sitting) is None:
        take_back()
        return
    with writing(sitting.seven_id or 0, actor=actor, key=key) as log:
        newest = newest_part(sitting)
        before = standing_of(newest) if newest is not None and newest.number == part else None
        last = before.by_position(position) if before else None
        if log.known() or before is None or last is None:
            take_back()
            return
        facts = last.facts
        take_back()
        kind = Kind.PASSED if facts.get("passed_out") else Kind.RESULT
        table = sitting.seven_table or 0
        happened = log.seven.live(kind, at=table, part=part, position=position)
        if happened is None:
            return
        try:
            log.takes_back(happened)
        except Refused:
            raise Refused(
                _("The next deal at this table has begun. Open the last deal to correct it.")
            ) from None
        if kind == Kind.RESULT:
            _note_again(before, facts, actor)
        write_seats(log)


def contract_of(facts: DealFacts) -> DealFacts:
    """Return of the facts of a deal that was played what was known before the play."""
    kept: DealFacts = {"bid": facts["bid"], "declarer": facts["declarer"]}
    if "doubling" in facts:
        kept["doubling"] = facts["doubling"]
    return kept


def _note_again(before: Standing, facts: DealFacts, actor: Actor) -> None:
    """Note the contract of a deal whose result was taken back: it is still being played."""
    Draft.objects.create(
        club_id=before.part.club_id,
        part=before.part,
        position=before.next_position,
        facts=contract_of(facts),
        author=actor.label,
    )


def agree_rubber(*, sitting: Sitting, part: int, rubber: int, key: str, actor: Actor) -> Settlement:
    """Agree on a rubber as at any table; at the seven those who sit there begin the next."""
    agree = partial(
        settling.agree_rubber, sitting=sitting, part=part, rubber=rubber, key=key, actor=actor
    )
    seven = seven_of(sitting)
    if seven is None or not seven.evening.is_open:
        settlement = agree()
        if seven is not None and seven.state.closed == sitting.seven_table:
            close_when_settled(sitting, key, actor)
        return settlement
    with writing(sitting.seven_id or 0, actor=actor, key=key) as log:
        settlement = agree()
        write_seats(log)
    return settlement


def correct_deal(
    *, sitting: Sitting, report: Report, seen: int, reason: str, actor: Actor
) -> DealRevision:
    """Correct a past deal. At the seven everyone stays where they sit.

    Only where a rubber now ends, or now goes on, and nothing was dealt there since, whoever
    comes next is seated by that.
    """
    correct = partial(
        recording.correct_deal,
        sitting=sitting,
        report=report,
        seen=seen,
        reason=reason,
        actor=actor,
    )
    if crossing_at(sitting) is None:
        return correct()
    with writing(sitting.seven_id or 0, actor=actor, key=report.key, reason=reason) as log:
        revision = correct()
        newest = newest_part(sitting)
        if newest is not None and newest.number == report.part:
            _ends_otherwise(log, standing_of(newest))
            write_seats(log)
    return revision


def _ends_otherwise(log: Writing, standing: Standing) -> None:
    """Let the last deal of a rubber end it, or end it no more, where that moves no one."""
    if not standing.live:
        return
    place: DealKept = {"part": standing.part.number, "position": standing.live[-1].position}
    table = standing.part.sitting.seven_table or 0
    ended = log.seven.live(Kind.RESULT, at=table, **place)
    over = is_over(standing)
    if ended is None or ended.data["rubber_over"] == over:
        return
    try:
        with log.trying():
            log.takes_back(ended)
            log.happens(Kind.RESULT, table, rubber_over=over, **place)
    except Refused:
        # The next deal has begun: the players sitting there stay.
        return
