"""What the sheet of a sitting says: rubbers, deals and slip, with no idea of paper.

The printed sheet and its plain text are both made of this.
"""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.templatetags.clubscore import day_and_time, sign
from clubscore.club.wording import MINUS, named, remarks, said
from clubscore.laws.deal import DealReport
from clubscore.laws.game import Game
from clubscore.laws.money import Currency
from clubscore.laws.score_sheet import ScoredDeal
from clubscore.laws.sentences import describe_deal, describe_points, describe_revokes
from clubscore.rubbers.models import DealRevision
from clubscore.rubbers.score import LiveDeal, PartScore


class PadFigure(NamedTuple):
    """A figure on the pad and the suit or word beside it."""

    points: int
    cause: str


class PadGame(NamedTuple):
    """The tricks of one game, column by column; `over` draws the rule that closes it."""

    number: int
    over: bool
    below: tuple[tuple[PadFigure, ...], ...]


class PrintedPad(NamedTuple):
    """One rubber as it stands on paper, column by column.

    `bonus` is (points, word) under the sum; `margin` is the winner's total, the other's and the
    difference where there are two columns; `outcome` says in a sentence how it ended. Without
    `has_line` it is one long sheet with a figure a deal.
    """

    number: int
    title: str
    names: tuple[str, ...]
    honours: tuple[tuple[PadFigure, ...], ...]
    games: tuple[PadGame, ...]
    sums: tuple[int, ...]
    bonus: tuple[tuple[PadFigure, ...], ...]
    totals: tuple[int, ...]
    margin: tuple[int, int, int] | None
    outcome: str
    broken_off: bool
    has_line: bool


class PrintedDeal(NamedTuple):
    """One deal in the table of deals.

    `points` is (below, above) by column; `won` is "", "game" or "rubber"; `revokes` and `notes` say
    what was irregular, `corrections` what was put right or is disputed; `sentence` and `said` are
    for those who hear the sheet, and `sentence` tells of the revokes too.
    """

    number: int
    rubber: int
    dealer: str
    contract: str
    by: str
    result: str
    honours: str
    points: tuple[tuple[int, int], ...]
    won: str
    revokes: tuple[str, ...]
    notes: tuple[str, ...]
    corrections: tuple[str, ...]
    sentence: str
    said: tuple[str, ...]


class PrintedPart(NamedTuple):
    """A stretch with one line-up: who sits where, its rubbers and its deals."""

    number: int
    seats: tuple[str, ...]
    names: tuple[str, ...]
    unit: str
    has_line: bool
    pads: tuple[PrintedPad, ...]
    deals: tuple[PrintedDeal, ...]


class SittingChapter(NamedTuple):
    """Parts that follow one another at one game, with the same laws and stake."""

    game: str
    laws: str
    stake: str
    parts: tuple[PrintedPart, ...]


class PrintedSlipRow(NamedTuple):
    """A rubber on the slip: what it is, and points by person, None for who sat out.

    `head` stands over its column of a table, `key` says what that is.
    """

    label: str
    points: tuple[int | None, ...]
    head: str = ""
    key: str = ""


class SlipMoney(NamedTuple):
    """What for, and coins by person, None where it does not concern them."""

    label: str
    currency: Currency
    coins: tuple[int | None, ...]


class Debt(NamedTuple):
    """Who pays whom how much, as a sentence too; `paid_at` is empty until it was paid."""

    payer: str
    payee: str
    coins: int
    currency: Currency
    said: str
    paid_at: str = ""


class PrintedSlip(NamedTuple):
    """The slip of the evening: rubbers, sums, who pays whom.

    `money` is what the rubbers come to, table money, bets. It is empty where it was all for love,
    and where the sheet is printed for whom it does not concern.
    """

    people: tuple[str, ...]
    rows: tuple[PrintedSlipRow, ...]
    totals: tuple[int, ...]
    money: tuple[SlipMoney, ...]
    owed: tuple[Debt, ...]
    paid: tuple[Debt, ...]
    for_love: bool


class SittingSheet(NamedTuple):
    """Everything that the sheet of a sitting says. `state` is empty once it is all settled.

    `address` is empty where phones cannot open any.
    """

    club: str
    table: str
    evening: str
    address: str
    players: tuple[str, ...]
    state: str
    is_void: bool
    chapters: tuple[SittingChapter, ...]
    slip: PrintedSlip


