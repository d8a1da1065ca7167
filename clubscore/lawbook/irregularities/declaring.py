"""Declaring trumps and doubling at straight bridge (laws 49 to 58)."""

from clubscore.lawbook.irregularities.new_deals import NEW_OR_STANDS
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

ONLY = (BRIDGE_1899,)
PARTNER_DECLARED = Irregularity(
    "partner-declared",
    _("The dealer's partner named trumps without being asked"),
    DecidingQuestion(
        _("Has an opponent said anything about doubling?"),
        (
            AnswerChoice(
                "no",
                _("no"),
                Answer(
                    _("Either opponent may claim a fresh deal after looking at the hand, without"
                      " consulting partner. If none is claimed, the declaration stands."),
                    (Law("50"),),
                    who=_("either of the dealer's opponents, without consulting partner"),
                    options=NEW_OR_STANDS,
                    until=_("until doubling or not doubling has been declared"),
                ),
            ),
            AnswerChoice(
                "yes",
                _("yes, that they double or do not double"),
                Answer(_("The declaration stands."), (Law("50"),)),
            ),
        ),
    ),
    codes=ONLY,
)  # fmt: skip
OPPONENT_DECLARED = Irregularity(
    "opponent-declared",
    _("An opponent of the dealer named trumps"),
    Answer(
        _("The dealer may, after looking at the hand, claim a fresh deal or go on as if nothing"
          " had been declared."),
        (Law("51"),),
        who=_("the dealer"),
        options=(
            AnswerOption("new-deal", _("a new deal"), NEW_DEAL),
            AnswerOption("goes-on", _("go on as if nothing had been declared")),
        ),
    ),
    codes=ONLY,
)  # fmt: skip
PASSED_BACK = Irregularity(
    "passed-back",
    _("The dealer's partner passed the declaration back"),
    Answer(
        _("The partner to whom it was left must name trumps. The law names no penalty."),
        (Law("49"),),
        options=(AnswerOption("must-declare", _("the dealer's partner names trumps")),),
    ),
    codes=ONLY,
)
CHANGED = Irregularity(
    "declaration-changed",
    _("A declaration was changed"),
    DecidingQuestion(
        _("Which?"),
        (
            AnswerChoice(
                "trumps",
                _("the trumps"),
                Answer(
                    _("A declaration once made cannot be altered, except where it was made by the"
                      " wrong player."),
                    (Law("52"),),
                    options=(AnswerOption("first-stands", _("the first declaration stands")),),
                ),
            ),
            AnswerChoice(
                "double",
                _("a double or a redouble, or its refusal"),
                Answer(
                    _("A declaration once made cannot be altered."),
                    (Law("58"),),
                    options=(AnswerOption("first-stands", _("the first declaration stands")),),
                ),
            ),
        ),
    ),
    codes=ONLY,
)  # fmt: skip
DOUBLED_OUT_OF_TURN = Irregularity(
    "doubled-out-of-turn",
    _("A player doubled or redoubled out of turn"),
    DecidingQuestion(
        _("Who?"),
        (
            AnswerChoice(
                "opponent",
                _("the player on the dealer's right, before being asked"),
                Answer(
                    _("The first right to double is the player's on the dealer's left. The law"
                      " names no penalty."),
                    (Law("54"),),
                ),
            ),
            AnswerChoice(
                "dealers-side",
                _("the partner of the player who named trumps redoubled first"),
                Answer(
                    _("The first right to redouble belongs to the player who named trumps. The law"
                      " names no penalty."),
                    (Law("55"),),
                ),
            ),
            AnswerChoice(
                "again",
                _("the partner of the last to double or redouble, at a further redouble"),
                Answer(
                    _("The first right to go on belongs to the partner who last redoubled for that"
                      " side; once satisfied, it passes to the other. The law names no penalty."),
                    (Law("56"),),
                ),
            ),
        ),
    ),
    codes=ONLY,
)  # fmt: skip
LED_UNASKED = Irregularity(
    "led-unasked",
    _("The leader led without asking “May I play?”"),
    Answer(
        _("The leader leads once the question has been answered. The law names no penalty for a"
          " lead before it."),
        (Law("57"), Law("54")),
    ),
    codes=ONLY,
)  # fmt: skip

GROUP = IrregularityStage(
    "declaring",
    _("Naming trumps and doubling"),
    (
        PARTNER_DECLARED,
        OPPONENT_DECLARED,
        PASSED_BACK,
        CHANGED,
        DOUBLED_OUT_OF_TURN,
        LED_UNASKED,
    ),
)
