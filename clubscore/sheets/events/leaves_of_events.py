"""The leaves of an event by what draws them; reportlab takes long to import, so they do it late."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from clubscore.events.state.event_now import Room
from clubscore.sheets.events.event_cards import sides, tents
from clubscore.sheets.events.event_facts import identity_of, title_of
from clubscore.sheets.events.ruling_slip import blank_slips
from clubscore.sheets.pieces.identity import imprint
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


def matches(room: Room, paper: Paper, _asked: Asked) -> bytes:
    """The score sheets of matches."""
    from clubscore.sheets.events.leaves.matches_leaf import matches_leaf

    return matches_leaf(room, paper)


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


def director(room: Room, paper: Paper, _asked: Asked) -> bytes:
    """Who sits where in every round."""
    from clubscore.sheets.events.leaves.director_leaf import director_leaf

    return director_leaf(room, paper)


def certificates(room: Room, paper: Paper, _asked: Asked) -> bytes:
    """A certificate for each of the first three places."""
    from clubscore.sheets.events.leaves.awards_pdf import event_certificates

    return event_certificates(room, paper)


def cups(room: Room, paper: Paper, _asked: Asked) -> bytes:
    """A slip for the cup of each list."""
    from clubscore.sheets.events.leaves.awards_pdf import cup_slips

    return cup_slips(room, paper)


def table_tents(room: Room, paper: Paper, _asked: Asked) -> bytes:
    """Every table's tent."""
    from clubscore.sheets.at_the_table.table_tents import tents_pdf

    told = imprint(identity_of(room.event), room.event.club.name, _("Table tents"))
    return tents_pdf(tents(room), paper, told)


def blank_rulings(room: Room, paper: Paper, _asked: Asked) -> bytes:
    """Ruling slips on which everything is written by hand."""
    from clubscore.sheets.events.ruling_slip_pdf import slips_pdf

    event = room.event
    title = _("%(paper)s, %(event)s") % {
        "paper": _("Blank ruling slips"),
        "event": title_of(event),
    }
    told = imprint(title, event.club.name, _("Ruling slips"))
    return slips_pdf(blank_slips(event), paper, told)


def side_cards(room: Room, paper: Paper, _asked: Asked) -> bytes:
    """The cards of every table's four sides."""
    from clubscore.sheets.at_the_table.side_cards import side_cards_pdf

    told = imprint(identity_of(room.event), room.event.club.name, _("Side cards"))
    return side_cards_pdf(sides(room), paper, told)
