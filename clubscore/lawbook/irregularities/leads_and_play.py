"""Leads out of turn, and cards played in error or not at all (laws 60, 77 to 79, 83 to 85)."""

from clubscore.lawbook.irregularities.new_deals import NEW_OR_STANDS
from clubscore.lawbook.irregularities.not_followed import (
    ITS_OPPONENTS,
    PENALTY_OF_1908,
    REVOKE_OF_1908,
    THE_PENALTY,
    UNTIL_CUT,
    UNTIL_CUT_1908,
)
from clubscore.lawbook.irregularity import (
    AUCTION_1908,
    BRIDGE_1899,
    Answer,
    AnswerChoice,
    AnswerOption,
    DecidingQuestion,
    Irregularity,
    IrregularityStage,
    Law,
)
from clubscore.laws.words import gettext_noop as _

CALL_A_SUIT = (
    AnswerOption("call-a-suit", _("call a suit when one of the defenders next leads")),
    AnswerOption("call-it", _("call the card led in error")),
)
FOLLOWED = _("Who has played to it?")
TRICK_COMPLETE = Answer(
    _("The trick is complete, and the mistake cannot be corrected."),
    (Law("79", of_1908="82", differs=True),),
    options=(AnswerOption("stands", _("the trick stands")),),
)
BY_A_DEFENDER = DecidingQuestion(
    FOLLOWED,
    (
        AnswerChoice(
            "no-one",
            _("no one yet"),
            Answer(
                _("Declarer may call a suit from either defender when it is next the turn of one"
                  " of them to lead, or may call the card led in error."),
                (Law("77", of_1908="80"),),
                who=_("declarer"),
                options=CALL_A_SUIT,
                until=_("the suit: when a defender next leads; the card: until it has been"
                        " played"),
            ),
        ),
        AnswerChoice(
            "some",
            _("the next player, or the next two"),
            Answer(
                _("Their cards are withdrawn without a penalty. For the card led, declarer may"
                  " call a suit from either defender at their next lead, or call the card."),
                (Law("79", of_1908="82", differs=True), Law("77", of_1908="80")),
                who=_("declarer"),
                options=CALL_A_SUIT,
                until=_("the suit: when a defender next leads; the card: until it has been"
                        " played"),
            ),
        ),
        AnswerChoice("all", _("all three"), TRICK_COMPLETE),
    ),
)  # fmt: skip
BY_DECLARER = DecidingQuestion(
    FOLLOWED,
    (
        AnswerChoice(
            "no-one",
            _("no one yet"),
            Answer(
                _("There is no penalty. If declarer's partner draws attention to it, declarer must"
                  " lead from the right hand."),
                (Law("78"), Law("60")),
                options=(AnswerOption("right-hand", _("declarer leads from the right hand")),),
                until=_("until the second hand has played"),
                only=BRIDGE_1899,
            ),
        ),
        AnswerChoice(
            "no-one-1908",
            _("no one yet"),
            Answer(
                _("There is no penalty, and declarer may correct it."),
                (Law("78", of_1908="81", differs=True),),
                options=(AnswerOption("right-hand", _("declarer leads from the right hand")),),
                until=_("until the second hand has played"),
                only=AUCTION_1908,
            ),
        ),
        AnswerChoice(
            "some",
            _("the next player, or the next two"),
            Answer(
                _("There is no penalty, but declarer is not entitled to correct it."),
                (Law("60"), Law("78"), Law("79")),
                options=(AnswerOption("stands", _("the lead stands")),),
                reading=_("By law 79 the cards are withdrawn subject to law 60, which only says"
                          " that the dealer may not correct the error. We let the lead stand."),
                only=BRIDGE_1899,
            ),
        ),
        AnswerChoice(
            "some-1908",
            _("the next player, or the next two"),
            Answer(
                _("There is no penalty, but declarer may not correct it."),
                (Law("78", of_1908="81", differs=True),),
                options=(AnswerOption("stands", _("the lead stands")),),
                only=AUCTION_1908,
            ),
        ),
        AnswerChoice("all", _("all three"), TRICK_COMPLETE),
    ),
)  # fmt: skip
LED_OUT_OF_TURN = Irregularity(
    "led-out-of-turn",
    _("A player led out of turn"),
    DecidingQuestion(
        _("Who?"),
        (
            AnswerChoice("defender", _("a defender"), BY_A_DEFENDER),
            AnswerChoice("declarer", _("declarer, or declarer from dummy"), BY_DECLARER),
        ),
    ),
)
FOURTH_BEFORE_THIRD = Irregularity(
    "fourth-before-third",
    _("The fourth hand played before the third"),
    DecidingQuestion(
        _("Whose partner was the third hand?"),
        (
            AnswerChoice(
                "defenders",
                _("both are defenders"),
                Answer(
                    _("The third hand may be called on to win, or not to win, the trick."),
                    (Law("83", of_1908="86"),),
                    who=_("declarer"),
                    options=(
                        AnswerOption("win", _("the third hand must win the trick")),
                        AnswerOption("not-win", _("the third hand must not win the trick")),
                    ),
                    until=_("until the third hand has played"),
                ),
            ),
            AnswerChoice(
                "declarers",
                _("declarer and dummy"),
                Answer(
                    _("There is no penalty: the law excepts dummy and dummy's partner."),
                    (Law("83", of_1908="86"),),
                ),
            ),
        ),
    ),
)
MISSED_A_TRICK = Irregularity(
    "missed-a-trick",
    _("A player did not play to a trick"),
    DecidingQuestion(
        _("Who, and when was it discovered?"),
        (
            AnswerChoice(
                "player",
                _("not dummy, and has played to the next trick"),
                Answer(
                    _("The opponents may claim a new deal. If the deal stands, the surplus card at"
                      " the end counts as played to that trick and is no revoke in it."),
                    (Law("84", of_1908="87"),),
                    who=_("the opponents of that player"),
                    options=NEW_OR_STANDS,
                ),
            ),
            AnswerChoice(
                "dummy",
                _("dummy, and dummy has played to the next trick"),
                Answer(
                    _("The deal stands. The surplus card at the end counts as played to that trick"
                      " and is no revoke in it."),
                    (Law("84", of_1908="87"),),
                    options=(AnswerOption("stands", _("the deal stands")),),
                ),
            ),
            AnswerChoice(
                "in-time",
                _("anyone, before playing to the next trick"),
                Answer(
                    _("The card is played to the trick now."),
                    (Law("84", of_1908="87"),),
                    reading=_("The law speaks only of a mistake discovered after the player has"
                              " played to the next trick."),
                ),
            ),
        ),
    ),
)  # fmt: skip
TWO_TO_A_TRICK = Irregularity(
    "two-to-a-trick",
    _("A player played two cards to a trick or mixed a card with another trick"),
    DecidingQuestion(
        _("When was it discovered?"),
        (
            AnswerChoice(
                "played-out",
                _("after the hand was played out"),
                Answer(
                    _("The player, unless it was dummy, is answerable for every revoke that"
                      " followed from it."),
                    (Law("85"), Law("87", "I")),
                    who=ITS_OPPONENTS,
                    options=THE_PENALTY,
                    until=UNTIL_CUT,
                    only=BRIDGE_1899,
                ),
            ),
            AnswerChoice(
                "played-out-1908",
                _("after the hand was played out"),
                Answer(
                    _("The player, unless it was dummy, is answerable for every revoke that"
                      " followed from it."),
                    (Law("85", of_1908="88"), REVOKE_OF_1908),
                    who=ITS_OPPONENTS,
                    options=PENALTY_OF_1908,
                    until=UNTIL_CUT_1908,
                    only=AUCTION_1908,
                ),
            ),
            AnswerChoice(
                "during-play",
                _("during the play"),
                Answer(
                    _("The tricks may be counted face down. If there is a card too many, they may"
                      " be searched and the card restored. The player, unless it was dummy, is"
                      " liable for the revokes made meanwhile."),
                    (Law("85", of_1908="88"),),
                    options=(AnswerOption("restored", _("the card is restored")),),
                ),
            ),
        ),
    ),
)  # fmt: skip

GROUP = IrregularityStage(
    "leads-and-play",
    _("Leads and play"),
    (LED_OUT_OF_TURN, FOURTH_BEFORE_THIRD, MISSED_A_TRICK, TWO_TO_A_TRICK),
)
