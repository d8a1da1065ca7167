"""Every key of a game's deals, as the game describes them, and deals that tap them all."""

import re
from collections.abc import Iterator
from itertools import product

from clubscore.laws.deal import DealReport
from clubscore.laws.deal_reading import must_be_told, read_deal
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.reckoning import reckoner_for
from clubscore.laws.score_sheet import add_deal, start
from clubscore.web.entry_form import IN_ONE_HAND, bid_of, read_entry
from clubscore.web.entry_keys import result_bar
from clubscore.web.forms import Problems

Form = dict[str, str]
Key = tuple[str, str]
# Keys that are set before anybody taps, and what only goes with another key.
PRESET = {("doubling", "0"), ("often-1", "1"), ("fine", "50"), ("fine-for", "")}
PASSED: Form = {"passed_out": "1"}
# How a form asks for honours: by the side, in one hand, or hand by hand.
HELD = ("honours", "holding", "holder")
HAND = re.compile("honours-")


def keys_in(form: Form) -> set[Key]:
    """Return the keys that a deal is tapped with."""
    return {*form.items()} - PRESET


class Keys:
    """The keys of one game, question by question in the order of its form."""

    def __init__(self, game: Game, rules: Rules) -> None:
        self.game, self.rules = game, rules
        self.questions = [each for each in self._questions() if any(each)]
        self.contracts = [form for form in self._contracts() if self.read(form) is not None]
        assert self.contracts, f"{game.key}: no deal can be entered"
        options = [option for question in self.questions for option in question if option]
        self.options = [each for each in options if self._with(each) is not None]
        self.keys = {key for option in self.options for key in keys_in(option)}
        self.keys |= {*PASSED.items()} if game.bidding.passes_out else set()

    def read(self, form: Form) -> DealReport | None:
        """Return the first deal of a table with these keys; None where it cannot be, or ends it."""
        if not self._is_asked(form):
            return None
        try:
            entry = read_entry(self.game, self.rules, form, self.game.seats[0])
            deal = read_deal(self.game, self.rules, entry.facts)
            must_be_told(self.game, deal, self.game.seats[0])
        except (Problems, RuleError):
            return None
        return None if add_deal(start(self.game, self.rules), deal).rubbers else deal

    def _is_asked(self, form: Form) -> bool:
        """Return whether the form has keys for all that is told: its honours, its own questions."""
        bid = self.game.bidding.bids.get(bid_of(self.game, form))
        if bid is None:
            return True
        about = self.game.questions.about(bid)
        for ask in self.game.questions.asks:
            own = ask.among == "others" and form.get(ask.field) == form.get("declarer")
            if ask.field in form and (ask not in about or own):
                return False
        asked = [name for name in form if name in HELD or HAND.match(name)]
        worth = reckoner_for(self.game, self.rules).tariff.honours.get(bid.denomination.key, {})
        said = form.get("holding") or form.get("honours", "")[2:]
        return not asked or (bool(worth) and (self.game.honours_by_hand or said in worth))

    def deals(self) -> list[Form]:
        """Return deals that tap every key, each as many that were not tapped before as it can."""
        found, left = [], set(self.keys) - {*PASSED.items()}
        for option in self.options:
            if keys_in(option) & left:
                form = self._with(option)
                assert form is not None
                for question in self.questions:
                    form = self._more(form, question, left)
                left -= keys_in(form)
                found.append(form)
        assert not left, f"{self.game.key}: no deal taps {left}"
        return found + ([PASSED] if self.game.bidding.passes_out else [])

    def plain(self) -> Iterator[Form]:
        """Yield every contract made by the first player, the most tricks of straight bridge."""
        game, first = self.game, self.game.seats[0]
        must = {ask.field: game.hands[0] for ask in game.questions.asks if ask.must}
        for bid in game.bidding.bids.values():
            if bid.denomination.alone:
                continue
            if game.bidding.schedule:
                none = {f"tricks-{seat}": "0" for seat in game.seats}
                yield {"bid": bid.text, "declarer": first, **none, f"tricks-{first}": "10"}
            elif not game.bidding.levels:
                for side in "DA":
                    yield {"denomination": bid.text, "result": f"{side}:7"}
            else:
                partner = {"partner": game.seats[1]} if game.names_partner else {}
                contract = {"level": str(bid.level), "denomination": bid.denomination.key}
                yield {**contract, "declarer": first, **partner, "result": "=", **must}

    def other_result(self, form: Form) -> Form:
        """Return the result to which a deal is corrected: another than it had."""
        return next(each for each in self._results() if not {*each.items()} <= {*form.items()})

    def _with(self, option: Form) -> Form | None:
        """Return a deal with these keys, None where there is none."""
        formed = (self._joined(contract, option) for contract in self.contracts)
        return next((form for form in formed if self.read(form) is not None), None)

    def _joined(self, form: Form, option: Form) -> Form:
        """Return a form with other keys; one question has one answer."""
        bare = {bid.text for bid in self.game.bidding.own_bids}
        kept = {**form, **option}
        if option.get("denomination") in bare:
            kept.pop("level", None)
        if "tricks" in option:
            kept.pop("result", None)
        return kept

    def _more(self, form: Form, question: list[Form], left: set[Key]) -> Form:
        """Return a form with that key of a question which brings most of what is left."""
        for option in sorted(question, key=lambda each: -len(keys_in(each) & left)):
            news = keys_in(option) & left
            lost = {key for key in keys_in(form) & left if key[0] in option} - keys_in(option)
            joined = self._joined(form, option)
            keeps = not lost and keys_in(form) & left <= {*joined.items()}
            if news and keeps and self.read(joined) is not None:
                return joined
        return form

    def _contracts(self) -> Iterator[Form]:
        """Yield plain deals: each denomination, declarer and partner, made and failed."""
        game, result = self.game, self._results()
        if game.bidding.schedule:
            bids: list[Form] = [{"bid": bid} for bid in game.bidding.bids]
        else:
            bids = [{"denomination": each.key} for each in game.bidding.ranked(self.rules)]
            bids = [{**bid, "level": "2"} if game.bidding.levels else bid for bid in bids]
            bids += [{"denomination": bid.text} for bid in game.bidding.own_bids]
        who = self._declarers() or [{}]
        partners: list[Form] = [{"partner": seat} for seat in game.seats if game.names_partner] or [
            {}
        ]
        must = [{ask.field: game.hands[0]} for ask in game.questions.asks if ask.must] or [{}]
        for parts in product(bids, result, who, partners, must):
            yield {name: value for part in parts for name, value in part.items()}

    def _declarers(self) -> list[Form]:
        return [{"declarer": seat} for seat in self.game.may_declare if self.game.bidding.levels]

    def _questions(self) -> list[list[Form]]:
        game, bidding = self.game, self.game.bidding
        if bidding.schedule:
            # Each level and each denomination of the schedule.
            bids = list(bidding.bids)
            levels = len(bidding.levels)
            suits = len(bids) // levels
            contract = [
                [{"bid": bids[n % levels * suits + n % suits]} for n in range(max(levels, suits))]
            ]
        else:
            ranked = [each.key for each in bidding.ranked(self.rules)]
            own = [bid.text for bid in bidding.own_bids]
            contract = [
                [{"level": str(n)} for n in bidding.levels],
                [{"denomination": each} for each in (*ranked, *own)],
            ]
        highest = 3 if bidding.max_doubling is None else bidding.max_doubling
        more = [{"doubling_more": "4"}] if bidding.max_doubling is None else []
        return [
            *contract,
            [{"doubling": str(n)} for n in range(1, highest + 1)] + more,
            self._declarers(),
            [{"partner": seat} for seat in game.seats if game.names_partner],
            *self._asks(),
            self._results(),
            self._honours(),
            [{"chicane": hand} for hand in game.hands if game.counting.counts_chicane],
            self._revokes(),
            [{"fined": seat, "fine": "50"} for seat in game.seats],
            [{"fined": game.seats[0], "fine-for": fine.key} for fine in game.bidding.named_fines],
        ]

    def _asks(self) -> list[list[Form]]:
        found = []
        for ask in self.game.questions.asks:
            hands = self.game.hands if ask.among == "hands" else self.game.seats
            values = hands if ask.among else [value for value, _text in ask.choices]
            found.append([{ask.field: value} for value in values])
        return found

    def _results(self) -> list[Form]:
        """Return results near and far, and one in a number; or everybody's tricks."""
        game = self.game
        if game.questions.tricks_by_player:
            most, last = game.play.tricks, game.seats[-1]
            ways = [dict.fromkeys(game.seats, 0) | {seat: most} for seat in game.seats]
            ways.append(dict.fromkeys(game.seats, most // 3) | {last: most - most // 3 * 2})
            return [{f"tricks-{seat}": str(n) for seat, n in way.items()} for way in ways]
        if not game.bidding.levels:
            bars = result_bar(game, {}, None)
            return [{"result": str(key["value"])} for bar in bars.values() for key in bar[::3]]
        bars = result_bar(game, {"bid": next(iter(game.bidding.bids))}, None)
        shown = [*bars["near"], *bars["further"][:1], *bars["over"][:1]]
        return [*({"result": str(key["value"])} for key in shown), {"tricks": "6"}]

    def _honours(self) -> list[Form]:
        game = self.game
        if game.honours_by_hand:
            hands = game.honour_hands
            ways = [{hand: n} for hand in hands for n in (5, 4)]
            ways += [dict(zip(hands, (2, 2, 1), strict=False)), {hands[0]: 2, hands[-1]: 2}]
            return [{f"honours-{hand}": str(n) for hand, n in way.items()} for way in ways]
        sides: list[Form] = [{"honours": f"{side}:{n}"} for side in "DA" for n in (3, 4, 5)]
        held = product(IN_ONE_HAND, game.hands)
        return sides + [{"holding": holding, "holder": hand} for holding, hand in held]

    def _revokes(self) -> list[Form]:
        law = self.game.counting.revoke_law
        choices = (*law.declaring, *law.adverse, *law.reversed_denomination)
        penalties = dict.fromkeys(each.key for each in choices)
        pairs = list(product(self.game.seats, penalties))
        once = [{"revoke-1": seat, "penalty-1": penalty} for seat, penalty in pairs]
        twice: list[Form] = [{**each, "often-1": "2"} for each in once]
        both: list[Form] = [
            {**first, "revoke-2": seat, "penalty-2": penalty}
            for first, (seat, penalty) in product(once, pairs)
            if first["revoke-1"] != seat
        ]
        return once + twice[:4] + both
