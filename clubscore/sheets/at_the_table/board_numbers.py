"""Numbers of boards as one says them; it knows nothing of events, for a movement by itself."""

from collections.abc import Sequence

from clubscore.club.wording.names import listed

EN_DASH = "\N{EN DASH}"


def shown_boards(boards: Sequence[int]) -> str:
    """Boards as one says them: ``5–8``, ``5``, ``1–3, 5``."""
    runs: list[list[int]] = []
    for board in boards:
        if runs and runs[-1][-1] == board - 1:
            runs[-1].append(board)
        else:
            runs.append([board])
    return listed(f"{run[0]}{EN_DASH}{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
