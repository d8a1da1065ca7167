"""What was said of a change of movement, and of double dummy that was given up, becomes codes.

Each sentence as it is said today, and where it was said otherwise before, that too.
"""

from importlib import import_module

from django.db import migrations

BOARDS = {"count": lambda places: len(places["boards"]["list"])}
ROUNDS = {"count": lambda places: len(places["rounds"]["every"])}
TURNED = {"count": lambda places: len(places["turned"]["every"])}
AT = "Round {round}, table {table}"

TITLES = [
    ("late-fills", "Pair {number} takes the empty place."),
    ("late-roves", "Pair {number} becomes a rover: each round it replaces one pair."),
    ("late-roves", "Pair {number} becomes a rover: each round it takes one pair's place."),
    ("late-fills-and-roves", "Pair {one} takes the empty place; pair {other} becomes a rover: each"
     " round it replaces one pair."),
    ("late-fills-and-roves", "Pair {one} takes the empty place; pair {other} becomes a rover: each"
     " round it takes one pair's place."),
    ("late-table", "Pairs {one} and {other} form an extra table, with an extra set of boards."),
    ("late-table", "Pairs {one} and {other} make a table more, with a set of boards more."),
    ("replanned", "A new plan from round {first} to round {last}, with everyone who is here."),
    ("replanned", "A new plan from round {first} to round {last}, with everybody who is here."),
    ("left-pairs", "Pair {number} leaves an empty place: the pair due to play against it sits"
     " out."),
    ("left-individuals", "Player {number} leaves an empty place: players due to sit there with"
     " this one sit out."),
    ("left-teams", "Team {number} leaves an empty place: the team due to play against it sits"
     " out."),
    *((f"left-{key}", f"{who} {{number}} leaves an empty place: whoever should sit there with it"
       " sits out.")
      for key, who in (("pairs", "Pair"), ("individuals", "Player"), ("teams", "Team"))),
    ("late-individuals", "Player {number} takes the place of one who left."),
    ("late-individuals", "Player {number} takes the place of somebody who left."),
    ("late-teams", "Team {number} takes the place of one that left."),
    ("late-teams", "Team {number} takes the place of somebody who left."),
    ("late-joins", "Team {number} joins: a new plan for rounds {first} to {last}."),
    ("ends", "It ends after round {rounds}."),
    ("ends-switched", "Play ends after round {rounds}; all tables are arrow-switched in round"
     " {turned:every}.", TURNED),
    ("ends-switched", "Play ends after round {rounds}; all tables are arrow-switched in rounds"
     " {turned:every}.", TURNED),
    ("ends-switched", "It ends after round {rounds}, and all tables turn in {turned:every}.",
     TURNED),
    ("goes-on", "The movement goes on to round {rounds}."),
    ("goes-on-found", "New opponents can be found up to round {rounds}."),
    ("goes-on-found", "Rounds up to {rounds} are found for who can still meet."),
    ("goes-on-again", "The movement starts again with new boards: opponents of the first rounds"
     " meet again."),
    ("goes-on-again", "It begins anew with new boards: opponents of the first rounds meet again."),
    ("repair-likewise", "If the other table of the match does the same, the whole match counts."),
    ("repair-likewise", "The other table of the match does the same: then the whole match"
     " counts."),
    ("repair-go-on", "Play goes on as planned: no one would play a board again."),
    ("repair-go-on", "Everything goes on as planned: nobody would play a board again."),
    ("repair-left-out", "Play goes on as planned; boards that a pair has already played are left"
     " out."),
    ("repair-left-out", "It goes on as planned; boards that somebody has had are left out."),
    ("repair-spares", "Play goes on as planned; where a pair has already played the boards, all"
     " tables play others."),
    ("repair-spares", "It goes on as planned; where somebody has had the boards, all tables play"
     " others instead."),
    ("repair-other-boards", "Play goes on as planned; where a pair has already played the boards,"
     " it plays others."),
    ("repair-other-boards", "It goes on as planned; where somebody has had the boards, others are"
     " played."),
    ("drawn-meets-bye", "Number {number} plays at once against {bye}, who had the bye."),
    ("drawn-meets-bye", "Number {number} plays at once, against {bye}, who had the bye."),
    *(("drawn-joins", f"Number {{number}} joins {at} the next draw.",
       {"other": lambda places: places["number"] + 1, "count": 1}) for at in ("at", "with")),
    *(("drawn-joins", f"Numbers {{number}} and {{other}} join {at} the next draw.", {"count": 2})
      for at in ("at", "with")),
    ("drawn-no-more", "Number {number} is no longer drawn."),
    ("drawn-no-more", "Number {number} is drawn no more."),
    ("drawn-leaves", "Number {number} leaves at once, without the bye."),
    ("drawn-leaves-bye", "Number {number} leaves at once: {other} has the bye of this round."),
    ("drawn-leaves-opponent", "Number {number} leaves at once: {other} plays {bye}, who had the"
     " bye."),
    ("drawn-goes-on", "It goes on to round {rounds}."),
]  # fmt: skip

