"""Prints every answer to "What happened?" that is our reading, as a list for a director.

Run as `python -m tools.readings > readings.md`.
"""

from collections.abc import Iterator

from clubscore.lawbook.irregularity import (
    AUCTION_1908,
    BRIDGE_1899,
    Answer,
    DecidingQuestion,
    Irregularity,
)
from clubscore.lawbook.which_game import NOT_ASKED, LawsOfGame, laws_of, laws_of_duplicate
from clubscore.laws.games import GAMES

SILENT = "names no penalty"
INTRO = """# Answers that are our reading

"What happened?" answers from the words of the old books wherever they lay something down. Below is
every answer where they do not: where a book is silent, names no penalty or can be read in two ways,
where a code is not available and another is read in its place, and all of today's, which are told
in our own words. A qualified director is asked to go through them. The page of each game marks the
same answers, but for those that say only that the law beneath them has no penalty.
"""


def read_page() -> str:
    """The whole page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield INTRO
    yield "## Straight bridge, Laws of Bridge 1899\n"
    yield from _answers(laws_of("straight-bridge"), only_own_words=True)
    yield "\nThese laws lead to no answer of their own:\n"
    for number, why in NOT_ASKED.items():
        yield f"- law {number}: {why}"
    yield "\n## Straight bridge by Foster's Hoyle\n"
    yield from _answers(laws_of("straight-bridge", "foster-hoyle"), own_groups=True)
    yield "\n## Whose laws are read into which game\n"
    for game in GAMES:
        yield from _borrowed(game.key, game.name)
    yield "\n## Auction, from the code of 1908\n"
    yield from _answers(laws_of("auction"))
    yield "\n## Duplicate of today, Laws of 2017\n"
    yield from _answers(laws_of_duplicate())
    rubber = laws_of("rubber-bridge")
    whose = {answer.reading: "" for _group, _key, answer in rubber.answers if answer.reading}
    yield f"\n## Rubber bridge of today\n\n{' '.join(whose)}\n"
    yield from _answers(rubber)


def _borrowed(key: str, name: str) -> Iterator[str]:
    laws = laws_of(key)
    whose = {BRIDGE_1899: "Laws of Bridge 1899", AUCTION_1908: "code of 1908"}.get(laws.code)
    if whose and laws.borrowed:
        own = [group.name for group in laws.groups if group.key in laws.own]
        but = f", after its own ({', '.join(own)})" if own else ""
        yield f"- {name}: {whose}{but}. {laws.borrowed}"
    elif laws.borrowed:
        yield f"- {name}: {laws.borrowed}"


def _answers(
    laws: LawsOfGame, *, only_own_words: bool = False, own_groups: bool = False
) -> Iterator[str]:
    for group in laws.groups:
        if own_groups and group.key not in laws.own:
            continue
        lines = [
            line
            for each in group.happenings
            for line in _of(each, laws, only_said=only_own_words or own_groups)
        ]
        if lines:
            yield f"### {group.name}\n"
            yield from (*lines, "")


def _of(each: Irregularity, laws: LawsOfGame, *, only_said: bool) -> Iterator[str]:
    for way, answer in _ways(each.then, ()):
        # That a law is silent is read, too: a director may know where it speaks after all.
        is_read = answer.reading if only_said else answer.is_reading(laws.code)
        if is_read or SILENT in answer.says:
            yield f"- **{'; '.join((each.happened, *way))}** {_told(answer, laws)}"


def _ways(
    then: Answer | DecidingQuestion, way: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Answer]]:
    if isinstance(then, Answer):
        yield way, then
        return
    for each in then.choices:
        yield from _ways(each.then, (*way, each.said))


def _told(answer: Answer, laws: LawsOfGame) -> str:
    told = [answer.says]
    if answer.who:
        told.append(f"Decides: {answer.who}.")
    if answer.options:
        told.append(f"May be chosen: {', '.join(each.said for each in answer.options)}.")
    if answer.until:
        told.append(f"Until: {answer.until.rstrip('.')}.")
    told.append(f"({'; '.join(str(source.cited) for source in answer.by(laws.code))})")
    if answer.reading:
        told.append(answer.reading)
    return " ".join(told)


if __name__ == "__main__":
    print(read_page(), end="")
