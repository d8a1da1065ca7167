"""Stories of card tables: each is counted again by the soak's model of auction, pirate and kin."""

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from clubscore.extras.gazette.card_stories import stories_of_tables
from clubscore.extras.gazette.night import Story, tables_of_evening
from clubscore.rubbers.recording import agree_rubber
from clubscore.rubbers.seating import close_sitting
from clubscore.rubbers.selectors import new_key
from tests.rubbers.tables import Table
from tests.soak.counting import Sheet, settled, sheet_of
from tests.soak.deals import Deal, a_deal


@dataclass
class Played:
    """A table that was played to the end of the evening, and what the model makes of its deals."""

    table: Table
    deals: list[Deal]

    @property
    def sheet(self) -> Sheet:
        return sheet_of(self.table.game.key, self.deals)

    def name(self, seat: str) -> str:
        seats = {each.seat: each.person.short_name for each in self.table.part.seats.all()}
        return str(seats[seat])

    def names(self, people: Any) -> set[str]:
        """The short names of people by their keys."""
        seats = self.table.part.seats.select_related("person")
        return {str(each.person.short_name) for each in seats if each.person_id in people}


def played(game: str, seed: int, rubbers: int = 2) -> Played:
    """Play rubbers at a table, agree on each, and close it."""
    chance, table, deals = random.Random(seed), Table(game), []  # noqa: S311 - not a secret
    agreed = 0
    while agreed < rubbers:
        deal = a_deal(game, chance)
        table.record(deal.facts())
        deals.append(deal)
        if len(table.standing.sheet.rubbers) > agreed:
            agreed += 1
            agree_rubber(
                sitting=table.sitting, part=table.part.number, rubber=agreed, key=new_key(),
                actor=table.actor,
            )  # fmt: skip
    close_sitting(sitting=table.sitting, key=new_key(), actor=table.actor)
    return Played(table, deals)


def stories_of(one: Played) -> dict[str, Story]:
    """The stories of a table, by their kinds."""
    found = stories_of_tables(tables_of_evening(one.table.club, one.table.sitting.evening))
    return {story.key.split("-")[2]: story for story in found}


def points_won(one: Played, totals: dict[str, int]) -> Counter[str]:
    """What each player wins or loses of a rubber, by name."""
    won: Counter[str] = Counter()
    for (payer, payee), points in settled(one.table.game.key, totals).items():
        won[one.name(payee)] += points
        won[one.name(payer)] -= points
    return won


def wrong_of(one: Played, stories: dict[str, Story]) -> list[str]:
    """Which stories are not as the model has it."""
    found = []
    rubbers = [points_won(one, rubber.totals) for rubber in one.sheet.rubbers]
    totals: Counter[str] = Counter()
    for won in rubbers:
        totals.update(won)
    if "most" in stories:
        claim = stories["most"].claim
        if (claim["points"], one.names(claim["who"])) != first_of(totals):
            found.append("most")
    most = max(max(won.values()) for won in rubbers)
    if "highest" in stories:
        claim = stories["highest"].claim
        won = rubbers[int(str(claim["rubber"])) - 1]
        told = claim["points"], one.names(claim["who"])
        if told != first_of(won) or claim["points"] != most:
            found.append("highest")
    dearest = max(sum(points) for deal in one.sheet.deals for points in deal.values())
    if "deal" in stories:
        claim = stories["deal"].claim
        here = sum(one.sheet.deals[int(str(claim["deal"])) - 1][str(claim["column"])])
        if not claim["points"] == here == dearest:
            found.append("deal")
    if "last" in stories and not last_is_true(one, stories["last"]):
        found.append("last")
    return found


def first_of(won: Counter[str]) -> tuple[int, set[str]]:
    """What was won most, and by whom."""
    most = max(won.values())
    return most, {name for name, points in won.items() if points == most}


