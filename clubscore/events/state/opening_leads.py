"""What opening leads come to: worked out one contract after the other, read.

As tables of double dummy they are kept by the deal, once for all clubs; a job works them off. What
is not worked out yet, or cannot be, has no row.
"""

from collections.abc import Callable, Iterable, Mapping

from clubscore.deals.card_play import DENOMINATIONS
from clubscore.deals.hands import Deal
from clubscore.deals.solved_cards import Outcome
from clubscore.deals.solved_leads import Declared, led, read, written
from clubscore.events.models import OpeningLeads
from clubscore.events.results.result_words import CONTRACT
from clubscore.ranking.result import ResultFacts

Leads = Mapping[Declared, Outcome]


def declared_in(facts: ResultFacts, deal: Deal) -> Declared | None:
    """Return what a result says was declared; None of one that names no denomination of trumps."""
    match = CONTRACT.fullmatch(facts.get("contract", ""))
    if match is None or match[2] not in DENOMINATIONS or "declarer" not in facts:
        return None
    return Declared(deal, match[2], facts["declarer"])


def leads_known(all_declared: Iterable[Declared]) -> Leads:
    """Return what leads come to, of what was worked out. One query, none where nothing is asked."""
    wanted = {(each.deal.pbn(), each.denomination, each.declarer): each for each in all_declared}
    if not wanted:
        return {}
    found: dict[Declared, Outcome] = {}
    for row in OpeningLeads.objects.filter(deal__in={deal for deal, _in, _by in wanted}):
        declared = wanted.get((row.deal, row.denomination, row.declarer))
        outcome = read(declared, row.tricks) if declared else None
        if declared is not None and outcome is not None:
            found[declared] = outcome
    return found


def work_off_leads(
    all_declared: Iterable[Declared], say: Callable[[int, int], None] = lambda done, total: None
) -> int:
    """Work out what leads come to where it is not known; return of how many contracts.

    After each, `say` is told how many of all are done. RuleError where double dummy broke off or is
    not there; what was worked out until then is kept.
    """
    wanted = list(dict.fromkeys(all_declared))
    known = leads_known(wanted)
    missing = [each for each in wanted if each not in known]
    if not missing:
        return 0
    for count, (declared, outcome) in enumerate(led(missing), start=1):
        OpeningLeads.objects.bulk_create(
            [
                OpeningLeads(
                    deal=declared.deal.pbn(),
                    denomination=declared.denomination,
                    declarer=declared.declarer,
                    tricks=written(declared, outcome),
                )
            ],
            ignore_conflicts=True,
        )
        say(len(known) + count, len(wanted))
    return len(missing)
