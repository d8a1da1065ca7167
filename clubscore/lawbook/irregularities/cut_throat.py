"""Cut-throat's own laws on cards exposed, doubles and the cut; blind skip has them too."""

from clubscore.lawbook.irregularity import (
    FINE,
    NEW_DEAL,
    Answer,
    AnswerChoice,
    AnswerOption,
    DecidingQuestion,
    Irregularity,
    IrregularityStage,
    LawSource,
    law_of,
)
from clubscore.laws.games.cut_throat import GIVES
from clubscore.laws.words import gettext_noop as _

CHAPTER = "cut-throat"


def _law(number: str, page: str) -> tuple[LawSource, ...]:
    return (law_of(CHAPTER, number, page, GIVES),)


FORFEIT = AnswerOption("forfeit", _("100 to each of the other players"), FINE, "exposed-card")
EXPOSED = Irregularity(
    "card-exposed",
    _("A card was exposed"),
    DecidingQuestion(
        _("When?"),
        (
            AnswerChoice(
                "dealing",
                _("while dealing"),
                Answer(
                    _("There must be a new deal."),
                    sources=_law("2", "142-143"),
                    options=(AnswerOption("new-deal", _("a new deal"), NEW_DEAL),),
                ),
            ),
            AnswerChoice(
                "other",
                _("after the deal, before the lead, not by declarer"),
                Answer(
                    _("The player forfeits 100 points to each of the others. Declarer may call on"
                      " the leader not to lead that suit, or the card is left on the table as"
                      " exposed."),
                    sources=_law("4", "143"),
                    who=_("declarer"),
                    options=(
                        FORFEIT,
                        AnswerOption("not-that-suit", _("the leader may not lead that suit")),
                        AnswerOption("call-it", _("the card stays on the table")),
                    ),
                    until=_("until a card is led"),
                ),
            ),
            AnswerChoice(
                "in-bidding",
                _("during the bidding, by the player who became declarer"),
                Answer(
                    _("The player forfeits 100 points to each of the others."),
                    sources=_law("4", "143"),
                    options=(FORFEIT,),
                ),
            ),
            AnswerChoice(
                "declarer",
                _("after the final declaration, by declarer"),
                Answer(_("There is no penalty."), sources=_law("4", "143")),
            ),
        ),
    ),
)  # fmt: skip
DOUBLED = Irregularity(
    "doubled-out-of-turn",
    _("A player doubled out of turn"),
    Answer(
        _("The player forfeits 100 points to each opponent, and the player who was doubled says"
          " whether the double stands. If not, the player on the offender's right may not double"
          " that bid."),
        sources=_law("5", "143-144"),
        who=_("the player whose bid was doubled"),
        options=(
            AnswerOption(
                "stands", _("100 to each, and the double stands"), FINE, "double-out-of-turn"
            ),
            AnswerOption(
                "disallowed",
                _("100 to each, and the double is disallowed"),
                FINE,
                "double-out-of-turn",
            ),
        ),
    ),
)  # fmt: skip

GROUP = IrregularityStage("cut-throat", _("By the laws of cut-throat"), (EXPOSED, DOUBLED))
