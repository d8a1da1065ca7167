"""Running a session, in the words of the pages: the text of the help page."""

from collections.abc import Collection

from django.utils.translation import gettext as _

Chapter = tuple[str, list[str]]


def chapters() -> list[Chapter]:
    """Return the chapters of a session, each with a title and its sentences."""
    return [
        (_("Before they come"), _before()),
        (_("The rounds"), _rounds()),
        (_("Without phones"), _without_phones()),
        (_("When something is wrong"), _wrong()),
        (_("The end"), _end()),
        (_("A par contest"), par_contest()),
    ]


def _before() -> list[str]:
    return [
        _("Tonight, 8+: name the event, say the table money, choose how it is scored. As last time "
          "fills in what the last event was, and names it."),
        _("Who plays: find people by part of a name. One alone looks for a partner; a pair whose "
          "names nobody knows is expected."),
        _("At the door tick who is here and who has paid."),
        _("Choose the movement: two or three are offered in plain words."),
        _("Let phones in shows a code for each table; Tonight's papers prints what they need. The "
          "room's code leads whoever taps his name to his own table."),
    ]  # fmt: skip


def _rounds() -> list[str]:
    return [
        _("Rounds begin when you say so, never by themselves."),
        _("One side enters a result, the other says yes. What they say differently comes to you, "
          "and so does a result unlike all others, and a table that calls: see Needs you."),
        _("The next round waits for every board. Leave a board for later, and it stays open."),
        _("Announce writes a sentence on every phone and the wall, until you take it down."),
    ]  # fmt: skip


def _without_phones() -> list[str]:
    return [
        _("I type results: a slip, a line a board. Or a traveller, a line for every table."),
        _("At the head of the room one line does for any table: which table plays the board now is "
          "known. R2 T3: before it says round and table."),
        _("A page is recorded whole or not at all; what is unlike the rest is asked about."),
        _("From the Bridgemates, beside the slips: their file, read as often as it grows. What is "
          "new counts, what differs waits under Needs you."),
    ]  # fmt: skip


def _wrong() -> list[str]:
    return [
        _("Tap the table, then the board. You see which places change before you save, with a "
          "reason; whatever you do can be taken back."),
        _("Somebody late, somebody who leaves, wrong boards, a round less: Change the movement "
          "offers what is possible. Nobody meets a board again. A substitute needs no change: say "
          "under Who plays who plays on under the number."),
        _("History has every entry with its author, time and reason, and the ranking as it stood "
          "after any of them."),
    ]  # fmt: skip


def _end() -> list[str]:
    return [
        _("Finish: the ranking opens, provisional until the day and hour that you name. Boards "
          "without a result are listed first; one key says of all that they were not played."),
        _("Table money goes to the book; who has not paid owes it there."),
        _("An event that is not to count: More, Delete or call off. Without results it is deleted, "
          "with results it is called off with a reason and kept."),
        _("Print the ranking, everybody's card, all boards; or share an address."),
    ]  # fmt: skip


def par_contest() -> list[str]:
    """Return how a par contest goes, for the help and for its own page."""
    return [
        _("Everybody plays the same prepared boards, and each result is compared with the par of "
          "its board, not with other tables. Below par, a side loses the board."),
        _("Open the event with the scoring Par; lay in the cards or bring a prepared set; give "
          "each board its par, or let it be worked out and approve it. Boards without a par are "
          "not counted."),
        _("Tasks give points for the bidding, the lead, the play and the defence. Where the "
          "bidding is a task the table's phone asks what was reached, and if it was not the right "
          "contract says the directed one, which is then played. For a table without a phone, say "
          "on the board's page what was reached."),
        _("Par and commentary of a board open to the players as its cards do: when every table has "
          "played it, at the latest with the end of the evening."),
        _("Clubs in several cities play the same set: one takes it out as a file, the others bring "
          "it into evenings of their own. Under Results, Bring an event, choose the event files of "
          "all and tick that they played the same boards: one ranking of all."),
    ]  # fmt: skip


def typed_lines() -> list[tuple[str, str]]:
    """Return lines as people type them, with what each means."""
    return [
        ("14 4SX-2 E", _("board 14, four spades doubled, two down, by East")),
        ("14 3N+1 N", _("three no trumps, one over, by North")),
        ("14 2H= W SQ", _("two hearts just made by West, queen of spades led")),
        ("14 PASS", _("passed out")),
        ("14 NP", _("not played")),
        ("14 A+/A-", _("average plus to North-South, average minus to East-West")),
        ("R2 T3: 14 4S= S", _("in round 2 at table 3")),
    ]


def besides_typed(fields: Collection[str]) -> list[tuple[str, str]]:
    """Return what else a line may hold if the event's game counts it: typed before the lead."""
    found = {
        "honours": [
            ("14 4S= E HD4", _("four honours on declarer's side, HD3, HD5 likewise")),
            ("14 4S= E HA3", _("three on the other side")),
            ("14 4S= E HN4", _("four in North's hand; HN5 for five")),
            ("14 4S= E HN4+1", _("four in North's hand, the fifth with partner")),
        ],
        "chicane": [("14 4S= E CHN", _("North held no trump; CHNE North and East"))],
        "joker": [("14 4S= E JN", _("North had the Joker"))],
        "revokes": [
            ("14 4S= E RN", _("North revoked, and it cost points; RNT where it cost tricks"))
        ],
    }
    return [line for field, lines in found.items() if field in fields for line in lines]