EFFECTS = [
    ("rests", "Sitting out from round {first}: {who:list}."),
    ("rests", "Who sits out from round {first} on: {who:list}."),
    ("no-rests", "No one sits out from round {first}."),
    ("no-rests", "Nobody sits out from round {first} on."),
    ("as-before", "All others follow their guide cards."),
    ("as-before", "Everybody else goes on as on the guide cards."),
    ("new-cards", "{count} pair needs a new guide card."),
    ("new-cards", "{count} pairs need a new guide card."),
    ("new-cards", "One pair needs a new guide card.", {"count": 1}),
    ("boards-each", "Everyone plays {boards} board in all."),
    ("boards-each", "Everyone plays {boards} boards in all."),
    ("boards-each", "Everybody plays {boards} boards in all."),
    ("boards-differ", "Boards played by each, in all: {least} to {most}."),
    ("boards-differ", "In all, {least} to {most} boards are played by each."),
    ("more-boards", "Boards {first} to {last} also come into play."),
    ("more-boards", "Boards {first} to {last} come into play besides."),
    ("sharing", "Tables share boards in round {rounds:every}.", ROUNDS),
    ("sharing", "Tables share boards in rounds {rounds:every}.", ROUNDS),
    ("balance", "Balance for one ranking: {quality}%, before: {before}%."),
    ("balance", "For one ranking the field is {quality} per cent even; it was {before}."),
    ("matches-differ", "Matches played by each team, in all: {least} to {most}. Teams are ranked"
     " by their average."),
    ("matches-differ", "In all, teams play {least} to {most} matches: they are ranked by the mean"
     " of their own."),
    ("results-differ", "Results on each board: {least} to {most}. Matchpoints allow for that."),
    ("results-differ", "A board has {least} to {most} results; matchpoints even that out."),
    ("missed", "Rounds missed: {rounds}. Their boards are not played, or played later."),
    ("missed", "Rounds it has missed: {rounds}. Their boards are not played, or later."),
    ("counts", "Number {number}: results already played still count."),
    ("counts", "What number {number} has played stands."),
    ("half-matches", "A match of which the team played only one half has no result."),
    ("half-matches", "A match of which it played only one half has no result."),
    ("matches-not-whole", "Matches of which a departed team played one half are not played."),
    ("matches-not-whole", "Matches of which one half was played by who left are not played."),
    ("all-meet", "All teams that are here meet each other."),
    ("all-meet", "All who are here meet each other."),
    ("not-all-meet", "Matches that do not fit in: {count}."),
    ("not-all-meet", "Matches for which there is no room: {count}."),
    ("turn-lost", "The arrow-switched round would be lost: two winners would be fairer than one."),
    ("turn-lost", "The round in which tables turn would be lost: two winners would be fairer than"
     " one."),
    ("whole-rounds", "After round {asked} some teams would have played half a match. Choose"
     " {rounds} round."),
    ("whole-rounds", "After round {asked} some teams would have played half a match. Choose"
     " {rounds} rounds."),
    ("whole-rounds", "After {asked} rounds some teams would have played half a match; {rounds}"
     " rounds are whole."),
    ("one-match", "Where two teams meet again, all their boards count as one match."),
    ("one-match", "Where two teams meet again, all their boards are one match."),
    ("turns-too", f"{AT} is arrow-switched as well."),
    ("turns-too", f"{AT} sits the other way round as well."),
    ("other-halves", "In both teams the other two sit North–South there. Change them under"
     " Matches, so that the names are correct."),
    ("other-halves", "In both teams the other two sit North-South there: say so under Matches, so"
     " that the names are right."),
    ("match-falls", f"{AT}: team {{team}} sits North–South at both tables of the match, so nothing"
     " can be compared. Results from this table do not count."),
    ("match-falls", f"{AT}: team {{team}} sits North-South at both tables of the match, so nothing"
     " can be compared. What this table recorded does not count."),
    ("boards-alone", "Round {round}: teams {one} and {other} did not both play boards"
     " {boards:list} at two tables. Those boards do not count.", BOARDS),
    ("match-off", "Round {round}: {one} and {other} do not play each other. They have had the"
     " boards, or nothing could be compared."),
    ("match-off", "Round {round}: {one} and {other} do not play each other; they have had the"
     " boards, or nothing could be compared."),
    ("sat-wrong-way", f"{AT}: they sat the wrong way. It counts as they sat: pair {{ns:every}}"
     " North–South, pair {ew:every} East–West."),
    ("sat-wrong-way", f"{AT}: they sat the wrong way round. It counts as they sat: pair"
     " {ns:every} North-South, pair {ew:every} East-West."),
    ("team-sat-wrong-way", f"{AT}: they sat the wrong way, team {{ns:every}} North–South and team"
     " {ew:every} East–West."),
    ("team-sat-wrong-way", f"{AT}: they sat the wrong way round, team {{ns:every}} North-South and"
     " team {ew:every} East-West."),
    ("wrong-boards", f"{AT}: board {{boards:list}} was played instead of {{planned:list}}. It"
     " counts.", BOARDS),
    ("wrong-boards", f"{AT}: boards {{boards:list}} were played instead of {{planned:list}}. They"
     " count.", BOARDS),
    ("wrong-boards", f"{AT}: boards {{boards:list}} were played, not {{planned:list}}. They"
     " count.", BOARDS),
    ("team-wrong-boards", f"{AT}: board {{boards:list}} was played instead of {{planned:list}}.",
     BOARDS),
    ("team-wrong-boards", f"{AT}: boards {{boards:list}} were played instead of {{planned:list}}.",
     BOARDS),
    ("team-wrong-boards", f"{AT}: boards {{boards:list}} were played, not {{planned:list}}.",
     BOARDS),
    ("wrong-pairs", f"{AT}: pairs {{ns:every}} and {{ew:every}} played. It counts."),
    ("second-time", f"{AT}: one of the pairs had already played board {{boards:list}}. The second"
     " time does not count.", BOARDS),
    ("second-time", f"{AT}: one of the pairs had already played boards {{boards:list}}. The second"
     " time does not count.", BOARDS),
    ("second-time", f"{AT}: boards {{boards:list}} had been played before by one of them; the"
     " second time does not count.", BOARDS),
    ("plays-boards", f"{AT} plays board {{boards:list}}.", BOARDS),
    ("plays-boards", f"{AT} plays boards {{boards:list}}.", BOARDS),
    ("plays-boards", f"{AT} plays {{boards:list}}.", BOARDS),
    ("sit-out", f"{AT}: pairs {{ns:every}} and {{ew:every}} sit out."),
    ("meet-twice", "Pairs {one} and {other} meet twice."),
    ("partners-twice", "Players {one} and {other} are partners twice."),
    ("spare-boards", "Round {round}: board {boards:list} instead of {planned:list}, at all"
     " tables.", BOARDS),
    ("spare-boards", "Round {round}: boards {boards:list} instead of {planned:list}, at all"
     " tables.", BOARDS),
    ("drawn-again", "Round {round} was already drawn; it is drawn again."),
    ("drawn-again", "Round {round} was drawn already; it is drawn anew."),
    ("drawn-missed", "One round is missed and scores nothing.", {"rounds": 1}),
    ("drawn-missed", "{rounds} rounds are missed and score nothing."),
    ("drawn-missed", "One round is missed and brings nothing.", {"rounds": 1}),
    ("drawn-missed", "{rounds} rounds are missed and bring nothing."),
    ("drawn-with-bye", "Still in the draw: {here}. One has the bye each round."),
    ("drawn-with-bye", "{here} are drawn from then on: each round one of them has the bye."),
    ("drawn-without-bye", "Still in the draw: {here}. No one has a bye."),
    ("drawn-without-bye", "{here} are drawn from then on: nobody has a bye."),
    ("drawn-meet-twice", "There are too few opponents: some meet twice."),
    ("drawn-meet-twice", "There are not so many opponents: some meet twice."),
    ("drawn-boards", "Boards for everyone: {boards} in all."),
    ("drawn-left-out", "In round {round}, anyone who has already played the boards leaves them out"
     " or plays others."),
    ("drawn-left-out", "In round {round} whoever has had the boards leaves them out, or has"
     " others."),
]  # fmt: skip

