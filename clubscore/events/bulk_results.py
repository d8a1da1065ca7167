"""Many results at once: from a file of scoring pads, or slips and travellers as typed.

A file comes again and again, with more results each time: each result is taken in once, and one
that differs waits for the director. A typed line reads `14 4SX-2 E` or `14 4S= E HQ`; honours
(`HD3`, `HA4`, `HN4`), chicane (`CHN`), the Joker (`JN`) and revokes (`RN`, `RNT`) stand before the
lead. `14 -420` is North-South's score alone, `14 60/40` artificial; `R2 T3:` names the slip.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.entry import Refused, authored
from clubscore.club.record_words import OwnWords, cut_to, pads_author
from clubscore.club.wording import either, listed, said
from clubscore.events.board_state import BoardStage, BoardState, Kind, Spot, same_result
from clubscore.events.formats import INDIVIDUALS
from clubscore.events.locks import must_not_be_final, taken_event
from clubscore.events.models import Event, ResultRevision, Section
from clubscore.events.offline import must_have_begun
from clubscore.events.plan import MovementPlan, PlannedMeeting
from clubscore.events.reporting import must_be_played_here, place_of, record, unlike_directed
from clubscore.events.result_form import lead_cannot_be, tricks_of
from clubscore.events.result_words import TRICKS, in_words, over_of
from clubscore.events.scoring import Scorer, honours_unclaimed, impossible_typed, looks_odd
from clubscore.events.state import EventState, RoundTable, room_of
from clubscore.events.visibility import known_in_words
from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError
from clubscore.ranking.result import ResultFacts
from clubscore.ranking.result_words import SYMBOLS, doubled_words, doubling_of, outcome_by_word
from clubscore.web.forms import Problem, Problems

# Honours in one hand, as typed and as facts.
HOLDING = {"4": "4-in-one", "4+1": "4+1", "5": "5-in-one"}
BOARD = re.compile(r"\s*(?P<board>[0-9]{1,3})\s+(?P<rest>.*?)\s*")
AWARD = re.compile(r"(A[+=-]?)\s*/\s*(A[+=-]?)")
SCORE = re.compile(r"[+-]?[0-9]{1,5}")
DOUBLED = "|".join(re.escape(each) for each in doubled_words())
# Honours are a side's (`HD3` three of declarer's, `HA4` four of the other's) or a hand's (`HN4`,
# `HN4+1`, `HN5`); a revoke cost points (`RN`) or tricks (`RNT`).
PLAY = re.compile(
    rf"(?P<level>[1-7]?)\s*(?P<suit>N[TU]|[CDHSN])\s*(?P<x>{DOUBLED}|)\s*"
    r"(?:(?P<result>=|[+-][0-9]{1,2})\s*(?P<who>[NESW])|(?P<who2>[NESW])\s*(?P<result2>=|[+-]?[0-9]{1,2}))"
    r"(?P<more>(?:\s+(?:H[DANESW][345](?:\+1)?|CH[NESW]{1,4}|J[NESW]|R[NESW]T?))*)"
    r"(?:\s+(?P<lead>[CDHS]\s?(?:10|[AKQJT2-9])))?"
)
WHERE = re.compile(
    r"\s*(?:R\s?(?P<round>[0-9]{1,2})\s*)?(?:T?\s?(?P<letter>[A-Z])?(?P<table>[0-9]{1,3}))?\s*"
)


@dataclass(frozen=True)
class TypedLine:
    """A line that was understood: the board and the facts."""

    board: int
    facts: ResultFacts


def read_line(text: str) -> TypedLine:
    """Understand a line. Raises Problems with what would be right."""
    line = BOARD.fullmatch(text.upper().translate(SYMBOLS))
    rest = line["rest"] if line else ""
    match, award, by_word = PLAY.fullmatch(rest), AWARD.fullmatch(rest), outcome_by_word(rest)
    alone = SCORE.fullmatch(rest)
    if line is None or not (match or award or by_word or alone):
        raise _wrong(
            _("“%(line)s”: type a line like 14 4SX-2 E, 14 PASS, 14 NP or 14 -420."), line=text[:40]
        )
    board = int(line["board"])
    if alone:
        return TypedLine(board, {"score": int(rest)})
    if award:
        ns, ew = (each.rstrip("=") for each in award.groups())
        return TypedLine(board, {"adjusted": {"ns": ns, "ew": ew}})
    if match is None:
        return TypedLine(board, by_word)
    level, result = match["level"], match["result"] or match["result2"]
    suit = "NT" if match["suit"] == "N" else match["suit"]
    tricks = tricks_of(level, suit, 0 if result == "=" else int(result))
    if not 0 <= tricks <= TRICKS:
        raise _impossible(text, level, suit)
    contract = f"{level}{suit}{doubling_of(match['x'])}"
    facts: ResultFacts = {
        "contract": contract,
        "declarer": match["who"] or match["who2"],
        "tricks": tricks,
    }
    for word in match["more"].split():
        _add(facts, word)
    if match["lead"]:
        facts["lead"] = match["lead"].replace(" ", "").replace("10", "T")
    return TypedLine(board, facts)


def _impossible(line: str, level: str, suit: str) -> Problems:
    """Say which results a contract can have."""
    text = (
        _("“%(line)s”: at level %(level)s, results run from %(worst)s to %(best)s.")
        if level
        else _("“%(line)s”: results run from %(worst)s to %(best)s.")
    )
    least, most = sorted(over_of(level, suit, each) for each in (0, TRICKS))
    best = f"{most:+d}" if most else "="
    return _wrong(text, line=line[:40], level=level, worst=f"{least:+d}", best=best)


def _add(facts: ResultFacts, word: str) -> None:
    """Add one word after the result: honours, chicane, the Joker, a revoke."""
    if word.startswith("CH"):
        facts["chicane"] = [seat for seat in COMPASS if seat in word[2:]]
    elif word.startswith("H"):
        if "honours" in facts:
            raise _wrong(_("Enter honours once: for a side like HD4, or for a hand like HN4."))
        facts["honours"] = _honours(word[1], word[2:], facts["declarer"])
    elif word.startswith("J"):
        facts["joker"] = word[1]
    else:
        penalty = "tricks" if word.endswith("T") else "points"
        facts.setdefault("revokes", []).append({"by": word[1], "penalty": penalty})


def _honours(whose: str, number: str, declarer: str) -> dict[str, int | str]:
    """Honours of declarer's side (D), the other (A), or in one hand, as facts."""
    mine, others = ("NS", "EW") if declarer in tuple("NS") else ("EW", "NS")
    if whose in tuple("DA"):
        if "+" in number:
            raise _wrong(
                _("Four in one hand and the fifth with partner: type whose hand, like HN4+1.")
            )
        return {mine if whose == "D" else others: number}
    if number not in HOLDING:
        raise _wrong(
            _(
                "In one hand only four or five honours count: HN4, HN4+1, HN5. Otherwise"
                " type HD3 or HA3."
            )
        )
    return {"NS" if whose in tuple("NS") else "EW": HOLDING[number]}


