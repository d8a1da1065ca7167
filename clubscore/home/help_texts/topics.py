"""The texts of the help: at most six sentences about a page, the law it follows, where to go on."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

BRIDGE = _("Laws of Bridge 1899, laws 14 to 26")
CORRECTIONS = _("Laws of Bridge 1899, laws 12 and 13")


class Topic(NamedTuple):
    """The help of a family of pages: its title, sentences, law (empty where none), and a page."""

    title: Promise
    says: tuple[Promise, ...]
    page: str
    page_title: Promise
    law: str | Promise = ""


TOPICS: Mapping[str, Topic] = {
    "tonight": Topic(
        _("Tonight"),
        (
            _("Tonight shows every table and event of this evening."),
            _("Choose how many you are to sit down at a table of cards."),
            _("Choose 8+ to open an event of duplicate."),
            _("Choose a table or an event to go on with it."),
        ),
        "results",
        _("Results"),
    ),
    "logging-in": Topic(
        _("Logging in"),
        (
            _("Your club gives you a name and a password."),
            _("At a table you need neither: scan the code, or type its digits."),
            _("You can change your own password at any time."),
            _("If you forget it, ask a director for a new one."),
        ),
        "more",
        _("More"),
    ),
    "joining": Topic(
        _("Coming to a table by phone"),
        (
            _("Scan the code of your table or of the room, or type its digits."),
            _("The code lets this phone in until the evening ends."),
            _("With the code of the room, choose your name and then your table."),
            _("What the phone could not send earlier can be handed in the same way."),
        ),
        "by-hand",
        _("Type a code"),
    ),
    "sitting-down": Topic(
        _("Sitting down"),
        (
            _("Choose the people first, then the game, its laws and the stake."),
            _("Part of a name finds a person; a new guest needs only a name."),
            _("The laws and the stake are those your club usually plays."),
            _("You can change both before the first deal."),
            _("As last time repeats what the same people played before."),
        ),
        "games",
        _("Games"),
    ),
    "cutting": Topic(
        _("Cutting for seats"),
        (
            _("Each player draws a card: enter what was drawn, or let the program draw."),
            _("The cards decide partners, dealer and seats by the law of the game."),
            _("Where cards are equal, the page says who draws again."),
            _("You can also choose seats and dealer by hand."),
        ),
        "games",
        _("Games"),
        _("Laws of Bridge 1899, laws 14 to 20; today's games: the highest card deals"),
    ),
    "deal": Topic(
        _("Recording a deal"),
        (
            _("Enter the contract, who played it, and how it went."),
            _("Then say who held honours, if the game counts them."),
            _("Anything else? asks about revokes; What happened? there gives the law's answer."),
            _("Read the sentence at the foot, then choose Record."),
            _("Undo takes the last deal back; older deals are corrected from the pad."),
            _("While this phone is offline, deals wait in a list: change or remove them there."),
        ),
        "games",
        _("Games"),
        _("The laws of the game you play, on its page under Games"),
    ),
    "who-plays": Topic(
        _("Who plays and who waits"),
        (
            _("Up to two more people than can play belong to a table."),
            _("Between rubbers the program says who goes out and who comes in."),
            _("Where the law asks for a cut, the page says who draws."),
            _("A substitute takes a seat during a rubber, for their own account or not."),
        ),
        "games",
        _("Games"),
        BRIDGE,
    ),
    "correcting": Topic(
        _("The pad and corrections"),
        (
            _("The pad shows every deal with its score, as on paper."),
            _("Choose a figure to see why: each line has its points, its law and the page."),
            _("A correction needs a reason, and shows first what follows from it."),
            _("The history keeps every version with its author and time."),
        ),
        "results",
        _("Results"),
        CORRECTIONS,
    ),
    "rubber": Topic(
        _("The rubber is over"),
        (
            _("Check the score together, then agree it."),
            _("Points and money count only once the rubber is agreed."),
            _("Then play on with the same partners, cut again, or end the table."),
            _("A table that was ended by mistake can be reopened."),
            _("See the race shows how the rubber went, and the evening by other laws."),
        ),
        "results",
        _("Results"),
        CORRECTIONS,
    ),
    "slip": Topic(
        _("The slip"),
        (
            _("The slip adds up the evening, rubber by rubber; each row adds up to zero."),
            _("The stake turns points into money."),
            _("Table money goes to the club."),
            _("At the foot are the fewest payments that settle everything."),
            _("Choose Paid when money changed hands; the rest goes to Accounts."),
            _("Slips to hand out prints half a sheet for each player."),
        ),
        "results",
        _("Results"),
    ),
    "seven": Topic(
        _("Seven at two tables"),
        (
            _("Seven people play at two tables, and dummy crosses between them."),
            _("Each table records its own deals."),
            _("The pages say who crosses, when, and where to sit."),
            _("You can undo the last step."),
            _("Before the end, say which deal is the last."),
        ),
        "games",
        _("Games"),
    ),
    "phones": Topic(
        _("Connecting phones"),
        (
            _("Each table has a code: a phone that scans it can enter results there."),
            _("Without a camera, type the table and its digits."),
            _("The room's code serves everyone who finds their own name."),
            _("Turn off a code that should no longer connect anyone."),
        ),
        "home",
        _("Tonight"),
    ),
    "results": Topic(
        _("Results and the season"),
        (
            _("Results lists evenings, the newest first, with their tables and events."),
            _("The season adds up the year by member, game or partner; figures lead to evenings."),
            _("Its page prints the year book: a booklet to fold, and a copy with money."),
            _("Several sessions can be ranked as one, put on the wall and shared by a link."),
            _("Points count once a rubber is agreed or a session is finished."),
        ),
        "results",
        _("Results"),
    ),
    "gazette": Topic(
        _("The Evening Gazette"),
        (
            _("The gazette reports an evening in sentences made from its facts."),
            _("“Where this comes from” shows the figures behind a sentence."),
            _("It covers events and card tables that are over, never money."),
            _("Directors read it first. They can leave a story out."),
            _("Members read it once a director shows it to them."),
        ),
        "results",
        _("Results"),
    ),
    "mail": Topic(
        _("Results by mail"),
        (
            _("Members ask for mail on their own page: their card, the gazette, or both."),
            _("A link comes by mail. Open it and confirm. Nothing more is sent until then."),
            _("A card is sent when its event is final and the ranking is open."),
            _(
                "Cards of an event that was imported can be mailed within seven days of it, under"
                " Club, Mail."
            ),
            _("The gazette is sent once a director shows it to members."),
            _("Each letter says how to end it. Directors see what failed, and why."),
        ),
        "own-mail",
        _("My mail"),
    ),
    "feeds": Topic(
        _("Calendar and results as feeds"),
        (
            _("An address of your own brings the club's evenings into your calendar."),
            _("A second one brings results into any program that reads feeds."),
            _(
                "Both are secret: anyone who has them can read what members read."
                " Withdraw them at any time."
            ),
            _("The club can have a public address too; it names no one."),
            _("Directors plan the evenings that are to come, once or weekly."),
        ),
        "own-feeds",
        _("My feeds"),
    ),
    "games": Topic(
        _("Games and their laws"),
        (
            _("Each game has its tariff, its special features and worked examples."),
            _("Where sources differ, the page says so, and what is done here."),
            _("House rules are what your club may choose."),
            _("You can compare two games, check a bid, and print a score card."),
        ),
        "games",
        _("Games"),
        _("The source of each game is at the foot of its page"),
    ),
}
