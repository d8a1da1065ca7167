"""What kind of game it is, in a few facts that can be laid side by side with another's."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubscore.club.wording.names import listed
from clubscore.laws.auction import by_value
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules
from clubscore.rubbers.games.tariff_facts import Fact, besides


def kind_of(game: Game, rules: Rules) -> list[Fact]:
    """Return who plays, how it is bid and doubled, and whose honours count."""
    return [
        Fact(pgettext("fact of a game", "players"), str(game.players)),
        Fact(pgettext("fact of a game", "sides"), _sides(game)),
        Fact(pgettext("fact of a game", "tricks"), _tricks(game)),
        Fact(pgettext("fact of a game", "bidding"), _bidding(game, rules)),
        Fact(pgettext("fact of a game", "rank"), _rank(game, rules)),
        Fact(pgettext("fact of a game", "doubling"), _doubling(game)),
        Fact(pgettext("fact of a game", "honours"), _honours(game, rules)),
        Fact(pgettext("fact of a game", "chicane"), _chicane(game, rules)),
    ]


def facts_of(game: Game, rules: Rules) -> list[Fact]:
    """Return everything that is told of a game in a line each."""
    return [*kind_of(game, rules), *besides(game, rules)]


def source_of(game: Game) -> str:
    """Return where a game comes from: its inventor, if known, and the book."""
    about = game.about
    if not about.inventor:
        return about.source
    return _("%(inventor)s; %(source)s") % {"inventor": _(about.inventor), "source": about.source}


def side_by_side(
    first: tuple[Game, Rules], second: tuple[Game, Rules]
) -> list[tuple[str, str, str]]:
    """Return (what, worth at the first, worth at the second); empty where one has none such."""
    told = [{fact.what: fact.worth for fact in facts_of(*each)} for each in (first, second)]
    every = dict.fromkeys([*told[0], *told[1]])
    return [(what, told[0].get(what, ""), told[1].get(what, "")) for what in every]


def _sides(game: Game) -> str:
    if game.has_partners:
        return _("two against two")
    if game.names_partner:
        return _("each player alone; declarer takes a partner for the deal")
    if game.two_sided and game.players == 2:
        return _("one against one")
    if game.two_sided:
        return _("one with a dummy against two")
    if set(game.hands) > set(game.seats):
        return _("each player alone; declarer plays with dummy")
    return _("each player alone")


def _tricks(game: Game) -> str:
    if not game.book:
        return _("%(tricks)s, no book") % {"tricks": game.play.tricks}
    text = ngettext(
        "%(tricks)s; the first trick is the book and does not count",
        "%(tricks)s; the first %(book)s are the book and do not count",
        game.book,
    )
    return text % {"tricks": game.play.tricks, "book": game.book}


def _bidding(game: Game, rules: Rules) -> str:
    if not game.bidding.levels:
        return _("trumps are named, without a number")
    low, high = game.bidding.levels[0], game.bidding.levels[-1]
    if game.bidding.schedule:
        text = ngettext(
            "%(low)s to %(high)s trick, by the value of the bid",
            "%(low)s to %(high)s tricks, by the value of the bid",
            high,
        )
    elif by_value(game, rules):
        text = _("%(low)s to %(high)s, by value; at equal value, more tricks are higher")
    else:
        text = _("%(low)s to %(high)s, by number; at equal number, the higher denomination")
    return text % {"low": low, "high": high}


def _rank(game: Game, rules: Rules) -> str:
    names = [_(each.name) for each in game.bidding.ranked(rules)]
    return listed([*names, *(_(bid.denomination.name) for bid in game.bidding.own_bids)])


def _doubling(game: Game) -> str:
    if game.bidding.max_doubling is None:
        return _("without limit")
    if game.bidding.max_doubling == 0:
        return pgettext("fact of a game", "none")
    return _("doubled and redoubled") if game.bidding.max_doubling > 1 else _("doubled once")


def _honours(game: Game, rules: Rules) -> str:
    counted = [each for each in game.bidding.ranked(rules) if game.honours_for(each.key, rules)]
    if not counted:
        return pgettext("fact of a game", "none")
    manner = {
        "side": _("for each side"),
        "hand": _("for each hand"),
        "won": _("as won in tricks"),
    }.get(game.counting.honours_by, "")
    if len(counted) == len(game.bidding.ranked(rules)):
        return manner
    only = listed(_(each.name) for each in counted)
    return _("%(manner)s, only in %(denominations)s") % {"manner": manner, "denominations": only}


def _chicane(game: Game, rules: Rules) -> str:
    if not game.counting.counts_chicane or rules.get("chicane") == "off":
        return pgettext("chicane", "not counted")
    return pgettext("chicane", "counted")