def _wrong(text: str, **values: str | int) -> Problems:
    return Problems(Problem("lines", text % values))


def table_of_board(room: EventState, table: RoundTable, board: int) -> None:
    """Raise Problems where this table does not play a board in this round."""
    if board in table.place.boards:
        return
    text = _(
        "Board %(board)s is not due at table %(table)s in round %(round)s. Due there: %(due)s."
    )
    raise _wrong(
        text,
        board=board,
        table=room.table_name(table.section, table.number),
        round=table.place.round,
        due=listed(table.place.boards),
    )


@dataclass(frozen=True)
class TypedResult:
    """A line that was understood, with the table and the round it belongs to."""

    table: RoundTable
    spot: Spot
    facts: ResultFacts


def read_placed(room: EventState, text: str) -> TypedResult:
    """Read a line that may give its round and table before a colon. Raises Problems."""
    head, colon, rest = text.rpartition(":")
    where = WHERE.fullmatch(head.upper()) if colon else WHERE.fullmatch("")
    if where is None:
        raise _wrong(_("“%(line)s”: before the colon, type the round and table, like R2 T3: 14"
                " 4S= E."),
                     line=text[:40])  # fmt: skip
    line = read_line(rest)
    round_ = int(where["round"]) if where["round"] else None
    found = [
        table
        for table in _playing(room, line.board, round_)
        if (where["letter"] or table.section.letter) == table.section.letter
        and int(where["table"] or table.number) == table.number
    ]
    if len(found) != 1:
        raise _unclear(room, line.board, round_, found)
    table = found[0]
    spot = Spot(table.section.pk, table.place.round, table.number, line.board)
    return TypedResult(table, spot, line.facts)


def _playing(room: EventState, board: int, round_: int | None) -> list[RoundTable]:
    """The tables that play a board: in the given round, else now, else where it is still open."""
    if round_ is not None:
        return [table for table in room.tables(round_) if board in table.place.boards]
    now = [table for table in room.tables() if board in table.place.boards]
    if now:
        return now
    open_spots = {hole.spot for hole in room.holes() if hole.spot.board == board}
    return [
        table
        for table in room.begun_tables()
        if any(each.spot in open_spots for each in table.boards)
    ]


