"""The duplicate room of a furnished club (tests/furnished.py): every page has something to show."""

import datetime as dt
import itertools

from django.urls import reverse

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.entry import new_key
from clubscore.club.models import Club, Person, User
from clubscore.events.boards import SeenBoards, make_boards
from clubscore.events.directing import call_director, choose_movement, show_ranking
from clubscore.events.door_list import list_of, open_list
from clubscore.events.draw import Draw, draw, proposed
from clubscore.events.finishing import finish
from clubscore.events.imported import FileSource, bring_in_event
from clubscore.events.models import Event
from clubscore.events.models.facts import EventMissed, SeriesKept, StoodIn
from clubscore.events.phones import (
    let_phones_in,
    links_of,
    several_share_of,
    share,
    share_of,
    share_several,
)
from clubscore.events.series import (
    change_series,
    close_series,
    note_absent,
    note_stood_in,
    open_series,
)
from clubscore.events.terms import keep_template, terms_to_keep
from clubscore.events.visibility import look_at as look_at_set
from clubscore.extras.world.package import whole_text
from clubscore.extras.world.packages import Deciding, decide
from clubscore.extras.world.pools import follow
from clubscore.movements import build
from clubscore.ranking import read_event
from clubscore.web.phones import token_of
from tests.events.counted import Counted
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_pars import at_par, contest
from tests.events.test_pars import bring as bring_set
from tests.events.whole_event import WHOLE
from tests.events.world.packages import YORK, a_set, bring, director_of, package
from tests.files.past.past import event_file, read, usebio
from tests.flows.acting import hand_in_address, new_club
from tests.over_years.played_here import play_whole

NAMES = (
    "Ann", "Björn", "Featherstonehaugh", "Dora", "Eve", "Fred", "Gina", "Hal", "Ida",
    "Jan", "Kay", "Lou", "Mei-Ling", "Noor", "Oluwaseun", "Pía", "Quim", "Rosa", "Sven", "Tom",
    "Una", "Vi", "Wim", "Xaver", "Yves", "Zoë", "Åke", "Bo", "Clementine", "Dag", "Émile", "Flo",
    "Guðrún", "Hans-Joachim", "Ivy",
)  # fmt: skip


def event_room() -> tuple[Evening, list[str], list[str]]:
    """An event with something of everything; what visitors and what the director may open."""
    club = new_club(*(f"{name} {number}" for number, name in enumerate(NAMES[:26])))
    people = tuple(Person.objects.filter(club=club))
    evening = Evening(13, boards=3, club=club, people=people, fee=48)
    evening.play()
    evening.next_round()
    first, second, third = evening.room.tables()[:3]
    evening.tell(first.number, first.place.boards[0], FOUR_SPADES)
    evening.tell(second.number, second.place.boards[0], FOUR_SPADES)
    evening.tell(second.number, second.place.boards[0], ONE_DOWN, "ew")
    evening.tell(third.number, third.place.boards[0], FOUR_SPADES)
    evening.agree(third.number, third.place.boards[0])
    make_boards(
        event=evening.event, numbers=range(1, 9), is_sorted=False, anew=False,
        seen=SeenBoards(0, "cards"), actor=evening.actor,
    )  # fmt: skip
    call_director(section=evening.section, table=5, why="", actor=evening.actor)
    let_phones_in(section=evening.section, key="codes", actor=evening.actor)
    show_ranking(event=evening.event, shown=True, key="open", actor=evening.actor)
    share(event=evening.event, hides_names=False, key="share", actor=evening.actor)
    shared = share_of(evening.event)
    assert shared is not None
    visitor = [
        f"/e/{token_of(links_of(evening.section)[0].nonce)}/",
        *(
            f"/shared/{token_of(shared.nonce)}/{rest}"
            for rest in ("", "cross/", "pair/1/", "board/1/")
        ),
        "/shared/nothing/",
        waiting(evening),
    ]
    at = f"/event/{evening.event.pk}"
    tables = [f"{at}/at/{each.name}/" for each in (first, second, third)]
    boards = [
        f"{tables[n]}?board={t.place.boards[0]}" for n, t in enumerate((first, second, third))
    ]
    own = ["", "entries/", "paste/", "movement/", "typing/", "travellers/", "announce/", "history/",
           "bridgemate/", "pads/",
           f"history/h{evening.event.happenings.latest('pk').pk}/",
           "ranking/", "pair/1/", "board/1/", "wall/", "caddy/",
           "remove/", "missing/",
           "phones/", "change/", "change/offers/?what=leaves&pair=3", "settings/", "terms/",
           "penalties/", "ranking/also/", "ranking/cross/", "boards/", "labels/",
           "boards/20/", "par/", "par/1/"]  # fmt: skip
    told = bring_in_event(
        club=club, told=read_event(WHOLE), source=FileSource("leeds.json"), actor=evening.actor
    )
    past = read(club, [("a.json", event_file("A")), ("b.xml", usebio("B", "RUMMY", ""))])
    again = bring_in_event(
        club=club, told=read_event(WHOLE | {"name": "The week after"}),
        source=FileSource("leeds.json"), actor=evening.actor,
    )  # fmt: skip
    visitor.append(several_shared([told, again], evening))
    sets, link = against_the_world(club)
    visitor.append(link)
    director = [
        "/event/in/", "/event/set-up/", "/event/past/", f"/event/past/{past.pk}/", f"{at}/files/",
        f"/event/{told.pk}/ranking/", f"/event/{told.pk}/board/1/",
        "/event/new/", "/event/help/", "/", "/results/as-one/",
        "/results/called-off/",
        f"/results/as-one/?event={told.pk}&event={again.pk}",
        f"/results/as-one/wall/?event={told.pk}&event={again.pk}",
        *(f"{at}/{each}" for each in own), *tables, *boards,
        f"{tables[0]}earlier/", f"{at}/table/{second.name}/", f"{at}/table/{first.name}/?round=1",
        *(f"{at}/table/{first.name}/ruling/?round=1&what={what}"
          for what in ("", "weighted", "artificial", "procedural")),
        f"{at}/table/{first.name}/ruling/guide/?round=1", f"{tables[0]}what-happened/",
        *over_years(club, people), *players_and_teams(club, people),
         *tables_first(club), *a_series(club), *sets,
    ]  # fmt: skip
    return evening, visitor, director


