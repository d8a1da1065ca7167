"""What the organiser of an event chooses, besides the scoring itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop
from clubscore.ranking.object_fields import only_fields, read_choice

# The values of each option, its default first.
CHOICES: Mapping[str, tuple[str, ...]] = {
    "uneven_boards": ("neuberg", "factor", "ascherman", "none"),
    "missed_boards": ("scheduled", "all", "none"),
    "percent_from": ("exact", "rounded"),
    "compare": ("field", "section"),
    "datum": ("trim-1", "trim-2", "mean"),
    "cross_imps": ("mean", "sum"),
    "vp_scale": ("wbf-20", "acbl-20"),
    "par_ranking": ("losses", "pars", "net", "imps", "tasks"),
    "bidding": ("value", "numerical"),
}
WIN_TIE = "win_tie"


class Options(NamedTuple):
    """The options of an event; ``given`` are those that it names itself, as it writes them.

    ``win`` is what a comparison that is won counts; one that is level counts half of it.
    """

    win: int = 2
    uneven_boards: str = "neuberg"
    missed_boards: str = "scheduled"
    percent_from: str = "exact"
    compare: str = "field"
    datum: str = "trim-1"
    cross_imps: str = "mean"
    vp_scale: str = "wbf-20"
    par_ranking: str = "losses"
    bidding: str = "value"
    given: tuple[str, ...] = ()

    def facts(self) -> dict[str, Any]:
        """The options that were named, as an event file writes them."""
        told: dict[str, Any] = {WIN_TIE: ["2", "1"] if self.win == 2 else ["1", "0.5"]}
        told.update({key: getattr(self, key) for key in CHOICES})
        return {key: value for key, value in told.items() if key in self.given}


USUAL = Options()


def read_options(raw: Any) -> Options:
    """Verify the options. RuleError at ``options.<key>``."""
    try:
        only_fields(raw, (WIN_TIE, *CHOICES))
        chosen = {
            key: read_choice(raw[key], key, values) for key, values in CHOICES.items() if key in raw
        }
        win = _win(raw[WIN_TIE]) if WIN_TIE in raw else USUAL.win
    except RuleError as error:
        raise error.under("options") from None
    given = tuple(key for key in (WIN_TIE, *CHOICES) if key in raw)
    return Options(win=win, given=given, **chosen)


def _win(raw: Any) -> int:
    """The worth of a win, from ``["2", "1"]`` or ``["1", "0.5"]``; numbers are read too."""
    if isinstance(raw, list) and len(raw) == 2:
        given = tuple(str(each) if type(each) in (int, float, str) else "" for each in raw)
        for win, texts in ((2, ("2", "1")), (1, ("1", "0.5"))):
            if tuple(text.removesuffix(".0") for text in given) == texts:
                return win
    raise RuleError(
        "choice",
        gettext_noop('win_tie is ["2", "1"] or ["1", "0.5"], not %(given)s.'),
        WIN_TIE,
        given=", ".join(shown(each) for each in raw) if isinstance(raw, list) else shown(raw),
    )
