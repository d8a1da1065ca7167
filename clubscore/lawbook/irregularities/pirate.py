"""Bids that must be accepted, at pirate bridge: what may be called over what, and by whom.

The rules of 1917 are a modern article's: facts in our own words, by their number.
"""

from clubscore.lawbook.irregularity import (
    Answer,
    AnswerChoice,
    AnswerOption,
    DecidingQuestion,
    Irregularity,
    IrregularityStage,
    LawSource,
    page_of,
)
from clubscore.laws.citing import FOSTER_1917, RULE, Citation
from clubscore.laws.games.pirate import GIVES
from clubscore.laws.words import gettext_noop as _

CHAPTER = "pirate-bridge"


def _rule(*numbers: str) -> tuple[LawSource, ...]:
    return tuple(LawSource(Citation(FOSTER_1917, RULE, each, giver=GIVES)) for each in numbers)


MUST_BE_ACCEPTED = page_of(CHAPTER, "82", GIVES, 3)
BID_REFUSED = Irregularity(
    "bid-refused",
    _("A bid was not accepted"),
    DecidingQuestion(
        _("What is in question?"),
        (
            AnswerChoice(
                "what-counts",
                _("what counts now"),
                Answer(
                    _("The bid is void. If a bid was accepted before, that one stands."),
                    sources=(page_of(CHAPTER, "82", GIVES, 4), *_rule("1")),
                    options=(AnswerOption("void", _("the bid is void")),),
                ),
            ),
            AnswerChoice(
                "how-high",
                _("how high the next bid must be"),
                Answer(
                    _("It must be higher than the last accepted bid, and may be lower than the bid"
                      " that was refused."),
                    sources=_rule("4"),
                ),
            ),
            AnswerChoice(
                "whose-turn",
                _("whose turn it is"),
                Answer(
                    _("It is the turn of the player on the left of the one whose bid was refused."),
                    sources=_rule("4"),
                ),
            ),
        ),
    ),
)  # fmt: skip
BID_OVER_UNACCEPTED = Irregularity(
    "bid-over-unaccepted",
    _("A player bid or doubled before the last bid was accepted"),
    Answer(
        _("No bid can be raised, overcalled or doubled until it has been accepted. The source"
          " names no penalty."),
        sources=(MUST_BE_ACCEPTED,),
    ),
)  # fmt: skip
OWN_ACCEPTANCE = Irregularity(
    "own-acceptance",
    _("A player wants to leave what they bid or accepted"),
    DecidingQuestion(
        _("What do they want?"),
        (
            AnswerChoice(
                "overcall-acceptance",
                _("to overcall the bid that they accepted"),
                Answer(
                    _("An acceptor may not overcall the bid they accepted while it is the last"
                      " accepted one, undoubled."),
                    sources=_rule("3"),
                ),
            ),
            AnswerChoice(
                "accept-another",
                _("to accept another bid, having one of their own"),
                Answer(
                    _("That is allowed: the acceptor becomes that bidder's partner, and their own"
                      " bid is given up."),
                    sources=_rule("2"),
                ),
            ),
            AnswerChoice(
                "overcall-self",
                _("to overcall their own bid"),
                Answer(
                    _("That is allowed. If no one accepts the new bid, the old one stands with its"
                      " acceptor."),
                    sources=_rule("6"),
                ),
            ),
        ),
    ),
)  # fmt: skip
DOUBLES = Irregularity(
    "doubles-accepted",
    _("A double or a redouble is in question"),
    DecidingQuestion(
        _("What is in question?"),
        (
            AnswerChoice(
                "double",
                _("whether a double must be accepted"),
                Answer(
                    _("It need not. Either opponent may double an accepted bid."),
                    sources=_rule("5"),
                ),
            ),
            AnswerChoice(
                "redouble",
                _("who may redouble"),
                Answer(
                    _("The bidder who was doubled, or the player who accepted that bid. It need not"
                      " be accepted."),
                    sources=_rule("5"),
                ),
            ),
        ),
    ),
)  # fmt: skip
PASSED_ACCEPTANCE = Irregularity(
    "passed-acceptance",
    _("A player who passed an acceptance bid again"),
    Answer(
        _("Such a player cannot bid again unless a higher bid is made and accepted, but may accept"
          " one. The source names no penalty."),
        sources=(page_of(CHAPTER, "82", GIVES, 4),),
    ),
)  # fmt: skip

GROUP = IrregularityStage(
    "pirate",
    _("Bids and acceptances"),
    (BID_REFUSED, BID_OVER_UNACCEPTED, OWN_ACCEPTANCE, DOUBLES, PASSED_ACCEPTANCE),
)
