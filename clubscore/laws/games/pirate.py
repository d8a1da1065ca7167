"""Pirate bridge: every deal its own partnership, every player a column."""

from itertools import permutations

from clubscore.laws.cards import COMPASS, each_alone
from clubscore.laws.citing import FOSTER_1917, RULE, Citation, Giver, read_by, variations
from clubscore.laws.game import LONG_RUBBER, Calling, Counting, Game, Play
from clubscore.laws.games.nullos import WithNullos
from clubscore.laws.house_rules import HouseRule, Rules
from clubscore.laws.shared_codes import (
    AUCTION_SLAMS,
    ENGLISH_LAWS,
    GAME_BONUS,
    NULLO_RANKS,
    NULLO_VALUE,
    NUMERICAL_BIDDING,
    REVOKE_BARS,
    REVOKE_POINTS,
    ROYAL_VALUES,
    RUBBER_BONUS,
    SLAMS,
    UNFINISHED,
    auction_codes,
    auction_laws,
    royal_terms,
)
from clubscore.laws.tariff import EveryPair, Tariff, side_honours
from clubscore.laws.words import gettext_noop, pgettext_lazy

RANK = NULLO_RANKS[10]

UNDERTRICKS = HouseRule(
    "pirate_undertricks",
    ("each", "split"),
    "each",
    gettext_noop("undertricks"),
    gettext_noop("Whether each adversary scores them in full or the two share them."),
    (gettext_noop("in full to each"), gettext_noop("shared")),
    kinds=("undertricks",),
)
HONOURS = HouseRule(
    "pirate_honours",
    ("both", "declarer"),
    "both",
    gettext_noop("honours of the declaring side"),
    gettext_noop("Whether the acceptor scores them as well."),
    (gettext_noop("to both"), gettext_noop("to declarer only")),
    kinds=("honours", "aces"),
)
GAME_TO = HouseRule(
    "pirate_game_bonus",
    ("both", "declarer"),
    "both",
    gettext_noop("bonus for a game"),
    gettext_noop("Whether the acceptor on the deal that won it scores it as well."),
    (gettext_noop("to both"), gettext_noop("to declarer only")),
    kinds=("game",),
)
PART_SCORES = HouseRule(
    "pirate_part_scores",
    ("lapse", "keep"),
    "lapse",
    gettext_noop("part scores of the others"),
    gettext_noop("What happens to them when someone wins a game."),
    (gettext_noop("lapse"), pgettext_lazy("house rule", "stay")),
)
RULES = (
    SLAMS,
    REVOKE_POINTS,
    REVOKE_BARS,
    NUMERICAL_BIDDING,
    UNFINISHED,
    UNDERTRICKS,
    HONOURS,
    GAME_TO,
    PART_SCORES,
    NULLO_VALUE.starting_at(10),
    GAME_BONUS.starting_at(50),
    RUBBER_BONUS.starting_at(50),
)
GIVES = Giver("pirate", gettext_noop("Pirate Bridge"))
_BOOK_83 = variations("83", GIVES)
_ALL_BONUSES = Citation(FOSTER_1917, RULE, "7", giver=GIVES)
# The sources say what a contract made is worth to the two who played it, and leave out who scores
# what is lost, and a revoke: both are auction's, for each of the two adversaries.
OWN_LAWS = {
    "tricks": _BOOK_83,
    "tricks nullo": variations("95", GIVES),
    "acceptor": _BOOK_83,
    "acceptor nullo": Citation(FOSTER_1917, RULE, "10", giver=GIVES),
    "contract": _ALL_BONUSES,
    "overtricks": _ALL_BONUSES,
    "slam": _ALL_BONUSES,
    "honours": _BOOK_83,
    "aces": _BOOK_83,
    "undertricks": read_by(GIVES, ENGLISH_LAWS["undertricks"]),
    "revoke": read_by(GIVES, ENGLISH_LAWS["revoke"]),
    "game": _BOOK_83,
    "rubber": variations("83-84", GIVES),
}


def tariff(rules: Rules) -> Tariff:
    """Pirate's numbers under these house rules."""
    values = {**ROYAL_VALUES, "NU": rules.number("nullo_value")}
    undertrick = 50 if rules["pirate_undertricks"] == "each" else 25
    return Tariff(
        terms=royal_terms(values, AUCTION_SLAMS[rules.word("slams")], undertrick),
        laws=auction_laws(rules.preset, OWN_LAWS),
        honours=side_honours(values, RANK),
        honours_to_acceptor=rules["pirate_honours"] == "both",
        revoke_points=rules.number("revoke_points"),
        revoke_bars_both=rules["revoke_bars"] == "both",
        game_bonus=rules.number("game_bonus"),
        game_bonus_to_acceptor=rules["pirate_game_bonus"] == "both",
        rubber_bonus=rules.number("rubber_bonus"),
        part_scores_lapse=rules["pirate_part_scores"] == "lapse",
        unfinished_bonus=rules.number("unfinished_rubber"),
    )


class BidsAccepted(WithNullos):
    """Nullos among the bids, and none of them counts before another player has accepted it."""

    calling = Calling.ACCEPTED


class PartnerOfTheDeal(Play):
    """No one has a partner before their bid is accepted."""

    def declaring(self, seats: tuple[str, ...]) -> tuple[tuple[str, str | None], ...]:
        """Any two: the player who accepted the bid is dummy, opposite or not."""
        return tuple(permutations(seats, 2))


PIRATE = Game(
    key="pirate",
    name=GIVES.name,
    short_name=gettext_noop("Pirate"),
    seats=COMPASS,
    hands=COMPASS,
    columns=each_alone(COMPASS),
    bidding=BidsAccepted(RANK),
    play=PartnerOfTheDeal(),
    counting=Counting(tariff),
    settling=EveryPair(),
    codes=auction_codes(RULES),
    course=LONG_RUBBER,
)
