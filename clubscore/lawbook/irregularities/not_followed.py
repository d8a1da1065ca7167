"""Revokes (laws 66 and 85 to 95)."""

from clubscore.lawbook.irregularity import (
    AUCTION_1908,
    BRIDGE_1899,
    REVOKE,
    Answer,
    AnswerChoice,
    AnswerOption,
    DecidingQuestion,
    Irregularity,
    IrregularityStage,
    Law,
)
from clubscore.laws.words import gettext_noop as _

UNTIL_CUT = _("until the cards are cut for the next deal (law 93)")
UNTIL_CUT_1908 = _("until the cards are cut for the next deal")
ITS_OPPONENTS = _("the opponents of the player who revoked, after consultation")
THE_PENALTY = (
    AnswerOption("tricks", _("take three tricks"), REVOKE, "tricks"),
    AnswerOption("deduct", _("deduct the value of three tricks"), REVOKE, "deduct"),
    AnswerOption("add", _("add the value of three tricks"), REVOKE, "add"),
)
POINTS = AnswerOption("points", _("score points above the line"), REVOKE, "points")
TRICKS = AnswerOption("tricks", _("take three tricks"), REVOKE, "tricks")
PENALTY_OF_1908 = (POINTS, TRICKS)
REVOKE_OF_1908 = Law("87", of_1908="90", differs=True)
YES = _("yes, or that side has led or played to the next trick")
NO = _("no")
IS_TURNED = _("Has the trick been turned and quitted?")
THREE_WAYS = Answer(
    _("The revoke is established. The opponents choose one penalty for it at the end of the hand."),
    (Law("87", "I"), Law("88")),
    who=ITS_OPPONENTS,
    options=THE_PENALTY,
    until=UNTIL_CUT,
    only=BRIDGE_1899,
)
IN_TIME = _("It can still be corrected. Those who played after it may change their cards, and the"
            " cards they withdraw cannot be called.")  # fmt: skip
DEFENDER_IN_TIME = (
    AnswerOption("call-it", _("call the card played in error")),
    AnswerOption("highest", _("the highest card of the suit")),
    AnswerOption("lowest", _("the lowest card of the suit")),
)

BY_A_DEFENDER = DecidingQuestion(
    IS_TURNED,
    (
        AnswerChoice("established", YES, THREE_WAYS),
        AnswerChoice(
            "established-1908",
            YES,
            Answer(
                _("The revoke is established. Declarer scores points above the line or takes three"
                  " tricks, which may make the contract but earn no bonus."),
                (REVOKE_OF_1908, Law("88", of_1908="91")),
                who=_("declarer"),
                options=PENALTY_OF_1908,
                until=UNTIL_CUT_1908,
                only=AUCTION_1908,
            ),
        ),
        AnswerChoice(
            "in-time",
            NO,
            Answer(
                IN_TIME,
                (Law("91", of_1908="94"),),
                who=_("declarer"),
                options=DEFENDER_IN_TIME,
                until=_("until the trick is turned and quitted, or that side has led or played to"
                        " the next"),
            ),
        ),
    ),
)  # fmt: skip
BY_DECLARER = DecidingQuestion(
    IS_TURNED,
    (
        AnswerChoice("established", YES, THREE_WAYS),
        AnswerChoice(
            "established-1908",
            YES,
            Answer(
                _("The revoke is established. The defenders score points above the line."),
                (REVOKE_OF_1908, Law("88", of_1908="91")),
                who=_("the defenders"),
                options=(POINTS,),
                until=UNTIL_CUT_1908,
                only=AUCTION_1908,
            ),
        ),
        AnswerChoice(
            "in-time",
            NO,
            Answer(
                _("It can still be corrected, without a penalty. Those who played after it may"
                  " change their cards, and the cards they withdraw cannot be called."),
                (Law("91"),),
                only=BRIDGE_1899,
            ),
        ),
        AnswerChoice(
            "in-time-1908",
            NO,
            Answer(
                _("It can still be corrected. If both defenders have played to the trick, the one"
                  " on declarer's left may require the highest or lowest card of the suit; not"
                  " where declarer played last, and never from dummy."),
                (Law("91", of_1908="95", differs=True), Law("91", of_1908="94")),
                who=_("the defender on declarer's left"),
                options=DEFENDER_IN_TIME[1:],
                only=AUCTION_1908,
            ),
        ),
    ),
)  # fmt: skip
BY_DUMMY = Answer(
    _("Dummy is not liable to a penalty. Once the trick is turned and quitted, it stands."),
    (Law("66", of_1908="68"),),
    options=(AnswerOption("stands", _("the trick stands")),),
)
BOTH_SIDES = Answer(
    _("Neither side can win the game by this hand. Each is punished as its opponents choose:"
      " enter the revoke of each."),
    (Law("95"), Law("87", "I")),
    who=_("each side, for the other's revoke"),
    options=THE_PENALTY,
    until=UNTIL_CUT,
    only=BRIDGE_1899,
)  # fmt: skip
BOTH_SIDES_1908 = Answer(
    _("Neither side can win the game by this hand. Enter the revoke of each."),
    (Law("95", of_1908="99"), REVOKE_OF_1908),
    options=(POINTS,),
    until=UNTIL_CUT_1908,
    only=AUCTION_1908,
)

