"""A deal in one typed or dictated line: `4H S = h3`, `3NT* Bob -1`, `hearts +2 h3`, `pass`.

First the bid (with * or ** for doubled), then who played it (and with whom at pirate), the result
and, where they are held, honours: `h3` for the declaring side, `a4` for its opponents,
`Ann:4` for a hand. Where everyone's tricks are told, `Ann:4` are those. What only one game asks is
told by a word and a name: `joker:Ann`, `x:Bob`, `vul:NS`. Upper and lower case are the same.
"""

import re
from collections.abc import Mapping

from django.http import QueryDict
from django.utils.translation import gettext as _

from clubscore.club.wording.names import listed
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules
from clubscore.tableside.entry_form import Entry, bid_of, nobody_passes, read_entry
from clubscore.tableside.problems import Problem, Problems

BID = re.compile(r"(?P<level>[0-9]{0,2})(?P<what>[a-z♣♦♥♠]+?)(?P<doubled>\*{1,3}|x{1,3}|)", re.I)
DENOMINATIONS = {
    "c": "C", "clubs": "C", "club": "C", "♣": "C",
    "d": "D", "diamonds": "D", "diamond": "D", "♦": "D",
    "h": "H", "hearts": "H", "heart": "H", "♥": "H",
    "s": "S", "spades": "S", "spade": "S", "♠": "S",
    "n": "NT", "nt": "NT", "notrumps": "NT", "notrump": "NT",
    "nu": "NU", "nullo": "NU", "nullos": "NU",
}  # fmt: skip
# Whether the dealer began with a bid that brings a fine if it fails.
FIRST = {"first": "yes", "later": "no"}
HOLDING = {4: "4-in-one", 5: "5-in-one"}


def read_line(game: Game, rules: Rules, line: str, names: Mapping[str, str], dealer: str) -> Entry:
    """Return what a typed line says. Raises Problems that name the word and what would be right."""
    words = line.replace("−", "-").split()
    if [word.lower() for word in words] in (["pass"], ["passed"], ["all", "passed"]):
        if not game.bidding.passes_out:
            raise Problems(Problem("line", nobody_passes()))
        return Entry({"passed_out": True}, {})
    given = QueryDict(mutable=True)
    given["honours"] = "none"
    _bid(game, words.pop(0) if words else "", given)
    for word in words:
        _word(game, word, names, given)
    if game.questions.tricks_by_player:
        _tricks_of_bidder(game, given)
    _refuse_uncounted(game, rules, given)
    return read_entry(game, rules, given, dealer)


def _refuse_uncounted(game: Game, rules: Rules, given: QueryDict) -> None:
    """What no one counts is not dropped in silence: RuleError as the laws say it."""
    typed = given["honours"] != "none" or any(
        name.startswith(("honours-", "holder")) for name in given
    )
    bid = game.bidding.bids.get(bid_of(game, given))
    if typed and bid and game.honours_for(bid.denomination.key, rules) is None:
        place = _(bid.denomination.place)
        raise _wrong(_("There are no honours %(place)s."), place=place)


def line_help(game: Game, rules: Rules, names: Mapping[str, str], dealer: str) -> str:
    """Return an example of a line at this game, and what it says."""
    who = {
        "who": names.get(dealer, names[game.seats[0]]),
        "other": next(name for seat, name in names.items() if seat != dealer),
    }
    if game.questions.asks:
        return _own_help(game, names)
    if not game.bidding.levels:
        line = "H +2 h3"
        text = _("%(line)s: hearts, two odd tricks to the dealer's side, three honours")
    elif game.questions.tricks_by_player:
        line = "7H %(who)s:7 %(other)s:2"
        text = _("%(line)s: seven hearts by %(who)s, who won seven tricks")
    elif not game.honours_for("NT", rules):
        line = "4H %(who)s ="
        text = _("%(line)s: four hearts by %(who)s, made")
    elif not game.honours_for("H", rules):
        line = "2NT %(who)s = %(who)s:3"
        text = _("%(line)s: two no-trumps by %(who)s, made, three aces")
    elif game.names_partner:
        line = "4H %(who)s %(other)s = h3"
        text = _("%(line)s: four hearts by %(who)s with %(other)s, made, three honours")
    elif not game.honours_by_hand:
        line = "4H %(who)s = h3"
        text = _("%(line)s: four hearts by %(who)s, made, three honours")
    elif game.counting.honours_by == "won":
        line = "4H %(who)s = %(who)s:3"
        text = _("%(line)s: four hearts by %(who)s, made, three honours won")
    else:
        line = "4H %(who)s = %(who)s:2"
        text = _("%(line)s: four hearts by %(who)s, made, two honours in hand")
    return text % (who | {"line": line % who})


