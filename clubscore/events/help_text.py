"""Running a session, in the words of the pages: the text of the help page."""

from collections.abc import Collection

from django.utils.translation import gettext as _

Chapter = tuple[str, list[str]]


def chapters() -> list[Chapter]:
    """Return the chapters of a session, each with a title and its sentences."""
    return [
        (_("Before play"), _before()),
        (_("During the rounds"), _rounds()),
        (_("Without phones"), _without_phones()),
        (_("When something goes wrong"), _wrong()),
        (_("End of the session"), _end()),
        (_("A par contest"), par_contest()),
    ]


def _before() -> list[str]:
    return [
        _("Under Tonight choose 8+, then set the name, the table money and the scoring. As last"
        " time copies the last event."),
        _("Who plays: find people by part of a name. A player entered alone is looking for a"
        " partner; a pair without names yet is entered as expected."),
        _("Or count the tables: say how many are full and which way a pair sits alone, then Start."
        " Pairs play by their numbers. Each table's phone asks who sits there; names that differ"
        " are listed under Needs you."),
        _("As people arrive, tick who is here and who has paid."),
        _("Choose the movement: two or three are offered and explained."),
        _("Connect phones shows a code for each table; Tonight's printouts prints what they"
        " need. With the room code, players choose their name and find their table."),
    ]  # fmt: skip


def _rounds() -> list[str]:
    return [
        _("Rounds start only when you start them."),
        _("One side enters a result and the other agrees. Disputes, unusual results and tables"
        " that want the director are listed under Needs you."),
        _("The next round waits for every board. Choose Play later, and the board stays open."),
        _("Announce shows a message on every phone and on the wall until you remove it."),
    ]  # fmt: skip


def _without_phones() -> list[str]:
    return [
        _("Enter results: from a score slip, one line a board, or from a traveller, one"
                " line a table."),
        _("The line at the top of the room works for any table: the program knows which table"
        " is playing the board. R2 T3: in front gives the round and table."),
        _("A page is recorded whole or not at all. Unusual results are checked with you first."),
        _("From the Bridgemates, next to the score slips: import their file as often as it"
        " grows. New results count; differences are listed under Needs you."),
        _("Connect to the Bridgemates directly, on that page, sends them the event and fetches"
        " results and calls. A changed movement deletes results there: you are asked first."),
        _("A session set up in another program opens from its Bridgemate file: Eight or more,"
        " Open from file. Then phones can take the place of the pads."),
    ]  # fmt: skip


def _wrong() -> list[str]:
    return [
        _("Choose the table, then the board. Before you save, with a reason, you see which"
        " places change. You can undo any correction."),
        _("For a late pair, a pair that leaves, wrong boards or fewer rounds, Change the"
        " movement offers what is possible. No one plays a board twice. For a substitute,"
        " only change the names under Who plays."),
        _("History shows every entry with its author, time and reason, and the ranking after"
        " each of them."),
    ]  # fmt: skip


def _end() -> list[str]:
    return [
        _("Missing results shows every board without a result: not played, or averages by"
        " fault, all together or one by one. You can undo what was settled last."),
        _("Finish the session: the ranking opens, provisional until the day and time you"
        " choose. Boards without a result are listed first; one button marks them all as not"
        " played."),
        _("Table money goes to Accounts. Anything unpaid is owed there."),
        _("House options of the event may ask for a minimum of boards: a pair with fewer is"
        " listed below the ranking, without a place."),
        _("If an event should not count, choose More, then Delete or call off. Without results"
        " it is deleted; with results it is called off with a reason, and kept."),
        _("Print the ranking, the score cards and all boards, or share a link."),
    ]  # fmt: skip


def par_contest() -> list[str]:
    """Return how a par contest goes, for the help and for its own page."""
    return [
        _("Everyone plays the same prepared boards, and each result is compared with the par of"
        " its board, not with other tables. A side that scores below par loses the board."),
        _("Open the event with the scoring Par, then enter the cards or import a prepared set."
        " Give each board its par, or have it worked out and approve it. Boards without a par"
        " are not counted."),
        _("Tasks give points for bidding, lead, play and defence. Where the bidding is a task,"
        " the phone at the table asks what was reached; if that was not the right contract,"
        " it shows the directed contract, which is then played. For a table without a phone,"
        " enter what was reached on the board's page."),
        _("Players see the par and commentary of a board when they see its cards: once every"
        " table has played it, or when the session ends."),
        _("Clubs in several cities can play the same set: one downloads it, the others import"
        " it into sessions of their own. Under Results, Import event, choose the event files"
        " of all and tick that they played the same boards: one ranking of all."),
    ]  # fmt: skip


def typed_lines() -> list[tuple[str, str]]:
    """Return lines as people type them, with what each means."""
    return [
        ("14 4SX-2 E", _("board 14, four spades doubled by East, two down")),
        ("14 3N+1 N", _("three no-trumps by North, one overtrick")),
        ("14 2H= W SQ", _("two hearts by West, made, queen of spades led")),
        ("14 PASS", _("passed out")),
        ("14 NP", _("not played")),
        ("14 -420", _("the score alone: 420 to East–West")),
        ("14 A+/A-", _("average plus to North–South, average minus to East–West")),
        ("14 60/40", _("60 % to North–South, 40 % to East–West; A6040 is the same")),
        ("R2 T3: 14 4S= S", _("in round 2 at table 3")),
    ]


def besides_typed(fields: Collection[str]) -> list[tuple[str, str]]:
    """Return what else a line may hold if the event's game counts it: typed before the lead."""
    found = {
        "honours": [
            ("14 4S= E HD4", _("four honours on declarer's side; likewise HD3 and HD5")),
            ("14 4S= E HA3", _("three on the other side")),
            ("14 4S= E HN4", _("four in North's hand; HN5 for five")),
            ("14 4S= E HN4+1", _("four in North's hand, the fifth with partner")),
        ],
        "chicane": [("14 4S= E CHN", _("North held no trump; CHNE North and East"))],
        "joker": [("14 4S= E JN", _("North had the Joker"))],
        "revokes": [("14 4S= E RN", _("North revoked and it cost points; RNT if it cost tricks"))],
    }
    return [line for field, lines in found.items() if field in fields for line in lines]