def _unclear(room: EventState, board: int, round_: int | None, found: list[RoundTable]) -> Problems:
    values = {"board": board, "round": round_ or room.event.round}
    if not found:
        return _wrong(
            _(
                "Board %(board)s is not played there in round %(round)s. Type the round"
                " and table first, like R2 T3: …"
            ),
            **values,
        )
    names = [(each.place.round, room.table_name(each.section, each.number)) for each in found]
    where = either(f"R{round_} T{name}" for round_, name in names)
    return _wrong(
        _("Board %(board)s is played at %(where)s. Type which one first."), where=where, **values
    )


def unlike_the_rest(scorer: Scorer, spot: Spot, facts: ResultFacts) -> str:
    """Return why to check again: unlike the field, the deal, or what is recorded; else ""."""
    text = unlike_what_is_there(scorer, spot, facts)
    if not text and looks_odd(scorer, spot, facts):
        text = _("Board %(board)s: %(typed)s is unlike every other result.")
        text %= {"board": spot.board, "typed": in_words(facts)}
    return text


def unlike_what_is_there(scorer: Scorer, spot: Spot, facts: ResultFacts) -> str:
    """Return why to check again: unlike what is recorded, directed or dealt; else ""."""
    there = scorer.room.standing(spot)
    if there.is_hidden and known_in_words(there):
        text = _("Board %(board)s already has a result there, which you are not shown before your"
                 " side has played it. Yours would replace it.")  # fmt: skip
        return text % {"board": spot.board}
    if there.result is not None and not same_result(there.facts, facts):
        text = _("Board %(board)s already has %(there)s; you typed %(typed)s.")
        values = {"there": in_words(there.facts), "typed": in_words(facts)}
        return text % {"board": spot.board, **values}
    impossible = impossible_typed(scorer.valuation, scorer.boards[spot.board], facts)
    directed = unlike_directed(scorer, spot, facts)
    lead = lead_cannot_be(scorer.boards[spot.board], facts)
    return impossible or directed or lead or honours_unclaimed(scorer, spot, facts)


class TypingSummary(NamedTuple):
    """The line at the head of the director's page: what was typed, and what is wrong with it."""

    text: str = ""
    key: str = ""
    looked: bool = False
    asks: bool = False
    problems: tuple[Problem, ...] = ()


def _is_typed(one: ResultRevision) -> bool:
    """Return whether a result was typed, be it one that is odd and was looked at."""
    return one.kind == Kind.TYPED or (one.kind == Kind.RULED and one.reason == OwnWords("typed"))


def typed_last(room: EventState) -> BoardState | None:
    """Return what was typed last, where it still counts."""
    typed = (each for each in room.standings.values() if each.result is not None)
    counting = [each for each in typed if _is_typed(each.revisions[-1])]
    return max(counting, key=lambda each: each.revisions[-1].pk, default=None)


# ---- Results from a file of scoring pads.

LONGEST_AUTHOR = 120


class PadResult(NamedTuple):
    """A result of the file: where it was entered, between whom, and what it says as facts.

    ``ns`` and ``ew`` are as the movement has them; where they sat ``turned``, the other way round.
    """

    section: str
    round: int
    table: int
    board: int
    ns: int
    ew: int
    facts: ResultFacts
    turned: bool = False


class ComparedPadResult(StrEnum):
    """A result of the file compared with what is recorded."""

    NEW = "new"
    SAME = "same"
    CONTRARY = "contrary"
    SETTLED = "settled"
    NOWHERE = "nowhere"


class Looked(NamedTuple):
    """A result of the file, what it is here, why it has no place, and where it has one."""

    row: PadResult
    found: ComparedPadResult
    why: str = ""
    standing: BoardState | None = None
    place: PlannedMeeting | None = None
    key: str = ""


def look_over(room: EventState, rows: Iterable[PadResult]) -> list[Looked]:
    """Return what each result of the file would do. No query.

    Refuses an individual event: the file knows pairs only.
    """
    if room.event.contestants_are == INDIVIDUALS:
        text = _(
            "A Bridgemate file lists pairs, but this is an individual event. Enter the"
            " results by hand."
        )
        raise Refused(text)
    scorer = Scorer(room)
    read = {each.key for one in room.standings.values() for each in one.revisions}
    return _none_twice([_look(scorer, row, read) for row in rows])


