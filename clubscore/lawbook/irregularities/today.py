"""Five rulings of today's duplicate: our reading of the Laws of 2017, in our own words.

The director decides. Where more is needed than stands here, the law is named and no more.
"""

from clubscore.lawbook.irregularity import (
    REVOKE,
    Answer,
    AnswerChoice,
    AnswerOption,
    DecidingQuestion,
    Irregularity,
    IrregularityStage,
    LawSource,
)
from clubscore.laws.citing import INTERNATIONAL_LAWS, LAW, LAWS, READING, Citation
from clubscore.laws.words import gettext_noop as _

LAWS_2017 = _("Laws of Duplicate Bridge 2017")
ITS_READING = _("Our reading of that law; the director decides.")
# No director is at a rubber table; the laws of rubber bridge are not among our sources.
AT_RUBBER = _("The laws of rubber bridge are not among the sources.")


def _of(numbers: str, source: str = LAWS_2017) -> tuple[LawSource, ...]:
    form = LAWS if "-" in numbers or " " in numbers else LAW
    return (LawSource(Citation(source, form, numbers, kind=READING)),)


ONE, TWO = (
    AnswerOption("one-trick", _("one trick changes hands"), REVOKE, "one-trick"),
    AnswerOption("two-tricks", _("two tricks change hands"), REVOKE, "two-tricks"),
)
REVOKED = Irregularity(
    "revoke",
    _("A player revoked"),
    DecidingQuestion(
        _("Has that player's side led or played to the next trick?"),
        (
            AnswerChoice(
                "not-established",
                _("no"),
                Answer(
                    _("The revoke must be corrected. Cards played after it may be changed. A card"
                      " that a defender withdraws becomes a penalty card."),
                    sources=_of("62"),
                    reading=ITS_READING,
                ),
            ),
            AnswerChoice(
                "established",
                _("yes"),
                DecidingQuestion(
                    _("Which tricks did the side that revoked win, from that trick on?"),
                    (
                        AnswerChoice(
                            "none",
                            _("none, or dummy revoked, or both sides, or in the twelfth trick"),
                            Answer(
                                _("No trick changes hands by law. The director restores equity"
                                  " where the other side is damaged; in the twelfth trick the"
                                  " revoke is corrected."),
                                sources=(*_of("64B"), *_of("64C"), *_of("62D")),
                                reading=ITS_READING,
                            ),
                        ),
                        AnswerChoice(
                            "own-trick",
                            _("the player who revoked won that trick"),
                            Answer(
                                _("That trick changes hands, and one more where the side won one"
                                  " after it."),
                                sources=_of("64A1"),
                                options=(ONE, TWO),
                                until=_("until the side that did not revoke calls on the next board"
                                        " or the round ends (law 64B)"),
                                reading=ITS_READING,
                            ),
                        ),
                        AnswerChoice(
                            "other-trick",
                            _("that trick by partner, or a later trick"),
                            Answer(
                                _("One trick changes hands. The director may give more where that"
                                  " does not make good the damage (law 64C)."),
                                sources=_of("64A2"),
                                options=(ONE,),
                                until=_("until the side that did not revoke calls on the next board"
                                        " or the round ends (law 64B)"),
                                reading=ITS_READING,
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)  # fmt: skip
LED_OUT_OF_TURN = Irregularity(
    "led-out-of-turn",
    _("A player led out of turn"),
    DecidingQuestion(
        _("Which lead?"),
        (
            AnswerChoice(
                "opening",
                _("the opening lead, by the wrong defender, face up"),
                Answer(
                    _("Declarer may put down their hand and become dummy, accept the lead and see"
                      " dummy first, or have it withdrawn as a major penalty card."),
                    sources=_of("54"),
                    who=_("declarer"),
                    options=(
                        AnswerOption("spread", _("declarer becomes dummy")),
                        AnswerOption("accept", _("the lead is accepted")),
                        AnswerOption("back", _("withdrawn, a major penalty card")),
                    ),
                    reading=ITS_READING,
                ),
            ),
            AnswerChoice(
                "defender",
                _("a later lead by a defender"),
                Answer(
                    _("Declarer may accept it. Otherwise it is withdrawn and becomes a major"
                      " penalty card."),
                    sources=(*_of("53"), *_of("56")),
                    who=_("declarer"),
                    options=(
                        AnswerOption("accept", _("the lead is accepted")),
                        AnswerOption("back", _("withdrawn, a major penalty card")),
                    ),
                    reading=ITS_READING,
                ),
            ),
            AnswerChoice(
                "declarer",
                _("a lead by declarer, from the wrong hand or out of turn"),
                Answer(
                    _("Either defender may accept it or require it to be withdrawn. There is no"
                      " further penalty: declarer then leads from the right hand if it is"
                      " declarer's turn."),
                    sources=_of("55"),
                    who=_("either defender"),
                    options=(
                        AnswerOption("accept", _("the lead is accepted")),
                        AnswerOption("back", _("the lead is withdrawn")),
                    ),
                    reading=ITS_READING,
                ),
            ),
        ),
    ),
)  # fmt: skip
CALLED_OUT_OF_TURN = Irregularity(
    "called-out-of-turn",
    _("A player called out of turn"),
    DecidingQuestion(
        _("Has the next player called over it?"),
        (
            AnswerChoice(
                "yes",
                _("yes, or wants to"),
                Answer(
                    _("The player on the left may accept it by calling. The auction goes on from"
                      " there without a penalty."),
                    sources=(*_of("29A"), *_of("28")),
                    who=_("the opponent on the left"),
                    options=(AnswerOption("accept", _("the call is accepted")),),
                    reading=ITS_READING,
                ),
            ),
            AnswerChoice(
                "no",
                _("no"),
                DecidingQuestion(
                    _("What was called?"),
                    (
                        AnswerChoice(
                            "pass",
                            _("a pass"),
                            Answer(
                                _("It is cancelled, and the turn goes back to the right player."
                                  " The director says what that side may call."),
                                sources=(*_of("29B"), *_of("30")),
                                reading=ITS_READING,
                            ),
                        ),
                        AnswerChoice(
                            "bid",
                            _("a bid"),
                            Answer(
                                _("It is cancelled, and the turn goes back to the right player."
                                  " The director says what that side may call, and whether a lead"
                                  " may be restricted later (law 26)."),
                                sources=(*_of("29B"), *_of("31")),
                                reading=ITS_READING,
                            ),
                        ),
                        AnswerChoice(
                            "double",
                            _("a double or a redouble"),
                            Answer(
                                _("It is cancelled, and the turn goes back to the right player."
                                  " The director says what that side may call, and whether a lead"
                                  " may be restricted later (law 26)."),
                                sources=(*_of("29B"), *_of("32")),
                                reading=ITS_READING,
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)  # fmt: skip
BID_TOO_LOW = Irregularity(
    "bid-too-low",
    _("A bid was insufficient"),
    DecidingQuestion(
        _("Does the player on the left accept it?"),
        (
            AnswerChoice(
                "accepted",
                _("yes, or has called over it"),
                Answer(
                    _("The bid is treated as legal, and the auction goes on."),
                    sources=_of("27A"),
                    who=_("the opponent on the left"),
                    options=(AnswerOption("accept", _("the bid is accepted")),),
                    reading=ITS_READING,
                ),
            ),
            AnswerChoice(
                "not-accepted",
                _("no"),
                DecidingQuestion(
                    _("What replaces it?"),
                    (
                        AnswerChoice(
                            "same",
                            _("the lowest enough bid of the same denomination, or a comparable"
                              " call"),
                            Answer(
                                _("The auction goes on without a penalty. The director asks away"
                                  " from the table whether it is so, and may adjust the score"
                                  " later (law 27D)."),
                                sources=_of("27B1"),
                                reading=ITS_READING,
                            ),
                        ),
                        AnswerChoice(
                            "other",
                            _("another enough bid or a pass"),
                            Answer(
                                _("Partner must pass for the rest of the auction, and a lead may be"
                                  " restricted later (law 26)."),
                                sources=_of("27B2"),
                                reading=ITS_READING,
                            ),
                        ),
                        AnswerChoice(
                            "double",
                            _("a double or a redouble that is not comparable"),
                            Answer(
                                _("It is cancelled. A legal call replaces it, and partner must pass"
                                  " for the rest of the auction."),
                                sources=_of("27B3"),
                                reading=ITS_READING,
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)  # fmt: skip
PENALTY_CARD = Irregularity(
    "penalty-card",
    _("A defender's card was exposed"),
    DecidingQuestion(
        _("Which card, and how?"),
        (
            AnswerChoice(
                "minor",
                _("one below the honours, by accident"),
                Answer(
                    _("It is a minor penalty card. It stays face up. The defender may not play"
                      " another card of the suit below the honours before it; partner may lead"
                      " anything."),
                    sources=(*_of("50B"), *_of("50C")),
                    reading=ITS_READING,
                ),
            ),
            AnswerChoice(
                "major",
                _("an honour, or any card by deliberate play"),
                Answer(
                    _("It is a major penalty card. It stays face up and must be played at the first"
                      " legal chance. When the partner is to lead while it is there, declarer may"
                      " require or forbid that suit, and the card is picked up."),
                    sources=(*_of("50B"), *_of("50D")),
                    who=_("declarer, when the partner is to lead"),
                    options=(
                        AnswerOption("require", _("the suit is required")),
                        AnswerOption("forbid", _("the suit is forbidden")),
                        AnswerOption("any", _("any lead, and the card stays")),
                    ),
                    reading=ITS_READING,
                ),
            ),
            AnswerChoice(
                "several",
                _("two or more cards"),
                Answer(
                    _("Where more than one can legally be played, declarer says which is played."),
                    sources=_of("51"),
                    who=_("declarer"),
                    reading=ITS_READING,
                ),
            ),
            AnswerChoice(
                "declarers",
                _("it was declarer's or dummy's"),
                Answer(
                    _("Cards of declarer and dummy do not become penalty cards."),
                    sources=_of("48"),
                    reading=ITS_READING,
                ),
            ),
        ),
    ),
)  # fmt: skip
AT_A_RUBBER = Irregularity(
    "revoke",
    _("A player revoked"),
    Answer(
        _("The law names what an established revoke costs: no trick, one trick or two."),
        sources=_of("64", INTERNATIONAL_LAWS),
        options=(ONE, TWO),
        until=_("within the time that law 64 allows"),
        reading=AT_RUBBER,
    ),
)
OTHERS = (
    ("led-out-of-turn", _("A player led out of turn"), "53-56"),
    ("called-out-of-turn", _("A player called out of turn"), "28-32"),
    ("bid-too-low", _("A bid was insufficient"), "27"),
    ("penalty-card", _("A defender's card was exposed"), "48-52"),
)
NAMED_ONLY = tuple(
    Irregularity(
        key,
        happened,
        Answer(
            _("The laws named here answer this."),
            sources=_of(numbers, INTERNATIONAL_LAWS),
            reading=AT_RUBBER,
        ),
    )
    for key, happened, numbers in OTHERS
)

DUPLICATE = IrregularityStage(
    "duplicate",
    _("Rulings of today"),
    (REVOKED, LED_OUT_OF_TURN, CALLED_OUT_OF_TURN, BID_TOO_LOW, PENALTY_CARD),
)
RUBBER = IrregularityStage("rubber", _("Rubber bridge of today"), (AT_A_RUBBER, *NAMED_ONLY))
