"""Addresses of the card room."""

from django.urls import path

from clubscore.rubbers.pages import auction as bids
from clubscore.rubbers.pages import cut, deals, phones, race, seven, sit_down, table
from clubscore.rubbers.pages import deals as history
from clubscore.rubbers.pages import line_up as at_table
from clubscore.rubbers.pages import line_up as who_plays
from clubscore.rubbers.pages import phones as waiting
from clubscore.rubbers.pages import race as other_laws
from clubscore.rubbers.pages import rubber_end as rubbers
from clubscore.rubbers.pages import rubber_end as stakes_and_bets
from clubscore.rubbers.pages import seven as seven_sit_down
from clubscore.rubbers.pages import sit_down as seats
from clubscore.rubbers.pages import sit_down as which_game
from clubscore.rubbers.pages import slip as slips
from clubscore.web.caching import phones_keep

urlpatterns = [
    path("sit-down/", sit_down.names, name="sit-down"),
    path("sit-down/game/", which_game.game, name="sit-down-game"),
    path("sit-down/stake/", which_game.stake, name="sit-down-stake"),
    path("sit-down/open/", which_game.open_table, name="sit-down-open"),
    path("table/<int:pk>/", phones_keep(table.table), name="table"),
    path("table/<int:pk>/bids/", bids.bids, name="bid-by-bid"),
    path("table/<int:pk>/contract/", table.contract, name="contract"),
    path("table/<int:pk>/sentence/", table.sentence, name="sentence"),
    path("table/<int:pk>/record/", table.record, name="record"),
    path("table/<int:pk>/undo/", table.undo, name="undo"),
    path("table/<int:pk>/put-back/", table.put_back, name="put-back"),
    path("table/<int:pk>/dealer/", table.dealer, name="dealer"),
    path("table/<int:pk>/choose/", table.choose, name="choose"),
    path("table/<int:pk>/live/", table.live, name="live"),
    path("table/<int:pk>/ahead/", phones_keep(waiting.ahead), name="ahead"),
    path("table/<int:pk>/waiting/", waiting.waiting, name="waiting"),
    path("table/<int:pk>/hand-in/", waiting.by_code, name="hand-in"),
    path("table/<int:pk>/cut/", cut.cut, name="cut"),
    path("table/<int:pk>/draw/", cut.draw, name="draw"),
    path("table/<int:pk>/seats/", seats.seats, name="seats"),
    path("table/<int:pk>/another-game/", seats.another_game, name="another-game"),
    path("table/<int:pk>/who-plays/", who_plays.who_plays, name="who-plays"),
    path("table/<int:pk>/who-plays/cut/", who_plays.cut_out, name="cut-out"),
    path("table/<int:pk>/who-plays/offer/", who_plays.offer_out, name="offer-out"),
    path("table/<int:pk>/who-plays/agree/", who_plays.line_up, name="line-up"),
    path("table/<int:pk>/people/", at_table.at_table, name="at-table"),
    path("table/<int:pk>/people/come/", at_table.join_table, name="join-table"),
    path("table/<int:pk>/people/leave/", at_table.leave_table, name="leave-table"),
    path("table/<int:pk>/people/substitute/", at_table.substitute, name="substitute"),
    path("table/<int:pk>/pad/", deals.pad, name="pad"),
    path("table/<int:pk>/<int:part>/pad/", deals.pad, name="pad-part"),
    path("table/<int:pk>/<int:part>/deal/<int:position>/", deals.why, name="why"),
    path("table/<int:pk>/<int:part>/deal/<int:position>/change/", deals.change, name="change"),
    path(
        "table/<int:pk>/<int:part>/deal/<int:position>/history/",
        history.history,
        name="deal-history",
    ),
    path("table/<int:pk>/<int:part>/other-laws/", other_laws.other_laws, name="other-laws"),
    path("table/<int:pk>/history/", history.table_history, name="history"),
    path("table/<int:pk>/history/<int:revision>/", history.table_then, name="table-then"),
    path("table/<int:pk>/<int:part>/rubber/<int:rubber>/", rubbers.rubber, name="rubber"),
    path("table/<int:pk>/race/", race.newest, name="race-newest"),
    path("table/<int:pk>/<int:part>/rubber/<int:rubber>/race/", race.race, name="race"),
    path("table/<int:pk>/<int:part>/rubber/<int:rubber>/agree/", rubbers.agree, name="agree"),
    path("table/<int:pk>/next/", rubbers.what_next, name="what-next"),
    path("table/<int:pk>/play-on/", rubbers.play_on, name="play-on"),
    path("table/<int:pk>/break-off/", rubbers.break_off, name="break-off"),
    path("table/<int:pk>/end/", rubbers.end, name="end"),
    path("table/<int:pk>/reopen/", rubbers.reopen, name="reopen"),
    path("table/<int:pk>/void/", rubbers.void, name="void"),
    path("table/<int:pk>/slip/", slips.slip, name="slip"),
    path("table/<int:pk>/beside/", stakes_and_bets.besides, name="besides"),
    path("table/<int:pk>/beside/bet/", stakes_and_bets.decide, name="bet-decided"),
    path("table/<int:pk>/paid/", slips.paid, name="paid"),
    path("table/<int:pk>/all-paid/", slips.all_paid, name="all-paid"),
    path("table/<int:pk>/part-paid/", slips.part_paid, name="part-paid"),
    path("table/<int:pk>/table-money/", slips.fee, name="table-money"),
    path("table/<int:pk>/not-paid/", slips.not_paid, name="not-paid"),
    path("sit-down/seven/", seven_sit_down.seven_sit_down, name="sit-down-seven"),
    path("table/<int:pk>/seven/", seven.evening, name="seven"),
    path("table/<int:pk>/seven/way/", seven.way, name="seven-way"),
    path("table/<int:pk>/seven/dummy/", seven.dummy, name="seven-dummy"),
    path("table/<int:pk>/seven/eighth/", seven.eighth, name="seven-eighth"),
    path("table/<int:pk>/seven/leaves/", seven.leave, name="seven-leaves"),
    path("table/<int:pk>/seven/exchange/", seven.exchange, name="seven-exchange"),
    path("table/<int:pk>/seven/last/", seven.last, name="seven-last"),
    path("table/<int:pk>/seven/close/", seven.close, name="seven-close"),
    path("table/<int:pk>/seven/reopen/", seven.reopen, name="seven-reopen"),
    path("table/<int:pk>/seven/void/", seven.void, name="seven-void"),
    path("table/<int:pk>/seven/positions/", seven.positions, name="seven-positions"),
    path("table/<int:pk>/phones/", phones.table_phones, name="table-phones"),
    path("phones/", phones.room_phones, name="phones"),
    path("t/<str:token>/", phones.enter, name="enter"),
    path("leave/", phones.leave, name="leave-phone"),
]
