"""Shuffling and cutting (laws 27 to 38)."""

from clubscore.lawbook.irregularity import (
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

CUT_AGAIN = (AnswerOption("cut-again", _("cut again")),)

SHUFFLED_BADLY = Irregularity(
    "shuffled-badly",
    _("The pack was not shuffled properly"),
    DecidingQuestion(
        _("How was it shuffled?"),
        (
            AnswerChoice(
                "seen",
                _("below the table, or so that a face could be seen"),
                Answer(
                    _("The pack may not be shuffled so. The law names no penalty."),
                    (Law("27", of_1908="27"),),
                ),
            ),
            AnswerChoice(
                "during-play",
                _("during the play of the hand"),
                Answer(
                    _("The pack may not be shuffled then. The law names no penalty."),
                    (Law("28", of_1908="28"),),
                ),
            ),
            AnswerChoice(
                "packets",
                _("dealt into packets, or across the table"),
                Answer(
                    _("A pack that has been played with may not be shuffled so. The law names no"
                      " penalty."),
                    (Law("29", of_1908="29"),),
                ),
            ),
        ),
    ),
)  # fmt: skip
WHO_SHUFFLES = Irregularity(
    "who-shuffles",
    _("Who may shuffle, and how often?"),
    DecidingQuestion(
        _("What is in question?"),
        (
            AnswerChoice(
                "twice",
                _("a player shuffled twice"),
                Answer(
                    _("Each player may shuffle only once before a deal, after a false cut or for"
                      " a new deal; the dealer may always shuffle last. The law names no penalty."),
                    (Law("30", of_1908="30"), Law("33", of_1908="33")),
                ),
            ),
            AnswerChoice(
                "first",
                _("who shuffles first"),
                Answer(
                    _("The dealer's partner collects the cards for the next deal and has the first"
                      " right to shuffle that pack."),
                    (Law("31", of_1908="31"),),
                ),
            ),
            AnswerChoice(
                "place",
                _("where the pack is put"),
                Answer(
                    _("After shuffling, the cards are put face down, properly collected, to the"
                      " left of the player about to deal."),
                    (Law("32", of_1908="32"),),
                ),
            ),
        ),
    ),
)  # fmt: skip
SEEN_IN_SHUFFLING = Irregularity(
    "seen-in-shuffling",
    _("A card was seen while the dealer shuffled or gave the pack to be cut"),
    Answer(
        _("The dealer may be compelled to shuffle again. The law does not say who may demand it."),
        (Law("33", of_1908="33"),),
        options=(AnswerOption("shuffle-again", _("shuffle again")),),
    ),
)
CUT_BADLY = Irregularity(
    "cut-badly",
    _("Something went wrong in cutting the pack"),
    DecidingQuestion(
        _("What went wrong?"),
        (
            AnswerChoice(
                "in-doubt",
                _("a card was exposed, the cards were confused, or the place is in doubt"),
                Answer(
                    _("There must be a fresh cut."),
                    (Law("35", of_1908="35"),),
                    options=CUT_AGAIN,
                ),
            ),
            AnswerChoice(
                "too-few",
                _("fewer than four cards in a packet"),
                Answer(
                    _("Neither packet may have fewer than four cards: cut again."),
                    (Law("35", of_1908="35"),),
                    options=CUT_AGAIN,
                    reading=_("The law forbids it and does not say what follows."),
                ),
            ),
            AnswerChoice(
                "again",
                _("the player who cuts wants to cut or shuffle again"),
                Answer(
                    _("Once the pack is separated, it may be neither shuffled nor cut again."),
                    (Law("36", of_1908="36"),),
                ),
            ),
            AnswerChoice(
                "shuffled-after",
                _("the dealer shuffled after the cut"),
                Answer(
                    _("The pack must be cut again."),
                    (Law("37", of_1908="37"),),
                    options=CUT_AGAIN,
                ),
            ),
        ),
    ),
)
NOT_CUT = Irregularity(
    "not-cut",
    _("The pack was not cut"),
    DecidingQuestion(
        _("When did the dealer's opponents discover it?"),
        (
            AnswerChoice(
                "in-time",
                _("before the last card was dealt, without having looked at their cards"),
                Answer(
                    _("There must be a new deal."),
                    (Law("39", "VII", "39"),),
                    options=(AnswerOption("new-deal", _("a new deal"), NEW_DEAL),),
                    until=_("until the last card is dealt, or they look at their cards"),
                ),
            ),
            AnswerChoice(
                "late",
                _("later, or after looking at their cards"),
                Answer(_("The deal stands."), (Law("39", "VII", "39"),)),
            ),
        ),
    ),
)
WRONG_DEALER = Irregularity(
    "wrong-dealer",
    _("A player dealt out of turn or with the wrong pack"),
    DecidingQuestion(
        _("Has the last card been dealt?"),
        (
            AnswerChoice(
                "not-yet",
                _("not yet"),
                Answer(
                    _("The player may be stopped, and the player whose turn it is deals."),
                    (Law("46", of_1908="45"), Law("34", of_1908="34")),
                    options=(AnswerOption("stopped", _("stop the deal")),),
                    until=_("until the last card is dealt"),
                ),
            ),
            AnswerChoice(
                "dealt",
                _("yes"),
                Answer(
                    _("The game goes on as if no mistake had been made."),
                    (Law("46", of_1908="45"),),
                ),
            ),
        ),
    ),
)
FOR_PARTNER = Irregularity(
    "for-partner",
    _("A player shuffled, cut or dealt for partner"),
    Answer(
        _("That needs the opponents' permission. The law names no penalty."),
        (Law("47", of_1908="46"),),
    ),
)

GROUP = IrregularityStage(
    "the-pack",
    _("Shuffling and cutting"),
    (
        SHUFFLED_BADLY,
        WHO_SHUFFLES,
        SEEN_IN_SHUFFLING,
        CUT_BADLY,
        NOT_CUT,
        WRONG_DEALER,
        FOR_PARTNER,
    ),
)