TROUBLES = [
    ("no-solver", "Double-dummy analysis needs the program DDS. Install the package endplay"
     " (Python up to 3.13) or, on Debian, libdds0."),
    ("no-solver", "Double dummy needs the program DDS: the package endplay brings it for Python up"
     " to 3.13, on Debian the package libdds0."),
    ("solver-stopped", "The double-dummy program stopped ({said:text}) after {count} deal. That"
     " deal is kept: ask for the rest again."),
    ("solver-stopped", "The double-dummy program stopped ({said:text}) after {count} deals. Those"
     " deals are kept: ask for the rest again."),
    ("solver-stopped", "The double-dummy program broke off ({said:text}) after {count} deals. What"
     " it had worked out is kept; ask for the rest again."),
]  # fmt: skip
CALLS = ("five wrong codes typed by hand", "five wrong codes by hand")
UNDONE = ("Undone: ", "Taken back: ")
FILE = "Bridgemate file"


def _known():
    return import_module("clubscore.club.migrations.0009_sentences_are_codes")


def code_of_change(text):
    """Return the code of what was done to a movement, or that it was undone; None without one."""
    for words in UNDONE:
        if text.startswith(words):
            title = _known().code_of(text.removeprefix(words), TITLES)
            return title and _known().written("change-undone", {"title": {"own": title}})
    return _known().code_of(text, TITLES)


