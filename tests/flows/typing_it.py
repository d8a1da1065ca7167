"""What a director types of an evening of thirteen pairs: slips, and travellers at the end."""

from playwright.sync_api import expect

from clubscore.events.board_state import BoardStage
from clubscore.events.state import RoundTable
from tests.flows.thirteen import Evening, Hand


def typed_of(table: RoundTable) -> list[str]:
    """The lines of a table's slip, of what nobody has told yet; results differ now and then."""
    return [
        f"{each.spot.board} 2S{'=' if (table.number + each.spot.board) % 2 else '+1'} S"
        for each in table.boards
        if not each.result
    ]


def slip(host: Hand, evening: Evening, table: RoundTable, lines: list[str]) -> None:
    """Type a slip: the lines, then Enter on the key, which leads to the next table's."""
    page = host.page
    if not page.locator(f"input[name=table][value={table.name}]").count():
        page.goto(evening.at(f"typing/?round={evening.event.round}&table={table.name}"))
    # The field has the focus as soon as the page is drawn, a moment after it has come.
    expect(page.locator("textarea")).to_be_focused()
    page.keyboard.type("\n".join(lines))
    key = page.get_by_role("button", name="Record, next table")
    host.go(key)
    looked = page.locator("label").filter(has_text="Checked:")
    if looked.count():
        host.tick(looked)
        host.go(key)
    expect(page.locator(".errors")).to_have_count(0)


def slips(host: Hand, evening: Evening) -> None:
    """Type every slip of the round that no phone has told."""
    for table in evening.room.tables():
        lines = typed_of(table)
        if lines:
            slip(host, evening, table, lines)
    assert not list(evening.room.holes())


def leave_for_later(host: Hand, evening: Evening) -> None:
    """Let the round close without its results."""
    page = host.page
    host.press(page.locator("summary").filter(has_text="Play boards later"))
    host.go(page.get_by_role("button", name="All missing boards"))
    assert all(
        each.state is BoardStage.LATER for table in evening.room.tables() for each in table.boards
    )


def travellers(host: Hand, evening: Evening) -> None:
    """Type the traveller of every board that lacks results, a line for each table."""
    page = host.page
    holes = [hole.spot for hole in evening.room.holes()]
    boards = sorted({spot.board for spot in holes})
    page.goto(evening.at("travellers/"))
    for board in boards:
        expect(page.get_by_role("heading", name=f"Traveller of board {board}")).to_be_visible()
        for spot in holes:
            if spot.board == board:
                result = "=" if (spot.table + board) % 2 else "+1"
                host.write(page.locator(f"#r{spot.round}-A{spot.table}"), f"2S{result} S")
        host.go(page.get_by_role("button", name="Record, next board"))
        expect(page.locator(".errors")).to_have_count(0)
    assert not list(evening.room.holes())
