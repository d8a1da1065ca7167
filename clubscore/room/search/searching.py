"""Everything that a text finds for a reader, in groups."""

from django.utils.translation import gettext_lazy as _

from clubscore.club.access import Actor, Level
from clubscore.room.search.books import games_found, help_found, law_book_found, laws_found
from clubscore.room.search.hits import Group
from clubscore.room.search.pages import pages_found
from clubscore.room.search.played import played


def found(actor: Actor, text: str) -> list[Group]:
    """Return the groups in which something was found, in their order.

    A visitor and a table's phone find games, laws and help alone: all else is the club's. Help
    stands before the books: whoever looks for "undo" has a key in hand.
    """
    books = [
        Group(_("Help"), help_found(text)),
        Group(_("Games"), games_found(text)),
        Group(_("Laws"), laws_found(text)),
        Group(_("The law book"), law_book_found(text)),
    ]
    groups = books
    if actor.level >= Level.PLAYER:
        of_club = played(actor, text)
        groups = [
            Group(_("People"), of_club.people),
            Group(_("Evenings"), of_club.evenings),
            Group(_("Events"), of_club.events),
            Group(_("Boards"), of_club.boards),
            Group(_("Pages"), pages_found(actor, text)),
            *books,
        ]
    return [group for group in groups if group.hits]
