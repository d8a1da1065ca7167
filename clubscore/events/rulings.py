"""What a director rules, the law it rests on, and the log of rulings and their appeals.

Scores are points of North-South, or a contract as it is typed in a line (4S= S). Parts are
percents or simple fractions and come to the whole. An appeal and its outcome are entries of their
own.
"""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubscore.club.access import Actor
from clubscore.club.entry import Given, text_of
from clubscore.club.wording import MINUS
from clubscore.events.board_state import BoardState, Kind, Spot
from clubscore.events.bulk_results import read_line
from clubscore.events.corrections import CorrectionEntry
from clubscore.events.locks import is_noted, note, taken_event
from clubscore.events.models import Event, EventHappening, Section
from clubscore.events.models.facts import AppealNoted, RulingGiven
from clubscore.events.reporting import standing_now
from clubscore.events.scoring import Scorer, ranked_of
from clubscore.events.state import EventState, room_of
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking import Ranked
from clubscore.ranking.numbers import HIGHEST_SCORE, show_number
from clubscore.ranking.result import AssignedScores, ResultFacts
from clubscore.web.forms import Problem, Problems

# What a ruling may be, in the order of its page: its words, and the law that is usually cited
# (Laws of Duplicate Bridge 2017).
KINDS: Final = {
    "result": (pgettext_lazy("ruling", "Another result"), "79"),
    "assigned": (gettext_lazy("One assigned score"), "12C1"),
    "weighted": (gettext_lazy("A weighted score"), "12C1c"),
    "split": (gettext_lazy("Different scores for the sides"), "12C1f"),
    "artificial": (gettext_lazy("An artificial score"), "12C2"),
    "procedural": (gettext_lazy("A procedural penalty"), "90"),
    "not_played": (pgettext_lazy("ruling", "Not played"), "12C2"),
    "fouled": (pgettext_lazy("ruling", "Fouled from here on"), "87"),
    "moved": (pgettext_lazy("ruling", "It was another board"), "15"),
    "turned": (pgettext_lazy("ruling", "Sat the wrong way"), "86"),
}
SIDES: Final = ("ns", "ew")
# Rows of a score and its part that the page asks for.
ROWS: Final = (1, 2, 3, 4)
SCORE = re.compile(r"[+-]?[0-9]{1,8}")
RATIO = re.compile(r"([0-9]{1,4})/([0-9]{1,4})")
PERCENT = re.compile(r"[0-9]{1,3}([.,][0-9]{1,6})?")
WHOLE = Fraction(1)


def read_ruling(what: str, given: Given, scorer: Scorer, standing: BoardState) -> ResultFacts:
    """Return an assigned score of any kind as facts of a result. Raises Problems by field."""
    spot = standing.spot
    if what == "assigned":
        score = _score(text_of(given, "score"), "score", scorer, spot)
        rows = [[str(score), "1"]]
        facts: ResultFacts = {"score": score}
        both: AssignedScores = {"ns": rows, "ew": rows}
    elif what == "weighted":
        rows = _rows(given, "", scorer, spot)
        both = {"ns": rows, "ew": rows}
        facts = {"assigned": both}
    else:
        both = {"ns": _rows(given, "ns_", scorer, spot), "ew": _rows(given, "ew_", scorer, spot)}
        return _split(both)
    return _with_damage(given, scorer, standing, both) or facts


def _split(both: AssignedScores) -> ResultFacts:
    ns, ew = both["ns"], both["ew"]
    if len(ns) == len(ew) == 1:
        return {"split": {"ns": int(ns[0][0]), "ew": int(ew[0][0])}}
    return {"assigned": both}


def _with_damage(
    given: Given, scorer: Scorer, standing: BoardState, both: AssignedScores
) -> ResultFacts | None:
    """The same with what a side inflicted on itself; None where nobody did."""
    side = text_of(given, "could_side")
    if side not in SIDES:
        return None
    table = _of_the_table(scorer, standing)
    if table is None:
        text = _("There is no result of the table to compare with. Enter what happened first.")
        raise Problems(Problem("could_side", text))
    could = _rows(given, "could_", scorer, standing.spot)
    return {"assigned": both, "self_inflicted": {"side": side, "table": table, "could": could}}


def _of_the_table(scorer: Scorer, standing: BoardState) -> int | None:
    """The score of the table: what was last reported or entered there, before any ruling."""
    for revision in reversed(standing.revisions):
        facts = revision.facts or {}
        if "self_inflicted" in facts:
            return facts["self_inflicted"]["table"]
        is_ruled = revision.kind == Kind.RULED
        if "contract" in facts or "passed_out" in facts or ("score" in facts and not is_ruled):
            return scorer.score(standing.spot, facts)
    return None


