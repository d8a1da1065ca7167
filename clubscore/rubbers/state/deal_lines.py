"""Deals and standings in a line each, as pages show them beside the form."""

from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from clubscore.club.wording.names import named
from clubscore.club.wording.phrases import said
from clubscore.laws.sentences import describe_beside, describe_deal
from clubscore.rubbers.models import DealRevision
from clubscore.rubbers.state.calls import CallShown, calls_noted
from clubscore.rubbers.state.headings import facts_in_words
from clubscore.rubbers.state.part_state import LiveDeal, Standing
from clubscore.rubbers.state.score_lines import ColumnPoints
from clubscore.tableside.ready_pages import PHONE


@dataclass(frozen=True)
class DealLine:
    """A recorded deal in one line; `beside` is what it brings beside the sheet."""

    deal: LiveDeal
    sentence: str
    points: list[ColumnPoints]
    beside: list[str]
    won: str | None


@dataclass(frozen=True)
class ReportShown:
    """A report of a deal as a sentence, and what was called where that was noted.

    `phone` is that which it came from, as `ready_pages.with_own` names it to its reader.
    """

    revision: DealRevision
    sentence: str
    phone: str
    calls: list[CallShown] = field(default_factory=list)


@dataclass(frozen=True)
class RivalsShown:
    """A deal of which two reports differ."""

    deal: LiveDeal
    reports: list[ReportShown]


@dataclass(frozen=True)
class ScoreLine:
    """How a column stands: points, what it needs for game, games won; no need where none is."""

    names: str
    below: int
    needs: int | None
    games: int
    vulnerable: bool


def deal_line(standing: Standing, deal: LiveDeal) -> DealLine:
    """Return a recorded deal in one line: contract, who, result, points."""
    standing = standing.at_deal(deal.position)
    read = standing.read(deal.facts)
    scored = standing.sheet.deals[deal.number - 1]
    points = [
        ColumnPoints(
            names=named(standing.column_names[column.key]),
            below=scored.points[column.key][0],
            above=scored.points[column.key][1],
            # On a sheet without a line across there is one figure alone.
            sum=None if standing.game.course.has_line else sum(scored.points[column.key]),
        )
        for column in standing.game.columns
    ]
    return DealLine(
        deal=deal,
        sentence=said(describe_deal(standing.game, read, standing.names)),
        points=points,
        beside=[said(each) for each in describe_beside(standing.game, scored, standing.names)],
        # Where one game is all there is to win, no one speaks of a rubber.
        won="game" if scored.won and standing.game.course.unit == "game" else scored.won,
    )


def deal_taken_back(standing: Standing) -> tuple[LiveDeal, str] | None:
    """Return the deal that was just taken back, with what had been reported of it.

    Seven play on at two tables: what was taken back there is entered again.
    """
    deal = standing.taken_back
    if deal is None or standing.part.sitting.seven_id is not None:
        return None
    return deal, facts_in_words(standing.at_deal(deal.position), deal.facts)


def told_elsewhere(last: DealLine | None) -> str:
    """Return what a phone is told of what another one changed at its table."""
    if last is None:
        return _("This table has changed.")
    return _("Deal %(n)s was recorded by %(author)s: %(deal)s") % {
        "n": last.deal.number,
        "author": last.deal.revision.author,
        "deal": last.sentence,
    }


def report_shown(standing: Standing, report: DealRevision) -> ReportShown:
    """Return one report of a deal, read by the people who sat there."""
    calls = calls_noted(standing, report.facts)
    phone = f"{PHONE}{report.device}" if report.device else ""
    return ReportShown(report, facts_in_words(standing, report.facts), phone, calls)


def rivals_shown(standing: Standing, deal: LiveDeal) -> RivalsShown:
    """Return every report of a deal about which somebody says otherwise, each as a sentence."""
    standing = standing.at_deal(deal.position)
    reports = [report_shown(standing, report) for report in (deal.revision, *deal.rivals)]
    return RivalsShown(deal, reports)


def score_lines(standing: Standing) -> list[ScoreLine]:
    """Return how the game stands by column: what counts towards it, what it needs, games won."""
    sheet, vulnerable = standing.sheet, standing.vulnerable_now
    return [
        ScoreLine(
            names=named(standing.column_names[column.key]),
            below=sheet.below_now[column.key],
            needs=sheet.needs[column.key] if standing.game.course.game_points else None,
            games=sheet.games_now[column.key],
            vulnerable=column.key in vulnerable,
        )
        for column in standing.game.columns
    ]
