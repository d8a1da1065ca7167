"""The deal, and when there must or may be a new one (laws 38 to 45)."""

from clubscore.lawbook.irregularity import (
    BRIDGE_1899,
    NEW_DEAL,
    Answer,
    AnswerChoice,
    AnswerOption,
    DecidingQuestion,
    Irregularity,
    IrregularityStage,
    Law,
)
from clubscore.laws.words import gettext_noop as _

MUST_DEAL = _("There must be a new deal.")
STANDS = _("The deal stands.")
# Where there must be one, and where one may be claimed.
NEW = (AnswerOption("new-deal", _("a new deal"), NEW_DEAL),)
NEW_OR_STANDS = (*NEW, AnswerOption("stands", _("the deal stands")))

PACK_IMPERFECT = Irregularity(
    "pack-imperfect",
    _("The pack is incorrect or imperfect"),
    DecidingQuestion(
        _("When was it proved?"),
        (
            AnswerChoice(
                "this-hand",
                _("during the deal or the play of this hand"),
                Answer(
                    _("There must be a new deal by the same dealer. What was scored before is not"
                      " changed."),
                    (Law("39", "I", "39"), Law("45", of_1908="44")),
                    options=NEW,
                ),
            ),
            AnswerChoice(
                "after",
                _("after the hand or the rubber"),
                Answer(
                    _("No past score, game or rubber is changed. Only the hand in which it was"
                      " discovered is void."),
                    (Law("45", of_1908="44"),),
                ),
            ),
        ),
    ),
)  # fmt: skip
FACED_IN_PACK = Irregularity(
    "faced-in-pack",
    _("A card was face up in the pack"),
    Answer(MUST_DEAL, (Law("39", "II", "39"),), options=NEW),
)
WRONG_ORDER = Irregularity(
    "wrong-order",
    _("The cards were dealt in the wrong order"),
    DecidingQuestion(
        _("What was wrong?"),
        (
            AnswerChoice(
                "rotation",
                _("not one at a time to the left, into four packets"),
                Answer(MUST_DEAL, (Law("39", "III", "39"),), options=NEW),
            ),
            AnswerChoice(
                "last-card",
                _("the last card did not come to the dealer"),
                Answer(MUST_DEAL, (Law("39", "IV", "39"),), options=NEW),
            ),
            AnswerChoice(
                "two-mended",
                _("two cards at once or to one hand, and moving one card corrects it"),
                Answer(
                    _("The dealer may correct it by moving one card only."),
                    (Law("39", "VI", "39"),),
                    who=_("the dealer"),
                    options=(AnswerOption("moved", _("move one card")), *NEW),
                    until=_("until a third card is dealt"),
                ),
            ),
            AnswerChoice(
                "two-too-late",
                _("two cards at once or to one hand, and a third card was dealt after them"),
                Answer(MUST_DEAL, (Law("39", "VI", "39"),), options=NEW),
            ),
        ),
    ),
)
WRONG_NUMBER = Irregularity(
    "wrong-number",
    _("A player has the wrong number of cards"),
    DecidingQuestion(
        _("How many are there?"),
        (
            AnswerChoice(
                "more-and-fewer",
                _("one has more than thirteen, another fewer"),
                Answer(
                    MUST_DEAL,
                    (Law("39", "V", "39"),),
                    options=NEW,
                    until=_("The law sets no time."),
                ),
            ),
            AnswerChoice(
                "one-fewer",
                _("one has fewer, the others thirteen"),
                DecidingQuestion(
                    _("Has that player played a card?"),
                    (
                        AnswerChoice(
                            "played",
                            _("yes"),
                            Answer(
                                _("The deal stands. The player may search the other pack for the"
                                  " missing card, and is answerable for a revoke as if it had been"
                                  " in the hand."),
                                (Law("44", of_1908="43"),),
                                options=(AnswerOption("stands", _("the deal stands")),),
                            ),
                        ),
                        AnswerChoice(
                            "not-yet",
                            _("not yet"),
                            Answer(
                                _("A card is missing, so the pack is imperfect: there must be a new"
                                  " deal."),
                                (Law("39", "I", "39"), Law("44", of_1908="43")),
                                options=NEW,
                                reading=_("Law 44 of 1899 lets the deal stand only where a card"
                                          " was played, and does not say what holds before."),
                            ),
                        ),
                    ),
                ),
            ),
            AnswerChoice(
                "one-more",
                _("one has fourteen, the others thirteen"),
                Answer(
                    _("There is a card too many, so the pack is incorrect: there must be a new"
                      " deal."),
                    (Law("39", "I", "39"),),
                    options=NEW,
                    reading=_("No law names this case. Where the card is of the other pack, law 43"
                              " of 1899 lets the opponents decide."),
                ),
            ),
        ),
    ),
)  # fmt: skip
OTHER_PACK = Irregularity(
    "other-pack",
    _("A player took a card of the other pack into the hand"),
    Answer(
        _("On discovery, the opponents may decide whether to have a fresh deal."),
        (Law("43"),),
        who=_("the opponents of that player"),
        options=NEW_OR_STANDS,
        until=_("on discovery"),
    ),
    codes=(BRIDGE_1899,),
)
DEALER_LOOKED = Irregularity(
    "dealer-looked",
    _("The dealer looked at a card before fifty-one were dealt"),
    Answer(
        _("The opponents have a right to see the card, and may demand a new deal."),
        (Law("42", of_1908="42"),),
        who=_("the dealer's opponents"),
        options=(AnswerOption("see-it", _("see the card")), *NEW),
    ),
)
LAST_CARD_UP = Irregularity(
    "last-card-up",
    _("The last card was turned up"),
    Answer(
        _("The deal is not complete until the last card has been dealt face down. It is a card"
          " exposed while dealing."),
        (Law("38", of_1908="38"), Law("40", of_1908="40")),
        options=NEW_OR_STANDS,
        until=_("An opponent who has looked at a card may not claim."),
        who=_("each of the dealer's opponents"),
        reading=_("Law 38 says when the deal is complete and not what follows."),
    ),
)  # fmt: skip

GROUP = IrregularityStage(
    "new-deals",
    _("The deal"),
    (
        PACK_IMPERFECT,
        FACED_IN_PACK,
        WRONG_ORDER,
        WRONG_NUMBER,
        OTHER_PACK,
        DEALER_LOOKED,
        LAST_CARD_UP,
    ),
)
