"""What was chosen by the law at a table: what stands of it, remembered by the table's revision."""

from django.db import transaction

from clubscore.club.remembered import Remembered
from clubscore.rubbers.models import Happening, Part

Kind = Happening.Kind
# By part and the revision of its table.
_stands: Remembered[tuple[int, int], tuple[Happening, ...]] = Remembered()


def choices_of(part: Part) -> tuple[Happening, ...]:
    """Return the choices of a part that were not withdrawn; one query, none where remembered."""
    key = (part.pk, part.sitting.revision)
    found = _stands.get(key)
    if found is None:
        happened = list(Happening.objects.filter(part=part, kind=Kind.RULED))
        undone = {each.data.get("undoes") for each in happened}
        found = tuple(
            each for each in happened if "undoes" not in each.data and each.key not in undone
        )
        # Another request may be about to choose something.
        if not transaction.get_connection().in_atomic_block:
            _stands.keep(key, found)
    return found


def choices_at(part: Part, position: int) -> list[Happening]:
    """Return what was chosen for a deal and stands, in its order."""
    return [each for each in choices_of(part) if each.data.get("position") == position]


def chosen_for(part: Part, position: int) -> list[Happening]:
    """Return all that was chosen for a deal, withdrawn or not, and new deals before it."""
    by_law = Happening.objects.filter(part=part, kind__in=(Kind.RULED, Kind.MISDEAL))
    return [
        each for each in by_law if each.data.get("position") == position and "answer" in each.data
    ]


def keep_chosen(part: Part, revision: int) -> None:
    """Remember at a revision still being written that nothing was chosen with it."""
    before = _stands.get((part.pk, revision - 1))
    if before is not None:
        _stands.keep((part.pk, revision), before)
