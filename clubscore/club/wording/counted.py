"""Counted texts for scripts: a browser knows the plural rules of a language, we know its texts."""

from collections.abc import Callable

# Between them they have every kind of number that a language may count differently.
EXAMPLES = (1, 2, 5, 1_000_000)


def counted_forms(say: Callable[[int], str], none: str = "") -> dict[str, str]:
    """Return what is said of some numbers, each an example of its kind; `none` is said of zero."""
    return {"0": none or say(0)} | {str(number): say(number) for number in EXAMPLES}
