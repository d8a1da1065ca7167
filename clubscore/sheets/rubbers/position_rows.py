"""The position sheet of the seven read into words."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording.days import full_date
from clubscore.club.wording.names import listed
from clubscore.laws.cards import COMPASS
from clubscore.rubbers.seven.in_words import seat_word, sides_of
from clubscore.rubbers.seven.log import Seven
from clubscore.rubbers.seven.positions import PlayedDeal, Sat, positions_of
from clubscore.sheets.rubbers.deal_rows import printed_deal


class InSeat(NamedTuple):
    """Somebody in a seat; `below` says for whom they play and whether they deal."""

    name: str
    below: str
    is_dummy: bool


class PositionRow(NamedTuple):
    """A deal: its table, the contract in signs and as a sentence, who sits where, who crosses."""

    table: str
    words: str
    sentence: str
    seats: tuple[InSeat, ...]
    crosses: str


class PositionSheet(NamedTuple):
    """Everything that the sheet says."""

    title: str
    club: str
    tables: tuple[str, ...]
    seats: tuple[str, ...]
    rows: tuple[PositionRow, ...]


def position_sheet(seven: Seven) -> PositionSheet:
    """Return what the position sheet of an evening says."""
    first = seven.sittings[1]
    evening = full_date(first.evening)
    return PositionSheet(
        title=_("The seven: who sat where"),
        club=_("%(club)s · %(evening)s") % {"club": first.club.name, "evening": evening},
        tables=tuple(_table(seven, number) for number in seven.sittings),
        seats=tuple(seat_word(seat) for seat in COMPASS),
        rows=tuple(_row(deal) for deal in positions_of(seven)),
    )


def _table(seven: Seven, number: int) -> str:
    """Return a table with its pack and whose rubber is played there now."""
    table = seven.sittings[number].table
    one, two = sides_of(seven, number)
    words = {"table": table.name, "pack": table.pack, "one": one, "two": two}
    return _("%(table)s, %(pack)s pack: %(one)s v %(two)s") % words


def _row(deal: PlayedDeal) -> PositionRow:
    crosses = ""
    if deal.dummy is not None:
        went = {"name": deal.dummy.short_name, "seat": seat_word(deal.seat)}
        crosses = _("%(name)s, to %(seat)s") % went
    scored = deal.standing.sheet.deals[deal.live.number - 1]
    printed = printed_deal(deal.standing, deal.live, scored, ())
    return PositionRow(
        table=deal.sitting.table.name,
        words=" ".join(filter(None, (printed.contract, printed.by, printed.result))),
        sentence=printed.sentence,
        seats=tuple(_seated(sat, deal) for sat in deal.sat),
        crosses=crosses,
    )


def _seated(sat: Sat, deal: PlayedDeal) -> InSeat:
    is_dummy = deal.dummy is not None and deal.dummy.pk == sat.person.pk
    return InSeat(sat.person.short_name, _below(sat, deal.dealer), is_dummy)


def _below(sat: Sat, dealer: str) -> str:
    """Return what stands under a name: for whom they play, and whether they deal."""
    said = [_("for %(name)s") % {"name": sat.account.short_name}] if sat.account else []
    if sat.seat == dealer:
        said.append(pgettext("dealer of this deal", "deals"))
    return listed(said)
