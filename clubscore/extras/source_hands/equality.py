"""Three hands of Equality bridge "from actual play"."""

from __future__ import annotations

from clubscore.extras.source_hands.hand import SourceClaim, SourceHand, SourcePassage
from clubscore.laws.citing import VARIATIONS
from clubscore.laws.words import gettext_noop

ONE = SourceHand(
    key="equality-1",
    title=gettext_noop("Equality bridge, hand 1"),
    games=("equality",),
    book=VARIATIONS,
    pages="76-77",
    pbn="N:5.Q932.KJT874.A6 AQ9742.6.3.KJT85 KJ3.T875.A962.Q4 T86.AKJ4.Q5.9732",
    dealer="S",
    contract="4NT",
    declarer="S",
    score=gettext_noop("game all"),
    calls=(
        *("1NT", "P", "2D", "2S", "3D", "3S", "4D", "4S"),
        *("X", "P", "4NT", "P", "P", "P"),
    ),
    line=("HK",),
    told=(
        SourcePassage(
            "77",
            "Before leading his partner's suit, Spades, A, following the usual procedure, led the"
            " King of Hearts, and this enabled Z to make the contract and win game and rubber.",
        ),
    ),
    claims=(
        SourceClaim(
            "partners-suit",
            "77",
            "Before leading his partner's suit, Spades, A ... led the King of Hearts, and this"
            " enabled Z to make the contract",
            (("ST",), ("S8",), ("S6",)),
            most=9,
            remark=gettext_noop("Read as: a spade lead would have beaten the contract."),
        ),
        SourceClaim(
            "king-of-hearts",
            "77",
            "A, following the usual procedure, led the King of Hearts, and this enabled Z to make"
            " the contract",
            (("HK",),),
            least=10,
            remark=gettext_noop(
                "Read as: after the king of hearts the contract cannot be beaten. It can, by a"
                " club at the second trick; it was A's next card that decided."
            ),
        ),
    ),
)

TWO = SourceHand(
    key="equality-2",
    title=gettext_noop("Equality bridge, hand 2"),
    games=("equality",),
    book=VARIATIONS,
    pages="77-79",
    pbn="N:A964.JT853.KQ72. KQ.7.A9654.JT832 T752.Q9.J83.AK64 J83.AK642.T.Q975",
    dealer="S",
    contract="1NT",
    declarer="N",
    score=gettext_noop("love all"),
    calls=("1C", "1H", "1NT", "P", "P", "P"),
    line=("H7",),
    told=(
        SourcePassage(
            "78",
            "Y made “Two No Trumps.” After the first trick Y knew that A had the Ace of Hearts,"
            " that therefore B held the Ace of Diamonds, and therefore that he could make the Jack"
            " of Diamonds in Z's hand. There was also an entry in Dummy in Spades, so that Y,"
            " though bare of Clubs himself, could depend on making the Ace and King of Clubs even"
            " though the adversaries avoided that suit.",
        ),
        SourcePassage(
            "78-79",
            "As a matter of fact Y could have gone game. If Y had put Z in with the Jack of"
            " Diamonds early in the game, led Z's 10 of Spades, A would have covered with the"
            " Jack, Y himself could have taken the trick with the Ace, and led another Spade."
            " Against this method of play A and B had no defence, and Y would have made “Three No"
            " Trumps.”",
        ),
    ),
    claims=(
        SourceClaim(
            "one-no-trump",
            "78",
            "Y made “Two No Trumps.”",
            (("H7",),),
            least=7,
            remark=gettext_noop(
                "Read as: after the heart lead the contract of one no-trump is safe. The lead is"
                " not printed; the text has B lead partner's suit."
            ),
        ),
        SourceClaim(
            "three-no-trumps",
            "78-79",
            "Y could have gone game. ... Against this method of play A and B had no defence, and Y"
            " would have made “Three No Trumps.”",
            (("H7",),),
            least=9,
            remark=gettext_noop(
                "Read as: nine tricks against any defence after the heart lead. A and B can stop"
                " it by leading spades themselves; which cards they had played before Y's plan is"
                " not printed."
            ),
        ),
    ),
)

THREE = SourceHand(
    key="equality-3",
    title=gettext_noop("Equality bridge, hand 3"),
    games=("equality",),
    book=VARIATIONS,
    pages="79-80",
    pbn="N:95.KT86.A42.QJ73 Q843.A.J7.KT9652 J762.53.KQT9.A84 AKT.QJ9742.8653.",
    dealer="S",
    contract="2NT",
    declarer="S",
    score=gettext_noop("not printed"),
    calls=("1NT", "2H", "2NT", "P", "P", "P"),
    line=("H7", "H6", "HA", "H3", "C6"),
    told=(
        SourcePassage(
            "79-80",
            "A led the 7 of Hearts and at Trick 2 B led the 6 of Clubs. The reader will find it"
            " interesting to play out this hand, treating it, not as a double dummy problem, but"
            " as a case of deduction from the knowledge that all the players have average hands."
            " Unless A and B play skilfully, Y and Z can go game.",
        ),
    ),
    claims=(
        SourceClaim(
            "skilfully",
            "80",
            "Unless A and B play skilfully, Y and Z can go game.",
            (("H7", "H6", "HA", "H3", "C6"),),
            most=8,
            remark=gettext_noop(
                "Read as: after the two leads that are printed A and B can keep Y and Z from the"
                " nine tricks that make game."
            ),
        ),
        SourceClaim(
            "without-skill",
            "80",
            "Unless A and B play skilfully, Y and Z can go game.",
            tuple(
                ("H7", "H6", "HA", "H3", "C6", "C4", thrown)
                for thrown in ("SA", "SK", "ST", "HQ", "HJ")
            ),
            least=9,
            remark=gettext_noop(
                "Read as: A and B can give the game away. A, who has no club, does so at this very"
                " trick by throwing a spade, the queen or the jack of hearts; a small heart or a"
                " diamond keeps it."
            ),
        ),
    ),
)
