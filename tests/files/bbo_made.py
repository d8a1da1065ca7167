"""Pages as BBO serves them, made of invented people: the layout alone is the site's.

Where each part of it is known from says docs/files.md.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping
from typing import NamedTuple
from urllib.parse import quote

SESSION = "70001-1772478000"  # 2 March 2026, 19:00 UTC
TITLE = "#70001 Portland Monday & friends"
SUITS = {"S": ("spades", "black"), "H": ("hearts", "red"), "D": ("diams", "red"),
         "C": ("clubs", "black")}  # fmt: skip
# South, West, North; East has the rest.
CARDS = "S789TQH5KD2C2478T,S2456JAH6TD57TKC6,S3H78JD4689JQC39J,"


class Table(NamedTuple):
    """A table of a traveller: North, South, East, West; points and score from the page's side."""

    users: tuple[str, str, str, str]
    result: str
    points: str
    score: str
    robots: Mapping[str, str] = {}


def marked(result: str) -> str:
    """A result as the site marks it up, its suit in colour."""
    if result[:1].isdigit() and result[1:2] in SUITS:
        word, colour = SUITS[result[1]]
        return f'{result[0]}<span style="color:{colour}">&{word};</span>{result[2:]}'
    return result


def movie(board: int, table: Table, sign: str = "o") -> str:
    """The link that opens a table's movie: user names, cards, the first card led."""
    north, south, east, west = table.users
    called = [table.robots.get(seat, name) for seat, name in
              zip("SWNE", (south, west, north, east), strict=True)]  # fmt: skip
    lin = f"st||md|{(board + 1) % 4 + 1}{CARDS}|rh||ah|Board {board}|sv|{sign}|mb|p|pc|S8|mc|9|"
    text = f"pn|{','.join(called)}|{quote(lin, safe='')}"
    return (
        f'<A href="https://www.bridgebase.com/tools/handviewer.html?bbo=y&myhand=M-1-2"'
        f" onclick=\"hv_popuplin('{text}');this.style.color='red';return false;\">Movie</A>"
    )


def _results(board: int, tables: Iterable[Table], extra: str = "", signs: str = "") -> str:
    rows = []
    for at, table in enumerate(tables, 1):
        seats = zip(("north", "south", "east", "west"), table.users, strict=True)
        cells = "".join(f'\t\t<td class="{seat}">{html.escape(who)}</td>\n' for seat, who in seats)
        rows.append(
            f'\t<tr class="{"highlight" if at == 1 else "tourney"}">\n'
            f'\t\t<td class="handnum">{at}</td>\n\t\t<td>2026-03-02 11:04</td>\n{cells}'
            f'\t\t<td class="result">{marked(table.result)}</td>\n'
            f'\t\t<td class="score">{table.points}</td>\n'
            f'\t\t<td class="score">{table.score}</td>\n'
            f'\t\t<td class="movie">{movie(board, table, signs or usual_sign(board))}</td>\n'
            f"\t\t{extra or '<td>&nbsp;</td>'}\n\t</tr>\n"
        )
    return "".join(rows)


def usual_sign(board: int) -> str:
    """Who is vulnerable on a board, as LIN has it."""
    return "onebnebo ebonbone".replace(" ", "")[(board - 1) % 16]


def _page(head: str, columns: str, rows: str) -> bytes:
    seats = "".join(f"\t\t<th>{each}</th>\n" for each in ("North", "South", "East", "West"))
    return f"""<!DOCTYPE html>
<!-- saved from url=(0098)https://www.bridgebase.com/myhands/hands.php -->
<html lang="en">
<head>
\t<meta charset="utf-8">
\t<title>Bridge Base Online - Myhands</title>
\t<style>td > a {{ color: red }}</style>
</head>
<body class="bbo_content">
<div class="container bbo_content"><script>var a = "<table><tr>";</script><br>
<table class="body">
\t<tr>
\t\t<th colspan="10">{head} played by <span class='username'>ann_1</span></th>
\t</tr>
\t<tr>
\t\t<th>N&ordm;</th>
\t\t<th>Time</th>
{seats}\t\t<th>Result</th>
{columns}\t</tr>
\t<tr class="tourneySummary">
\t\t<td class="tourneyName" colspan="6"><a target="_blank"
 href="https://webutil.bridgebase.com/v2/tview.php?t={SESSION}&u=ann_1">{html.escape(TITLE)}</a></td>
\t\t<td class="tourneyPlace">1/4</td>
\t\t<td class="tourneyPoints">0.18</td>
\t\t<td class="tourneyScore score">4.98</td>
\t</tr>
{rows}</table>
</div>
</body>
</html>
""".encode()


