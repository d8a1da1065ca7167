"""What decided a board for a side, in words that the facts give: a rule a sentence, best first.

Each rule looks at the result, at the other tables' and at the cards where they were worked out. It
says nothing where its facts are not there; the first rule that says something is the one told.
"""

from collections.abc import Callable, Sequence
from statistics import median_high, median_low
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.events.rankings.board_facts import OTHER, Told
from clubscore.events.results.result_words import bid_in_words

SLAM = 6
GAME_AT = {"C": 5, "D": 5, "H": 4, "S": 4, "NT": 3}
FEWEST = 2  # other tables


class Decided(NamedTuple):
    """What decided a board: which rule found it, and the sentence."""

    rule: str
    text: str


class Case(NamedTuple):
    """A result, the side that looks at it, the other tables' results.

    `tricks` are those that its declarer takes double dummy, None where they are not known;
    `bids_count` says that games and slams count only where they were bid.
    """

    own: Told
    side: str
    others: Sequence[Told]
    tricks: int | None = None
    bids_count: bool = True

    @property
    def is_ours(self) -> bool:
        """Whether this side declared."""
        return self.own.side == self.side

    @property
    def alike(self) -> list[Told]:
        """The other tables at which the same side was in the same contract."""
        mine = (self.own.contract, self.own.side)
        return [each for each in self.others if (each.contract, each.side) == mine]

    @property
    def made(self) -> bool:
        """Whether a contract was made."""
        return bool(self.own.contract) and self.own.over >= 0


def is_game(told: Told) -> bool:
    """Whether game was bid, at least."""
    return bool(told.contract) and told.level >= GAME_AT.get(told.denomination, SLAM)


def most(number: int, of: Sequence[Told]) -> bool:
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


def doubled(case: Case) -> str:
    """A doubled contract that went down, or was made."""
    own = case.own
    if not own.doubling:
        return ""
    if not case.made:
        count = -own.over
        if case.is_ours:
            text = ngettext("Doubled, and one down.", "Doubled, and %(n)s down.", count)
        else:
            text = ngettext(
                "They doubled, and it went one down.",
                "They doubled, and it went %(n)s down.",
                count,
            )
        return text % {"n": count}
    if case.is_ours:
        return _("Doubled, and made all the same.")
    return _("They doubled, and it was made.")


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


RULES: tuple[Callable[[Case], str], ...] = (
    slam_alone,
    slam_missed,
    all_alike,
    doubled,
    game_alone,
    game_missed,
    passed_out,
    side_alone,
    suit_alone,
    tricks_apart,
)


# What they say is nothing where a game or a slam counts by its tricks alone.
OF_BIDS = (slam_alone, slam_missed, game_alone, game_missed)

# What they say of every other table is known only where all tables' contracts are.
OF_ALL = (slam_alone, game_alone, all_alike, passed_out, side_alone, suit_alone)


def what_decided(case: Case) -> Decided | None:
    """Return what decided a board, None where no rule has anything to say."""
    if len(case.others) < FEWEST:
        return None
    for rule in RULES:
        is_open = rule in OF_BIDS and not case.bids_count
        is_open = is_open or (rule in OF_ALL and not case.own.all_known)
        text = "" if is_open else rule(case)
        if text:
            return Decided(rule.__name__, " ".join(filter(None, (text, _on_the_cards(case, rule)))))
    return None


def _on_the_cards(case: Case, rule: Callable[[Case], str]) -> str:
    """Say what the cards say of a slam or a game, where that is known."""
    if case.tricks is None or rule not in (slam_alone, game_alone, doubled):
        return ""
    if case.tricks >= 6 + case.own.level:
        return _("With all cards in view it makes.")
    return _("With all cards in view it can be beaten.")