def _rows(given: Given, prefix: str, scorer: Scorer, spot: Spot) -> list[list[str]]:
    """The rows of a list that are filled in; their parts come to the whole."""
    found: dict[int, Fraction] = {}
    for n in ROWS:
        told, part = (text_of(given, f"{prefix}{each}{n}").strip() for each in ("score", "part"))
        if not told and not part:
            continue
        score = _score(told, f"{prefix}score{n}", scorer, spot)
        found[score] = found.get(score, Fraction(0)) + _part(part, f"{prefix}part{n}")
    if not found:
        raise Problems(Problem(f"{prefix}score1", _("Enter a score, like 620, −100 or 4S= S.")))
    total = sum(found.values())
    if total != WHOLE:
        text = _("The parts come to %(total)s %%. They must come to 100 %%.")
        raise Problems(Problem(f"{prefix}part1", text % {"total": show_number(100 * total)}))
    return [[str(score), str(part)] for score, part in found.items()]


def _score(told: str, field: str, scorer: Scorer, spot: Spot) -> int:
    """A score of N-S: a number, or what a typed contract is worth on this board."""
    text = told.strip().replace(MINUS, "-").replace("–", "-")
    if SCORE.fullmatch(text) and abs(int(text)) <= HIGHEST_SCORE:
        return int(text)
    if not text:
        raise Problems(Problem(field, _("Enter a score, like 620, −100 or 4S= S.")))
    try:
        line = read_line(f"{spot.board} {text}")
        score = scorer.score(spot, line.facts)
    except Problems as error:
        raise Problems(Problem(field, error.problems[0].text)) from None
    if score is None:
        raise Problems(Problem(field, _("Enter a score, like 620, −100 or 4S= S.")))
    return score


def _part(told: str, field: str) -> Fraction:
    """A part of the whole: percents, or a fraction. What is left open is all of it."""
    text = told.removesuffix("%").strip().replace(",", ".")
    ratio = RATIO.fullmatch(text)
    if not text:
        part = WHOLE
    elif ratio and int(ratio[2]):
        part = Fraction(int(ratio[1]), int(ratio[2]))
    else:
        part = Fraction(text) / 100 if PERCENT.fullmatch(text) else Fraction(0)
    if not 0 < part <= WHOLE:
        text = _("Enter a part in %, like 60, or as a fraction, like 1/3.")
        raise Problems(Problem(field, text))
    return part


def given_of_ruling(facts: ResultFacts) -> Mapping[str, str]:
    """Return what the fields would say of a score that was assigned before."""
    found: dict[str, str] = {}
    both: AssignedScores | None = facts.get("assigned")
    if "split" in facts:
        both = {"ns": [[str(facts["split"]["ns"]), "1"]], "ew": [[str(facts["split"]["ew"]), "1"]]}
    if both is not None:
        same = both["ns"] == both["ew"]
        for prefix, rows in (
            (("", both["ns"]),) if same else (("ns_", both["ns"]), ("ew_", both["ew"]))
        ):
            found |= _given_of(prefix, rows)
    if "self_inflicted" in facts:
        found["could_side"] = facts["self_inflicted"]["side"]
        found |= _given_of("could_", facts["self_inflicted"]["could"])
    return found


def _given_of(prefix: str, rows: list[list[str]]) -> dict[str, str]:
    found = {}
    for n, (score, part) in zip(ROWS, rows, strict=False):
        percent = 100 * Fraction(part)
        exact = (percent * 10**6).denominator == 1
        found[f"{prefix}score{n}"] = score
        found[f"{prefix}part{n}"] = show_number(percent, 6) if exact else part
    return found


# ---- The log of rulings.

RulingLogKind = EventHappening.Kind
LODGED = "lodged"
# What may become of an appeal, and of a ruling against which there is none.
OUTCOMES: Final = {
    "upheld": pgettext_lazy("appeal", "The ruling stands"),
    "changed": pgettext_lazy("appeal", "The ruling is changed"),
    "withdrawn": pgettext_lazy("appeal", "The appeal is withdrawn"),
}
APPEALS: Final = {LODGED: gettext_lazy("appeal lodged"), **OUTCOMES}
NO_APPEAL = gettext_noop("There is no open appeal against this ruling.")
OPEN_ALREADY = gettext_noop("An appeal against this ruling is open already.")


class Cited(NamedTuple):
    """Of a ruling: its kind, the law it goes by, and who gave it."""

    what: str
    law: str
    by: str


class AppealLine(NamedTuple):
    """An appeal or its outcome, as the log shows it."""

    told: EventHappening
    what: str
    by: str


class RulingLine(NamedTuple):
    """A ruling as the log shows it, with what came of it; `is_open` while an appeal is.

    `is_cleared` where the result that it gave was taken back since, and there is no other.
    """

    told: EventHappening
    said: RulingGiven
    what: str
    table: str
    appeals: list[AppealLine]
    is_open: bool
    is_cleared: bool