def _own_help(game: Game, names: Mapping[str, str]) -> str:
    """Return an example of a line with what only this game asks."""
    ask, (one, other) = game.questions.asks[0], game.seats[:2]
    who = {"who": names[one], "other": names[other], "word": ask.word}
    if game.bidding.own_bids:
        line = f"{game.bidding.own_bids[0].text} %(who)s -1 %(word)s:%(other)s"
        text = _("%(line)s: one trick taken, %(other)s doubled")
    elif ask.choices:
        line = "4H %(who)s = %(word)s:NS"
        text = _("%(line)s: four hearts made, North and South vulnerable")
    else:
        line = "4H %(who)s = h3 %(word)s:%(other)s"
        text = _("%(line)s: made, three honours, %(other)s held it")
    return text % (who | {"line": line % who})


def _wrong(text: str, **params: str) -> Problems:
    return Problems(Problem("line", text % params))


def _bid(game: Game, word: str, given: QueryDict) -> None:
    own = {bid.text.lower(): bid.text for bid in game.bidding.own_bids}
    if word.lower() in own:
        given["denomination"] = own[word.lower()]
        return
    match = BID.fullmatch(word)
    what = DENOMINATIONS.get(match["what"].lower(), "") if match else ""
    if not match or not what or bool(match["level"]) != bool(game.bidding.levels):
        text = _("Begin the line with the bid, for example %(like)s; “%(word)s” is not a bid.")
        raise _wrong(text, like="4H" if game.bidding.levels else "H", word=word)
    given["level"], given["denomination"] = match["level"], what
    given["doubling"] = str(len(match["doubled"]))


def _word(game: Game, word: str, names: Mapping[str, str], given: QueryDict) -> None:
    if word in ("=", "made") or re.fullmatch(r"[+-]\d{1,2}", word):
        _result(game, word, given)
    elif re.fullmatch(r"[ha][345]", word, re.I) and not game.honours_by_hand:
        side = "D" if word[0].lower() == "h" else "A"
        given["honours"] = f"{side}:{word[1]}"
    elif game.bidding.first_bid_fine and word.lower() in FIRST:
        given["began_so"] = FIRST[word.lower()]
    elif ":" in word:
        _told(game, word, names, given)
    else:
        seat = _seat(game, word, names)
        field = "partner" if given.get("declarer") and game.names_partner else "declarer"
        given[field] = seat


def _result(game: Game, word: str, given: QueryDict) -> None:
    if game.bidding.levels:
        given["result"] = "=" if word in ("=", "made", "+0", "-0") else word
    elif word[0] in "+-" and word[1:] != "0":
        given["result"] = f"{'D' if word[0] == '+' else 'A'}:{int(word[1:])}"
    else:
        raise _wrong(_("Write odd tricks as +2 or -1; “%(word)s” is neither."), word=word)


def _told(game: Game, word: str, names: Mapping[str, str], given: QueryDict) -> None:
    """Read an answer to a question of the game's own, like joker:Ann, else a number for a hand."""
    about, said = word.split(":", 1)
    ask = next((each for each in game.questions.asks if each.word == about.lower()), None)
    if ask is None:
        _hand(game, word, names, given)
        return
    values = {value.lower(): value for value, _words in ask.choices}
    if ask.among:
        value = _seat(game, said, names)
    elif said.lower() in values:
        value = values[said.lower()]
    else:
        text = _("Choose one of %(choices)s, not “%(word)s”.")
        raise _wrong(text, word=said, choices=listed(values.values()))
    if ask.several:
        given.appendlist(ask.field, value)
    else:
        given[ask.field] = value


def _hand(game: Game, word: str, names: Mapping[str, str], given: QueryDict) -> None:
    who, number = word.rsplit(":", 1)
    seat = _seat(game, who, names)
    if not re.fullmatch("[0-9]{1,2}", number):
        raise _wrong(_("Write a number for a hand as Ann:2, not “%(word)s”."), word=word)
    if game.questions.tricks_by_player:
        given.setdefault("declarer", seat)
        given[f"tricks-{seat}"] = number
    elif game.honours_by_hand:
        given[f"honours-{seat}"] = number
    elif int(number) in HOLDING:
        given["holder"], given["holding"] = seat, HOLDING[int(number)]
    else:
        raise _wrong(_("Only 4 or 5 in one hand count for the hand. Write h3 or a3 for the side."))


def _tricks_of_bidder(game: Game, given: QueryDict) -> None:
    """Where the line says how the bid went, the bidder's tricks follow from it."""
    bid = game.bidding.bids.get(bid_of(game, given))
    result, declarer = given.get("result", ""), given.get("declarer", "")
    if bid and result and declarer and not given.get(f"tricks-{declarer}"):
        over = 0 if result == "=" else int(result)
        given[f"tricks-{declarer}"] = str(game.needed(bid) + over)


def _seat(game: Game, word: str, names: Mapping[str, str]) -> str:
    """Return a seat by its letter or by the beginning of a name."""
    low = word.lower()
    for hand in game.hands:
        if low == hand.lower():
            return hand
    found = [seat for seat, name in names.items() if name.lower().startswith(low)]
    if len(found) == 1:
        return found[0]
    params = {"word": word, "names": listed(names.values())}
    if found:
        raise _wrong(_("“%(word)s” fits several names. Write the whole name: %(names)s."), **params)
    raise _wrong(
        _("“%(word)s” is not a player (%(names)s), a result or honours. Correct the line."),
        **params,
    )
