"""Irregularities at straight bridge by Foster's Hoyle, which has some otherwise than the laws."""

from clubscore.lawbook import books as texts
from clubscore.lawbook.irregularities.exposed_cards import WHILE_DEALING
from clubscore.lawbook.irregularities.new_deals import NEW_OR_STANDS
from clubscore.lawbook.irregularities.not_followed import DEFENDER_IN_TIME, IN_TIME
from clubscore.lawbook.irregularity import (
    NEW_DEAL,
    REVOKE,
    Answer,
    AnswerChoice,
    AnswerOption,
    DecidingQuestion,
    Irregularity,
    IrregularityStage,
    Law,
    LawSource,
)
from clubscore.laws.citing import Citation
from clubscore.laws.words import gettext_noop as _

FOSTER = "Foster's Complete Hoyle"
SILENT = _("Foster's Hoyle is silent here: we go by the Laws of Bridge of 1899.")
UNDER = _("“%(numbers)s”")
EITHER = _("either of the dealer's opponents")
MAKER = _("the player who named trumps")
DOUBLE_STANDS = (
    AnswerOption("stands", _("the double stands")),
    AnswerOption("not-stand", _("the double does not stand")),
)


def _of(passage: str, heading: str) -> tuple[LawSource, ...]:
    return (LawSource(Citation(FOSTER, UNDER, heading), texts.FOSTER, passage),)


DECLARING = _of("irregularities-in-declaring", "Irregularities in Declaring")
DOUBLING = _of("irregularities-in-doubling", "Irregularities in Doubling")
THE_REVOKE = _of("the-revoke", "The Revoke")
EXPOSED = _of("exposed-cards", "Exposed Cards")
LEADS = _of("leading-out-of-turn", "Leading Out of Turn")
IN_ERROR = _of("cards-played-in-error", "Cards Played in Error")