def over_years(club: Club, people: tuple[Person, ...]) -> list[str]:
    """The pages of somebody who played an event that is over."""
    play_whole(Evening(4, boards=2, club=club, people=people[:8]), 1914)
    at, other = f"/players/{people[0].pk}", people[2].pk
    return [
        f"{at}/{each}"
        for each in ("years/", "partners/", f"against/{other}/", "contracts/", "boards/",
                     f"boards/?year=all&against={other}&declared=own")
    ]  # fmt: skip


def several_shared(events: list[Event], evening: Evening) -> str:
    """The link to some events as one, whose rankings are open."""
    for event in events:
        show_ranking(event=event, shown=True, key=f"shown{event.pk}", actor=evening.actor)
    share_several(events=events, only_all=False, hides_names=False, actor=evening.actor)
    found = several_share_of(evening.club, events, only_all=False)
    assert found is not None
    return f"/shared/several/{token_of(found.nonce)}/"


def waiting(evening: Evening) -> str:
    """The code of two results that wait on a phone, one of a board that is not played there."""
    table = evening.room.tables()[3]
    one = {
        "round": evening.event.round, "table": table.name, "side": "ns", "key": "one",
        "board": table.place.boards[0], "level": "4", "denomination": "S", "doubling": "0",
        "declarer": "S", "result": "=",
    }  # fmt: skip
    link = next(each for each in links_of(evening.section) if each.table == table.number)
    return hand_in_address(
        link, f"event-{evening.event.pk}", one, one | {"key": "two", "board": "99"}
    )


def against_the_world(club: Club) -> tuple[list[str], str]:
    """The pages of a set to which another club sent packages; the link to one of them."""
    kept = a_set(club)
    bring(club, package(), package(tricks=8, key=YORK, club="York"))
    decide(package=kept.packages.order_by("pk")[0], deciding=Deciding(True, False, "by mistake"),
           key="away", actor=director_of(club))  # fmt: skip
    for login in User.objects.filter(memberships__club=club):
        actor = Actor(Level.DIRECTOR, club, login)
        look_at_set(kept=kept, key=f"look{login.pk}", actor=actor)
    follow("https://leeds.example/packages/index.json", director_of(club))
    at = f"/world/{kept.pk}"
    link = reverse("package-link", args=[whole_text(package())])
    return [
        "/world/",
        "/contests/",
        "/world/bring/",
        "/world/pools/",
        f"{at}/",
        f"{at}/board/1/",
        f"{at}/packages/",
    ], link


