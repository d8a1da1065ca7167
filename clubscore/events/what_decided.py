"""What decided a board for a side, in words that the facts give: a rule a sentence, best first.

Each rule looks at the result, at other tables' and at the cards where they were worked out. It
says nothing where its facts are not there; the first rule that says something is the one told.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from statistics import median_high, median_low
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.events.rankings import Lists
from clubscore.events.result_words import CONTRACT, DENOMINATIONS, bid_in_words, in_words, over_of
from clubscore.laws.cards import PARTNERSHIPS
from clubscore.laws.words import gettext_noop
from clubscore.ranking import Result
from clubscore.ranking.result import Side

SIDE_OF = {hand: column.key for column in PARTNERSHIPS for hand in column.hands}
SIGN = {"NS": 1, "EW": -1}
OTHER = {"NS": "EW", "EW": "NS"}


class BoardScore(NamedTuple):
    """A score at a table. `contract` is nothing where it was passed out or is not known.

    `score` is North-South's, `share` their part of the top, None where there is none; `over` counts
    tricks over the contract, below nought tricks under it; `side` declared it.

    `all_known` says that of every table that played the board it is known what was bid: only then
    may it be said that no other table did something.
    """

    board: int
    ns: Side
    ew: Side
    score: int
    share: Fraction | None
    contract: str
    words: str
    level: int = 0
    denomination: str = ""
    doubling: int = 0
    seat: str = ""
    side: str = ""
    over: int = 0
    lead: str = ""
    all_known: bool = True

    def of(self, side: str) -> Side:
        """Who sat there."""
        return self.ns if side == "NS" else self.ew

    def own(self, side: str) -> int:
        """The score as a side sees it."""
        return SIGN[side] * self.score


def boards_told(lists: Lists) -> Mapping[int, tuple[BoardScore, ...]]:
    """Return the scores of each board; boards with a group of other cards are left out."""
    found: dict[int, list[BoardScore]] = defaultdict(list)
    fouled, unknown = set(), set()
    for board, travellers in lists.travellers.items():
        for each in travellers:
            for row in each.rows:
                if row.result.fouled_group:
                    fouled.add(board)
                if row.result.score is not None:
                    top, points = each.top, row.ns_points
                    share = points / top if top and points is not None else None
                    found[board].append(_told(lists, row.result, row.result.score, share))
                if row.result.played and not _is_known(lists, row.result):
                    unknown.add(board)
    return {
        board: tuple(each._replace(all_known=board not in unknown) for each in found[board])
        for board in sorted(found)
        if board not in fouled
    }


def _is_known(lists: Lists, result: Result) -> bool:
    """Whether a result has one score, and what was bid is known: a contract, or a pass."""
    facts = lists.facts(result)
    return result.score is not None and (
        "passed_out" in facts or _contract(facts.get("contract", "")) is not None
    )


def _contract(text: str) -> re.Match[str] | None:
    """Return a contract in its parts; None for one without a level, or of the fewest tricks."""
    match = CONTRACT.fullmatch(text)
    return match if match and match[1] and not DENOMINATIONS[match[2]].reversed else None


def _told(lists: Lists, result: Result, score: int, share: Fraction | None) -> BoardScore:
    facts = lists.facts(result)
    bare = BoardScore(result.board, result.ns, result.ew, score, share, "", in_words(facts))
    match = _contract(facts.get("contract", ""))
    if match is None:
        return bare
    level, denomination, doubled = match.groups()
    seat = facts["declarer"]
    return bare._replace(
        contract=level + denomination,
        level=int(level),
        denomination=denomination,
        doubling=len(doubled),
        seat=seat,
        side=SIDE_OF[seat],
        over=over_of(level, denomination, facts["tricks"]),
        lead=facts.get("lead", ""),
    )


# ---- The rules.

SLAM = 6
GAME_AT = {"C": 5, "D": 5, "H": 4, "S": 4, "NT": 3}
FEWEST = 2  # other tables


class Decided(NamedTuple):
    """What decided a board: which rule found it, and the sentence."""

    rule: str
    text: str


class Case(NamedTuple):
    """A result, the side that looks at it, the other tables' results.

    `tricks` are those that its declarer takes double dummy, `lead_gave` those that the card led
    gave away, None where they are not known; `bids_count` says that games and slams count only
    where they were bid.
    """

    own: BoardScore
    side: str
    others: Sequence[BoardScore]
    tricks: int | None = None
    bids_count: bool = True
    lead_gave: int | None = None

    @property
    def is_ours(self) -> bool:
        """Whether this side declared."""
        return self.own.side == self.side

    @property
    def alike(self) -> list[BoardScore]:
        """The other tables at which the same side was in the same contract."""
        mine = (self.own.contract, self.own.side)
        return [each for each in self.others if (each.contract, each.side) == mine]

    @property
    def made(self) -> bool:
        """Whether a contract was made."""
        return bool(self.own.contract) and self.own.over >= 0


def is_game(told: BoardScore) -> bool:
    """Whether game was bid, at least."""
    return bool(told.contract) and told.level >= GAME_AT.get(told.denomination, SLAM)


def most(number: int, of: Sequence[BoardScore]) -> bool:
    """Whether so many are more than half of them."""
    return 2 * number > len(of)


def slam_alone(case: Case) -> str:
    """A slam that no other table bid for that side."""
    own = case.own
    if own.level < SLAM or any(
        each.level >= SLAM and each.side == own.side for each in case.others
    ):
        return ""
    if case.is_ours and case.made:
        return _("No other table bid the slam.")
    if case.is_ours:
        return _("No other table bid the slam, and it went down.")
    if case.made:
        return _("Only these opponents bid the slam, and made it.")
    return _("Only these opponents bid the slam, and it went down.")


def slam_missed(case: Case) -> str:
    """Most of the other tables bid and made a slam for a side that here stayed below."""
    own = case.own
    if own.level >= SLAM or not own.contract:
        return ""
    slams = [each for each in case.others if each.side == own.side and each.level >= SLAM]
    if not most(sum(each.over >= 0 for each in slams), case.others):
        return ""
    if case.is_ours:
        return _("Most of the other tables bid the slam and made it.")
    return _("Most of the other tables bid the slam against them and made it.")


def game_missed(case: Case) -> str:
    """Most of the other tables bid and made game for a side that here stopped below it."""
    own = case.own
    if not own.contract or is_game(own):
        return ""
    games = [each for each in case.others if each.side == own.side and is_game(each)]
    if not most(sum(each.over >= 0 for each in games), case.others):
        return ""
    if case.is_ours:
        return _("Most of the other tables were in game and made it.")
    return _("Their opponents stopped below the game that most other tables made.")


def game_alone(case: Case) -> str:
    """A game that was made and that no other table bid for that side."""
    own = case.own
    if not is_game(own) or not case.made or own.level >= SLAM:
        return ""
    if any(is_game(each) and each.side == own.side for each in case.others):
        return ""
    if case.is_ours:
        return _("No other table bid game; here it was made.")
    return _("Only these opponents bid game, and they made it.")


def sacrifice(case: Case) -> str:
    """A contract that went down for less than the game or slam of most of the other tables."""
    own = case.own
    if not own.contract or case.made:
        return ""
    theirs = OTHER[own.side]
    dearer = [
        each
        for each in case.others
        if each.side == theirs
        and is_game(each)
        and each.over >= 0
        and each.own(theirs) > own.own(theirs)
    ]
    if not most(len(dearer), case.others):
        return ""
    if case.is_ours:
        return _("It went down for less than the game that most opponents made.")
    return _("Their opponents went down for less than the game that most other tables made.")


def doubled(case: Case) -> str:
    """A doubled contract that went down, or was made."""
    own = case.own
    if not own.doubling:
        return ""
    if not case.made:
        return _doubled_down(own.doubling, -own.over, is_ours=case.is_ours)
    if case.is_ours:
        return _(DOUBLED_MADE[own.doubling])
    return _(THEY_DOUBLED_MADE[own.doubling])


# By how often: doubled, redoubled.
DOUBLED_MADE = {
    1: gettext_noop("Doubled, and made all the same."),
    2: gettext_noop("Redoubled, and made."),
}
THEY_DOUBLED_MADE = {
    1: gettext_noop("They doubled, and it was made."),
    2: gettext_noop("Redoubled by their opponents, and made."),
}


def _doubled_down(doubling: int, count: int, *, is_ours: bool) -> str:
    """Return what became of a doubled contract that went so many down."""
    if doubling > 1:
        text = ngettext("Redoubled, and one down.", "Redoubled, and %(n)s down.", count)
    elif is_ours:
        text = ngettext("Doubled, and one down.", "Doubled, and %(n)s down.", count)
    else:
        text = ngettext(
            "They doubled, and it went one down.",
            "They doubled, and it went %(n)s down.",
            count,
        )
    return text % {"n": count}


def tricks_apart(case: Case) -> str:
    """More or fewer tricks than the middle of the tables in the same contract."""
    alike = [each.over for each in case.alike]
    if len(alike) < FEWEST:
        return ""
    low, high = median_low(alike), median_high(alike)
    apart = case.own.over - (high if case.own.over > high else low)
    if low <= case.own.over <= high:
        return ""
    if not case.is_ours:
        apart = -apart
    count = abs(apart)
    if apart > 0:
        text = ngettext(
            "%(n)s trick better than the middle of the tables in this contract.",
            "%(n)s tricks better than the middle of the tables in this contract.",
            count,
        )
    else:
        text = ngettext(
            "%(n)s trick worse than the middle of the tables in this contract.",
            "%(n)s tricks worse than the middle of the tables in this contract.",
            count,
        )
    return text % {"n": count}


def passed_out(case: Case) -> str:
    """Passed out where every other table bid."""
    if case.own.contract or case.own.score or not all(each.contract for each in case.others):
        return ""
    return _("Passed out; every other table bid.")


def all_alike(case: Case) -> str:
    """The same score at every table."""
    if any(each.score != case.own.score for each in case.others):
        return ""
    return _("Every table scored the same.")


def suit_alone(case: Case) -> str:
    """A denomination in which no other table played it, by that side."""
    own = case.own
    if not own.contract or any(
        each.denomination == own.denomination and each.side == own.side for each in case.others
    ):
        return ""
    values = {"what": bid_in_words(own.denomination)}
    if case.is_ours:
        return _("No other table played in this denomination: %(what)s.") % values
    return _("Their opponents alone played in this denomination: %(what)s.") % values


def side_alone(case: Case) -> str:
    """A contract of one side where the other side declared at every other table."""
    own = case.own
    if not own.contract or any(each.side != OTHER[own.side] for each in case.others):
        return ""
    if case.is_ours:
        return _("At every other table the opponents played it.")
    return _("At every other table this side played it.")


def lead_gave(case: Case) -> str:
    """An opening lead that gave declarer tricks, with all cards in view."""
    if not case.lead_gave:
        return ""
    text = ngettext(
        "With all cards in view, the opening lead gave declarer a trick.",
        "With all cards in view, the opening lead gave declarer %(n)s tricks.",
        case.lead_gave,
    )
    return text % {"n": case.lead_gave}


def at_the_other_table(case: Case) -> str:
    """In a match of two tables: what the other one did."""
    (other,) = case.others
    if other.contract:
        return _("At the other table: %(result)s.") % {"result": other.words}
    return _("At the other table it was passed out.") if not other.score else ""


RULES: tuple[Callable[[Case], str], ...] = (
    slam_alone,
    slam_missed,
    all_alike,
    sacrifice,
    doubled,
    game_alone,
    game_missed,
    passed_out,
    side_alone,
    suit_alone,
    tricks_apart,
    lead_gave,
)


# What they say is nothing where a game or a slam counts by its tricks alone.
OF_BIDS = (slam_alone, slam_missed, game_alone, game_missed, sacrifice)

# What they say of every other table is known only where all tables' contracts are.
OF_ALL = (slam_alone, game_alone, all_alike, passed_out, side_alone, suit_alone)


def what_decided(case: Case) -> Decided | None:
    """Return what decided a board, None where no rule has anything to say."""
    if len(case.others) < FEWEST:
        return _in_a_match(case)
    for rule in RULES:
        is_open = rule in OF_BIDS and not case.bids_count
        is_open = is_open or (rule in OF_ALL and not case.own.all_known)
        text = "" if is_open else rule(case)
        if text:
            return Decided(rule.__name__, " ".join(filter(None, (text, _on_the_cards(case, rule)))))
    return None


def _in_a_match(case: Case) -> Decided | None:
    """Return what the other table of a match did; None where the board was played once."""
    text = at_the_other_table(case) if case.others else ""
    if not text:
        return None
    return Decided(at_the_other_table.__name__, " ".join(filter(None, (text, lead_gave(case)))))


def _on_the_cards(case: Case, rule: Callable[[Case], str]) -> str:
    """Say what the cards say of a slam, a game or a lead, where that is known."""
    if rule is tricks_apart and case.own.over > max(each.over for each in case.alike):
        return lead_gave(case)
    if case.tricks is None or rule not in (slam_alone, game_alone, doubled):
        return ""
    if case.tricks >= 6 + case.own.level:
        return _("With all cards in view it makes.")
    return _("With all cards in view it can be beaten.")
