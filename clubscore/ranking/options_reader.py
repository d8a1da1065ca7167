"""Reads the options of an event: those of every event, and those of each way of scoring."""

from __future__ import annotations

from clubscore.laws.errors import RuleError
from clubscore.ranking.object_fields import only_fields, read_choice
from clubscore.ranking.options import WIN_TIE, Option, Options, options_of, read_win
from clubscore.ranking.scorings import every_option


def read_options(raw: object) -> Options:
    """Verify the options. RuleError at ``options.<key>``."""
    known = every_option()
    told: dict[Option, str] = {}
    try:
        raw = only_fields(raw, tuple(option.key for option in known))
        for option in known:
            if option is not WIN_TIE and option.key in raw:
                told[option] = read_choice(raw[option.key], option.key, option.choices)
        if WIN_TIE.key in raw:
            told[WIN_TIE] = read_win(raw[WIN_TIE.key])
    except RuleError as error:
        raise error.under("options") from None
    return options_of(told)