def _none_twice(looked: list[Looked]) -> list[Looked]:
    """Leave out what the file has twice for one place: perhaps it holds two sections."""
    places = Counter(each.standing.spot for each in looked if each.standing)
    why = _("The file has this board at this table twice, perhaps from two sections.")
    return [
        Looked(each.row, ComparedPadResult.NOWHERE, why)
        if each.standing and places[each.standing.spot] > 1
        else each
        for each in looked
    ]


def _look(scorer: Scorer, row: PadResult, read: set[str]) -> Looked:
    room = scorer.room
    try:
        section = _section(room, row)
        place = place_of(section, row.round, row.table)
        must_be_played_here(place, row.board)
        must_have_begun(room.now(section.pk), row.round)
        _must_sit_there(room, place, room.plan(section), row)
        spot = Spot(section.pk, row.round, row.table, row.board)
        scorer.score(spot, row.facts)
    except Refused as refused:
        return Looked(row, ComparedPadResult.NOWHERE, str(refused))
    except RuleError as error:
        return Looked(row, ComparedPadResult.NOWHERE, said(error))
    standing, key = room.standing(spot), _key(spot, row.facts)
    return Looked(row, _found(standing, row.facts, key in read), "", standing, place, key)


def _section(room: EventState, row: PadResult) -> Section:
    """The section of a row; if there is only one, it is that one, by any name in the file."""
    if len(room.sections) == 1:
        return room.sections[0]
    section = room.section(row.section.upper())
    if section is None:
        text = _("There is no section %(letter)s here.") % {"letter": row.section[:20]}
        raise Refused(text)
    return section


def _must_sit_there(
    room: EventState, place: PlannedMeeting, plan: MovementPlan, row: PadResult
) -> None:
    """Refuse where the file has others at the table than the movement.

    Where both directions have a ranking, files call East-West by numbers that begin with 1 again.
    """
    of_ns = sum(plan.direction(pair) == "NS" for pair in range(1, plan.pairs + 1))
    ew_again = row.ew + of_ns if plan.winners == 2 else row.ew
    if row.ns == place.ns and place.ew in (row.ew, ew_again):
        return
    text = _("The file has pairs %(ns)s and %(ew)s here, the movement %(one)s and %(other)s.")
    values = {"ns": row.ns, "ew": row.ew, "one": place.ns, "other": place.ew}
    raise Refused(text % values)


def _found(standing: BoardState, facts: ResultFacts, read: bool) -> ComparedPadResult:
    """A result compared with what is recorded; one that was ``read`` before has been dealt with."""
    if all(same_result(each, facts) for each in current_result(standing)):
        if standing.state is BoardStage.IN:
            return ComparedPadResult.SAME
        return ComparedPadResult.SETTLED if read else ComparedPadResult.NEW
    waits = any(same_result(each.facts, facts) for each in standing.contrary)
    return ComparedPadResult.SETTLED if read or waits else ComparedPadResult.CONTRARY


def current_result(standing: BoardState) -> list[ResultFacts]:
    """Return what counts at a spot, or what its sides reported."""
    if standing.state is BoardStage.IN:
        return [standing.facts]
    return [each.facts or {} for each in standing.versions.values()]


def _key(spot: Spot, facts: ResultFacts) -> str:
    told = json.dumps([*spot, facts], sort_keys=True)
    return f"pad:{hashlib.sha256(told.encode()).hexdigest()[:32]}"


def take_from_pads(
    *, event: Event, rows: Sequence[PadResult], source: str, actor: Actor
) -> list[Looked]:
    """Record what is new in a file, and what differs next to what counts; all of it or nothing.

    Returns what each result was. Refuses before play and when the ranking is final.
    """
    with taken_event(event) as found:
        must_not_be_final(found)
        looked = look_over(room_of(found), rows)
        author = cut_to(pads_author(actor.label), LONGEST_AUTHOR)
        device = OwnWords("bridgemate")
        for each in looked:
            if each.standing is None or each.place is None:
                continue
            if each.found not in (ComparedPadResult.NEW, ComparedPadResult.CONTRARY):
                continue
            entry = authored(actor, found.club_id, each.key, source[:200])
            entry |= {"author": author, "device": device}
            kind = Kind.TYPED if each.found is ComparedPadResult.NEW else Kind.CONTRARY
            place = each.place
            if each.row.turned:
                place = place._replace(ns=place.ew, ew=place.ns)
            record(each.standing, place, kind, each.row.facts, "", entry)
    return looked
