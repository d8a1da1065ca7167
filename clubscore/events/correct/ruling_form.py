"""What a director rules, read from its page: assigned, weighted and split scores.

Scores are points of North-South, or a contract as it is typed in a line: 4S= S. Parts are percents
or simple fractions, and come to the whole.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubscore.club.form_values import Given, text_of
from clubscore.club.wording.figures import MINUS
from clubscore.events.correct.typed_results import read_line
from clubscore.events.state.scoring import Scorer
from clubscore.events.state.spot_state import Kind, Spot, Standing
from clubscore.ranking.numbers import HIGHEST_SCORE, show_number
from clubscore.ranking.result import AssignedScores, ResultFacts
from clubscore.tableside.problems import Problem, Problems

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


def read_ruling(what: str, given: Given, scorer: Scorer, standing: Standing) -> ResultFacts:
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
    given: Given, scorer: Scorer, standing: Standing, both: AssignedScores
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


def _of_the_table(scorer: Scorer, standing: Standing) -> int | None:
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