# The kinds of line that stand in the column of honours; chicane is counted with them.
HONOURS = ("honours", "aces", "chicane", "nullo-honours", "joker")


def contract_signs(game: Game) -> dict[str, str]:
    """Return {sign of the pages: what is printed for it}: its sign for a suit, else its letters."""
    return {
        sign(bid.denomination.key): bid.denomination.symbol or bid.denomination.key
        for bid in game.bidding.bids.values()
    }


def printed_deal(
    standing: PartScore,
    live: LiveDeal,
    scored: ScoredDeal,
    corrections: Iterable[DealRevision],
) -> PrintedDeal:
    """Return a deal as the sheet shows it and as its twin says it."""
    standing = standing.at_deal(live.position)
    game, deal = standing.game, scored.deal
    names = {"dummy": _("dummy")} | standing.names
    columns = {key: named(people) for key, people in standing.column_names.items()}
    return PrintedDeal(
        number=live.number,
        rubber=scored.rubber,
        dealer=names.get(live.revision.dealer, live.revision.dealer),
        contract=contract(game, deal),
        by=_by(deal, names),
        result=result(game, deal),
        honours=_honours(scored, columns),
        points=tuple(scored.points[key] for key in game.column_keys),
        won=scored.won or "",
        revokes=tuple(said(each) for each in describe_revokes(game, deal, names)),
        notes=tuple(_fines(deal, names)),
        corrections=tuple(_corrections(standing, live, corrections)),
        sentence=said(describe_deal(game, deal, names)),
        said=tuple(said(phrase) for phrase in describe_points(game, scored, names | columns)),
    )


def contract(game: Game, deal: DealReport) -> str:
    """Return "4♥", "♦ ×4", "3 NT ××"; a dash where all passed."""
    if deal.bid is None:
        return "–"
    denomination = deal.bid.denomination
    level = str(deal.bid.level) if deal.bid.level else ""
    sign = denomination.symbol or f"{' ' if level else ''}{denomination.key}"
    if not deal.doubling:
        return f"{level}{sign}"
    times = "×" * deal.doubling if game.bidding.levels else f"×{1 << deal.doubling}"
    return f"{level}{sign} {times}"


def _by(deal: DealReport, names: dict[str, str]) -> str:
    if deal.declarer is None:
        return _("passed out")
    if deal.partner is None:
        return names[deal.declarer]
    return named([names[deal.declarer], names[deal.partner]])


def result(game: Game, deal: DealReport) -> str:
    """Return "=", "+1", "−2" against the contract, or the odd tricks where none was named.

    Odd tricks that the other side won are under nothing: "−2".
    """
    if deal.bid is None:
        return ""
    if deal.bid.level:
        over = game.over(deal.bid, deal.tricks)
        return "=" if over == 0 else f"{over:+d}".replace("-", MINUS)
    if deal.bid.denomination.alone:
        return str(deal.tricks)
    # Seven tricks of thirteen are one odd trick; six are one odd trick to the other side.
    odd = deal.tricks - game.book
    return str(odd) if odd > 0 else f"{MINUS}{game.play.tricks - deal.tricks - game.book}"


def _honours(scored: ScoredDeal, columns: dict[str, str]) -> str:
    """Return "Ann & Bob: simple honours"; those who scored the same stand together."""
    takers: dict[str, list[str]] = {}
    for line in scored.lines:
        if line.kind in HONOURS:
            takers.setdefault(said(line), []).append(columns[line.column])
    return remarks(f"{named(who)}: {words}" for words, who in takers.items())


def _fines(deal: DealReport, names: dict[str, str]) -> Iterable[str]:
    """Return who was fined in a deal, and how much."""
    for fine in deal.fines:
        words = {"who": names[fine.player], "points": fine.points}
        yield _("Fine for %(who)s: %(points)s.") % words


def _corrections(
    standing: PartScore, live: LiveDeal, corrections: Iterable[DealRevision]
) -> Iterable[str]:
    """Return what was put right about a deal, and which reports of it disagree."""
    for revision in corrections:
        yield _("Corrected by %(who)s, %(at)s: %(reason)s.") % {
            "who": revision.author,
            "at": day_and_time(revision.at, standing.part.sitting.club),
            "reason": revision.reason.rstrip(".") or _("no reason was given"),
        }
    if live.rivals:
        count = len(live.rivals)
        yield ngettext(
            "Another report of this deal disagrees.",
            "%(count)s other reports of this deal disagree.",
            count,
        ) % {"count": count}
