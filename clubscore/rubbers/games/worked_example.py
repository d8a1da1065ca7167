"""A worked example of a game's book, with its sheet: scored as any table's deals are."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubscore.club.wording.phrases import said
from clubscore.laws.deal_reading import read_deal
from clubscore.laws.game import Example, Game
from clubscore.laws.house_rules import resolve_rules
from clubscore.laws.score_sheet import score_sitting
from clubscore.laws.sentences import describe_deal
from clubscore.laws.settlement import settle
from clubscore.laws.words import SEATS
from clubscore.rubbers.state.score_lines import Counted, counted


@dataclass(frozen=True)
class WorkedDeal:
    """One deal of an example: its number, what was played, line by line what it counts."""

    number: int
    sentence: str
    counted: Counted


@dataclass(frozen=True)
class WorkedExample:
    """An example scored; `settled` is what each wins or loses, no one before a rubber is over."""

    name: str
    source: str
    deals: list[WorkedDeal]
    settled: list[tuple[str, int]]


def worked(game: Game, example: Example) -> WorkedExample:
    """Return an example: its name and source, every deal line by line, what each wins or loses."""
    rules = resolve_rules(game, example.score_file.get("rules", {}))
    deals = [read_deal(game, rules, facts) for facts in example.score_file["deals"]]
    sheet = score_sitting(game, rules, deals)
    names = {seat: _(SEATS[seat]) for seat in game.hands}
    settled = settle(game, rules, sheet, None) if sheet.rubbers else None
    return WorkedExample(
        name=_(example.name),
        source=example.source,
        deals=[
            WorkedDeal(
                number=scored.number,
                sentence=said(describe_deal(game, scored.deal, names)),
                counted=counted(game, scored, names),
            )
            for scored in sheet.deals
        ],
        settled=[(names[seat], points) for seat, points in settled.points.items()]
        if settled
        else [],
    )