def traveller(
    board: int, tables: Iterable[Table], side: str = "EW", session: str = SESSION
) -> bytes:
    """The page of a board, seen from a side."""
    columns = "".join(
        f"\t\t<th>{each}</th>\n" for each in (f"{side} Points", "Score", "Movie")
    ) + "\t\t<td>&nbsp;</td>\n"  # fmt: skip
    page = _page(f"Traveller {SESSION}-{9000 + board}", columns, _results(board, tables))
    return page.replace(SESSION.encode(), session.encode())


def hands_list(boards: Mapping[int, Table]) -> bytes:
    """The page of one pair's hands."""
    columns = "".join(
        f"\t\t<th>{each}</th>\n" for each in (" Points", "Score", "Movie", "Traveller")
    )
    rows = "".join(
        _results(
            board,
            [table],
            '<td class="traveller"><A HREF="/myhands/hands.php?traveller='
            f'{SESSION}-{9000 + board}&amp;username=ann_1">Traveller</A></td>',
        )
        for board, table in boards.items()
    )
    return _page(f"Tourney {SESSION}-", columns, rows)


def tournament(
    sections: Mapping[str, Iterable[tuple[str, str, str]]],
    scored: str = "IMPs",
    strata: bool = False,
) -> bytes:
    """The tournament's page: of each section the pairs with their score and place."""
    parts = []
    for head, pairs in sections.items():
        rank = "Rank"
        if strata:
            rank += "<br><table width=100% ><tr align=center><td width=33%>A</td></tr>\n</table>"
        rows = "".join(
            f"<tr class='odd' ><td class='username'>{users}</td><td>"
            f'<a href="https://www.bridgebase.com/myhands/hands.php?tourney={SESSION}-&username=x"'
            f' target="_blank">{score}</a></td><td class=\'rank\' >'
            + (f"<table width=100% ><tr><td width=33%>{place}</td><td>&nbsp;</td></tr>\n</table>"
               if strata else place)
            + '</td><td></td><td class="pts" >0.78</td></tr>\n'
            for users, score, place in pairs
        )  # fmt: skip
        parts.append(
            f"<div class='sectionbreak'>{head}</div><div class='onesection'>"
            " <table class='sectiontable' ><tr><th>Username</th>"
            f"<th>Score ({scored})</th><th align=center class='rank'>{rank}</th><th>Prize</th>"
            f"<th id='ihpts'>Points</th></tr>\n{rows}</table></div>"
        )
    return f"""    <!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"
        "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
    <html xmlns="http://www.w3.org/1999/xhtml" lang="en" xml:lang="en">
    <head><title>Results</title></head>
    <body>
<div align="center"><iframe src="https://ads.example/?t=1" frameborder=0></iframe></div>
<table class="bbo_t_l">
<tr><td class="bbo_tll" align="left">Title</td><td class="bbo_tlv">{html.escape(TITLE)}</td></tr>
<tr><td class="bbo_tll" align="left">Host</td><td class="bbo_tlv username">portlandtd</td></tr>
<tr><td class="bbo_tll" align="left">Tables</td><td class="bbo_tlv">2</td></tr>
</table>
<div class="sectionbreak">Your Friends</div><div class="bbo_hero"><table align="center">
<tr><th>Username</th><th>Score</th><th>Rank</th></tr></table></div>
{"".join(parts)}
</body>
</html>
""".encode()


# Two tables, four boards; the points are East-West's.
ANN, CYD = ("ann_1", "bob 2"), ("cyd", "GiB")
DEE, FAY = ("dee", "Eve9"), ("fay", "gus")


def _two(ns: tuple[str, str], ew: tuple[str, str]) -> tuple[str, str, str, str]:
    return (*ns, *ew)


ROBOT = {"S": "~~M45910"}
SESSION_TABLES: dict[int, list[Table]] = {
    1: [Table(_two(ANN, DEE), "3NN+1", "-430", "0.00%"),
        Table(_two(CYD, FAY), "3NN=", "-400", "100.00%", ROBOT)],
    2: [Table(_two(ANN, DEE), "4HxS-1", "200", "100.00%"),
        Table(_two(CYD, FAY), "2DN=", "-90", "0.00%", ROBOT)],
    3: [Table(_two(ANN, FAY), "PASS", "0", "0.00%"),
        Table(_two(CYD, DEE), "1SE=", "80", "100.00%", ROBOT)],
    4: [Table(_two(ANN, FAY), "2SW+1", "140", "50.00%"),
        Table(_two(CYD, DEE), "A==", "", "50.00%", ROBOT)],
}  # fmt: skip
PRINTED = {
    "Section 1 N/S": [("ann_1+bob 2", "62.50%", "1"), ("cyd+Robot", "37.50%", "2")],
    "Section 1 E/W": [("dee+Eve9", "62.50%", "1"), ("fay+gus", "37.50%", "2")],
}


def whole_session() -> dict[str, bytes]:
    """Every page of a session as a director saves it, by the name of its file."""
    pages = {f"board {n}.html": traveller(n, tables) for n, tables in SESSION_TABLES.items()}
    return {"Results.html": tournament(PRINTED, "%"), **pages}
