"""A sitting read from the database into what its sheet says."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.club.templatetags.clubscore import day_and_time
from clubscore.club.wording.days import full_date
from clubscore.club.wording.figures import signed
from clubscore.club.wording.names import listed, named
from clubscore.laws.words import seat_name
from clubscore.rubbers.models import DealRevision, Sitting
from clubscore.rubbers.money.slip import slip_of
from clubscore.rubbers.selectors import parts_with_seats
from clubscore.rubbers.state.headings import part_heading, unit_title
from clubscore.rubbers.state.numbers import RubberNumbers, numbers_tonight
from clubscore.rubbers.state.pad import Figure as FigureOnPad
from clubscore.rubbers.state.pad import Ledger, Pad, pads_of
from clubscore.rubbers.state.part_state import Standing, standing_of
from clubscore.sheets.rubbers.deal_rows import contract_signs, printed_deal
from clubscore.sheets.rubbers.sitting_content import (
    Chapter,
    Figure,
    PadGame,
    PrintedPad,
    PrintedPart,
    SittingSheet,
)
from clubscore.sheets.rubbers.slip_gathering import printed_slip

Kind = DealRevision.Kind
# Reports that put an earlier one right, with a reason.
LATER = (Kind.CORRECTED, Kind.SETTLED)
Corrections = Mapping[int, list[DealRevision]]


def sitting_sheet(sitting: Sitting, address: str, *, with_money: bool = True) -> SittingSheet:
    """Return what the sheet of a sitting says; `address` opens the sitting.

    Without money it is for whom the coins do not concern. Ten queries, and one more for each
    line-up.
    """
    standings = []
    for part in parts_with_seats().filter(sitting=sitting).order_by("number"):
        part.sitting = sitting
        standings.append(standing_of(part))
    corrections = _corrections(sitting)
    slip = slip_of(sitting.club, sitting.table, sitting.evening)
    slip = slip if with_money else slip.without_money()
    agreed = {
        (row.part, row.rubber)
        for row in slip.rows
        if row.sitting == sitting.pk and not row.is_difference
    }
    is_void = sitting.voided_at is not None
    numbers = numbers_tonight([standing.part for standing in standings])
    numbered = [
        (
            part_heading(each),
            _part(each, numbers[each.part.pk], None if is_void else agreed, corrections),
        )
        for each in standings
    ]
    return SittingSheet(
        club=sitting.club.name,
        table=sitting.table.name,
        evening=full_date(sitting.evening),
        address=address,
        players=_players(sitting, standings),
        state=_state(sitting),
        is_void=is_void,
        chapters=tuple(
            Chapter(game, laws, stake, tuple(printed for _heading, printed in stretch))
            for (game, laws, stake), stretch in groupby(numbered, lambda one: one[0])
        ),
        slip=printed_slip(slip, sitting, _numbers(standings, numbers), with_money=with_money),
    )


def _corrections(sitting: Sitting) -> Corrections:
    """Return the reports that put deals right, by deal. One query."""
    found = defaultdict(list)
    revisions = DealRevision.objects.filter(deal__part__sitting=sitting, kind__in=LATER)
    for revision in revisions.order_by("deal", "number"):
        found[revision.deal_id].append(revision)
    return found


def _state(sitting: Sitting) -> str:
    """Return what keeps this sheet from being the last word, in a sentence."""
    if sitting.voided_at is not None:
        words = {
            "reason": sitting.void_reason or _("no reason was given"),
            "at": day_and_time(sitting.voided_at, sitting.club),
        }
        return _("Void: %(reason)s (%(at)s). Nothing on this sheet counts.") % words
    if sitting.closed_at is None:
        return _("In progress: the sheet so far.")
    return ""


def _players(sitting: Sitting, standings: Iterable[Standing]) -> tuple[str, ...]:
    """Return everyone by full name, with the short name of the pad where it differs."""
    people = {c.person_id: c.person for c in sitting.candidates.select_related("person")}
    people |= {p.pk: p for standing in standings for p in standing.people.values()}
    return tuple(
        p.name
        if p.name == p.short_name
        else _("%(name)s (%(short)s)") % {"name": p.name, "short": p.short_name}
        for p in people.values()
    )


def _part(
    standing: Standing,
    numbers: RubberNumbers,
    agreed: set[tuple[int, int]] | None,
    corrections: Corrections,
) -> PrintedPart:
    """Return a part; `agreed` is None where nothing is to be agreed on any more."""
    part = standing.part
    pads = pads_of(standing, numbers)
    if not standing.live:
        pads = []
    return PrintedPart(
        number=part.number,
        seats=_seats(standing),
        names=tuple(named(people) for people in standing.column_names.values()),
        unit=standing.game.course.unit,
        has_line=standing.game.course.has_line,
        pads=tuple(
            _pad(
                standing,
                pad,
                numbers.of(pad.rubber),
                agreed is None or (part.number, pad.rubber) in agreed,
            )
            for pad in pads
        ),
        deals=tuple(
            printed_deal(standing, deal, scored, corrections.get(deal.revision.deal_id, []))
            for deal, scored in standing.pairs()
        ),
    )


def _seats(standing: Standing) -> tuple[str, ...]:
    """Return who sat where from the first deal on, then who took a seat over, and when."""
    first = standing.at_deal(1)
    later = [
        _("from deal %(number)s: %(seated)s")
        % {
            "number": 1 + sum(deal.position < each.position for deal in standing.live),
            "seated": _seated(standing.at_deal(each.position), each.seat),
        }
        for each in standing.substitutes
    ]
    return (*(_seated(first, seat) for seat in standing.game.seats), *later)


def _seated(standing: Standing, seat: str) -> str:
    """Return "North Ann", "North Eve for Ann" where she plays for another's account."""
    person, account = standing.people[seat], standing.accounts[seat]
    words = {"seat": _(seat_name(seat)), "name": person.short_name, "account": account.short_name}
    if person.pk == account.pk:
        return _("%(seat)s %(name)s") % words
    return _("%(seat)s %(name)s for %(account)s") % words


