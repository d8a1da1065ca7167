"""Recording what is reported at a card table: contracts, deals, corrections, and crossings.

Nothing is overwritten: a report that differs stands beside the other as a rival until the table
decides; a correction is a further revision with its reason. At the seven's tables who crosses
follows from what is entered. One transaction each.
"""

from dataclasses import dataclass

from django.db.models import Max
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.entry import Authorship, Refused
from clubscore.club.record_words import OwnWords
from clubscore.laws.auction import must_follow
from clubscore.laws.deal import DealFacts
from clubscore.laws.deal_reading import must_be_told
from clubscore.laws.errors import RuleError
from clubscore.laws.seven import PARTNER
from clubscore.laws.words import gettext_noop
from clubscore.rubbers.models import (
    Deal,
    DealKept,
    DealRevision,
    Draft,
    Happening,
    HappeningData,
    Part,
    Settlement,
    SevenHappening,
    Sitting,
)
from clubscore.rubbers.score import (
    LiveDeal,
    PartScore,
    canonical,
    keep_chosen,
    keep_recorded,
    standing_at,
    standing_of,
)
from clubscore.rubbers.selectors import (
    KeyUsed,
    authored,
    keep_with_nothing_noted,
    must_be_open,
    must_not_be_of_the_seven,
    must_not_be_void,
    taken_part,
)
from clubscore.rubbers.settling import post_differences, settle_rubber
from clubscore.rubbers.seven import (
    close_when_settled,
    contract_noted,
    crossing,
    crossing_at,
    deal_played,
    deal_taken_back,
    end_if_ordinary,
    ends_with_this,
    newest_part,
    rubber_ends_otherwise,
    write_seats,
    writing,
)
from clubscore.rubbers.table_state import keep_steps, must_play
from clubscore.web.entry_form import Remarks

Kind = DealRevision.Kind


class TooLate(Exception):
    """Somebody else changed it meanwhile. `now` is what stands there today."""

    def __init__(self, now: DealRevision) -> None:
        super().__init__("changed meanwhile")
        self.now = now


class TableMoved(Exception):
    """Something was written at the table since a report of it was read; it has to be read again."""


@dataclass(frozen=True)
class DealEntry:
    """One report of one deal as it comes from a form.

    part, position: which deal it means; facts: as in a score file; remarks: what no score file
    says; key: rendered by the server in the form, the same however often it is sent; people: who
    sat there, as the form had it.
    """

    part: int
    position: int
    facts: DealFacts
    key: str
    remarks: Remarks
    people: str = ""


@dataclass(frozen=True)
class Recorded:
    """What became of a report: "recorded", "same" (known already) or "rival" (said otherwise).

    `table` is the revision that this alone made of the table, None where it is news to everybody.
    """

    what: str
    revision: DealRevision
    table: int | None = None


def note_contract(
    *,
    sitting: Sitting,
    part: int,
    position: int,
    facts: DealFacts,
    people: str = "",
    key: str = "",
    actor: Actor,
) -> int | None:
    """Note the contract before the play, or forget it where `facts` is empty.

    At the seven, where each contract has its `key`, its dummy crosses after the lead. Return the
    revision that this alone made of the table; None at the seven, where more changes. Raises
    Refused where the table does not play in this line-up, nor in that of `people`; at the seven
    where the other table plays already with whom an earlier contract sent there.
    """
    with crossing(sitting, key=key, actor=actor) as log:
        if log is not None and log.known():
            return None
        with taken_part(sitting, part) as found:
            must_be_open(found.sitting)
            must_play(standing_at(found, found.sitting.revision - 1), people, just_taken=True)
            Draft.objects.filter(part=found).delete()
            if facts:
                Draft.objects.create(
                    club_id=found.club_id,
                    part=found,
                    position=position,
                    facts=facts,
                    author=actor.label,
                )
            revision = int(found.sitting.revision)
        if log is None:
            return revision
        contract_noted(log, sitting.seven_table or 0, facts["declarer"])
        write_seats(log)
    return None


