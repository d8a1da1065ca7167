"""The card of a game as a plain text: what it is, what everything counts, worked examples."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording.figures import figure, signed
from clubscore.club.wording.phrases import said
from clubscore.laws.deal import Unverified
from clubscore.laws.game import Game
from clubscore.laws.house_rules import describe_rules, resolve_rules
from clubscore.rubbers.games.game_facts import kind_of, source_of
from clubscore.rubbers.games.tariff_facts import besides
from clubscore.rubbers.games.tariff_tables import TariffTable, tariff_tables
from clubscore.rubbers.games.worked_example import WorkedExample, worked
from clubscore.sheets.rubbers.tariff_lines import EXAMPLES, NOTHING


def game_text(game: Game, given: Unverified, club: str) -> Iterator[str]:
    """Return what the card of a game says under these rules, a fact a line."""
    rules = resolve_rules(game, given)
    yield _(game.name)
    if club:
        yield club
    yield said(describe_rules(game, rules))
    yield ""
    yield game.about.years
    yield _(game.about.blurb)
    facts = kind_of(game, rules)
    yield from _section(_("The game"), (f"{fact.what}: {fact.worth}" for fact in facts))
    denominations = [_(each.name) for each in game.bidding.denominations]
    for table in tariff_tables(game, rules):
        yield from _table(table, denominations)
    yield from _section(_("Also"), (fact.text for fact in besides(game, rules)))
    yield from _section(_("The deal"), map(_, game.dealing.steps))
    yield from _section(_("Special features"), map(_, game.about.special))
    yield from _section(_("Where the sources differ"), map(_, game.about.notes))
    if game.about.examples:
        yield ""
        yield _("Examples")
    for example in game.about.examples[:EXAMPLES]:
        yield from _example(worked(game, example))
    yield from _section(_("Source"), [source_of(game)])


def _section(title: str, texts: Iterable[str]) -> Iterator[str]:
    told = [f" {text}" for text in texts]
    if told:
        yield from ("", title, *told)


def _table(table: TariffTable, denominations: list[str]) -> Iterator[str]:
    """Say of each row what it is worth in every denomination in which it counts."""
    yield ""
    yield table.title
    for row in table.rows:
        cells = {
            name: figure(cell)
            for name, cell in zip(denominations, row.cells, strict=True)
            if cell not in (NOTHING, 0)
        }
        if not cells:
            continue
        yield f" {row.name}"
        if len(set(cells.values())) == 1 and len(cells) == len(denominations):
            alike = pgettext("tariff", "in every denomination: %(worth)s")
            yield "  " + alike % {"worth": next(iter(cells.values()))}
            continue
        for name, worth in cells.items():
            yield "  " + pgettext("tariff", "%(what)s: %(worth)s") % {"what": name, "worth": worth}


def _example(example: WorkedExample) -> Iterator[str]:
    for deal in example.deals:
        yield ""
        yield deal.sentence
        for line in deal.counted.lines:
            yield " " + _("%(who)s: %(what)s, %(points)s") % {
                "who": line.who,
                "what": line.what,
                "points": figure(line.points),
            }
    if example.settled:
        yield ""
        for name, points in example.settled:
            yield f"{name}: {signed(points)}"
