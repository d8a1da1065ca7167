"""What goes wrong in the bidding at auction, by the code of 1908."""

from clubscore.lawbook.irregularities.exposed_cards import IN_PLAY, WHILE_DEALING
from clubscore.lawbook.irregularities.new_deals import NEW_OR_STANDS
from clubscore.lawbook.irregularity import (
    AUCTION_1908,
    NEW_DEAL,
    Answer,
    AnswerChoice,
    AnswerOption,
    DecidingQuestion,
    Irregularity,
    IrregularityStage,
    LawSource,
    as_of_1908,
)
from clubscore.laws.words import gettext_noop as _

ONLY = (AUCTION_1908,)
ON_THE_LEFT = _("the opponent on the left of that player")


def _of(*numbers: str) -> tuple[LawSource, ...]:
    return tuple(LawSource(as_of_1908(number)) for number in numbers)


BID_OUT_OF_TURN = Irregularity(
    "bid-out-of-turn",
    _("A player bid out of turn"),
    Answer(
        _("The opponent on the left may demand a new deal or let the bid stand. If it stands, the"
          " bidding goes on as if it had been in order."),
        sources=_of("52"),
        who=ON_THE_LEFT,
        options=(
            AnswerOption("new-deal", _("a new deal"), NEW_DEAL),
            AnswerOption("stands", _("the bid stands")),
        ),
    ),
    codes=ONLY,
)  # fmt: skip
BID_TOO_LOW = Irregularity(
    "bid-too-low",
    _("A bid was not enough over the last one"),
    Answer(
        _("It counts as the number of tricks that would have been enough. Partner may not bid"
          " again unless an opponent overcalls or doubles."),
        sources=_of("53"),
        options=(AnswerOption("made-enough", _("the bid counts as enough")),),
    ),
    codes=ONLY,
)  # fmt: skip
DOUBLED_IN_ERROR = Irregularity(
    "doubled-out-of-turn",
    _("A player doubled out of turn"),
    Answer(
        _("The opponent on the left may demand a new deal."),
        sources=_of("59"),
        who=ON_THE_LEFT,
        options=NEW_OR_STANDS,
    ),
    codes=ONLY,
)
BID_CHANGED = Irregularity(
    "bid-changed",
    _("A player changed a bid"),
    Answer(
        _("A declaration once made cannot be altered, unless it has been overcalled or doubled."),
        sources=_of("61"),
        options=(AnswerOption("first-stands", _("the first declaration stands")),),
    ),
    codes=ONLY,
)
TOLD_OF_BIDS = Irregularity(
    "told-of-bids",
    _("A player spoke of earlier bids after the bidding"),
    DecidingQuestion(
        _("What was said?"),
        (
            AnswerChoice(
                "to-partner",
                _("gave partner information on an earlier call"),
                Answer(
                    _("A player is not entitled to do so. The law names no penalty."),
                    sources=_of("54"),
                ),
            ),
            AnswerChoice(
                "asked-contract",
                _("asked what the final declaration was"),
                Answer(
                    _("Any player may ask that, at any time during the play."),
                    sources=_of("54"),
                    who=_("any player"),
                ),
            ),
        ),
    ),
    codes=ONLY,
)
EXPOSED = Irregularity(
    "card-exposed",
    _("A card was exposed"),
    DecidingQuestion(
        _("When?"),
        (
            AnswerChoice("dealing", _("while dealing"), WHILE_DEALING),
            AnswerChoice(
                "before-final",
                _("after the deal, before the final declaration"),
                Answer(
                    _("The opponent on the left may demand a new deal. If the deal stands, the"
                      " card may be picked up and cannot be called."),
                    sources=_of("70"),
                    who=ON_THE_LEFT,
                    options=NEW_OR_STANDS,
                ),
            ),
            AnswerChoice(
                "before-lead",
                _("after the final declaration, by the leader's partner before the lead"),
                Answer(
                    _("Declarer may call the card, or require the leader not to lead its suit."),
                    sources=_of("71"),
                    who=_("declarer"),
                    options=(
                        AnswerOption("call-it", _("call the card")),
                        AnswerOption("not-that-suit", _("the leader may not lead that suit")),
                    ),
                    until=_("until a card is led"),
                ),
            ),
            AnswerChoice("play", _("later"), IN_PLAY),
        ),
    ),
    codes=ONLY,
)  # fmt: skip
CLAIMED_THE_REST = Irregularity(
    "claimed-the-rest",
    _("Declarer claimed the remaining tricks"),
    Answer(
        _("Declarer may be required to put the cards face up on the table. They cannot be called."),
        sources=_of("75"),
        options=(AnswerOption("face-up", _("declarer's cards are put face up")),),
    ),
    codes=ONLY,
)

GROUP = IrregularityStage(
    "bidding",
    _("Bidding and doubling"),
    (
        BID_OUT_OF_TURN,
        BID_TOO_LOW,
        DOUBLED_IN_ERROR,
        BID_CHANGED,
        TOLD_OF_BIDS,
        EXPOSED,
        CLAIMED_THE_REST,
    ),
)