def a_series(club: Club) -> list[str]:
    """A series of two evenings with everything noted of it; its pages."""
    two = [Evening(4, boards=3, club=club) for _ in range(2)]
    for evening in two:
        evening.play()
        finish(event=evening.event, final_at=clock.now() + dt.timedelta(days=1), key=new_key(),
               actor=evening.actor)  # fmt: skip
    events, actor = [evening.event.pk for evening in two], two[0].actor
    one = open_series(club=club, name="Autumn", key="series", actor=actor)
    kept = SeriesKept(events=events, count="best", number=1, up=1, down=1, missed="own-average")
    change_series(series=one, name="Autumn", kept=kept, seen=one.revision, key="set", actor=actor)
    first, second, third = two[0].people[:3]
    said = StoodIn(event=events[0], who=first.pk, whose=third.pk)
    note_stood_in(series=one, said=said, key="in", actor=actor)
    missed = EventMissed(event=events[1], who=[second.pk], notice=True)
    note_absent(series=one, said=missed, key="away", actor=actor)
    past = open_series(club=club, name="Spring", key="past", actor=actor)
    change_series(series=past, name="Spring", kept=kept, seen=past.revision, key="past-set",
                  actor=actor)  # fmt: skip
    close_series(series=past, closed=True, key="past-over", actor=actor)
    return ["/series/", "/archive/", f"/series/{one.pk}/", f"/series/{one.pk}/change/"]


def players_and_teams(club: Club, people: tuple[Person, ...]) -> list[str]:
    """An individual with a round played, a Swiss of five teams after a three-way match: pages."""
    singles = Evening(8, kind="individual", winners=1, form="individuals", club=club,
                      people=people[:8])  # fmt: skip
    teams = Evening(5, kind="", form="teams", club=club, people=people[:20])
    movement = build("teams-swiss", 5, rounds=4, boards=4)
    choose_movement(
        section=teams.section, movement=movement, minutes=20, key="swiss", actor=teams.actor
    )
    singles.play()
    for seen in range(2):
        found = proposed(teams.room, teams.section)
        draw(section=teams.section, drawn=Draw(found.meetings, trio=found.trio or ()), seen=seen,
             key=f"draw{seen}", actor=teams.actor)  # fmt: skip
        teams.next_round()
        teams.play()
    own = (
        "",
        "entries/",
        "draw/",
        "matches/",
        f"match/1/{teams.room.tables()[-1].name}/",
        "at/A1/",
        "lineup/1/A1/",
    )
    return [f"/event/{singles.event.pk}/at/A1/", f"/event/{singles.event.pk}/entries/",
            # No phones were let in there, and the page says so.
            f"/event/{singles.event.pk}/codes.pdf",
            *(f"/event/{teams.event.pk}/{each}" for each in own)]  # fmt: skip


def tables_first(club: Club) -> list[str]:
    """Tables that are counted, a list at the door, and tables that named a pair twice."""
    before = Evening(6, kind="", club=club)
    open_list(event=before.event, key="list", actor=before.actor)
    link = list_of(before.event)
    assert link is not None
    kept = keep_template(
        club=club, title="Club night", terms=terms_to_keep(before.event), actor=before.actor
    )
    counted = Counted(club=club)
    counted.say(1, "Ann", "Bob")
    counted.say(1, "Ann", "Carl", seen=0, table=2)
    return [f"/event/{before.event.pk}/count/?tables=6&half=ew",
            f"/event/{before.event.pk}/numbers/",
            f"/event/{before.event.pk}/list/",
            f"/event/template/{kept.pk}/",
            f"/list/{token_of(link.nonce)}/",
            "/list/nothing/",
            *(f"/event/{counted.event.pk}/{each}"
              for each in ("", "names/", "at/A1/", "at/A1/names/", "entries/"))]  # fmt: skip


def par_contest(beside: Evening) -> None:
    """An event of prepared boards in the same club, its first round played at par."""
    evening = contest(club=beside.club, people=beside.people)
    bring_set(evening)
    for table in evening.room.tables():
        for board, side in itertools.product(table.place.boards, ("ns", "ew")):
            evening.tell(table.number, board, at_par(board), side)
