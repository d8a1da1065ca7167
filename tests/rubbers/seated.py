"""People sat down at a game through the services, as the pages do it."""

from clubscore.club.models import Club, Person
from clubscore.laws.game import Game
from clubscore.laws.games import find_game
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.seating import Agreement, LineUp, close_sitting, open_sitting, take_seats
from clubscore.rubbers.selectors import new_key
from tests.rubbers.tables import CROWN, actor_of

FOUR = ("Kenji", "Iván", "Ada", "Noor")
OTHERS = ("Dag", "Rosa", "Emil", "Gwen")


def sat(
    club: Club, names: tuple[str, ...], game: str, *, ends: bool = True, seated: bool = True
) -> Sitting:
    """Let members sit down at a game and take seats; the table has ended, or plays on."""
    people = [Person.objects.get(club=club, name=name) for name in names]
    actor, agreed = actor_of(club), Agreement(game, {}, CROWN)
    sitting = open_sitting(
        club=club, table=None, people=people, agreement=agreed, key=new_key(), actor=actor
    )
    seats = find_game(game).seats
    if seated and len(people) == len(seats):
        line_up = LineUp(dict(zip(seats, people, strict=True)), seats[0], {})
        take_seats(sitting=sitting, line_up=line_up, agreement=agreed, key=new_key(), actor=actor)
    if ends:
        close_sitting(sitting=sitting, key=new_key(), actor=actor)
    return sitting


def at_game(club: Club, game: Game) -> Sitting:
    """Sit new people down to a game for love, each in the next seat."""
    count = Person.objects.count()
    names = [f"{game.key}-{seat}-{count}" for seat in game.seats]
    people = [Person.objects.create(club=club, name=name, short_name=name) for name in names]
    actor, agreement = actor_of(club), Agreement(game.key, {}, None)
    sitting = open_sitting(
        club=club, table=None, people=people, agreement=agreement, key=new_key(), actor=actor
    )
    line_up = LineUp(dict(zip(game.seats, people, strict=True)), game.seats[0], {})
    take_seats(sitting=sitting, line_up=line_up, agreement=agreement, key=new_key(), actor=actor)
    return sitting
