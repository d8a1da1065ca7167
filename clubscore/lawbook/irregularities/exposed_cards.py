"""Exposed cards, and cards that may be called (laws 40, 41 and 67 to 76)."""

from clubscore.lawbook.irregularities.new_deals import NEW_OR_STANDS
from clubscore.lawbook.irregularities.not_followed import (
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

CALL_IT = AnswerOption("call-it", _("call the card"))
MAY_BE_CALLED = _(
    "The card is left face up on the table and may be called, again and again until it is played."
)
NOT_LOOKED = _("A player who has looked at a card of their own may not claim.")

WHILE_DEALING = DecidingQuestion(
    _("Who exposed it?"),
    (
        AnswerChoice(
            "opponent",
            _("an opponent of the dealer"),
            Answer(
                _("The dealer may claim a new deal. If there is none, the card cannot be called."),
                (Law("40"),),
                who=_("the dealer"),
                options=NEW_OR_STANDS,
                until=NOT_LOOKED,
            ),
        ),
        AnswerChoice(
            "opponent-1908",
            _("an opponent of the dealer"),
            Answer(
                _("The dealer or partner may claim a new deal. If there is none, the card cannot be"
                  " called."),
                (Law("40", of_1908="40", differs=True),),
                who=_("the dealer or the dealer's partner"),
                options=NEW_OR_STANDS,
                until=NOT_LOOKED,
                only=AUCTION_1908,
            ),
        ),
        AnswerChoice(
            "dealer",
            _("the dealer or the dealer's partner"),
            Answer(
                _("Each opponent may claim a new deal. If there is none, the card cannot be"
                  " called."),
                (Law("40", of_1908="40"),),
                who=_("each of the dealer's opponents"),
                options=NEW_OR_STANDS,
                until=NOT_LOOKED,
            ),
        ),
        AnswerChoice(
            "one-of-the-last",
            _("one of the last cards, and the deal was finished at once"),
            Answer(
                _("The opponents do not lose the right to a new deal because there was no time"
                  " to claim it."),
                (Law("41", of_1908="41"), Law("40", of_1908="40")),
                who=_("each of the dealer's opponents"),
                options=NEW_OR_STANDS,
                until=NOT_LOOKED,
            ),
        ),
    ),
)  # fmt: skip
IN_PLAY = DecidingQuestion(
    _("Who exposed it?"),
    (
        AnswerChoice(
            "defender",
            _("a defender"),
            Answer(
                MAY_BE_CALLED,
                (
                    Law("70", of_1908="72"),
                    Law("71", "II", "73"),
                    Law("81", of_1908="84"),
                ),
                who=_("declarer"),
                options=(CALL_IT,),
                until=_("until the card has been played"),
            ),
        ),
        AnswerChoice(
            "declarer",
            _("declarer, or declarer's partner"),
            Answer(
                _("There is no penalty: declarer may expose some or all cards."),
                (Law("67", of_1908="69", differs=True),),
            ),
        ),
        AnswerChoice(
            "below",
            _("it fell to the floor or below the table"),
            Answer(_("It is not an exposed card."), (Law("70", of_1908="72"),)),
        ),
    ),
)
FORFEITS = AnswerOption("forfeited", _("partner may no longer double or redouble"))
BEFORE_TRUMPS = DecidingQuestion(
    _("Who exposed it?"),
    (
        AnswerChoice(
            "dealer",
            _("the dealer or the dealer's partner"),
            Answer(
                _("Either opponent may claim a new deal. If there is none, the partner of the"
                  " player who exposed it may not redouble."),
                (Law("68"), Law("69")),
                who=_("either opponent, without consulting partner"),
                options=(*NEW_OR_STANDS, FORFEITS),
                until=_("The law sets no time for the claim."),
            ),
        ),
        AnswerChoice(
            "opponent",
            _("an opponent of the dealer"),
            Answer(
                _("That player's partner may no longer double. The card is left face up on the"
                  " table and may be called. If it was the leader's partner, declarer may require"
                  " the leader not to lead that suit instead."),
                (Law("69"), Law("70")),
                who=_("declarer"),
                options=(
                    FORFEITS,
                    CALL_IT,
                    AnswerOption("not-that-suit", _("the leader may not lead that suit")),
                ),
                until=_("the double: at once; the card: until it has been played"),
            ),
        ),
    ),
)  # fmt: skip
BEFORE_LEAD = DecidingQuestion(
    _("Who exposed it?"),
    (
        AnswerChoice(
            "leaders-partner",
            _("the leader's partner"),
            Answer(
                _("The leader may no longer double. Declarer may require the leader not to lead"
                  " the suit of the card, or have the card left face up and call it."),
                (Law("69"), Law("70")),
                who=_("declarer"),
                options=(
                    FORFEITS,
                    AnswerOption("not-that-suit", _("the leader may not lead that suit")),
                    CALL_IT,
                ),
                until=_("until a card is led"),
            ),
        ),
        AnswerChoice(
            "leader",
            _("the leader"),
            Answer(
                _("The leader's partner may no longer double. The card is left face up on the"
                  " table and may be called."),
                (Law("69"), Law("70")),
                who=_("declarer"),
                options=(FORFEITS, CALL_IT),
                until=_("the double: at once; the card: until it has been played"),
            ),
        ),
        AnswerChoice(
            "dealer",
            _("the dealer or the dealer's partner"),
            Answer(
                _("The partner of the player who exposed it may no longer redouble. The card"
                  " cannot be called."),
                (Law("69"), Law("67")),
                options=(FORFEITS,),
            ),
        ),
    ),
)  # fmt: skip

EXPOSED = Irregularity(
    "card-exposed",
    _("A card was exposed"),
    DecidingQuestion(
        _("When?"),
        (
            AnswerChoice("dealing", _("while dealing"), WHILE_DEALING),
            AnswerChoice(
                "before-trumps", _("after the deal, before trumps were named"), BEFORE_TRUMPS
            ),
            AnswerChoice("before-lead", _("after trumps were named, before the lead"), BEFORE_LEAD),
            AnswerChoice("play", _("during the play"), IN_PLAY),
        ),
    ),
    codes=(BRIDGE_1899,),
)
SEVERAL_AT_ONCE = Irregularity(
    "several-at-once",
    _("A defender played several cards at once or one after another"),
    DecidingQuestion(
        _("Which?"),
        (
            AnswerChoice(
                "at-once",
                _("two or more cards at once"),
                Answer(
                    _("They are exposed cards. They are left face up on the table and may be"
                      " called."),
                    (Law("71", "I", "73"), Law("70", of_1908="72")),
                    who=_("declarer"),
                    options=(AnswerOption("call-them", _("call the cards")),),
                    until=_("until they have been played"),
                ),
            ),
            AnswerChoice(
                "winners",
                _("the best card and a further lead, or several winners, without waiting"),
                Answer(
                    _("Partner may be called on to win the first or any other of these tricks, if"
                      " able to. The other cards played so are exposed cards."),
                    (Law("72", of_1908="74"),),
                    who=_("declarer"),
                    options=(
                        AnswerOption(
                            "partner-wins", _("partner must win one of the tricks, if able")
                        ),
                        AnswerOption("call-them", _("call the cards")),
                    ),
                ),
            ),
        ),
    ),
)  # fmt: skip
HANDS_DOWN = Irregularity(
    "hands-down",
    _("A hand was thrown face up on the table"),
    DecidingQuestion(
        _("Whose?"),
        (
            AnswerChoice(
                "defender",
                _("a defender's"),
                Answer(
                    _("The cards are exposed and may be called."),
                    (Law("73", of_1908="76"),),
                    who=_("declarer"),
                    options=(AnswerOption("call-them", _("call the cards")),),
                    until=_("until they have been played"),
                ),
            ),
            AnswerChoice(
                "declarer",
                _("declarer's"),
                Answer(
                    _("There is no penalty: declarer may expose some or all cards."),
                    (Law("67", of_1908="69", differs=True),),
                ),
            ),
            AnswerChoice(
                "all",
                _("everyone's"),
                Answer(
                    _("The hands are abandoned, and the score is left as claimed and admitted. The"
                      " hands may be examined only to establish a revoke."),
                    (Law("74", of_1908="77"),),
                    options=(AnswerOption("as-claimed", _("the score as claimed and admitted")),),
                ),
            ),
        ),
    ),
)  # fmt: skip
DETACHED = Irregularity(
    "card-detached",
    _("A defender detached a card so that it could be named"),
    DecidingQuestion(
        _("Did declarer name it rightly?"),
        (
            AnswerChoice(
                "rightly",
                _("yes"),
                Answer(
                    _("The card may be called."),
                    (Law("75", of_1908="78"),),
                    who=_("declarer"),
                    options=(CALL_IT,),
                ),
            ),
            AnswerChoice(
                "wrongly",
                _("no, a wrong card"),
                Answer(
                    _("The defenders may call a suit from declarer when declarer's side next has"
                      " the lead."),
                    (Law("75", of_1908="78"),),
                    who=_("the defenders"),
                    options=(AnswerOption("call-a-suit", _("call a suit")),),
                    until=_("when declarer or partner first has the lead"),
                ),
            ),
        ),
    ),
)  # fmt: skip
NOT_OBEYED = Irregularity(
    "not-obeyed",
    _("What was called or required was not played"),
    DecidingQuestion(
        _("What was it, and why not?"),
        (
            AnswerChoice(
                "able",
                _("a suit to lead, a trick to win or lose, the highest or lowest, though able"),
                Answer(
                    _("The defender incurs the penalty of a revoke."),
                    (Law("76"), Law("87", "I")),
                    who=_("declarer"),
                    options=THE_PENALTY,
                    until=UNTIL_CUT,
                ),
            ),
            AnswerChoice(
                "able-1908",
                _("a suit to lead, a trick to win or lose, the highest or lowest, though able"),
                Answer(
                    _("The player incurs the penalty of a revoke."),
                    (Law("76", of_1908="79", differs=True), REVOKE_OF_1908),
                    who=_("the other side"),
                    options=PENALTY_OF_1908,
                    until=UNTIL_CUT_1908,
                    only=AUCTION_1908,
                ),
            ),
            AnswerChoice(
                "none-of-it",
                _("called on to lead a suit, the player has none of it"),
                Answer(_("The penalty is paid."), (Law("82", of_1908="85"),)),
            ),
            AnswerChoice(
                "would-revoke",
                _("it would have been a revoke"),
                Answer(
                    _("A player cannot be compelled to play a card that would be a revoke."),
                    (Law("80", of_1908="83"),),
                ),
            ),
            AnswerChoice(
                "again",
                _("the called card could not be played yet"),
                Answer(
                    _("The call may be repeated until the card has been played."),
                    (Law("81", of_1908="84"),),
                    who=_("declarer"),
                    options=(CALL_IT,),
                    until=_("until the card has been played"),
                ),
            ),
        ),
    ),
)

GROUP = IrregularityStage(
    "exposed-cards",
    _("Exposed cards"),
    (EXPOSED, SEVERAL_AT_ONCE, HANDS_DOWN, DETACHED, NOT_OBEYED),
)
