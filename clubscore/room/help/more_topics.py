"""The texts of the help, continued: events, people, money and the club."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from clubscore.room.help.topics import TOPICS, Topic

DUPLICATE = _("Laws of Duplicate Bridge 2017")
MORE_TOPICS: Mapping[str, Topic] = {
    "event": Topic(
        _("Running an event"),
        (
            _("Name the event and its scoring, or open it from a template; then enter who plays."),
            _("Choose a movement: each offer says who meets whom and how long it takes."),
            _("A round starts only when you start it."),
            _("Needs you lists every table that waits for the director."),
            _("If you play too, you see no board before your own pair has played it."),
            _("Announce shows a message on every phone and on the wall."),
        ),
        "event-help",
        _("Running a session"),
        DUPLICATE,
    ),
    "entries": Topic(
        _("Who plays"),
        (
            _("Find people by name, paste a list, or open a list at the door."),
            _("A player entered alone looks for a partner; a pair can be entered as expected."),
            _("Or count the tables and start: pairs play by number, and their tables name them."),
            _("Tick who is here and who has paid as people arrive, or all at once."),
            _("Numbers are given as entered, by lot or as seeded, until play starts."),
            _("For a substitute, change the names here: results stay with the pair."),
        ),
        "event-help",
        _("Running a session"),
    ),
    "movement": Topic(
        _("The movement"),
        (
            _("The movement says who sits where, and with which boards."),
            _("You see each offer in full before you choose it."),
            _("During play you can change it: a late pair, fewer rounds, wrong boards."),
            _("No one plays a board twice."),
            _("You can undo a change."),
            _("“Boards to carry” says which boards go where when the round changes."),
        ),
        "event-help",
        _("Running a session"),
    ),
    "event-table": Topic(
        _("Results at the table"),
        (
            _("One side enters the result of a board, and the other side agrees it."),
            _("If you disagree, enter your own version: both are shown."),
            _("Until the next round begins, either side can say that an agreed result was wrong."),
            _("Where the tables were counted, enter who sits here; you can do it later."),
            _("Call the director from this page; of an earlier round, ask under More."),
            _("You see a board's other results once that is allowed."),
        ),
        "games",
        _("Games"),
        _("Laws of Duplicate Bridge, law 77"),
    ),
    "entering": Topic(
        _("Entering and correcting results"),
        (
            _("Type one line a board from a slip, or one line a table from a traveller."),
            _("A page is recorded whole or not at all."),
            _("Unusual results are checked with you first."),
            _("A correction needs a reason, and shows which places change."),
            _("A ruling asks only for what it needs; its slip has an appeal form on the back."),
            _("The history keeps every entry, and you can undo a correction."),
        ),
        "event-help",
        _("Running a session"),
        _("Laws of Duplicate Bridge, laws 77 to 79"),
    ),
    "ranking": Topic(
        _("The ranking"),
        (
            _("The ranking compares what each pair scored on the same boards."),
            _("Choose a pair for its card, and a board for its traveller."),
            _("It is provisional until the time for corrections has passed."),
            _("The cross-table shows what each scored against each opponent."),
        ),
        "results",
        _("Results"),
        _("Laws of Duplicate Bridge, laws 77 and 78"),
    ),
    "boards": Topic(
        _("Boards and par"),
        (
            _("Deal the boards here, type them, or import a file."),
            _("Players see no card of a board before it has been played."),
            _("Double-dummy par is worked out in the background."),
            _("The contest's par counts only once you approve it."),
            _("Print a test sheet before board labels, and correct what your printer is off."),
        ),
        "event-help",
        _("Running a session"),
    ),
    "event-end": Topic(
        _("Finishing an event"),
        (
            _("Missing results lists boards without a result: not played, or averages by fault."),
            _("The ranking opens, provisional until the day and time you choose."),
            _("Unpaid table money goes to Accounts."),
            _("An event without results can be deleted; one with results is called off and kept."),
            _("Certificates and cup slips are printed from its page."),
        ),
        "event-help",
        _("Running a session"),
        _("Laws of Duplicate Bridge, law 79"),
    ),
    "series": Topic(
        _("Series"),
        (
            _("A series ranks several finished events together: a ladder, the pairs of the year."),
            _("Choose events and rules, now or later. Imported ones count for the club's people."),
            _("Results in brackets do not count."),
            _("A substitute's result counts for the player replaced, as often as the rules allow."),
            _("The history says who changed what, and when."),
            _("Close it when its season is over: it moves to Past seasons, under its year."),
        ),
        "results",
        _("Results"),
    ),
    "files": Topic(
        _("Files in and out"),
        (
            _("Choose a file: you see what is in it before anything is kept."),
            _("The page names each row or line that needs correcting."),
            _("Import past events takes a whole zip and asks what is open on one page."),
            _("An imported event is tied to the members it names; where unclear, you are asked."),
            _("Results, boards and members can be downloaded too."),
            _("A plain text with ?braille=1 after its address is a braille file to emboss."),
        ),
        "results",
        _("Results"),
    ),
    "players": Topic(
        _("Players"),
        (
            _("Members and guests are on one list; search by part of a name."),
            _("The short name is what the table sees: it is found if you leave it empty."),
            _("A director keeps each person's numbers with federations on their page."),
            _("Two entries for one person can become one."),
            _("You can download what the club keeps about you."),
        ),
        "players",
        _("Players"),
    ),
    "over-years": Topic(
        _("Over the years"),
        (
            _("These pages add up what you played: events that are over and agreed rubbers."),
            _("A percentage is the average of all boards that were compared; IMPs likewise."),
            _("The band shows where 95 of 100 averages would lie by chance alone."),
            _("Averages that a director gave are left out of both."),
            _("Tricks are compared with other tables: same denomination, same side."),
            _("Every number leads to its boards; others see your pages only if they keep score."),
        ),
        "players",
        _("Players"),
    ),
    "accounts": Topic(
        _("Accounts"),
        (
            _("Accounts adds up who owes whom over all evenings."),
            _("Plus is owed to you; minus is what you owe."),
            _("Record a payment in full, in part, or in another currency."),
            _("Nothing is overwritten: an undone payment stays in the list."),
            _("You see your own account; a director sees every account."),
            _("A director prints receipts, and the money of an evening for the treasurer."),
        ),
        "results",
        _("Results"),
    ),
    "club": Topic(
        _("The club"),
        (
            _("Here a director sets the club's name, money, paper, laws and stakes."),
            _("A login has a role: player, scorer or director."),
            _("It also says what stands at the head of blank score pads."),
            _("Laws chosen here are offered at every new table."),
            _("Tables that have begun keep the laws they agreed."),
        ),
        "games",
        _("Games"),
    ),
    "law-book": Topic(
        _("The law book"),
        (
            _("The old books of laws stand here word for word, each with its printed pages."),
            _("Type a number, a page or words, and choose a game to read only its laws."),
            _("The number in the margin is the page of the book that begins there."),
            _("Each law has a page of its own, with the games that go by it."),
            _("A law under a figure of a score leads to its text here."),
            _("Etiquette, history, hints and essays stand beside the laws to be read."),
        ),
        "games",
        _("Games"),
        _("Laws of Bridge 1899, laws 1 to 103"),
    ),
    "publishing": Topic(
        _("Publishing results"),
        (
            _("Publishing writes final results as plain pages for any web space."),
            _("The page says how many events go out and who is not named."),
            _("Guests and juniors have a number, as has everyone who wishes it."),
            _("Members choose that on their own page, the director for all."),
            _("Publish again after each event: only what changed is written."),
            _("Take all down removes every page from this server."),
        ),
        "players",
        _("Players"),
    ),
    "backups": Topic(
        _("Backups and background jobs"),
        (
            _("A backup holds all that the club has recorded."),
            _("Keep a second copy on another disk or machine."),
            _("Copies are locked: keep the secret key where you will find it."),
            _("Long work is done in the background, and you can leave the page."),
        ),
        "home",
        _("Tonight"),
    ),
    "search": Topic(
        _("Search"),
        (
            _("Type part of a name, a date, a game, a law or a page."),
            _("b 13 Tuesday finds board 13 of Tuesday's events."),
            _("Ctrl or Cmd with K opens the search from any page."),
            _("You find only what you may see."),
        ),
        "games",
        _("Games"),
    ),
}
ALL_TOPICS: Mapping[str, Topic] = {**TOPICS, **MORE_TOPICS}
