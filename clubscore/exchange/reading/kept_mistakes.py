"""What is wrong with a file, kept so that it is said in the language of whoever reads it."""

from __future__ import annotations

from typing import Any, Final

from clubscore.laws.errors import RuleError
from clubscore.laws.words import Either, Every, Listing, Parts, Phrase, Word

LISTINGS: Final[dict[str, type[Listing]]] = {
    each.__name__: each for each in (Listing, Either, Every, Parts)
}


def kept_mistake(error: RuleError) -> dict[str, Any]:
    """Return a mistake as JSON has it."""
    told = _kept(Phrase(error.phrase, error.params))
    return {"code": error.code, "where": error.where, **told}


def mistake_kept(kept: dict[str, Any]) -> RuleError | None:
    """Return a mistake that was kept, None where there is none."""
    if not kept:
        return None
    told: Phrase = _read(kept)
    return RuleError(kept["code"], told.phrase, kept["where"], **told.params)


def _kept(value: object) -> Any:
    if isinstance(value, Word):
        return {"word": str(value), "more": [value.context, value.many, value.counted]}
    if isinstance(value, Phrase):
        params = {key: _kept(each) for key, each in value.params.items()}
        return {"phrase": _kept(value.phrase), "params": params}
    if isinstance(value, Listing):
        return {"list": type(value).__name__, "of": [_kept(each) for each in value]}
    return value if isinstance(value, int) else str(value).replace("\0", "")


def _read(kept: Any) -> Any:
    if not isinstance(kept, dict):
        return kept
    if "word" in kept:
        return Word(kept["word"], *kept["more"])
    if "list" in kept:
        return LISTINGS[kept["list"]](_read(each) for each in kept["of"])
    return Phrase(_read(kept["phrase"]), {key: _read(each) for key, each in kept["params"].items()})
