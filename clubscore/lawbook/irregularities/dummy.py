"""What dummy's player may do, and cards that declarer takes back (laws 59 to 65)."""

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

TOOK_PART = Irregularity(
    "dummy-took-part",
    _("Declarer's partner said or did something during the play"),
    DecidingQuestion(
        _("What?"),
        (
            AnswerChoice(
                "suggested",
                _("touched a card of dummy or suggested its play"),
                Answer(
                    _("Either opponent may call on declarer to play, or not to play, the card"
                      " suggested."),
                    (Law("62", of_1908="64"),),
                    who=_("either opponent, without consulting partner"),
                    options=(
                        AnswerOption("play-it", _("declarer must play the card")),
                        AnswerOption("not-play-it", _("declarer must not play the card")),
                    ),
                ),
            ),
            AnswerChoice(
                "attention",
                _("drew attention to something for which a penalty might be claimed"),
                Answer(
                    _("Declarer loses the right to claim that penalty."),
                    (Law("61", of_1908="63", differs=True),),
                    options=(AnswerOption("no-penalty", _("no penalty")),),
                ),
            ),
            AnswerChoice(
                "wrong-hand",
                _("pointed out the hand that has to lead, or a lead from the wrong hand"),
                Answer(
                    _("That is allowed. Declarer must lead from the right hand, unless the second"
                      " hand has played to the lead."),
                    (Law("60"),),
                    options=(AnswerOption("right-hand", _("declarer leads from the right hand")),),
                    until=_("until the second hand has played"),
                    only=BRIDGE_1899,
                ),
            ),
            AnswerChoice(
                "wrong-hand-1908",
                _("pointed out the hand that has to lead, or a lead from the wrong hand"),
                Answer(
                    _("Declarer's partner has no part in the game except to ask about a suit that"
                      " declarer did not follow. The law names no penalty for this."),
                    (Law("60", of_1908="63", differs=True),),
                    only=AUCTION_1908,
                ),
            ),
            AnswerChoice(
                "asked",
                _("asked whether declarer has none of the suit"),
                Answer(_("That is allowed."), (Law("61", of_1908="63", differs=True),)),
            ),
            AnswerChoice(
                "looked",
                _("looked at an opponent's hand, or left the seat to watch"),
                Answer(
                    _("Declarer's partner may not do so. The law names no penalty."),
                    (Law("65", of_1908="67"),),
                ),
            ),
        ),
    ),
)  # fmt: skip
TAKEN_BACK = Irregularity(
    "card-taken-back",
    _("Declarer wants to withdraw a card"),
    DecidingQuestion(
        _("What was done with it?"),
        (
            AnswerChoice(
                "drawn",
                _("drawn from a hand, and not let go of"),
                Answer(
                    _("It is not played until actually quitted, and may be withdrawn."),
                    (Law("63", of_1908="65"),),
                ),
            ),
            AnswerChoice(
                "played",
                _("played, or named as to be played, from either hand"),
                Answer(
                    _("It cannot be withdrawn, except to save a revoke or to correct a lead from"
                      " the wrong hand."),
                    (Law("64"), Law("60")),
                    options=(AnswerOption("stands", _("the card is played")),),
                    only=BRIDGE_1899,
                ),
            ),
            AnswerChoice(
                "played-1908",
                _("played, or named as to be played, from either hand"),
                Answer(
                    _("It cannot be withdrawn, except to save a revoke."),
                    (Law("64", of_1908="66", differs=True),),
                    options=(AnswerOption("stands", _("the card is played")),),
                    only=AUCTION_1908,
                ),
            ),
        ),
    ),
)  # fmt: skip
WHO_CLAIMS = Irregularity(
    "who-claims",
    _("Dummy was not put down, or declarer's partner claimed a penalty"),
    Answer(
        _("Dummy's cards are put face up as soon as a card is led. Playing them, and claiming"
          " penalties during the hand, is declarer's part alone."),
        (Law("59"),),
        only=BRIDGE_1899,
    ),
)  # fmt: skip

GROUP = IrregularityStage("dummy", _("Dummy"), (TOOK_PART, TAKEN_BACK, WHO_CLAIMS))