def _pad(standing: Standing, pad: Pad, number: int, is_agreed: bool) -> PrintedPad:
    signs = contract_signs(standing.game)
    columns = pad.columns

    def figures(side: Mapping[str, list[FigureOnPad]], key: str) -> tuple[Figure, ...]:
        return tuple(
            Figure(each.points, each.word or f"{signs.get(each.sign, '')}{each.times}")
            for each in side.get(key, ())
        )

    return PrintedPad(
        number=number,
        title=unit_title(standing.game, number),
        names=tuple(pad.names.values()),
        honours=tuple(figures(pad.honours, key) for key in columns),
        games=tuple(
            PadGame(game.number, game.over, tuple(figures(game.below, key) for key in columns))
            for game in pad.games
        ),
        sums=tuple(pad.sums.get(key, 0) for key in columns),
        bonus=tuple(
            tuple(Figure(points, word) for points, word in pad.bonus.get(key, ()))
            for key in columns
        ),
        totals=tuple(pad.totals.get(key, 0) for key in columns),
        margin=pad.sum_line,
        outcome=" ".join([_outcome(standing, pad, is_agreed), *map(_beside, pad.ledgers)]),
        has_line=pad.has_line,
        broken_off=not pad.over and standing.part.broken_off,
    )


WON = {
    "rubber": gettext_lazy("Rubber to %(who)s."),
    "game": gettext_lazy("Game to %(who)s."),
}
STOPPED = {
    False: gettext_lazy("Broken off; it counts as it stands."),
    True: gettext_lazy("Play stopped here; it counts as it stands."),
}


def _beside(ledger: Ledger) -> str:
    """Return what is scored beside a rubber: "Bolshevik: Ann −5000, Cecil +2000."."""
    won = listed(f"{name} {signed(points)}" for name, points in ledger.rows if points)
    return f"{ledger.title}: {won}."


def _outcome(standing: Standing, pad: Pad, is_agreed: bool) -> str:
    """Return how a rubber ended, in a sentence."""
    if not pad.over:
        if not standing.part.broken_off:
            return _("Not finished yet.")
        said = str(STOPPED[standing.game.course.unit == "sheet"])
    elif not pad.winner:
        said = _("The rubber ends level.")
    else:
        words = {"who": pad.names[pad.winner], "points": pad.margin}
        if pad.margin is None:
            said = WON[standing.game.course.unit] % words
        elif pad.margin < 0:
            words["points"] = -pad.margin
            said = (
                ngettext(
                    "Rubber to %(who)s, but with %(points)s point fewer.",
                    "Rubber to %(who)s, but with %(points)s points fewer.",
                    -pad.margin,
                )
                % words
            )
        else:
            said = _("Rubber to %(who)s, by %(points)s.") % words
    return said if is_agreed else _("%(outcome)s Not agreed yet.") % {"outcome": said}


def _numbers(
    standings: Iterable[Standing], numbers: Mapping[int, RubberNumbers]
) -> dict[tuple[int, int], tuple[int, str]]:
    """Return {(part, rubber): (its number in the evening, its game)}."""
    return {
        (each.part.number, rubber): (numbers[each.part.pk].of(rubber), _(each.game.short_name))
        for each in standings
        for rubber in dict.fromkeys(scored.rubber for scored in each.sheet.deals)
    }
