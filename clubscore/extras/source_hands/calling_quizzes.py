"""Single hands of the sources as quizzes: what do you call? With what the source calls, and where.

Small cards are "x" as the books print them ("X"). The sentences that set the scene and the other
calls to choose from are ours; what the source says is quoted.
"""

from __future__ import annotations

from dataclasses import dataclass

from clubscore.extras.source_hands.hand import SourcePassage
from clubscore.laws.citing import VARIATIONS
from clubscore.laws.words import gettext_noop

FOSTER = "Foster's Complete Hoyle"
PASS, DOUBLE, LEAVE = "P", "X", "L"


@dataclass(frozen=True)
class Quiz:
    """A hand, what went before, the calls to choose from and those of the source.

    ``held`` are spades, hearts, diamonds and clubs; ``beside`` says what else is held, where the
    source does not print the suits, or that it prints no hand at all. A call is a bid ("2H", "C"
    where no number is bid), :data:`PASS`, :data:`DOUBLE`, or :data:`LEAVE` to partner.
    """

    key: str
    game: str
    book: str
    held: tuple[str, str, str, str]
    scene: str
    calls: tuple[str, ...]
    answers: tuple[str, ...]
    told: tuple[SourcePassage, ...]
    beside: str = ""
    remark: str = ""


DEAL_AT_LOVE = gettext_noop("You deal, and the score is love all.")

