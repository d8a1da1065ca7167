"""What a change of a running movement means, in words, read off its rows before and after."""

from __future__ import annotations

from collections import Counter, defaultdict

from clubscore.laws.words import Every, Listing, Phrase, gettext_noop, ngettext_lazy
from clubscore.movements.kinds.swiss import SWISS
from clubscore.movements.measures import balance_of, facts_of, matches_each, shares_of
from clubscore.movements.rows import Movement
from clubscore.movements.walks import guide

RESTS = gettext_noop("Sitting out from round %(first)s: %(who)s.")
NO_RESTS = gettext_noop("No one sits out from round %(first)s.")
AS_BEFORE = gettext_noop("All others follow their guide cards.")
NEW_CARDS = ngettext_lazy(
    "%(count)s pair needs a new guide card.",
    "%(count)s pairs need a new guide card.",
    "count",
)
BOARDS = ngettext_lazy(
    "Everyone plays %(boards)s board in all.",
    "Everyone plays %(boards)s boards in all.",
    "boards",
)
BOARDS_DIFFER = gettext_noop("Boards played by each, in all: %(least)s to %(most)s.")
MORE_BOARDS = gettext_noop("Boards %(first)s to %(last)s also come into play.")
# Changes of before are kept in these words.
SHARING = ngettext_lazy(
    "Tables share boards in round %(rounds)s.",
    "Tables share boards in rounds %(rounds)s.",
    "count",
)
SHARED_BY = ngettext_lazy(
    "Tables %(tables)s share boards in round %(rounds)s.",
    "Tables %(tables)s share boards in rounds %(rounds)s.",
    "count",
)
EVENNESS = gettext_noop("Balance for one ranking: %(quality)s%%, before: %(before)s%%.")
MATCHES_DIFFER = gettext_noop(
    "Matches played by each team, in all: %(least)s to %(most)s. Teams are ranked by their average."
)
RESULTS = gettext_noop("Results on each board: %(least)s to %(most)s. Matchpoints allow for that.")


def effects(before: Movement, after: Movement) -> tuple[Phrase, ...]:
    """Rests, guide cards, boards, sharing and evenness, from the next round on."""
    said = [_rests(after), *_cards(before, after), _boards(after)]
    if after.sets > before.sets:
        first = before.sets * before.boards_per_set + 1
        last = after.sets * after.boards_per_set
        said.append(Phrase(MORE_BOARDS, {"first": first, "last": last}))
    if after.contestants_are == "teams" and after.form != SWISS:
        said += _matches(after)
    facts = facts_of(after)
    played = {many for many in facts.results.values() if many}
    if len(played) > 1 and after.contestants_are != "teams":
        said.append(Phrase(RESULTS, {"least": min(played), "most": max(played)}))
    said += _shares(before, after)
    if after.winners == 1 and after.contestants_are == "pairs":
        params = {
            "quality": int(balance_of(after).quality),
            "before": int(balance_of(before).quality),
        }
        said.append(Phrase(EVENNESS, params))
    return tuple(said)


def _shares(before: Movement, after: Movement) -> list[Phrase]:
    """Which tables share boards from the next round on, where more of them do than did."""
    rounds: defaultdict[tuple[int, ...], set[int]] = defaultdict(set)
    for share in shares_of(after):
        if share.round > after.played:
            rounds[tuple(sorted(share.tables))].add(share.round)
    known = {share.round for share in shares_of(before)}
    if not any(found - known for found in rounds.values()):
        return []
    return [
        Phrase(SHARED_BY, {"tables": Every(tables), "rounds": Every(sorted(found)),
                           "count": len(found)})
        for tables, found in sorted(rounds.items())
    ]  # fmt: skip


def _matches(after: Movement) -> list[Phrase]:
    """How many matches teams play, where that differs."""
    counts = {count for count in matches_each(after).values() if count}
    if len(counts) < 2:
        return []
    return [Phrase(MATCHES_DIFFER, {"least": min(counts), "most": max(counts)})]


def _rests(after: Movement) -> Phrase:
    first = after.played + 1
    resting = {
        (row.round, number)
        for row in after.rows
        if row.round >= first and not row.is_played
        for number in row.seated
    }
    if not resting:
        return Phrase(NO_RESTS, {"first": first})
    who = Listing(f"{number} ({at})" for at, number in sorted(resting))
    return Phrase(RESTS, {"first": first, "who": who})


def _cards(before: Movement, after: Movement) -> tuple[Phrase, ...]:
    """How many must be told that their way is another one."""
    if after.contestants_are != "pairs":
        return ()
    changed = 0
    for number in range(1, before.contestants + 1):
        old, new = guide(before, number), guide(after, number)
        last = min(before.rounds, after.rounds)
        changed += any(
            (one.table, one.seat, one.opponents) != (other.table, other.seat, other.opponents)
            for one, other in zip(old[after.played : last], new[after.played : last], strict=True)
            if other.opponents
        )
    return (Phrase(NEW_CARDS, {"count": changed}) if changed else Phrase(AS_BEFORE, {}),)


def _boards(after: Movement) -> Phrase:
    """How many boards everyone plays who is still to play, from the first round to the last."""
    coming = {each for row in after.rows if row.round > after.played for each in row.seated}
    played: Counter[int] = Counter()
    for row in after.rows:
        for number in row.seated:
            played[number] += len(after.boards_of(row))
    halves = 2 if after.contestants_are == "teams" else 1
    counts = {played[number] // halves for number in coming or set(played)}
    if len(counts) == 1:
        return Phrase(BOARDS, {"boards": counts.pop()})
    return Phrase(BOARDS_DIFFER, {"least": min(counts), "most": max(counts)})
