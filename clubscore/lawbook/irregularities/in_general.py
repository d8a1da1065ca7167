"""Looking at tricks, bystanders, new cards, and penalties in general (laws 96 to 103)."""

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
    LawSource,
    as_of_1908,
)
from clubscore.laws.words import gettext_noop as _

LAST_TRICK = Irregularity(
    "last-trick",
    _("A player wants to look at a trick that was turned"),
    DecidingQuestion(
        _("Which trick?"),
        (
            AnswerChoice(
                "last",
                _("the last one"),
                Answer(
                    _("Any player may demand to see it. No more than eight cards may be seen: it,"
                      " and the four on the table."),
                    (Law("103"),),
                    who=_("any player"),
                    only=BRIDGE_1899,
                ),
            ),
            AnswerChoice(
                "earlier",
                _("an earlier one"),
                Answer(
                    _("It may not be seen during the play of the hand."),
                    (Law("103"),),
                    only=BRIDGE_1899,
                ),
            ),
            AnswerChoice(
                "any-1908",
                _("any that is complete, turned and quitted"),
                Answer(
                    _("It must not be looked at until the end of the hand, except to find a card"
                      " too many."),
                    (Law("103", of_1908="108", differs=True),),
                    only=AUCTION_1908,
                ),
            ),
        ),
    ),
)  # fmt: skip
WHOSE_CARD = Irregularity(
    "whose-card",
    _("A player does not know who played which card"),
    DecidingQuestion(
        _("Have the cards been touched to gather them?"),
        (
            AnswerChoice(
                "no",
                _("not yet"),
                Answer(
                    _("Anyone may demand that the cards be placed before their players."),
                    (Law("97", of_1908="101"),),
                    who=_("any player"),
                    until=_("until they are touched to be gathered"),
                ),
            ),
            AnswerChoice(
                "yes",
                _("yes"),
                Answer(_("It is too late to demand it."), (Law("97", of_1908="101"),)),
            ),
        ),
    ),
)
CALLED_ATTENTION = Irregularity(
    "called-attention",
    _("A defender called attention to the trick before partner played"),
    Answer(
        _("By saying that it is theirs, naming the card, or drawing the trick closer unasked."
          " Declarer may tell that defender's partner how to play."),
        (Law("98", of_1908="102"),),
        who=_("declarer"),
        options=(
            AnswerOption("highest", _("the highest card of the suit led")),
            AnswerOption("lowest", _("the lowest card of the suit led")),
            AnswerOption("win", _("win the trick")),
            AnswerOption("lose", _("lose the trick")),
        ),
        until=_("until the partner has played"),
    ),
)  # fmt: skip
BYSTANDER = Irregularity(
    "bystander",
    _("A bystander spoke"),
    DecidingQuestion(
        _("What was it about?"),
        (
            AnswerChoice(
                "oversight",
                _("a remark on an oversight that affects the score"),
                Answer(
                    _("The bystander may be called on, by the players only, to pay the stakes and"
                      " all bets on that game or rubber."),
                    (Law("100", of_1908="105"),),
                    who=_("the players"),
                    options=(AnswerOption("pays", _("the bystander pays the stakes and bets")),),
                ),
            ),
            AnswerChoice(
                "asked",
                _("the players want the bystander to decide a question"),
                Answer(
                    _("That is allowed if the players agree."),
                    (Law("101", of_1908="106"),),
                    who=_("the players, by agreement"),
                    options=(AnswerOption("decides", _("the bystander decides")),),
                ),
            ),
        ),
    ),
)  # fmt: skip
TIME = Irregularity(
    "time-to-decide",
    _("A player needs time to choose a penalty"),
    Answer(
        _("The player at fault must give the opponents reasonable time to decide."),
        (Law("99", of_1908="104"),),
    ),
)
PARTNER_DEMANDED = Irregularity(
    "partner-demanded",
    _("The partner of the player who may claim a penalty asked for it"),
    Answer(
        _("Where one player alone may claim it, no penalty can then be enforced."),
        sources=(LawSource(as_of_1908("103")),),
        options=(AnswerOption("no-penalty", _("no penalty")),),
    ),
    codes=(AUCTION_1908,),
)
NEW_CARDS = Irregularity(
    "new-cards",
    _("A player wants new cards"),
    DecidingQuestion(
        _("Has the pack been cut for the deal?"),
        (
            AnswerChoice(
                "no",
                _("not yet"),
                Answer(
                    _("Any player may call for two new packs, and pays for them. The dealer chooses"
                      " one of the two."),
                    (Law("96", of_1908="100"),),
                    who=_("any player"),
                    until=_("until the pack is cut for the deal"),
                ),
            ),
            AnswerChoice(
                "yes",
                _("yes"),
                Answer(
                    _("It is too late for this deal."),
                    (Law("96", of_1908="100"),),
                ),
            ),
        ),
    ),
)  # fmt: skip
TORN = Irregularity(
    "torn-card",
    _("A card is torn or marked"),
    Answer(
        _("It is replaced by agreement, or new cards are called for at the expense of the table."),
        (Law("102", of_1908="107"),),
        who=_("the players"),
        options=(
            AnswerOption("replaced", _("the card is replaced")),
            AnswerOption("new-cards", _("new cards, paid for by the table")),
        ),
    ),
)

GROUP = IrregularityStage(
    "in-general",
    _("Tricks, bystanders and cards"),
    (
        LAST_TRICK,
        WHOSE_CARD,
        CALLED_ATTENTION,
        BYSTANDER,
        TIME,
        PARTNER_DEMANDED,
        NEW_CARDS,
        TORN,
    ),
)
