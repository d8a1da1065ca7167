"""The stages of a rubber as a phone takes them along, without a phone."""

from clubscore.laws.games import find_game
from clubscore.laws.house_rules import resolve_rules
from clubscore.laws.score_sheet import start
from clubscore.rubbers.offline import RubberStage, here, now_of, stages_of


def test_where_a_sheet_stands_has_its_points_below_the_line_and_of_the_rubber() -> None:
    stands = here((1, 0), 3, (20, 30))
    assert (stands.below, stands.in_rubber, stands.totals) == ((20, 30), (20, 30), (0, 0))
    assert (stands.games, stands.begun, stands.played) == ((1, 0), 3, 3)
    at_first = here((0, 0), 0)
    assert at_first.below == at_first.in_rubber == (0, 0)


def test_what_a_phone_counts_on_from_is_where_the_sheet_stands() -> None:
    game = find_game("auction")
    position = start(game, resolve_rules(game, {})).position
    stands = position._replace(games=(1, 0), below=(0, 24), in_rubber=(72, 24), played=5)
    assert now_of(game, stands) == {
        "games": [1, 0], "played": 0, "below": [0, 24], "rubber": [72, 24],
    }  # fmt: skip


def stages(key: str) -> tuple[list[RubberStage], list[tuple[int, ...]]]:
    """Return the stages of a game's rubber, and the effects that they name by number."""
    game, effects = find_game(key), dict[tuple[int, ...], int]()

    def index(effect: tuple[int, ...]) -> int:
        return effects.setdefault(effect, len(effects))

    reckoner = start(game, resolve_rules(game, {})).reckoner
    return stages_of(reckoner, game, index, both=False), [*effects]


def test_a_game_of_auction_leads_to_the_next_stage_and_the_second_ends_the_rubber() -> None:
    found, effects = stages("auction")
    at = {tuple(stage["games"]): number for number, stage in enumerate(found)}
    assert set(at) == {(0, 0), (1, 0), (0, 1), (1, 1)} and at[0, 0] == 0
    assert all(stage["then"] == number for number, stage in enumerate(found))
    ways = {
        (games, column): found[at[games]]["wins"][str(column)] for games in at for column in (0, 1)
    }
    over = {way: bool(win[2]) for way, win in ways.items()}
    assert {way for way, ended in over.items() if ended} == {
        ((1, 0), 0), ((1, 1), 0), ((0, 1), 1), ((1, 1), 1),
    }  # fmt: skip
    # Whoever wins it begins the next at nothing, with 250 for the rubber.
    assert {win[1] for way, win in ways.items() if over[way]} == {0}
    assert {sum(effects[win[0]]) for way, win in ways.items() if over[way]} == {250}
    assert ways[(0, 0), 1][1] == at[0, 1] and ways[(0, 1), 0][1] == at[1, 1]
    # Nobody's points towards a game stay once a game is won.
    assert {tuple(win[3]) for win in ways.values()} == {(0, 0)}