def _changes(apps, schema_editor):
    """A change has its title, what followed, a line in the history and corrected results."""
    for change in apps.get_model("duplicate", "PlanChange").objects.all():
        change.title = code_of_change(change.title) or change.title
        change.effects = [_known().code_of(each, EFFECTS) or each for each in change.effects]
        change.save(update_fields=["title", "effects"])
    happenings = apps.get_model("duplicate", "EventHappening").objects.filter(kind="movement")
    for happening in happenings.filter(data__has_key="what"):
        code = code_of_change(happening.data["what"])
        if code is not None:
            happening.data = {**happening.data, "what": code}
            happening.save(update_fields=["data"])
    revisions = apps.get_model("duplicate", "ResultRevision").objects
    for reason in set(revisions.exclude(reason="").values_list("reason", flat=True)):
        code = code_of_change(reason)
        if code is not None:
            revisions.filter(reason=reason).update(reason=code)


def _from_files(apps, schema_editor):
    """Who brought a result from a Bridgemate file."""
    revisions = apps.get_model("duplicate", "ResultRevision").objects.filter(device=FILE)
    for author in set(revisions.values_list("author", flat=True)):
        if author.startswith(f"{FILE} (") and author.endswith(")"):
            who = author.removeprefix(f"{FILE} (").removesuffix(")")
            nameless = {"the program": "=program", "the table's phone": "=phone"}
            told = {"own": nameless[who]} if who in nameless else who
            code = _known().written("from-bridgemate", {"who": told})
            if len(code) <= revisions.model._meta.get_field("author").max_length:
                revisions.filter(author=author).update(author=code)
    revisions.update(device="=bridgemate")


def _the_rest(apps, schema_editor):
    """Why double dummy was given up, and calls of a table that wrong codes were typed for."""
    _known().put_codes(apps.get_model("duplicate", "DoubleDummy"), "trouble", TROUBLES)
    calls = apps.get_model("duplicate", "Call").objects
    calls.filter(why__in=CALLS).update(why="=wrong-codes")


class Migration(migrations.Migration):
    dependencies = [("club", "0009_sentences_are_codes"), ("duplicate", "0017_worked_off_by_jobs")]

    operations = [
        migrations.RunPython(each, migrations.RunPython.noop)
        for each in (_changes, _from_files, _the_rest)
    ]