def last_is_true(one: Played, story: Story) -> bool:
    """Whether a rubber was turned by its last deal as told, by the points of single deals."""
    behind = []
    ends = [rubber.deal for rubber in one.sheet.rubbers]
    for number, rubber in enumerate(one.sheet.rubbers):
        first = ends[number - 1] if number else 0
        sums: Counter[str] = Counter(dict.fromkeys(rubber.totals, 0))
        for deal in one.sheet.deals[first : rubber.deal - 1]:
            sums.update({column: sum(points) for column, points in deal.items()})
        winner = max(rubber.totals, key=lambda key: rubber.totals[key])
        behind.append(max(sums.values()) - sums[winner])
    number = int(str(story.claim["rubber"])) - 1
    least, *_rest, most = sorted(one.sheet.rubbers[number].totals.values())
    is_margin = story.claim["margin"] == most - least
    return is_margin and story.claim["behind"] == behind[number] == max(behind)


@pytest.mark.long(5)
@pytest.mark.django_db
def test_every_story_of_a_table_is_as_the_model_counts_it() -> None:
    told: Counter[str] = Counter()
    for seed in range(12):
        for game in ("auction", "pirate"):
            one = played(game, seed)
            stories = stories_of(one)
            assert wrong_of(one, stories) == []
            told.update(stories.keys())
            for story in stories.values():
                assert "%(" not in story.text and story.source.rows
                assert {len(row) for row in story.source.rows} == {len(story.source.heads)}
    assert {"most", "highest", "deal", "last"} <= set(told), told
    assert told["most"] >= 20 and told["last"] >= 3