REVOKED = Irregularity(
    "revoke",
    _("A player did not follow suit though able to"),
    DecidingQuestion(
        _("Who?"),
        (
            AnswerChoice("defender", _("a defender"), BY_A_DEFENDER),
            AnswerChoice("declarer", _("declarer, from the closed hand"), BY_DECLARER),
            AnswerChoice("dummy", _("dummy"), BY_DUMMY),
            AnswerChoice("both", _("both sides revoked"), BOTH_SIDES),
            AnswerChoice("both-1908", _("both sides revoked"), BOTH_SIDES_1908),
        ),
    ),
)
HAVING_NONE = Irregularity(
    "having-none",
    _("A player asked partner for a card of the suit led"),
    DecidingQuestion(
        _("What then?"),
        (
            AnswerChoice(
                "may-correct",
                _("asked before the trick was turned, and not answered “no”"),
                Answer(
                    _("Turning and quitting the trick afterwards does not establish the revoke, and"
                      " it may be corrected."),
                    (Law("89", of_1908="92"),),
                    until=_("until the side that revoked has led or played to the next trick"),
                ),
            ),
            AnswerChoice(
                "established",
                _("answered “no” before it was turned, or that side has played to the next"),
                Answer(
                    _("The question no longer saves the revoke: once the trick is turned and"
                      " quitted, it is established."),
                    (Law("89"), Law("88"), Law("87", "I")),
                    who=ITS_OPPONENTS,
                    options=THE_PENALTY,
                    until=UNTIL_CUT,
                    only=BRIDGE_1899,
                ),
            ),
            AnswerChoice(
                "established-1908",
                _("answered “no” before it was turned, or that side has played to the next"),
                Answer(
                    _("The question no longer saves the revoke: once the trick is turned and"
                      " quitted, it is established."),
                    (Law("89", of_1908="92"), Law("88", of_1908="91"), REVOKE_OF_1908),
                    who=ITS_OPPONENTS,
                    options=PENALTY_OF_1908,
                    until=UNTIL_CUT_1908,
                    only=AUCTION_1908,
                ),
            ),
        ),
    ),
)  # fmt: skip
MIXED = Irregularity(
    "cards-mixed",
    _("A revoke was claimed and the cards were mixed"),
    DecidingQuestion(
        _("Who mixed them before they were examined?"),
        (
            AnswerChoice(
                "accused",
                _("the accused player or partner"),
                Answer(
                    _("The revoke is established."),
                    (Law("92"), Law("87", "I")),
                    who=ITS_OPPONENTS,
                    options=THE_PENALTY,
                    until=UNTIL_CUT,
                    only=BRIDGE_1899,
                ),
            ),
            AnswerChoice(
                "accused-1908",
                _("the accused player or partner"),
                Answer(
                    _("The revoke is established."),
                    (Law("92", of_1908="96"), REVOKE_OF_1908),
                    who=ITS_OPPONENTS,
                    options=PENALTY_OF_1908,
                    until=UNTIL_CUT_1908,
                    only=AUCTION_1908,
                ),
            ),
            AnswerChoice(
                "others",
                _("someone else"),
                Answer(
                    _("Mixed cards only make the proof difficult. The revoke may still be claimed"
                      " and established."),
                    (Law("92", of_1908="96"),),
                ),
            ),
        ),
    ),
)  # fmt: skip
CLAIMED = Irregularity(
    "claimed-when",
    _("Is it too late to claim a revoke?"),
    DecidingQuestion(
        _("Have the cards been cut for the next deal?"),
        (
            AnswerChoice(
                "cut",
                _("yes"),
                Answer(
                    _("The revoke can no longer be claimed."),
                    (Law("93", of_1908="97"),),
                ),
            ),
            AnswerChoice(
                "not-cut",
                _("no"),
                Answer(
                    _("It may still be claimed, and the claimants may search all the tricks at the"
                      " end of the hand."),
                    (Law("93", of_1908="97"), Law("90", of_1908="93")),
                ),
            ),
        ),
    ),
)  # fmt: skip
HOW_FAR = Irregularity(
    "how-far",
    _("How far does the penalty of a revoke go?"),
    DecidingQuestion(
        _("What is in question?"),
        (
            AnswerChoice(
                "several",
                _("more than one revoke"),
                Answer(
                    _("The penalty can be claimed for each revoke of the hand."),
                    (Law("87", "II"),),
                ),
            ),
            AnswerChoice(
                "which-score",
                _("which score it touches"),
                Answer(
                    _("Only the score of the hand in which it occurred."),
                    (Law("87", "III"),),
                ),
            ),
            AnswerChoice(
                "divided",
                _("two kinds of penalty for one revoke"),
                Answer(_("The penalty cannot be divided."), (Law("87", "IV"),)),
            ),
            AnswerChoice(
                "game",
                _("the side that revoked would score a game or a slam"),
                Answer(
                    _("It can score neither game nor slam in that hand, and no more than"
                      " twenty-eight towards the game."),
                    (Law("87", "V"),),
                ),
            ),
        ),
    ),
    codes=(BRIDGE_1899,),
)  # fmt: skip
BETS = Irregularity(
    "bets",
    _("There was a bet on a hand with a revoke"),
    Answer(
        _("Bets on the odd trick or on the score are decided by the score after the penalty has"
          " been paid."),
        (Law("94", of_1908="98"),),
    ),
)  # fmt: skip

GROUP = IrregularityStage(
    "revokes", _("Revokes"), (REVOKED, HAVING_NONE, MIXED, CLAIMED, HOW_FAR, BETS)
)