QUIZZES: tuple[Quiz, ...] = (
    Quiz(
        "partners-no-trump",
        "contract-1923",
        VARIATIONS,
        ("KTx", "QJTxxx", "Axx", "A"),
        gettext_noop("Your partner dealt and called one no-trump; the next hand passed."),
        (PASS, "2NT", "3NT", "2H", "3H"),
        ("2H", "3H"),
        (
            SourcePassage(
                "22",
                "Had Y called “Two,” or even “Three Hearts,” a game declaration could have been"
                " built up; moreover, Y might have reasoned that Z was almost certain to hold at"
                " least the Ace or King of Hearts.",
            ),
        ),
    ),
    Quiz(
        "strong-with-a-singleton",
        "contract-1923",
        VARIATIONS,
        ("AKJx", "AKx", "KQJxx", "x"),
        DEAL_AT_LOVE,
        (PASS, "1D", "1S", "1NT", "2NT"),
        ("1D",),
        (
            SourcePassage(
                "23",
                "It is policy to open with a call of “One Diamond” in preference to “One No"
                " Trumps” or “One Spade.”",
            ),
        ),
    ),
    Quiz(
        "two-clubs-long",
        "contract-1923",
        VARIATIONS,
        ("QJx", "Axxx", "QJTx", "AK"),
        DEAL_AT_LOVE,
        (PASS, "1C", "1D", "1H", "1NT"),
        ("1C",),
        (
            SourcePassage("24", "The following is a good Club call."),
            SourcePassage(
                "25",
                "Why not “No Trumps” on such a hand? This is the argument. If your partner has"
                " nothing of value you are not going to make the odd trick.",
            ),
        ),
    ),
    Quiz(
        "six-tricks",
        "contract-1923",
        VARIATIONS,
        ("AQxxxx", "xx", "Kx", "QJT"),
        DEAL_AT_LOVE,
        (PASS, "1S", "2S", "3S"),
        ("1S",),
        (
            SourcePassage(
                "27",
                "may be reckoned as worth six tricks—four in Spades, one in Diamonds, and one in"
                " Clubs. They are not certainties, but six tricks may be expected with an ordinary"
                " placing of the cards.",
            ),
        ),
        remark=gettext_noop(
            "A genuine suit call should contain six potential tricks; that it is a call of one is"
            " our reading: two needs what is listed on pp. 28 and 29."
        ),
    ),
    Quiz(
        "without-tops",
        "contract-1923",
        VARIATIONS,
        ("Ax", "QJTxxx", "xx", "KQx"),
        DEAL_AT_LOVE,
        (PASS, "1H", "2H", "1NT"),
        ("1H",),
        (SourcePassage("28", "The following is a “One Heart” call, although lacking “tops”"),),
    ),
    Quiz(
        "over-no-trumps",
        "contract-1923",
        VARIATIONS,
        ("xx", "AQJxxx", "Qx", "QJx"),
        gettext_noop("The dealer on your right called one no-trump, and the score is love all."),
        (PASS, "2H", "3H", DOUBLE),
        (PASS,),
        (
            SourcePassage(
                "31",
                "But his call gave Y the tip to call “Two Spades.” If A had not spoken Y would have"
                " supported Z's “No Trumper,” and A and B would have saved the game.",
            ),
        ),
    ),
    Quiz(
        "second-suit",
        "contract-1923",
        VARIATIONS,
        ("xx", "Qxx", "AKQJxx", "KQ"),
        gettext_noop("Your partner dealt and called one heart; the next hand passed."),
        (PASS, "2H", "3H", "2D", "1NT"),
        ("2D",),
        (
            SourcePassage(
                "33",
                "If he had not shown the Diamond suit, Z could not have called “No Trumps,” and"
                " could not have gone game in Hearts.",
            ),
        ),
    ),
    Quiz(
        "against-game",
        "contract-1923",
        VARIATIONS,
        ("", "", "KQxxxxx", "KQ"),
        gettext_noop(
            "The other side has bid three no-trumps, your partner has passed, and it is your call."
        ),
        (PASS, "4D", "5D", DOUBLE),
        ("4D",),
        (
            SourcePassage(
                "37",
                "B is justified in calling “Four Diamonds.” Of course he may be doubled and go down"
                " 400 or more points if his partner has not a trick in his hand.",
            ),
        ),
        beside=gettext_noop("Four small cards in spades and hearts."),
    ),
    Quiz(
        "shut-out",
        "contract-1923",
        VARIATIONS,
        ("JT9xxxx", "xx", "Ax", "QJ"),
        gettext_noop("You deal at game all. The other side has 24 below the line, you have none."),
        (PASS, "1S", "2S", "3S"),
        ("3S",),
        (
            SourcePassage(
                "40",
                "He called “Three Spades.” A and B had a “Four Hearts” declaration, but did not"
                " know it and were shut out from their call.",
            ),
        ),
    ),
    Quiz(
        "after-a-shut-out",
        "contract-1923",
        VARIATIONS,
        ("KQx", "xxx", "xxx", "ATxx"),
        gettext_noop(
            "Game all; the other side has 24 below the line, you have none. Your partner dealt and"
            " called three spades, and the next hand passed."
        ),
        (PASS, "4S", "3NT"),
        (PASS,),
        (
            SourcePassage(
                "41",
                "And he was, at the score, taking no risks, unless the opponents jumped into"
                " Hearts. The calling saved the game and rubber.",
            ),
        ),
    ),
    Quiz(
        "cairo-leave-them",
        "cairo",
        VARIATIONS,
        ("", "", "", ""),
        gettext_noop(
            "The other side has called two hearts. You could call three spades, but you have no"
            " hand for game."
        ),
        (PASS, "3S", DOUBLE),
        (PASS,),
        (
            SourcePassage(
                "64",
                "do not jump in with a call of three which may possibly drive them to a winning"
                " declaration of three in their suit. Rest content with their bid of two.",
            ),
        ),
        beside=gettext_noop("The book gives the position without a hand."),
    ),
    Quiz(
        "cairo-double",
        "cairo",
        VARIATIONS,
        ("", "", "", ""),
        gettext_noop(
            "The other side has called three hearts, and you have some chance of defeating them."
        ),
        (PASS, "3S", DOUBLE),
        (DOUBLE,),
        (
            SourcePassage(
                "63",
                "Therefore, if you have any sort of chance of defeating their contract you will"
                " double at once. If they succeed you will not have doubled them out.",
            ),
        ),
        beside=gettext_noop("The book gives the position without a hand."),
    ),
    Quiz(
        "pirate-partner",
        "pirate",
        VARIATIONS,
        ("xxx", "AKQx", "AKx", "xxx"),
        gettext_noop(
            "The player on your right bid one spade, you passed, and the player opposite you"
            " accepted."
        ),
        (PASS, "2H", "2S", DOUBLE),
        ("2S",),
        (
            SourcePassage(
                "87",
                "At Auction, with his hand, he would not have hesitated to support his partner in"
                " Spades, and here he should have overbid B's acceptance with “Two Spades.”",
            ),
        ),
    ),
    Quiz(
        "nullo-dummy",
        "nullos",
        VARIATIONS,
        ("KT9", "JT8", "QJ87", "Q98"),
        gettext_noop("Your partner dealt and called one nullo; the next hand passed."),
        (PASS, "1NT", "2D", "2NU"),
        (PASS,),
        (
            SourcePassage(
                "108",
                "There is no bid for a hand of this kind after a Nullo call, and the Nulloist will"
                " almost certainly be heavily penalised.",
            ),
        ),
    ),
    Quiz(
        "four-nullos",
        "nullos",
        VARIATIONS,
        ("-", "AKQ432", "Axxx", "Kxx"),
        gettext_noop(
            "You bid up to three hearts without any support from your partner, and the other side"
            " has gone to three spades between them. It is the rubber game."
        ),
        (PASS, "4H", "4NU", DOUBLE),
        ("4NU",),
        (
            SourcePassage(
                "111",
                "you might very well make “Four Nullos”—or perhaps push the opponents out of their"
                " depth into “Four Spades.” Certainly in the rubber game it would be worth the"
                " risk.",
            ),
        ),
    ),
    Quiz(
        "seven-clubs",
        "straight-bridge",
        FOSTER,
        ("xx", "xx", "xx", "AKQJxxx"),
        gettext_noop("You deal, and the score is love all."),
        ("S", "C", "NT", LEAVE),
        ("C",),
        (
            SourcePassage(
                "",
                "With such a hand as seven clubs, including four honours, and absolutely worthless"
                " cards otherwise, the dealer should make it clubs, except when the adversaries"
                " have won the first game, and are about 20 points in the second.",
            ),
        ),
        remark=gettext_noop("The source does not say which four honours."),
    ),
    Quiz(
        "four-aces",
        "straight-bridge",
        FOSTER,
        ("Axx", "Axxx", "Axx", "Axx"),
        gettext_noop("You deal, and the score is love all."),
        ("H", "D", "NT", LEAVE),
        ("NT",),
        (
            SourcePassage(
                "",
                "Four Aces is always a no-trumper, no matter what the rest of the hand may be.",
            ),
        ),
        remark=gettext_noop("The source gives the four aces; the other cards are ours."),
    ),
)


def quiz_of(key: str) -> Quiz | None:
    return next((quiz for quiz in QUIZZES if quiz.key == key), None)


def quizzes_of_game(game: str) -> list[Quiz]:
    return [quiz for quiz in QUIZZES if quiz.game == game]
