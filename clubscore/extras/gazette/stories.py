"""Stories that the gazette tells: the cruellest swing, the closest match, how the winners won."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from statistics import median_low
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.wording import both
from clubscore.club.wording import percent as percent_words
from clubscore.events.rankings import figures_of, title_of
from clubscore.events.result_words import bid_in_words, in_words, score_words
from clubscore.events.what_decided import OTHER, BoardScore
from clubscore.extras.gazette.night import EventNight, RoundStanding, Story, StorySource
from clubscore.ranking import ScoredTravellerRow, show_number
from clubscore.ranking.contestant import TEAMS
from clubscore.ranking.scorings.victory_points import VICTORY_POINTS
from clubscore.ranking.totals import Ranking

FEWEST = 3  # scores of a board that can be compared
DIVIDED, CRUEL = 500, 500  # points of a spread and of a swing that are worth a story
FEWEST_OTHERS = 3  # who made what one defence beat, or sat in other contracts


def stories_of_boards(night: EventNight) -> Iterator[Story]:
    """Yield the stories that an event's boards have, each rule's best."""
    for rule in RULES:
        story = rule(night)
        if story is not None:
            yield story


def _compared(night: EventNight) -> Iterator[tuple[int, tuple[BoardScore, ...]]]:
    return ((board, told) for board, told in night.boards.items() if len(told) >= FEWEST)


def _all_known(night: EventNight) -> Iterator[tuple[int, tuple[BoardScore, ...]]]:
    """The boards of which it can be said that no other table did something."""
    return ((board, told) for board, told in _compared(night) if told[0].all_known)


def _rows(night: EventNight, told: tuple[BoardScore, ...]) -> tuple[tuple[str, ...], ...]:
    ordered = sorted(told, key=lambda each: -each.score)
    return tuple(
        (night.names(each.ns), night.names(each.ew), each.words, score_words(each.score))
        for each in ordered
    )


def _source(night: EventNight, board: int, asked: str) -> StorySource:
    heads = (_("North–South"), _("East–West"), _("Result"), _("Score"))
    return StorySource(asked, heads, _rows(night, night.boards[board]), night.board_path(board))


def hand_of_the_night(night: EventNight) -> Story | None:
    """The board whose best and worst score lie furthest apart."""
    found = [(max(each.score for each in told) - min(each.score for each in told), board)
             for board, told in _compared(night)]  # fmt: skip
    spread, board = max(found, key=lambda each: (each[0], -each[1]), default=(0, 0))
    if spread < DIVIDED:
        return None
    told = night.boards[board]
    best, worst = max(told, key=lambda each: each.score), min(told, key=lambda each: each.score)
    values = {
        "board": board,
        "best": night.names(best.ns),
        "most": score_words(best.score),
        "worst": night.names(worst.ns),
        "least": score_words(worst.score),
        "event": night.event.name,
    }
    if best.side == "NS" and worst.side == "EW" and best.over >= 0 and worst.over >= 0:
        text = _(
            "Board %(board)s of %(event)s was made by both sides: North–South scored %(most)s"
            " where %(best)s sat, and %(least)s where %(worst)s did."
        )
    else:
        text = _(
            "Board %(board)s of %(event)s divided the room: North–South scored %(most)s where"
            " %(best)s sat, and %(least)s where %(worst)s did."
        )
    asked = _("The board whose best and worst score lie furthest apart.")
    return Story(
        f"event-{night.event.pk}-hand",
        _("Hand of the night"),
        text % values,
        _source(night, board, asked),
        {"event": night.event.pk, "board": board, "most": best.score, "least": worst.score},
        night.cards(board),
    )


class StorySwing(NamedTuple):
    """How far a side scored below the middle of the others, and that middle as the side sees it."""

    points: int
    told: BoardScore
    side: str
    middle: int


def _swings(told: tuple[BoardScore, ...]) -> Iterator[StorySwing]:
    """Yield what each result cost a side against the middle of all the others.

    Of an even number of others the middle is the one that is kinder to the side.
    """
    for at, each in enumerate(told):
        for side in ("NS", "EW"):
            others = [one.own(side) for n, one in enumerate(told) if n != at]
            middle = median_low(others)
            yield StorySwing(middle - each.own(side), each, side, middle)


def cruellest_swing(night: EventNight) -> Story | None:
    """The result that cost a side most against the middle of the other tables."""
    swings = (swing for _board, told in _compared(night) if len(told) > FEWEST
              for swing in _swings(told))  # fmt: skip
    swing = max(swings, key=lambda each: (each.points, -each.told.board), default=None)
    if swing is None or swing.points < CRUEL:
        return None
    told, side = swing.told, swing.side
    values = {
        "board": told.board,
        "names": night.names(told.of(side)),
        "others": night.names(told.of(OTHER[side])),
        "result": told.words,
        "score": score_words(told.own(side)),
        "middle": score_words(swing.middle),
    }
    asked = _("The score furthest below the middle of the other tables, as the side sees it.")
    return Story(
        f"event-{night.event.pk}-swing",
        _("The cruellest swing"),
        _swing_text(swing) % values,
        _source(night, told.board, asked),
        {
            "event": night.event.pk,
            "board": told.board,
            "side": side,
            "who": told.of(side),
            "score": told.own(side),
            "middle": swing.middle,
        },
    )


def _swing_text(swing: StorySwing) -> str:
    """Return how a swing is told: they went down, the others made it, or neither."""
    told, side = swing.told, swing.side
    if told.side == side and told.over < 0:
        return _(
            "Board %(board)s was hard on %(names)s: %(result)s, so %(score)s. The middle of the"
            " other tables was %(middle)s."
        )
    if told.side == OTHER[side] and told.over >= 0:
        return _(
            "On board %(board)s %(others)s made their contract against %(names)s: %(result)s."
            " That was %(score)s; the middle of the other tables was %(middle)s."
        )
    return _(
        "On board %(board)s %(names)s scored %(score)s (%(result)s). The middle of the other"
        " tables was %(middle)s."
    )


def _by_contract(told: tuple[BoardScore, ...]) -> dict[tuple[str, str], list[BoardScore]]:
    """Return the results of a board by what was bid and by which side."""
    found: dict[tuple[str, str], list[BoardScore]] = defaultdict(list)
    for each in told:
        if each.contract:
            found[each.contract, each.side].append(each)
    return found


def best_defence(night: EventNight) -> Story | None:
    """The contract that one table alone beat, while most others made it."""
    found = []
    for board, scores in _all_known(night):
        for alike in _by_contract(scores).values():
            down = [each for each in alike if each.over < 0]
            made = len(alike) - len(down)
            if len(down) == 1 and made >= FEWEST_OTHERS:
                found.append((made, down[0].level, -board, down[0]))
    if not found:
        return None
    made, _level, _board, told = max(found, key=lambda each: each[:3])
    text = ngettext(
        "%(names)s alone beat %(contract)s on board %(board)s; %(n)s other table made it.",
        "%(names)s alone beat %(contract)s on board %(board)s; %(n)s other tables made it.",
        made,
    )
    values = {
        "names": night.names(told.of(OTHER[told.side])),
        "contract": bid_in_words(told.contract),
        "board": told.board,
        "n": made,
    }
    asked = _("A contract of one side that exactly one table beat, and most others made.")
    return Story(
        f"event-{night.event.pk}-defence",
        _("The best defence"),
        " ".join(filter(None, (text % values, _on_the_cards(night, told)))),
        _source(night, told.board, asked),
        {
            "event": night.event.pk,
            "board": told.board,
            "who": told.of(OTHER[told.side]),
            "contract": told.contract,
            "side": told.side,
            "made": made,
        },
    )


def _on_the_cards(night: EventNight, told: BoardScore) -> str:
    """Say what perfect play of all four would have made of it, where that is known."""
    tricks = night.tricks.get(told.board, {}).get(told.denomination, {}).get(told.seat)
    if tricks is None:
        return ""
    if tricks >= 6 + told.level:
        return _("With all cards in view it makes.")
    return _("With all cards in view it can be beaten.")


def contract_alone(night: EventNight) -> Story | None:
    """The contract that one table alone was in, made, and scored best of all for that side."""
    found = []
    for board, scores in _all_known(night):
        for (_contract, side), alike in _by_contract(scores).items():
            only = alike[0]
            others = [each for each in scores if each is not only]
            is_best = all(each.own(side) < only.own(side) for each in others)
            if len(alike) == 1 and only.over >= 0 and is_best and len(others) >= FEWEST_OTHERS:
                found.append((only.own(side), -board, only))
    if not found:
        return None
    points, _board, told = max(found, key=lambda each: each[:2])
    values = {
        "names": night.names(told.of(told.side)),
        "contract": bid_in_words(told.contract),
        "board": told.board,
        "score": score_words(points),
    }
    text = _(
        "Only %(names)s bid %(contract)s on board %(board)s. They made it for %(score)s, the best"
        " score of their side."
    )
    asked = _("A contract at one table alone, made, and better than every other score of its side.")
    return Story(
        f"event-{night.event.pk}-alone",
        _("Alone in their contract"),
        " ".join(filter(None, (text % values, _on_the_cards(night, told)))),
        _source(night, told.board, asked),
        {
            "event": night.event.pk,
            "board": told.board,
            "who": told.of(told.side),
            "contract": told.contract,
            "side": told.side,
            "score": points,
        },
    )


def all_alike(night: EventNight) -> Story | None:
    """A board on which every table scored the same, if there is just one."""
    flat = [
        (board, told[0].score)
        for board, told in _all_known(night)
        if len(told) > FEWEST_OTHERS and len({each.score for each in told}) == 1
    ]
    if len(flat) != 1:
        return None
    board, score = flat[0]
    count = len(night.boards[board])
    text = ngettext(
        "Board %(board)s divided no one: at %(n)s table North–South scored %(score)s.",
        "Board %(board)s divided no one: at all %(n)s tables North–South scored %(score)s.",
        count,
    )
    asked = _("The only board with the same score at every table.")
    return Story(
        f"event-{night.event.pk}-flat",
        _("All alike"),
        text % {"board": board, "n": count, "score": score_words(score)},
        _source(night, board, asked),
        {"event": night.event.pk, "board": board, "score": score, "tables": count},
    )


RULES: tuple[Callable[[EventNight], Story | None], ...] = (
    hand_of_the_night,
    cruellest_swing,
    best_defence,
    contract_alone,
    all_alike,
)


# ---- Stories of matches of teams.

FEWEST_MATCHES = 2  # of which one can be the closest
FEWEST_IMPS = 10  # of a board that is worth a story


class StoryBoard(NamedTuple):
    """A board of a match: its rows where the first team sat North-South, and where it did not.

    `imps` are the first team's, below nought where the other team won them.
    """

    board: int
    first: ScoredTravellerRow
    second: ScoredTravellerRow
    imps: int


class TeamMatch(NamedTuple):
    """Two teams, the one with the lower number first, and the boards of both tables."""

    round: int
    one: str
    other: str
    boards: tuple[StoryBoard, ...]

    @property
    def imps(self) -> int:
        """By how many IMPs the first team won, below nought where it lost."""
        return sum(each.imps for each in self.boards)


def stories_of_matches(night: EventNight) -> Iterator[Story]:
    """Yield the stories of an event whose matches are scored by IMPs."""
    matches = matches_of(night)
    for rule in (_closest, _board_that_moved_most):
        story = rule(night, matches)
        if story is not None:
            yield story


def matches_of(night: EventNight) -> list[TeamMatch]:
    """Return the matches of which every board was played at both tables; none unless by IMPs."""
    event = night.lists.ranked.event
    if event.contestants_are != TEAMS or event.scoring != VICTORY_POINTS.key:
        return []
    found: dict[tuple[int, str, str], dict[int, list[ScoredTravellerRow]]] = defaultdict(dict)
    for traveller in (each for of_board in night.lists.travellers.values() for each in of_board):
        for row in traveller.rows:
            result = row.result
            if isinstance(result.ns, str) and isinstance(result.ew, str):
                one, other = sorted((result.ns, result.ew))
                rows = found[result.round or 0, one, other]
                rows.setdefault(result.board, []).append(row)
    return [match for key, rows in found.items() if (match := _match(key, rows)) is not None]


def _match(
    key: tuple[int, str, str], rows: Mapping[int, list[ScoredTravellerRow]]
) -> TeamMatch | None:
    round_, one, other = key
    boards = []
    for board, played in sorted(rows.items()):
        ways = {row.result.ns: row for row in played}
        if len(played) != 2 or set(ways) != {one, other}:
            return None
        first, second = ways[one], ways[other]
        if first.ns_points is None or first.result.score is None or second.result.score is None:
            return None
        boards.append(StoryBoard(board, first, second, int(first.ns_points)))
    return TeamMatch(round_, one, other, tuple(boards))


def _closest(night: EventNight, matches: list[TeamMatch]) -> Story | None:
    """The match that was won by the fewest IMPs, or a draw; none where two are as close."""
    ordered = sorted(matches, key=lambda each: abs(each.imps))
    if len(ordered) < FEWEST_MATCHES or abs(ordered[0].imps) == abs(ordered[1].imps):
        return None
    match = ordered[0]
    winner, loser = (match.one, match.other) if match.imps >= 0 else (match.other, match.one)
    margin = abs(match.imps)
    values = {"winner": night.names(winner), "loser": night.names(loser), "n": margin}
    if margin:
        text = ngettext(
            "%(winner)s beat %(loser)s by %(n)s IMP, the closest match of the event.",
            "%(winner)s beat %(loser)s by %(n)s IMPs, the closest match of the event.",
            margin,
        )
    else:
        text = _("%(winner)s and %(loser)s drew, the closest match of the event.")
    heads = (_("Match"), _("IMPs"))
    rows = tuple(
        (
            _("%(one)s v %(other)s")
            % {"one": night.names(each.one), "other": night.names(each.other)},
            show_number(Fraction(each.imps)),
        )
        for each in ordered
    )
    source = StorySource(
        _("Every match and the IMPs by which it was won."), heads, rows, night.path
    )
    claim = {"event": night.event.pk, "winner": winner, "loser": loser, "margin": margin}
    return Story(
        f"event-{night.event.pk}-match", _("The closest match"), text % values, source, claim
    )


def _board_that_moved_most(night: EventNight, matches: list[TeamMatch]) -> Story | None:
    """The board of a match on which the most IMPs changed hands; none where two did as much."""
    boards = [(match, each) for match in matches for each in match.boards]
    boards.sort(key=lambda each: -abs(each[1].imps))
    if not boards or abs(boards[0][1].imps) < FEWEST_IMPS:
        return None
    if len(boards) > 1 and abs(boards[1][1].imps) == abs(boards[0][1].imps):
        return None
    return _board_story(night, *boards[0])


def _board_story(night: EventNight, match: TeamMatch, board: StoryBoard) -> Story:
    winner, loser = (match.one, match.other) if board.imps > 0 else (match.other, match.one)
    facts = night.lists.facts
    values = {
        "n": abs(board.imps),
        "board": board.board,
        "winner": night.names(winner),
        "loser": night.names(loser),
        "result": in_words(facts(board.first.result)),
        "other": in_words(facts(board.second.result)),
    }
    text = ngettext(
        "On board %(board)s %(winner)s won %(n)s IMP from %(loser)s: %(result)s at one table,"
        " %(other)s at the other.",
        "On board %(board)s %(winner)s won %(n)s IMPs from %(loser)s: %(result)s at one table,"
        " %(other)s at the other.",
        abs(board.imps),
    )
    claim = {
        "event": night.event.pk, "board": board.board, "winner": winner, "loser": loser,
        "imps": abs(board.imps),
    }  # fmt: skip
    return Story(
        f"event-{night.event.pk}-imps",
        _("The board that moved most"),
        text % values,
        _both_tables(night, board),
        claim,
        night.cards(board.board),
    )


def _both_tables(night: EventNight, board: StoryBoard) -> StorySource:
    heads = (_("North–South"), _("East–West"), _("Result"), _("Score"))
    rows = tuple(
        (
            night.names(row.result.ns),
            night.names(row.result.ew),
            in_words(night.lists.facts(row.result)),
            score_words(row.result.score or 0),
        )
        for row in (board.first, board.second)
    )
    asked = _("The board on which the most IMPs changed hands in a match.")
    return StorySource(asked, heads, rows, night.board_path(board.board))


# ---- Stories of a ranking.

SHOWN = 3  # rows of a ranking below a story
FEWEST_TO_CLIMB = 6


def stories_of_ranking(night: EventNight) -> Iterator[Story]:
    """Yield the winner of each list, and whoever climbed furthest from the last place.

    None where no board can be compared: there everyone is first, with nothing.
    """
    if not night.is_compared:
        return
    for ranking in night.rankings:
        if len(ranking.rows) > 1 and ranking.rows[0].entry.boards:
            yield _winner(night, ranking)
            climb = _climb(night, ranking)
            if climb:
                yield climb


def _winner(night: EventNight, ranking: Ranking) -> Story:
    figures = figures_of(ranking)
    first = [row for row in ranking.rows if row.place.removesuffix("=") == "1"]
    names = [night.names(row.entry.contestant.number) for row in first]
    score, percent = figures[0]
    title = title_of(ranking)
    what = night.event.name if not title else _("%(event)s (%(line)s)") % {
        "event": night.event.name, "line": title,
    }  # fmt: skip
    unit = night.lists.score_word
    made = percent_words(percent) if percent else _("%(n)s (%(unit)s)") % {"n": score, "unit": unit}
    values = {"names": both(names), "event": what, "made": made}
    if len(first) > 1:
        text = _("%(names)s share first place in %(event)s, with %(made)s.") % values
    else:
        text = _("%(names)s won %(event)s with %(made)s.") % values
    lead = "" if len(first) > 1 else _lead(night, ranking)
    return Story(
        key=f"event-{night.event.pk}-winner-{ranking.direction or ''}",
        head=_("Winners"),
        text=" ".join(filter(None, (text, lead))),
        source=_source_of_winners(night, ranking, figures),
        claim={
            "event": night.event.pk,
            "direction": ranking.direction,
            "winners": tuple(row.entry.contestant.number for row in first),
            "made": percent or score,
            "led_from": _led_from(night, ranking) if len(first) == 1 else None,
        },
    )


def _led_from(night: EventNight, ranking: Ranking) -> int | None:
    """The round from which on the winner alone was in front after every round; None if unknown."""
    stood = night.rounds.get(ranking.direction, ())
    winner = ranking.rows[0].entry.contestant.number
    since = None
    for each in reversed(stood):
        if each.first != (winner,):
            break
        since = each.round
    return since


def _lead(night: EventNight, ranking: Ranking) -> str:
    """Say how late the winner took the lead; nothing where there were no rounds."""
    since = _led_from(night, ranking)
    if since is None:
        return ""
    stood = night.rounds[ranking.direction]
    numbers = [each.round for each in stood]
    if since == numbers[0]:
        return _("They led after every round.")
    if since < numbers[-1]:
        return _("They took the lead in round %(round)s of %(rounds)s and kept it.") % {
            "round": since, "rounds": numbers[-1],
        }  # fmt: skip
    before = stood[-2].first
    others = [
        night.names(each) for each in before if each != ranking.rows[0].entry.contestant.number
    ]
    if not others:
        return ""
    if len(others) < len(before):
        text = _("They took the lead in the last round; before it they were level with %(names)s.")
    else:
        text = _("They took the lead in the last round, from %(names)s.")
    return text % {"names": both(others)}


def _source_of_winners(
    night: EventNight, ranking: Ranking, figures: list[tuple[str, str]]
) -> StorySource:
    stood = night.rounds.get(ranking.direction, ())
    asked = _("The final ranking, and the ranking after each round from the results until then.")
    rows = [
        (_("End"), row.place, night.names(row.entry.contestant.number), percent or score)
        for row, (score, percent) in list(zip(ranking.rows, figures, strict=True))[:SHOWN]
    ]
    for each in stood[:-1]:
        names = both(night.names(key) for key in each.first)
        rows.append((_("Round %(n)s") % {"n": each.round}, "1", names, ""))
    heads = (_("After"), _("Place"), _("Who"), _("Result"))
    return StorySource(asked, heads, tuple(rows), night.path)


def _climb(night: EventNight, ranking: Ranking) -> Story | None:
    """The latest in the first half to be last of all who still came among the first three."""
    stood = night.rounds.get(ranking.direction, ())
    if len(ranking.rows) < FEWEST_TO_CLIMB:
        return None
    places = {row.entry.contestant.number: row.place for row in ranking.rows[:SHOWN]}
    for each in reversed(stood[: len(stood) // 2]):
        if places.get(each.last) and int(places[each.last].removesuffix("=")) <= SHOWN:
            return _climbed(night, ranking, each, places[each.last])
    return None


def _climbed(night: EventNight, ranking: Ranking, last: RoundStanding, place: str) -> Story:
    text = ngettext(
        "%(names)s were last after %(n)s round of %(event)s and finished in place %(place)s.",
        "%(names)s were last after %(n)s rounds of %(event)s and finished in place %(place)s.",
        last.round,
    )
    names = night.names(last.last)
    stood = night.rounds[ranking.direction]
    rows = tuple(
        (str(each.round), str(each.order.index(last.last) + 1), str(len(each.order)))
        for each in stood
        if last.last in each.order
    )
    return Story(
        key=f"event-{night.event.pk}-climb-{ranking.direction or ''}",
        head=_("From last to the top"),
        text=text % {"names": names, "n": last.round, "event": night.event.name, "place": place},
        source=StorySource(
            _("Where they stood in the ranking after each round."),
            (_("Round"), _("Row"), _("Of")),
            rows,
            night.path,
        ),
        claim={
            "event": night.event.pk,
            "direction": ranking.direction,
            "who": last.last,
            "round": last.round,
            "place": place,
        },
    )