def record_deal(
    *, sitting: Sitting, report: DealEntry, seen: int | None = None, actor: Actor
) -> Recorded:
    """Record what was reported of a deal.

    `seen` is the revision of the sitting at which the report was read from a form; None where it
    was not read from one. The same key and facts again are the same entry; the same facts with
    another key agree with what stands there; other facts become a rival. At the seven the play is
    over, and whoever waits sits down. Raises RuleError where the facts cannot be, KeyUsed, Refused
    (at the seven where this table waits for the dummy of the other) and, where the table is past
    `seen`, TableMoved; then nothing is written.
    """
    with crossing(sitting, key=report.key, actor=actor) as log:
        recorded = _record(sitting, report, seen, actor)
        if log is not None and recorded.what == "recorded":
            deal_played(log, sitting.seven_table or 0, recorded.revision)
            write_seats(log)
            end_if_ordinary(log)
    return recorded


def _record(sitting: Sitting, report: DealEntry, seen: int | None, actor: Actor) -> Recorded:
    with taken_part(sitting, report.part) as found:
        must_be_open(found.sitting)
        # Taking the table has counted its revision up; nothing else is written yet.
        before = found.sitting.revision - 1
        if seen not in (None, before):
            raise TableMoved
        standing = standing_at(found, before)
        known = _by_key(standing, report.key)
        facts = _facts_of(standing, report)
        if known is not None:
            if known.facts != facts:
                raise KeyUsed
            return Recorded("same", known, found.sitting.revision)
        there = standing.by_position(report.position)
        if there is not None:
            return _beside(there, report, facts, actor)
        must_play(standing, report.people, just_taken=True)
        revision = _new_deal(standing, facts, report.remarks, report.key, actor)
        _forget_what_was_next(found)
        keep_recorded(standing, revision, found.sitting.revision)
        keep_chosen(found, found.sitting.revision)
        keep_steps(found.sitting)
        keep_with_nothing_noted(found, found.sitting.revision, sitting.club.revision)
    return Recorded("recorded", revision, found.sitting.revision)


def _facts_of(standing: PartScore, report: DealEntry) -> DealFacts:
    """Return the facts of a report, verified and whole. Raises RuleError naming the field."""
    deal = standing.read(report.facts)
    there = standing.by_position(report.position)
    dealer = standing.dealer if there is None else there.revision.dealer
    must_be_told(standing.game, deal, dealer)
    must_follow(standing.game, standing.rules, deal)
    return deal.facts()


def _forget_what_was_next(part: Part) -> None:
    """The contract noted and the dealer named were for the deal that has now been recorded."""
    if part.noted is not None:
        part.noted.delete()
    if part.next_dealer:
        part.next_dealer = ""
        part.save(update_fields=["next_dealer"])


def _new_deal(
    standing: PartScore, facts: DealFacts, remarks: Remarks, key: str, actor: Actor
) -> DealRevision:
    part = standing.part
    deal = Deal.objects.create(club_id=part.club_id, part=part, position=standing.next_position)
    return DealRevision.objects.create(
        deal=deal,
        number=1,
        kind=Kind.RECORDED,
        dealer=standing.dealer,
        facts=facts,
        remarks=remarks,
        **authored(actor, part.club_id, key),
    )


def _beside(there: LiveDeal, report: DealEntry, facts: DealFacts, actor: Actor) -> Recorded:
    """Lay a report beside one that stands already: agreeing with it, or as its rival."""
    for known in (there.revision, *there.rivals):
        if _scored(known.facts or {}) == _scored(facts):
            return Recorded("same" if known is there.revision else "rival", known)
    entry = authored(actor, there.revision.club_id, report.key)
    return Recorded("rival", _revise(there, Kind.RIVAL, facts, report.remarks, entry))


def _scored(facts: DealFacts) -> str:
    """Return what two reports must have in common; not each says what was called."""
    return canonical({name: fact for name, fact in facts.items() if name != "auction"})


