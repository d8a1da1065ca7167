"""Stories of card tables: who won most, the highest rubber, what its last deal turned, 1899."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from clubscore.club.wording import named, said, signed
from clubscore.events.result_words import score_words
from clubscore.extras.gazette.night import Story, StorySource, TableNight
from clubscore.laws.errors import RuleError
from clubscore.laws.games import find_game
from clubscore.laws.house_rules import resolve_rules
from clubscore.laws.sentences import describe_deal
from clubscore.rubbers.corrections import ByBoth, PlayerByBoth, by_both
from clubscore.rubbers.pad import counted
from clubscore.rubbers.score import PartScore
from clubscore.rubbers.season import Agreed

OF_1899 = "straight-bridge"
FEWEST_DEALS = 4  # of a game that is counted again by the laws of 1899


def stories_of_tables(tables: Sequence[TableNight]) -> Iterator[Story]:
    """Yield the winner of each table, then what all tables together have to tell."""
    for table in tables:
        story = _most(table)
        if story is not None:
            yield story
    for rule in (_highest, _dearest_deal, _last_deal, _by_1899):
        story = rule(tables)
        if story is not None:
            yield story


def _most(table: TableNight) -> Story | None:
    most = max(table.won.values(), default=0)
    if most <= 0:
        return None
    first = tuple(who for who, points in table.won.items() if points == most)
    values = {"names": table.names(first), "table": table.name, "points": score_words(most)}
    if len(first) > 1:
        text = _("%(names)s won most at %(table)s: %(points)s each.")
    else:
        text = _("%(names)s won most at %(table)s: %(points)s.")
    ordered = sorted(table.won.items(), key=lambda each: -each[1])
    rows = tuple((table.names((who,)), signed(points)) for who, points in ordered)
    asked = _("The points of everything that was made up and agreed at this table.")
    return Story(
        f"sitting-{table.sitting.pk}-most",
        table.name,
        text % values,
        StorySource(asked, (_("Who"), _("Points")), rows, table.path),
        {"sitting": table.sitting.pk, "who": first, "points": most},
    )


def _highest(tables: Sequence[TableNight]) -> Story | None:
    """The rubber of which somebody won most; none where only one was agreed."""
    found = [(rubber, table) for table in tables for rubber in table.rubbers]
    if len(found) < 2:
        return None
    rubber, table = max(found, key=lambda each: each[0].greatest)
    winners = tuple(who for who, won in rubber.points.items() if won == rubber.greatest)
    text = _("The highest rubber went to %(names)s at %(table)s: %(points)s, at %(game)s.")
    values = {
        "names": table.names(winners),
        "table": table.name,
        "points": score_words(rubber.greatest),
        "game": said(find_game(rubber.game).short_name),
    }
    ordered = sorted(found, key=lambda each: -each[0].greatest)
    rows = tuple(_agreed_row(one, of) for one, of in ordered)
    asked = _("Every rubber that was made up and agreed this evening, by what its winners won.")
    return Story(
        f"part-{rubber.part}-highest-{rubber.number}",
        _("The highest rubber"),
        text % values,
        StorySource(asked, (_("Table"), _("Game"), _("Winners"), _("Points")), rows, table.path),
        {"part": rubber.part, "rubber": rubber.number, "who": winners, "points": rubber.greatest},
    )


def _agreed_row(rubber: Agreed, table: TableNight) -> tuple[str, ...]:
    winners = tuple(who for who, won in rubber.points.items() if won == rubber.greatest)
    game = said(find_game(rubber.game).short_name)
    return (table.name, game, table.names(winners), signed(rubber.greatest))


def _dearest_deal(tables: Sequence[TableNight]) -> Story | None:
    """The deal that brought one side most points at once."""
    found = [
        (below + above, table, standing, place, column)
        for table in tables
        for standing in table.standings
        for place, deal in enumerate(standing.sheet.deals)
        for column, (below, above) in deal.points.items()
    ]
    if len(found) < FEWEST_DEALS:
        return None
    points, table, standing, place, column = max(found, key=lambda each: each[0])
    if points <= 0:
        return None
    scored = standing.sheet.deals[place]
    then = standing.at_deal(standing.live[place].position)
    seats_of = {each.key: each.seats for each in standing.game.columns}
    values = {
        "names": named(then.names[seat] for seat in seats_of[column]),
        "table": table.name,
        "points": points,
        "deal": said(describe_deal(standing.game, scored.deal, then.names)),
    }
    text = _("The dearest deal brought %(names)s %(points)s points at %(table)s. %(deal)s")
    lines = counted(standing.game, scored, then.names).lines
    rows = tuple((line.who, line.what, signed(line.points)) for line in lines)
    asked = _("The points of every deal of the evening, side by side; here are those of this one.")
    return Story(
        f"part-{standing.part.pk}-deal-{scored.number}",
        _("The dearest deal"),
        text % values,
        StorySource(asked, (_("Who"), _("For"), _("Points")), rows, table.path),
        {"part": standing.part.pk, "deal": scored.number, "column": column, "points": points},
    )


def _last_deal(tables: Sequence[TableNight]) -> Story | None:
    """The rubber that was won from furthest behind on its last deal."""
    found = [
        (behind, table, standing, number)
        for table in tables
        for standing in table.standings
        for number, behind in _turned(standing)
    ]
    if not found:
        return None
    behind, table, standing, number = max(found, key=lambda each: each[0])
    rubber = standing.sheet.rubbers[number - 1]
    names = standing.of_rubber(number).column_names
    text = _(
        "At %(table)s %(names)s were %(behind)s points behind before the last deal of a rubber."
        " They won it by %(margin)s."
    )
    values = {
        "table": table.name,
        "names": named(names[rubber.winner or ""]),
        "behind": behind,
        "margin": rubber.margin,
    }
    heads = (_("Deal"), *(named(names[key]) for key in rubber.totals))
    asked = _("The sums of each rubber before its last deal and at its end.")
    return Story(
        f"part-{standing.part.pk}-last-{number}",
        _("On the last deal"),
        text % values,
        StorySource(asked, heads, tuple(_sums(standing, number)), table.path),
        {"part": standing.part.pk, "rubber": number, "behind": behind, "margin": rubber.margin},
    )


def _before_last(standing: PartScore, number: int) -> dict[str, int]:
    """Return the sums of a rubber's columns before its last deal."""
    rubber = standing.sheet.rubbers[number - 1]
    sums = dict.fromkeys(rubber.totals, 0)
    for deal in standing.sheet.deals:
        if deal.rubber == number and deal.number != rubber.deal:
            for key, (below, above) in deal.points.items():
                sums[key] += below + above
    return sums