@given(seed=st.integers(20, 10**9), game=st.sampled_from(("auction", "pirate")))
@examples(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@pytest.mark.django_db
def test_no_story_of_a_table_is_ever_wrong(seed: int, game: str) -> None:
    one = played(game, seed)
    stories = stories_of(one)
    assert {"most", "highest", "deal"} <= set(stories)
    assert wrong_of(one, stories) == []


@pytest.mark.django_db
def test_a_story_that_is_wrong_is_seen() -> None:
    one = next(
        one for one in (played("auction", seed) for seed in range(30)) if "last" in stories_of(one)
    )
    stories = stories_of(one)
    for kind in ("most", "highest", "deal", "last"):
        story, field = stories[kind], "behind" if kind == "last" else "points"
        value: Any = story.claim[field]
        broken = Story(story.key, "", "", story.source, {**story.claim, field: value + 1})
        assert wrong_of(one, {**stories, kind: broken}) == [kind]
    for kind, field, other in (("most", "who", ()), ("highest", "who", ()), ("last", "margin", 0)):
        story = stories[kind]
        broken = Story(story.key, "", "", story.source, {**story.claim, field: other})
        assert wrong_of(one, {**stories, kind: broken}) == [kind]


@pytest.mark.django_db
def test_what_1899_would_have_paid_is_its_own_arithmetic() -> None:
    table = Table("auction")
    table.play(
        *[{"bid": "1C", "declarer": "E", "tricks": 7, "honours": {"EW": "3"}}] * 2,
        *[{"bid": "5NT", "declarer": "N", "tricks": 11, "honours": {"NS": "4"}}] * 2,
    )
    place = {"sitting": table.sitting, "part": table.part.number}
    agree_rubber(**place, rubber=1, key=new_key(), actor=table.actor)
    close_sitting(sitting=table.sitting, key=new_key(), actor=table.actor)
    found = stories_of_tables(tables_of_evening(table.club, table.sitting.evening))
    story = next(each for each in found if each.key.endswith("-1899"))
    # Twice an odd trick in clubs at 4 with simple honours of twice as much; twice five odd tricks
    # at 12 with four aces between partners at 40: two games, so a rubber of 100.
    theirs, ours = 2 * (4 + 8), 2 * (60 + 40) + 100
    assert story.claim["now"] == {
        "Ann": ours - theirs, "Bob": ours - theirs, "Cecil": theirs - ours, "Dora": theirs - ours,
    }  # fmt: skip
    assert f"plus {ours - theirs};" in story.text and "By the laws of 1899" in story.text


# The laws of 1899, laws 1 to 11, written down once more: trick values, honours, slams, rubber.
WORTH_1899 = {"S": 2, "C": 4, "D": 6, "H": 8, "NT": 12}
SUITED = {"3": 2, "4": 4, "5": 5, "4-in-one": 8, "4+1": 9, "5-in-one": 10}
ACES = {"3": 30, "4": 40, "4-in-one": 100}
SIDES = ("NS", "EW")
FEWEST = 4  # deals that are worth counting by another law


def holding(counts: list[int], *, suit: bool) -> str:
    """How a side's honours are called; nothing for fewer than three."""
    total, most = sum(counts), max(counts)
    if total < 3:
        return ""
    if most == 5:
        return "5-in-one"
    if most == 4:
        return "4+1" if suit and total == 5 else "4-in-one"
    return str(total)


def by_1899(deals: list[dict[str, Any]]) -> dict[str, int]:
    """What each side has in the end by the laws of 1899: the total of all deals and rubbers."""
    total, below, games = Counter({"NS": 0, "EW": 0}), {"NS": 0, "EW": 0}, Counter[str]()
    for deal in deals:
        denomination, side = deal["bid"][1:], "NS" if deal["declarer"] in "NS" else "EW"
        worth, won = WORTH_1899[denomination], {side: deal["tricks"]}
        won["EW" if side == "NS" else "NS"] = 13 - deal["tricks"]
        for each in SIDES:
            odd = max(0, won[each] - 6) * worth * 2 ** deal.get("doubling", 0)
            below[each] += odd
            total[each] += odd + {12: 20, 13: 40}.get(won[each], 0)
            kind = holding([deal["honours"].get(hand, 0) for hand in each],
                           suit=denomination != "NT")  # fmt: skip
            if kind:
                total[each] += ACES[kind] if denomination == "NT" else SUITED[kind] * worth
        for each in SIDES:
            if below[each] >= 30:
                games[each] += 1
                below = dict.fromkeys(SIDES, 0)
                if games[each] == 2:
                    total[each] += 100
                    games.clear()
    return dict(total)


def some_deal(chance: random.Random) -> dict[str, Any]:
    """A deal at auction with all honours held by someone, without revokes or chicane."""
    denomination = chance.choice(("C", "D", "H", "S", "NT"))
    held = Counter(chance.choice("NESW") for _ in range(4 if denomination == "NT" else 5))
    return {
        "bid": f"{chance.randint(1, 5)}{denomination}", "declarer": chance.choice("NESW"),
        "tricks": chance.randint(4, 13), "doubling": chance.choice((0, 0, 0, 1, 2)),
        "honours": dict(held),
    }  # fmt: skip


def played_two_rubbers(chance: random.Random) -> tuple[Table, list[dict[str, Any]]]:
    """A table that played and agreed two rubbers and went home, with its deals."""
    table, deals, agreed = Table("auction"), [], 0
    while agreed < 2:
        deals.append(some_deal(chance))
        table.record(deals[-1])
        if len(table.standing.sheet.rubbers) > agreed:
            agreed += 1
            agree_rubber(sitting=table.sitting, part=table.part.number, rubber=agreed,
                         key=new_key(), actor=table.actor)  # fmt: skip
    close_sitting(sitting=table.sitting, key=new_key(), actor=table.actor)
    return table, deals


@pytest.mark.django_db
@examples(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.integers(0, 10_000))
def test_what_1899_would_have_paid_is_counted_again(seed: int) -> None:
    table, deals = played_two_rubbers(random.Random(seed))  # noqa: S311 - not a secret
    found = stories_of_tables(tables_of_evening(table.club, table.sitting.evening))
    told = [story.claim["now"] for story in found if story.key.endswith("-1899")]
    sides = by_1899(deals)
    ours = sides["NS"] - sides["EW"]
    expected = [{"Ann": ours, "Bob": ours, "Cecil": -ours, "Dora": -ours}]
    # Where an evening comes to nothing by either law there is nothing to tell.
    assert told == (expected if len(deals) >= FEWEST and (ours or told) else [])


def test_the_laws_of_1899_written_once_more_count_their_own_example() -> None:
    deal = {"bid": "5NT", "declarer": "N", "tricks": 11, "honours": {"N": 2, "S": 2}}
    assert by_1899([deal, deal]) == {"NS": 2 * (60 + 40) + 100, "EW": 0}
    assert by_1899([deal | {"tricks": 12}]) == {"NS": 72 + 40 + 20, "EW": 0}