def choose_report(
    *,
    sitting: Sitting,
    part: int,
    position: int,
    chosen: int,
    two_deals: bool,
    key: str,
    actor: Actor,
) -> None:
    """Decide between two reports of a deal: `chosen` is the revision number of the right one.

    With `two_deals` both are right: the first stays, each rival becomes a deal of its own.
    """
    with taken_part(sitting, part) as found:
        must_not_be_void(found.sitting)
        standing = standing_of(found)
        if key in standing.keys:
            return
        deal = standing.by_position(position)
        if deal is None or not deal.rivals:
            raise Refused(_("This deal has already been decided."))
        reports = {r.number: r for r in (deal.revision, *deal.rivals)}
        if two_deals:
            must_not_be_of_the_seven(found.sitting)
        right = deal.revision if two_deals else reports.get(chosen)
        if right is None:
            raise Refused(_("Choose one of the two reports."))
        reason = OwnWords("two-deals" if two_deals else "chosen")
        entry = authored(actor, found.club_id, key, reason)
        _revise(deal, Kind.SETTLED, right.facts, right.remarks, entry)
        if two_deals:
            for number, rival in enumerate(deal.rivals):
                now = standing_of(found)
                told: DealFacts | None = rival.facts
                _new_deal(now, told or {}, rival.remarks, f"{key}:{number}", actor)
        post_differences(part=found, actor=actor, key=key, reason=reason)


def correct_deal(
    *, sitting: Sitting, report: DealEntry, seen: int, reason: str, actor: Actor
) -> DealRevision:
    """Correct a past deal. `seen` is the revision that the corrector saw.

    At the seven everyone stays where they sit; only where a rubber now ends, or now goes on, and
    nothing was dealt there since, whoever comes next is seated by that. Raises RuleError where the
    facts cannot be, TooLate where another phone was faster, Refused.
    """
    with crossing(sitting, key=report.key, actor=actor, reason=reason) as log:
        with taken_part(sitting, report.part) as part:
            must_not_be_void(part.sitting)
            standing = standing_of(part)
            revision = _by_key(standing, report.key)
            if revision is None:
                facts = _facts_of(standing, report)
                deal = _seen(standing, report.position, seen)
                entry = authored(actor, part.club_id, report.key, reason)
                revision = _revise(deal, Kind.CORRECTED, facts, report.remarks, entry)
                post_differences(part=part, actor=actor, key=report.key, reason=reason)
        newest = newest_part(sitting) if log is not None else None
        if log is not None and newest is not None and newest.number == report.part:
            rubber_ends_otherwise(log, standing_of(newest))
            write_seats(log)
    return revision


def take_back_last(
    *, sitting: Sitting, part: int, position: int, seen: int, key: str, actor: Actor
) -> None:
    """Undo the last deal of a part; at the seven it is being played again, and whoever came waits.

    Raises Refused where it is not the last any more.
    """
    with crossing(sitting, key=key, actor=actor) as log:
        before = _last_before(sitting, part, position) if log and not log.known() else None
        _take_back(sitting, part, position, seen, key, actor)
        if log is None or before is None:
            return
        facts = before.live[-1].facts
        table, place = sitting.seven_table or 0, DealKept(part=part, position=position)
        if deal_taken_back(log, table, place, is_passed_out=bool(facts.get("passed_out"))):
            _note_again(before, facts, actor)
        write_seats(log)


def _last_before(sitting: Sitting, part: int, position: int) -> PartScore | None:
    """Return how a table of the seven stands before its last deal is undone."""
    newest = newest_part(sitting)
    if newest is None or newest.number != part:
        return None
    standing = standing_of(newest)
    return standing if standing.by_position(position) else None


def _take_back(
    sitting: Sitting, part: int, position: int, seen: int, key: str, actor: Actor
) -> None:
    with taken_part(sitting, part) as found:
        must_be_open(found.sitting)
        standing = standing_of(found)
        if key in standing.keys:
            return
        deal = _seen(standing, position, seen)
        if deal is not standing.live[-1]:
            raise Refused(
                _("Another deal has been recorded since then. Open this deal to correct it.")
            )
        must_play(standing, undoes=True)
        _revise(deal, Kind.TAKEN_BACK, None, {}, authored(actor, found.club_id, key))
        _forget_what_was_next(found)
        post_differences(part=found, actor=actor, key=key, reason=OwnWords("undone"))


