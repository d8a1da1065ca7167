"""An event with everything that an event file can say, as JSON has it."""

from typing import Any

WHOLE: dict[str, Any] = {
    "format": "clubscore-event/1",
    "name": "Simultaneous",
    "date": "2026-03-02",
    "club": "Leeds",
    "game": "duplicate",
    "scoring": "matchpoints",
    "winners": 2,
    "options": {"win_tie": ["1", "0.5"], "compare": "section"},
    "contestants": [
        {"number": "1 NS", "names": ["Ann Ash", "Bob"], "direction": "NS", "section": "A",
         "handicap": "2.5", "carry_over": "1.25", "stratum": "B"},
        {"number": "2/NS", "names": ["Cyd", "Dee"], "direction": "NS", "section": "A"},
        {"number": "1EW", "direction": "EW", "section": "A"},
        {"number": "2EW", "names": ["Ełk"], "direction": "EW", "section": "A"},
    ],
    "boards": [
        {"number": 1, "vulnerable": "both",
         "deal": "N:AKQJ.T98.765.432 5432.AKQ.T98.765 876.5432.AKQ.T98 T9.J76.J432.AKQJ",
         "par": {"contract": "3NT", "declarer": "S", "score": 600}},
        {"number": 2},
        {"number": 3},
    ],
    "results": [
        {"board": 1, "round": 1, "table": 1, "ns": "1 NS", "ew": "1EW", "contract": "3NTX",
         "declarer": "N", "tricks": 9, "lead": "SA"},
        {"board": 1, "round": 1, "table": "A2", "ns": "2/NS", "ew": "2EW", "passed_out": True},
        {"board": 2, "ns": "1 NS", "ew": "1EW", "adjusted": {"ns": "A+", "ew": "A-"}},
        {"board": 2, "ns": "2/NS", "ew": "2EW", "split": {"ns": 620, "ew": 50}},
        {"board": 3, "ns": "1 NS", "ew": "2EW", "score": -100, "fouled_group": "B"},
        {"board": 3, "ns": "2/NS", "ew": "1EW", "assigned":
         {"ns": [["420", "1/3"], ["-50", "2/3"]], "ew": [["420", "1"]]}},
    ],
    "penalties": [{"contestant": "2EW", "amount": "5", "unit": "percent-of-top"}],
}  # fmt: skip
