"""What the sources say of one game alone: joker, stop-gap, bolshevik, contract, whist, dummy."""

from clubscore.lawbook import books as texts
from clubscore.lawbook.irregularity import (
    NEW_DEAL,
    Answer,
    AnswerChoice,
    AnswerOption,
    DecidingQuestion,
    Irregularity,
    IrregularityStage,
    LawSource,
    page_of,
    rule_of,
)
from clubscore.laws.citing import LAWS_OF_BRIDGE, Citation, Giver
from clubscore.laws.games.bolshevik import GIVES as BOLSHEVIK_GIVES
from clubscore.laws.games.contract_1923 import GIVES as CONTRACT_GIVES
from clubscore.laws.games.five_hundred import GIVES as FIVE_HUNDRED_GIVES
from clubscore.laws.games.layers.with_joker import GIVES as JOKER_GIVES
from clubscore.laws.games.stop_gap import GIVES as STOP_GAP_GIVES
from clubscore.laws.words import gettext_noop as _

JOKER_PLAYED = Irregularity(
    "joker-played",
    _("The Joker was played or led"),
    DecidingQuestion(
        _("How?"),
        (
            AnswerChoice(
                "led",
                _("it was led"),
                Answer(
                    _("The leader must name a suit, which the others follow if they can. The Joker"
                      " takes the trick and cannot be trumped."),
                    sources=(page_of("joker-bridge", "115", JOKER_GIVES, 3),),
                    who=_("the leader"),
                ),
            ),
            AnswerChoice(
                "not-following",
                _("it was played by a player who could have followed suit"),
                Answer(
                    _("That is no revoke: the Joker may be played at any time, and takes the"
                      " trick."),
                    sources=(page_of("joker-bridge", "114-115", JOKER_GIVES, 2),),
                ),
            ),
        ),
    ),
)  # fmt: skip
JOKER_OF_500 = Irregularity(
    "joker-played",
    _("The Joker was played or led"),
    DecidingQuestion(
        _("What was bid?"),
        (
            AnswerChoice(
                "no-trumps",
                _("no-trumps"),
                Answer(
                    _("It may be played to any trick and wins it. When it is led, the leader names"
                      " the suit that it is to represent."),
                    sources=(page_of("five-hundred", "155", FIVE_HUNDRED_GIVES, 6),),
                ),
            ),
            AnswerChoice(
                "suit",
                _("a suit"),
                Answer(
                    _("When the Joker or the left bower is led, trumps must be played to it."),
                    sources=(page_of("five-hundred", "155", FIVE_HUNDRED_GIVES, 6),),
                ),
            ),
        ),
    ),
)  # fmt: skip
FOURTH_ARRIVES = Irregularity(
    "fourth-arrives",
    _("A fourth player arrived during a deal"),
    DecidingQuestion(
        _("Has a bid been made?"),
        (
            AnswerChoice(
                "no",
                _("not yet"),
                Answer(
                    _("The deal is abandoned."),
                    sources=(
                        page_of(
                            "stop-gap-bridge-new-form-of-three-handed-auction",
                            "151",
                            STOP_GAP_GIVES,
                            12,
                        ),
                    ),
                    options=(AnswerOption("abandoned", _("the deal is abandoned"), NEW_DEAL),),
                ),
            ),
            AnswerChoice(
                "yes",
                _("yes"),
                Answer(
                    _("The deal must be played out."),
                    sources=(
                        page_of(
                            "stop-gap-bridge-new-form-of-three-handed-auction",
                            "151",
                            STOP_GAP_GIVES,
                            12,
                        ),
                    ),
                ),
            ),
        ),
    ),
)
FIRST_BID = Irregularity(
    "first-bid",
    _("The first bid was no-trumps, or more than one"),
    Answer(
        _("The first bid must be one, in a suit. The source names no penalty."),
        sources=(
            page_of(
                "stop-gap-bridge-new-form-of-three-handed-auction", "149-150", STOP_GAP_GIVES, 7
            ),
        ),
    ),
)
BOLSHEVIK_BID = Irregularity(
    "bolshevik-bid",
    _("Bolshevik was bid"),
    DecidingQuestion(
        _("What is in question?"),
        (
            AnswerChoice(
                "leads",
                _("who leads"),
                Answer(
                    _("The player on the dealer's left."),
                    sources=(page_of("bolshevik-bridge", "54", BOLSHEVIK_GIVES, 6),),
                ),
            ),
            AnswerChoice(
                "doubles",
                _("who may double"),
                Answer(
                    _("Any or all of the opponents in turn. Only those who doubled receive the"
                      " extra bonus."),
                    sources=(page_of("bolshevik-bridge", "54", BOLSHEVIK_GIVES, 5),),
                ),
            ),
        ),
    ),
)  # fmt: skip
TRICKS_FOR_CONTRACT = Irregularity(
    "revoke-for-contract",
    _("Tricks were taken for a revoke to complete the contract"),
    Answer(
        _("No bonus is scored for these tricks but the fifty points of the contract. For the rest,"
          " the laws of auction apply."),
        sources=(rule_of("contract-bridge", "9", "17-18", CONTRACT_GIVES),),
    ),
)  # fmt: skip

DUMMY_GIVES = Giver("dummy-bridge", _("Dummy Bridge"))


def _dummy(page: str, *paragraphs: int) -> tuple[LawSource, ...]:
    cited = Citation(LAWS_OF_BRIDGE, page=page, giver=DUMMY_GIVES)
    return (LawSource(cited, texts.LAWS_OF_BRIDGE, "dummy-bridge", paragraphs),)


LOOKED_FIRST = Irregularity(
    "looked-first",
    _("The player of dummy looked at the wrong hand first"),
    DecidingQuestion(
        _("Whose deal was it?"),
        (
            AnswerChoice(
                "own",
                _("the player of dummy's, or dummy's"),
                Answer(
                    _("They look at their own hand first, then name trumps or pass to dummy's hand."
                      " The book names no penalty."),
                    sources=_dummy("34-35", 1),
                ),
            ),
            AnswerChoice(
                "opponents",
                _("an opponent's"),
                Answer(
                    _("They look only at the hand that leads, decide whether to double, and lead"
                      " before looking at the other. The book names no penalty."),
                    sources=_dummy("35", 3),
                ),
            ),
        ),
    ),
)  # fmt: skip
TWO_HANDS_UP = Irregularity(
    "two-hands-up",
    _("An opponent dealt: is a second hand exposed?"),
    Answer(
        _("That is settled before the game begins: either two hands lie exposed once a card is"
          " led, or the opponents of dummy do not expose theirs."),
        sources=_dummy("35", 4),
        who=_("the players, before the game begins"),
        options=(
            AnswerOption("two", _("two hands are exposed")),
            AnswerOption("one", _("only dummy is exposed")),
        ),
    ),
)  # fmt: skip

JOKER = IrregularityStage("joker", _("The Joker"), (JOKER_PLAYED,))
FIVE_HUNDRED = IrregularityStage("five-hundred", _("The Joker"), (JOKER_OF_500,))
STOP_GAP = IrregularityStage("stop-gap", _("At Stop-Gap"), (FOURTH_ARRIVES, FIRST_BID))
BOLSHEVIK = IrregularityStage("bolshevik", _("At Bolshevik"), (BOLSHEVIK_BID,))
CONTRACT = IrregularityStage("contract-1923", _("At contract"), (TRICKS_FOR_CONTRACT,))
DUMMY_BRIDGE = IrregularityStage(
    "dummy-bridge", _("With two hands to play"), (LOOKED_FIRST, TWO_HANDS_UP)
)
