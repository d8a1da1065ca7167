"""Foster's hand of pirate bridge, played at four nullos: the book's one whole nullo deal.

Y sits North, B East, Z South (who deals), A West; B declares and A is dummy, opposite.
"""

from __future__ import annotations

from clubscore.extras.source_hands.hand import SourceClaim, SourceHand, SourcePassage
from clubscore.laws.citing import VARIATIONS
from clubscore.laws.words import gettext_noop

FIRST = ("S6", "S8")
PLAYED = (*FIRST, "S4", "SK", "HJ", "H6", "H9", "H3", "HT", "H8", "HQ", "H4", "H5", "H7", "SQ")
# Every card of Y's to the first trick but the ace.
YS_SMALL = ("S4", "S7", "S9", "SJ")
AT_MOST = 3

FOSTER_NULLO = SourceHand(
    key="foster-nullo",
    title=gettext_noop("Foster's nullo hand"),
    games=("pirate", "nullos"),
    book=VARIATIONS,
    pages="97-99",
    pbn="N:AJ974.743.J9.K96 KQ2.JT.T8.QJ8432 T65.AK86.AKQ653. 83.Q952.742.AT75",
    dealer="S",
    contract="4NU",
    declarer="E",
    score=gettext_noop("not printed"),
    line=PLAYED,
    told=(
        SourcePassage(
            "97-98",
            "Z dealt and bid “Two Diamonds,” which no one accepted, and the bid was void. A passed,"
            " Y bid a Spade, B passed and Z accepted. Then B bid “Two Clubs” and A accepted. When Y"
            " went back to the Spades and Z accepted, B shifted to the Nullo, accepted by A, and"
            " they carried it to Four, which frightened Z back to his Diamonds. No one would accept"
            " the Five Diamonds, and it was played at Four Nullos.",
        ),
        SourcePassage(
            "98",
            "It is intriguing to see how A and B get rid of the high cards and make game. Z led the"
            " middle Spade, the 6, A played the 8, and B won with the King. B then led the Jack of"
            " Hearts, underplayed by dummy with the 9, when Z played small, so as to win the ten of"
            " Hearts with the Queen and discard the Queen of Spades on the five of Hearts, holding"
            " up the deuce.",
        ),
        SourcePassage(
            "98-99",
            "There is no escape from the attack. If Z wins either the first or second lead of"
            " Hearts and tries another Spade, B wins it and leads the deuce of Spades after getting"
            " rid of the second Heart (if he still has it). B and A can make Four Nullos against"
            " any defence Z and Y can put up. It will be observed that B took the first three"
            " tricks and was then in a position to refuse to take any more.",
        ),
    ),
    claims=(
        SourceClaim(
            "any-defence",
            "98",
            "B and A can make Four Nullos against any defence Z and Y can put up.",
            ((),),
            most=AT_MOST,
            remark=gettext_noop("From the first card on, with any lead of Z."),
        ),
        SourceClaim(
            "king-of-spades",
            "98",
            "Z led the middle Spade, the 6, A played the 8, and B won with the King.",
            tuple((*FIRST, small, "SK") for small in YS_SMALL),
            most=AT_MOST,
            remark=gettext_noop(
                "Read as: the king is no mistake, whichever spade below the ace Y plays."
            ),
        ),
        SourceClaim(
            "hearts",
            "98",
            "B then led the Jack of Hearts, underplayed by dummy with the 9, when Z played small,"
            " so as to win the ten of Hearts with the Queen and discard the Queen of Spades on the"
            " five of Hearts, holding up the deuce.",
            (PLAYED,),
            most=AT_MOST,
        ),
        SourceClaim(
            "another-spade",
            "98",
            "If Z wins either the first or second lead of Hearts and tries another Spade, B wins it"
            " and leads the deuce of Spades after getting rid of the second Heart (if he still has"
            " it).",
            (
                (*FIRST, "S4", "SK", "HJ", "HK", "H9", "H3", "S5", "S3", "S7", "SQ", "HT"),
                (*FIRST, "S4", "SK", "HJ", "HK", "H9", "H3", "ST", "S3", "S7", "SQ", "HT"),
                (*PLAYED[:9], "HK", "H5", "H4", "S5", "S3", "S7", "SQ", "S2"),
                (*PLAYED[:9], "HK", "H5", "H4", "ST", "S3", "S7", "SQ", "S2"),
            ),
            most=AT_MOST,
        ),
        SourceClaim(
            "refuse",
            "99",
            "B took the first three tricks and was then in a position to refuse to take any more.",
            (PLAYED[:12],),
            most=AT_MOST,
            remark=gettext_noop(
                "A and B have three tricks here, the third of them A's with the queen of hearts,"
                " and take no other."
            ),
        ),
    ),
    remarks=(
        gettext_noop(
            "The book counts three tens, two jacks, three queens and an ace between the partners;"
            " they also hold the king of spades."
        ),
        gettext_noop(
            "Y's cards to the first tricks and Z's small hearts are not printed: the lowest is"
            " taken for them."
        ),
    ),
)