def give_ruling(
    *,
    section: Section,
    spot: Spot,
    cited: Cited,
    entered: CorrectionEntry,
    actor: Actor,
    do: Callable[[], None],
) -> None:
    """Do what a ruling changes and enter it in the log, both or neither."""
    with taken_event(section.event) as event:
        key = f"{entered.key}:ruling"
        if is_noted(event, key):
            return
        before = standing_now(spot).number
        do()
        after = standing_now(spot).number
        said = RulingGiven(
            section=spot.section, round=spot.round, table=spot.table, board=spot.board,
            what=cited.what, law=cited.law, by=cited.by or actor.label,
            revision=after if after != before else 0,
        )  # fmt: skip
        penalty = EventHappening.objects.filter(
            event=event, kind=RulingLogKind.PENALTY, key=entered.key
        )
        if found := penalty.first():
            said["penalty"] = found.pk
        note(event, RulingLogKind.RULING, key, actor, said, reason=entered.reason)


def note_appeal(
    *, event: Event, ruling: int, what: str, by: str, text: str, key: str, actor: Actor
) -> None:
    """Enter that an appeal was lodged, or what came of it. RuleError where it cannot be."""
    with taken_event(event) as found:
        given = EventHappening.objects.filter(
            event=found, kind=RulingLogKind.RULING, pk=ruling
        ).first()
        if is_noted(found, key):
            return
        if given is None or what not in APPEALS:
            raise RuleError("appeal", NO_APPEAL, "what")
        is_open = _is_open(_appeals(found, ruling))
        if is_open == (what == LODGED):
            raise RuleError("appeal", OPEN_ALREADY if is_open else NO_APPEAL, "what")
        board = given.told_as(RulingGiven)["board"]
        said = AppealNoted(ruling=ruling, board=board, what=what, by=by)
        note(found, RulingLogKind.APPEAL, key, actor, said, reason=text)


def _appeals(event: Event, ruling: int) -> list[EventHappening]:
    told = EventHappening.objects.filter(
        event=event, kind=RulingLogKind.APPEAL, data__ruling=ruling
    )
    return list(told.order_by("pk"))


def _is_open(appeals: list[EventHappening]) -> bool:
    return bool(appeals) and appeals[-1].told_as(AppealNoted)["what"] == LODGED


def rulings_of(
    room: EventState, board: int | None = None, ruling: int | None = None
) -> list[RulingLine]:
    """Return the log of an event, of one board or of one ruling, newest first. Two queries."""
    found = EventHappening.objects.filter(event=room.event, kind=RulingLogKind.RULING)
    if board is not None:
        found = found.filter(data__board=board)
    if ruling is not None:
        found = found.filter(pk=ruling)
    appeals = EventHappening.objects.filter(event=room.event, kind=RulingLogKind.APPEAL).order_by(
        "pk"
    )
    of_ruling: dict[int, list[EventHappening]] = {}
    for each in appeals:
        of_ruling.setdefault(each.told_as(AppealNoted)["ruling"], []).append(each)
    shown = (each for each in found.order_by("-pk"))
    return [
        _line(room, each, of_ruling.get(each.pk, []))
        for each in shown
        if each.told_as(RulingGiven)["board"] not in room.hidden
    ]


def _line(room: EventState, told: EventHappening, appeals: list[EventHappening]) -> RulingLine:
    said = told.told_as(RulingGiven)
    sections = {section.pk: section for section in room.sections}
    lines = [
        AppealLine(each, str(APPEALS[data["what"]]), data["by"])
        for each in appeals
        for data in [each.told_as(AppealNoted)]
    ]
    return RulingLine(
        told,
        said,
        str(KINDS[said["what"]][0]),
        room.table_name(sections[said["section"]], said["table"]),
        lines,
        _is_open(appeals),
        _is_cleared(room, said),
    )


def _is_cleared(room: EventState, said: RulingGiven) -> bool:
    where = (said["section"], said["round"], said["table"], said["board"])
    standing = room.standing(Spot(*where))
    is_gone = standing.result is None and not standing.is_hidden
    return bool(said["revision"]) and is_gone and standing.number > said["revision"]


def ruling_in_words(room: EventState, told: EventHappening) -> str:
    """Return a ruling as the history tells it."""
    line = _line(room, told, [])
    told_of = line.said
    values = {"board": told_of["board"], "table": line.table, "round": told_of["round"],
              "what": line.what.lower(), "law": told_of["law"], "by": told_of["by"]}  # fmt: skip
    if told_of["law"]:
        text = _("board %(board)s, table %(table)s, round %(round)s, ruling by %(by)s,"
                 " law %(law)s: %(what)s")  # fmt: skip
    else:
        text = _("board %(board)s, table %(table)s, round %(round)s, ruling by %(by)s: %(what)s")
    return text % values


def appeal_in_words(told: EventHappening) -> str:
    """Return an appeal, or what came of it, as the history tells it."""
    data = told.told_as(AppealNoted)
    values = {"board": data["board"], "what": str(APPEALS[data["what"]]).lower()}
    return _("ruling on board %(board)s: %(what)s") % values


def what_follows(event: Event, do: Callable[[], None]) -> tuple[EventState, Ranked]:
    """Do it, see what it comes to, and take it back: what is shown is what will happen."""
    with transaction.atomic():
        do()
        room = room_of(event)
        ranked = ranked_of(room)
        transaction.set_rollback(True)
    return room, ranked
