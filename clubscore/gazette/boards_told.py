"""Stories of boards: what divided the room, the cruellest swing, a defence, a contract alone."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from statistics import median_low
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.events.rankings.board_facts import OTHER, Told
from clubscore.events.results.result_words import bid_in_words, score_words
from clubscore.gazette.event_night import EventNight
from clubscore.gazette.story import Source, Story

FEWEST = 3  # scores of a board that can be compared
DIVIDED, CRUEL = 500, 500  # points of a spread and of a swing that are worth a story
FEWEST_OTHERS = 3  # who made what one defence beat, or sat in other contracts


def stories_of_boards(night: EventNight) -> Iterator[Story]:
    """Yield the stories that an event's boards have, each rule's best."""
    for rule in RULES:
        story = rule(night)
        if story is not None:
            yield story


def _compared(night: EventNight) -> Iterator[tuple[int, tuple[Told, ...]]]:
    return ((board, told) for board, told in night.boards.items() if len(told) >= FEWEST)


def _all_known(night: EventNight) -> Iterator[tuple[int, tuple[Told, ...]]]:
    """The boards of which it can be said that no other table did something."""
    return ((board, told) for board, told in _compared(night) if told[0].all_known)


def _rows(night: EventNight, told: tuple[Told, ...]) -> tuple[tuple[str, ...], ...]:
    ordered = sorted(told, key=lambda each: -each.score)
    return tuple(
        (night.names(each.ns), night.names(each.ew), each.words, score_words(each.score))
        for each in ordered
    )


def _source(night: EventNight, board: int, asked: str) -> Source:
    heads = (_("North–South"), _("East–West"), _("Result"), _("Score"))
    return Source(asked, heads, _rows(night, night.boards[board]), night.board_path(board))


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


class Swing(NamedTuple):
    """How far a side scored below the middle of the others, and that middle as the side sees it."""

    points: int
    told: Told
    side: str
    middle: int


def _swings(told: tuple[Told, ...]) -> Iterator[Swing]:
    """Yield what each result cost a side against the middle of all the others.

    Of an even number of others the middle is the one that is kinder to the side.
    """
    for at, each in enumerate(told):
        for side in ("NS", "EW"):
            others = [one.own(side) for n, one in enumerate(told) if n != at]
            middle = median_low(others)
            yield Swing(middle - each.own(side), each, side, middle)


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


def _swing_text(swing: Swing) -> str:
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


def _by_contract(told: tuple[Told, ...]) -> dict[tuple[str, str], list[Told]]:
    """Return the results of a board by what was bid and by which side."""
    found: dict[tuple[str, str], list[Told]] = defaultdict(list)
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


def _on_the_cards(night: EventNight, told: Told) -> str:
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
