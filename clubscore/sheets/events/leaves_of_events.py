"""The leaves of an event by what draws them; reportlab takes long to import, so they do it late."""

from collections.abc import Mapping

from clubscore.events.state.event_now import Room
from clubscore.sheets.pieces.paper import A3, Paper

Asked = Mapping[str, str]


def ranking(room: Room, paper: Paper, _asked: Asked) -> bytes:
    """The ranking."""
    from clubscore.sheets.events.leaves.ranking_leaf import ranking_leaf

    return ranking_leaf(room, paper)


def results(room: Room, paper: Paper, asked: Asked) -> bytes:
    """Every board; ``names`` 1 or 0 forces names or numbers."""
    from clubscore.sheets.events.leaves.results_leaf import results_leaf

    return results_leaf(room, paper, {"1": True, "0": False}.get(asked.get("names", "")))


def recap(room: Room, paper: Paper, _asked: Asked) -> bytes:
    """Everyone's points board by board."""
    from clubscore.sheets.events.leaves.recap_leaf import recap_leaf

    return recap_leaf(room, paper)


def cards(room: Room, paper: Paper, asked: Asked) -> bytes:
    """A result card for everyone, by number; with ``order`` rank by place."""
    from clubscore.sheets.events.leaves.result_card_pdf import result_cards_pdf

    return result_cards_pdf(room, paper, by_rank=asked.get("order") == "rank")


def poster(room: Room, paper: Paper, asked: Asked) -> bytes:
    """The poster, on A3 where ``paper`` asks for that."""
    from clubscore.sheets.events.leaves.poster_pdf import poster_pdf

    return poster_pdf(room, A3 if asked.get("paper", "").lower() == A3.key else paper)