PARTNER_DECLARED = Irregularity(
    "partner-declared",
    _("The dealer's partner named trumps without being asked"),
    Answer(
        _("Either opponent may demand that the declaration stands, or a new deal. In England only"
          " the player on the dealer's left may."),
        sources=DECLARING,
        who=EITHER,
        options=NEW_OR_STANDS,
    ),
    instead_of=("partner-declared",),
)  # fmt: skip
PASSED_BACK = Irregularity(
    "passed-back",
    _("The dealer's partner passed the declaration back"),
    Answer(
        _("Either opponent may claim a new deal, or insist that the player in error names trumps."
          " In England the player on the dealer's left does."),
        sources=DECLARING,
        who=EITHER,
        options=(
            AnswerOption("new-deal", _("a new deal"), NEW_DEAL),
            AnswerOption("must-declare", _("the dealer's partner names trumps")),
        ),
    ),
    instead_of=("passed-back",),
)  # fmt: skip
OPPONENT_DECLARED = Irregularity(
    "opponent-declared",
    _("An opponent of the dealer named trumps"),
    Answer(
        _("The dealer may, after looking at the hand, have a new deal or go on as if nothing had"
          " been said."),
        sources=DECLARING,
        who=_("the dealer"),
        options=(
            AnswerOption("new-deal", _("a new deal"), NEW_DEAL),
            AnswerOption("goes-on", _("go on as if nothing had been declared")),
        ),
    ),
    instead_of=("opponent-declared",),
)  # fmt: skip
DOUBLED = Irregularity(
    "doubled-out-of-turn",
    _("A player doubled or redoubled out of turn"),
    DecidingQuestion(
        _("Who?"),
        (
            AnswerChoice(
                "pone",
                _("the leader's partner doubled before being asked"),
                Answer(
                    _("The player who named trumps says whether the double stands. If it does, it"
                      " may be redoubled."),
                    sources=DOUBLING,
                    who=MAKER,
                    options=DOUBLE_STANDS,
                ),
            ),
            AnswerChoice(
                "redoubled",
                _("a player redoubled out of turn"),
                Answer(
                    _("The player who was redoubled says whether the redouble stands."),
                    sources=DOUBLING,
                    who=_("the player who was redoubled"),
                    options=(
                        AnswerOption("stands", _("the redouble stands")),
                        AnswerOption("not-stand", _("the redouble does not stand")),
                    ),
                ),
            ),
        ),
    ),
    instead_of=("doubled-out-of-turn",),
)  # fmt: skip
CONSULTED = Irregularity(
    "consulted",
    _("Partners consulted about doubling or redoubling"),
    Answer(
        _("Their opponents may insist on a new deal."),
        sources=DOUBLING,
        who=_("the opponents of those who consulted"),
        options=NEW_OR_STANDS,
    ),
)
LED_UNASKED = Irregularity(
    "led-unasked",
    _("The leader led without asking “Shall I play?”"),
    DecidingQuestion(
        _("What is in question?"),
        (
            AnswerChoice(
                "led",
                _("the leader's partner wants to double"),
                Answer(
                    _("The leader's partner cannot double without the consent of the player who"
                      " named trumps."),
                    sources=DOUBLING,
                    who=MAKER,
                    options=(
                        AnswerOption("consents", _("the double is allowed")),
                        AnswerOption("refuses", _("the double is not allowed")),
                    ),
                ),
            ),
            AnswerChoice(
                "pone-asked",
                _("the leader's partner asked “Shall I play?” instead"),
                Answer(
                    _("That does not deprive the leader of the right to double."),
                    sources=DOUBLING,
                ),
            ),
        ),
    ),
    instead_of=("led-unasked",),
)  # fmt: skip
CARD_EXPOSED = Irregularity(
    "card-exposed",
    _("A card was exposed"),
    DecidingQuestion(
        _("When, and by whom?"),
        (
            AnswerChoice("dealing", _("while dealing"), WHILE_DEALING),
            AnswerChoice(
                "before-trumps",
                _("by the dealer or partner, before trumps were named"),
                Answer(
                    _("Either opponent may claim a new deal. If there is none, the partner of the"
                      " player who exposed it may not double or redouble."),
                    sources=EXPOSED,
                    who=EITHER,
                    options=NEW_OR_STANDS,
                ),
            ),
            AnswerChoice(
                "leaders-partner",
                _("by the leader's partner, before the lead"),
                Answer(
                    _("The leader may not double or redouble. The dealer may call the card, or"
                      " require the leader not to lead that suit."),
                    sources=EXPOSED,
                    who=_("the dealer"),
                    options=(
                        AnswerOption("forfeited", _("partner may no longer double or redouble")),
                        AnswerOption("call-it", _("call the card")),
                        AnswerOption("not-that-suit", _("the leader may not lead that suit")),
                    ),
                    until=_("until a card is led"),
                ),
            ),
            AnswerChoice(
                "other-before-lead",
                _("by another player, before the lead"),
                Answer(
                    _("Partner of the player who exposed it may not double or redouble."),
                    sources=EXPOSED,
                    options=(
                        AnswerOption("forfeited", _("partner may no longer double or redouble")),
                    ),
                ),
            ),
            AnswerChoice(
                "defender",
                _("by an opponent of the dealer, during the play"),
                Answer(
                    _("The card is left face up on the table. The dealer may call it at any time,"
                      " but cannot compel a play that would be a revoke."),
                    sources=EXPOSED,
                    who=_("the dealer"),
                    options=(AnswerOption("call-it", _("call the card")),),
                    until=_("until the card has been played"),
                ),
            ),
        ),
    ),
)  # fmt: skip
LED_OUT_OF_TURN = Irregularity(
    "led-out-of-turn",
    _("A player led out of turn"),
    DecidingQuestion(
        _("Who?"),
        (
            AnswerChoice(
                "opponent",
                _("an opponent of the dealer"),
                Answer(
                    _("The dealer may call the card, or call a suit when either opponent is to"
                      " lead."),
                    sources=LEADS,
                    who=_("the dealer"),
                    options=(
                        AnswerOption("call-it", _("call the card led in error")),
                        AnswerOption("call-a-suit", _("call a suit when an opponent next leads")),
                    ),
                ),
            ),
            AnswerChoice(
                "dealer",
                _("the dealer, and the second hand has not played"),
                Answer(
                    _("There is no penalty, and the dealer may correct it."),
                    sources=LEADS,
                    options=(
                        AnswerOption("right-hand", _("the dealer leads from the right hand")),
                    ),
                    until=_("until the second hand has played"),
                ),
            ),
            AnswerChoice(
                "dealer-late",
                _("the dealer, and the second hand has played"),
                Answer(
                    _("There is no penalty, but the dealer cannot correct it."),
                    sources=LEADS,
                    options=(AnswerOption("stands", _("the lead stands")),),
                ),
            ),
        ),
    ),
)  # fmt: skip
MISSED_A_TRICK = Irregularity(
    "missed-a-trick",
    _("A player did not play to a trick and has played to the next"),
    DecidingQuestion(
        _("Who?"),
        (
            AnswerChoice(
                "player",
                _("any player but dummy"),
                Answer(
                    _("The opponents may claim a new deal."),
                    sources=IN_ERROR,
                    who=_("the opponents of that player"),
                    options=NEW_OR_STANDS,
                ),
            ),
            AnswerChoice(
                "dummy",
                _("dummy"),
                Answer(_("No penalty: dummy is excepted."), sources=IN_ERROR),
            ),
        ),
    ),
    instead_of=("missed-a-trick",),
)
TAKE_TRICKS = (AnswerOption("tricks", _("take three tricks"), REVOKE, "tricks"),)
TWO_TO_A_TRICK = Irregularity(
    "two-to-a-trick",
    _("A player played two cards to a trick and did not discover it"),
    Answer(
        _("The player, unless it was dummy, is responsible for the revokes made for want of the"
          " card."),
        sources=(*IN_ERROR, *THE_REVOKE),
        options=TAKE_TRICKS,
    ),
    instead_of=("two-to-a-trick",),
)  # fmt: skip
REVOKED = Irregularity(
    "revoke",
    _("A player did not follow suit though able to"),
    DecidingQuestion(
        _("Who?"),
        (
            AnswerChoice(
                "player",
                _("any player but dummy"),
                Answer(
                    _("Three tricks are taken for each revoke at the end of the hand. The side"
                      " that revoked cannot win the game by it: it counts up to 28, and no slam."),
                    sources=THE_REVOKE,
                    who=_("the opponents of the player who revoked"),
                    options=TAKE_TRICKS,
                    until=_("at the end of the hand"),
                ),
            ),
            AnswerChoice(
                "dummy",
                _("dummy"),
                Answer(_("Dummy cannot revoke under any circumstances."), sources=THE_REVOKE),
            ),
            AnswerChoice(
                "in-time",
                _("any player, and the trick has not been turned and quitted"),
                Answer(
                    IN_TIME,
                    (Law("91"),),
                    who=_("the dealer, where an opponent of the dealer revoked"),
                    options=DEFENDER_IN_TIME,
                    reading=SILENT,
                ),
            ),
        ),
    ),
    instead_of=("how-far",),
)  # fmt: skip

GROUP = IrregularityStage(
    "foster",
    _("Irregularities by Foster's Hoyle"),
    (
        PARTNER_DECLARED,
        PASSED_BACK,
        OPPONENT_DECLARED,
        DOUBLED,
        CONSULTED,
        LED_UNASKED,
        CARD_EXPOSED,
        LED_OUT_OF_TURN,
        MISSED_A_TRICK,
        TWO_TO_A_TRICK,
        REVOKED,
    ),
)