def put_back_last(*, sitting: Sitting, part: int, position: int, key: str, actor: Actor) -> None:
    """Let the last deal of a part count again that was taken back, as it had been reported.

    Raises Refused where another deal was recorded since.
    """
    with taken_part(sitting, part) as found:
        must_be_open(found.sitting)
        standing = standing_of(found)
        if key in standing.keys:
            return
        deal, why = standing.taken_back, OwnWords("put-back")
        if deal is None or deal.position != position:
            raise Refused(_("Another deal has been recorded since then. Enter this deal again."))
        must_play(standing)
        entry = authored(actor, found.club_id, key, why)
        _revise(deal, Kind.RECORDED, deal.facts, deal.revision.remarks, entry)
        _forget_what_was_next(found)
        post_differences(part=found, actor=actor, key=key, reason=why)


def change_dealer(
    *,
    sitting: Sitting,
    part: int,
    seat: str,
    misdeal: bool,
    key: str,
    actor: Actor,
    by_law: HappeningData | None = None,
) -> None:
    """Say who deals the next deal; a misdeal keeps the dealer and is only remembered.

    `by_law` are the answer and option of the law by which it was dealt again, where one was asked.
    """
    with taken_part(sitting, part) as found:
        must_be_open(found.sitting)
        if Happening.objects.filter(club_id=found.club_id, key=key).exists():
            return
        standing = standing_of(found)
        must_play(standing)
        if seat not in standing.game.deal_order:
            phrase = gettext_noop("%(seat)s does not deal at this game. Choose another dealer.")
            raise RuleError("no-seat", phrase, "dealer", seat=seat)
        data: HappeningData = {"position": standing.next_position, "seat": seat}
        if by_law is not None:
            data = {**by_law, **data}
        Happening.objects.create(
            sitting=found.sitting,
            part=found,
            kind=Happening.Kind.MISDEAL if misdeal else Happening.Kind.DEALER,
            data=data,
            **authored(actor, found.club_id, key),
        )
        Draft.objects.filter(part=found).delete()
        Part.objects.filter(pk=found.pk).update(next_dealer=seat)


def _revise(
    deal: LiveDeal,
    kind: str,
    facts: DealFacts | None,
    remarks: Remarks,
    entry: Authorship,
) -> DealRevision:
    place = deal.revision.deal
    last: int = DealRevision.objects.filter(deal=place).aggregate(number=Max("number"))["number"]
    return DealRevision.objects.create(
        deal=place,
        number=last + 1,
        kind=kind,
        dealer=deal.revision.dealer,
        facts=facts,
        remarks=remarks,
        **entry,
    )


def _by_key(standing: PartScore, key: str) -> DealRevision | None:
    if key not in standing.keys:
        return None
    return DealRevision.objects.get(club_id=standing.part.club_id, key=key)


def _seen(standing: PartScore, position: int, seen: int) -> LiveDeal:
    deal = standing.by_position(position)
    if deal is None:
        raise Refused(_("This deal was undone."))
    if deal.revision.number != seen:
        raise TooLate(deal.revision)
    return deal


# ---- The seven's tables.


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
            log.happens(
                SevenHappening.Kind.ARRIVED if has_arrived else SevenHappening.Kind.GONE,
                sitting.seven_table,
            )


def contract_of(facts: DealFacts) -> DealFacts:
    """Return of the facts of a deal that was played what was known before the play."""
    kept: DealFacts = {"bid": facts["bid"], "declarer": facts["declarer"]}
    if "doubling" in facts:
        kept["doubling"] = facts["doubling"]
    return kept


def _note_again(before: PartScore, facts: DealFacts, actor: Actor) -> None:
    """Note the contract of a deal whose result was taken back: it is still being played."""
    Draft.objects.create(
        club_id=before.part.club_id,
        part=before.part,
        position=before.next_position,
        facts=contract_of(facts),
        author=actor.label,
    )


def agree_rubber(*, sitting: Sitting, part: int, rubber: int, key: str, actor: Actor) -> Settlement:
    """Agree that a rubber is made up, as `settle_rubber` does.

    At the seven those who sit there begin the next, or the table that was to end closes.
    """
    with crossing(sitting, key=key, actor=actor) as log:
        settlement = settle_rubber(sitting=sitting, part=part, rubber=rubber, key=key, actor=actor)
        if log is not None:
            write_seats(log)
    if log is None and ends_with_this(sitting):
        close_when_settled(sitting, key, actor)
    return settlement