def _turned(standing: PartScore) -> Iterator[tuple[int, int]]:
    """Yield the rubbers of two sides whose winners were behind before the last deal: by how much.

    Those alone that the winners won in points too.
    """
    for number, rubber in enumerate(standing.sheet.rubbers, start=1):
        if rubber.winner is None or rubber.margin is None or rubber.margin <= 0:
            continue
        sums = _before_last(standing, number)
        others = max(points for key, points in sums.items() if key != rubber.winner)
        if others > sums[rubber.winner]:
            yield number, others - sums[rubber.winner]


def _sums(standing: PartScore, number: int) -> Iterator[tuple[str, ...]]:
    rubber = standing.sheet.rubbers[number - 1]
    before = _before_last(standing, number)
    yield (_("before the last"), *(str(points) for points in before.values()))
    yield (_("at the end"), *(str(points) for points in rubber.totals.values()))


def _by_1899(tables: Sequence[TableNight]) -> Story | None:
    """What the longest sitting at another game would have come to by the laws of 1899.

    Only where every deal can be counted by them: nothing is left out.
    """
    parts = [
        (len(standing.live), table, standing)
        for table in tables
        for standing in table.standings
        if standing.game.key != OF_1899 and len(standing.live) >= FEWEST_DEALS
    ]
    for _deals, table, standing in sorted(parts, key=lambda each: -each[0]):
        both = _counted_again(standing)
        if both is not None:
            return _told_by_1899(table, standing, both)
    return None


def _counted_again(standing: PartScore) -> ByBoth | None:
    straight = find_game(OF_1899)
    if straight.seats != standing.game.seats:
        return None
    try:
        both = by_both(standing, straight, resolve_rules(straight, {}))
    except RuleError:
        return None
    is_whole = not both.left_out and any(each.now for each in both.players)
    return both if is_whole and any(each.then for each in both.players) else None


def _told_by_1899(table: TableNight, standing: PartScore, both: ByBoth) -> Story:
    then, now = (_winners(both, field) for field in ("then", "now"))
    values = {
        "table": table.name,
        "game": said(standing.game.short_name),
        "then_names": named(each.name for each in then),
        "then": score_words(then[0].then),
        "now_names": named(each.name for each in now),
        "now": score_words(now[0].now),
        "before": score_words(now[0].then),
    }
    if [each.name for each in then] == [each.name for each in now]:
        text = _(
            "By the laws of 1899 the deals of %(table)s would have brought %(now_names)s %(now)s;"
            " by those of %(game)s it was %(before)s."
        )
    else:
        text = _(
            "By the laws of 1899 %(now_names)s would have won most with the deals of %(table)s:"
            " %(now)s. By those of %(game)s %(then_names)s did: %(then)s."
        )
    rows = tuple((each.name, signed(each.then), signed(each.now)) for each in both.players)
    asked = _("The deals of this table as they were played, counted by both laws.")
    return Story(
        f"part-{standing.part.pk}-1899",
        _("What 1899 would have paid"),
        text % values,
        StorySource(asked, (_("Who"), values["game"], "1899"), rows, table.path),
        {
            "part": standing.part.pk,
            "then": {each.name: each.then for each in both.players},
            "now": {each.name: each.now for each in both.players},
        },
    )


def _winners(both: ByBoth, field: str) -> list[PlayerByBoth]:
    """Return who won most, by the points in that field."""
    most = max(getattr(each, field) for each in both.players)
    return [each for each in both.players if getattr(each, field) == most]
