/* Double dummy where tricks are to be lost: how many tricks a side takes if all four play their best.

   The search is alpha-beta with a window of nothing ("does North's side take so many?"), trick by
   trick. What it finds is kept with the reason for it, so that one entry answers many positions.

   A reason is a set of cuts. A cut stands between two ranks of a suit; it says that a card above it
   was played against one below it, and that this mattered. Of a position that has the same number
   of cards in each hand and suit, only this needs to agree: at each cut, how many cards each hand
   has below it. Between two cuts the cards of a hand are alike. A trick therefore needs one cut at
   most, anywhere between its two best cards of the suit led; a move that failed has said the same
   of all cards that its cuts do not set apart from it.

   Cards: a hand is 64 bits, a lane of 16 for each suit, the two in its lowest bit. No library, no
   file, no clock: a budget of positions ends a search that would be too long. */

typedef unsigned long long u64;
typedef unsigned int u32;
typedef unsigned short u16;
typedef unsigned char u8;

enum { HANDS = 4, SUITS = 4, RANKS = 13, LANE_BITS = 16, NONE = -1 };
#define LANE 0x1fffULL
#define OF(x, s) ((x) >> (LANE_BITS * (s)) & LANE)
#define LANE_AT(s) (LANE << (LANE_BITS * (s)))

static u64 held[HANDS];
static u64 dealt[HANDS];      /* what each hand held when the deal began */
static u32 deal;              /* how many deals there were */
static u64 shape;             /* four bits for each hand and suit: how many cards */
static int side[HANDS];       /* 0: North's */
/* Of each hand its partner, and the two of the other side, in no order. */
static struct { int mate, one, two; } others[HANDS];
static int losing;            /* 0: tricks are to be won, as at no-trumps */
static u64 visited, budget;
static int spent;

static int count(u64 x) { return __builtin_popcountll(x); }
static u64 lowest(u64 x) { return x & -x; }
static u64 highest(u64 x) { return 1ULL << (63 - __builtin_clzll(x)); }
static int place(u64 card) { return __builtin_ctzll(card); }
static int suit_of(u64 card) { return place(card) / LANE_BITS; }
/* The cards of a suit that are up to this one, and those that are above the first up to the second. */
static u64 up_to(u64 card) { return card * 2 - 1; }
static u64 between(u64 low, u64 high) { return up_to(high) & ~up_to(low); }

/* What must agree, three items a word: 6 bits of place (suit, cards below), 12 of `below`. */
enum { PLACE_BITS = 6, ITEM_BITS = 18, ITEMS = 3, MOST_ITEMS = 48 };
#define PLACE_OF(item) ((item) & 63)
#define COUNTS_OF(item) ((item) >> PLACE_BITS & 0xfff)
#define MARK_OF(item) (1ULL << ((u32)(item) * 0x9e3779b1u >> 26))

/* ---- What the cards of a suit that are left tell by themselves ---- */

/* Whose each card is the deal says, so it is worked out once for each set of them. */
typedef struct {
  u64 marks;                 /* a bit for each item that a position with these cards agrees with */
  u32 deal;                  /* for which deal all this is so */
  u16 tops;                  /* the cards of which their hand has not the next higher one too */
  u16 card[RANKS];           /* the card that has so many below it */
  u16 below[RANKS + 1];      /* how many of so many of the lowest are North's, East's, South's */
  short lead[RANKS];         /* how promising each card is for the hand that has it, if it leads */
  short discard[RANKS];      /* the same, if it cannot follow suit */
  u8 ducks[HANDS];           /* how many of a hand's lowest are each below as many of the other side's */
} Suit;
static Suit suits[SUITS][1 << RANKS];

/* What other hands have of a suit, as a card of it is judged. */
typedef struct {
  u64 mates, theirs;
  u64 stuck; /* the higher of the lowest cards of the other side's two hands */
  int voids; /* how many of these two have none */
} Outlook;

/* Of the `after` hands that come after this one. */
static Outlook outlook_of(int who, int after, int s, const u64 *hands) {
  Outlook seen = {0, 0, 0, 0};
  for (int i = 1; i <= after; i++) {
    int hand = (who + i) & 3;
    u64 cards = OF(hands[hand], s);
    if (side[hand] == side[who]) {
      seen.mates = cards;
      continue;
    }
    seen.theirs |= cards;
    seen.voids += !cards;
    if (lowest(cards) > seen.stuck) seen.stuck = lowest(cards);
  }
  return seen;
}

/* The weights of these three were found by trying: they are those with which the fewest positions
   of endings of ten to thirteen cards are visited. */
static int lead_worth(const Outlook *seen, u64 mine, u64 card, int under) {
  u64 mates = lowest(seen->mates);
  int like = 10 * count(seen->theirs & (card - 1)) - 75 * seen->voids;
  like += mine == card ? 30 : -20 * count(mine);
  if (!seen->theirs) return like - 280;
  return like + (seen->stuck > (mates > card ? mates : card) ? 140 + 4 * under : 105);
}

static int discard_worth(const Outlook *seen, u64 card, int above) {
  int is_alone = !seen->mates && !seen->theirs;
  int lower = count(seen->theirs & (card - 1)), higher = count(seen->theirs & ~up_to(card));
  return 5 * lower - 8 * higher - 4 * above - (is_alone ? 120 : 0);
}

static int follow_worth(const Outlook *seen, u64 best, u64 card, int under) {
  if (card < best) return 100 + 16 * under;
  if (!seen->theirs) return 8 * under;
  if (seen->stuck > card) return 135 + 14 * under;
  return seen->theirs > card ? 80 : 12 * under;
}

/* How many of the lowest cards of a hand are each below as many of theirs; all of them: RANKS. */
static int ducks(u64 mine, u64 theirs) {
  int found = 0;
  for (; mine && theirs; mine &= mine - 1, theirs &= theirs - 1, found++)
    if (lowest(mine) > lowest(theirs)) return found;
  return RANKS;
}

/* Of a card of a suit, `under` others below it: whether it is a top, and how promising it is. */
static void judge(Suit *suit, int s, u64 set, const u64 *hands, int who, u64 card, int under) {
  Outlook seen = outlook_of(who, HANDS - 1, s, hands);
  u64 mine = OF(hands[who], s), over = set & ~up_to(card);
  if (!(lowest(over) & mine)) suit->tops |= (u16)card;
  suit->lead[under] = (short)(losing ? 2 * lead_worth(&seen, mine, card, under) : 40 * under);
  suit->discard[under] = (short)(losing ? 4 * discard_worth(&seen, card, count(over)) : 40 * under);
}

static void look_at(Suit *suit, int s, u64 set) {
  u64 hands[HANDS];
  u32 counts = 0, under = 0;
  suit->deal = deal;
  suit->marks = 0;
  suit->tops = suit->below[0] = 0;
  for (int hand = 0; hand < HANDS; hand++) hands[hand] = dealt[hand] & set << (LANE_BITS * s);
  for (u64 x = set; x; x &= x - 1) {
    int who = 0;
    while (!(OF(hands[who], s) & lowest(x))) who++;
    if (under) suit->marks |= MARK_OF((u32)s * 16 | under | counts << PLACE_BITS);
    judge(suit, s, set, hands, who, lowest(x), (int)under);
    if (who < HANDS - 1) counts += 1u << (4 * who);
    suit->card[under++] = (u16)lowest(x);
    suit->below[under] = (u16)counts;
  }
  for (int hand = 0; hand < HANDS; hand++) {
    u64 theirs = hands[others[hand].one] | hands[others[hand].two];
    suit->ducks[hand] = (u8)ducks(OF(hands[hand], s), OF(theirs, s));
  }
}

static const Suit *suit_with(int s, u64 set) {
  Suit *suit = &suits[s][set];
  if (suit->deal != deal) look_at(suit, s, set);
  return suit;
}

/* ---- What is kept ---- */

typedef struct {
  u64 marks;     /* a bit for each item: a position that lacks one of them does not agree */
  u64 word;      /* its first items; most positions that do not agree differ there */
  u32 first;     /* where its other words are */
  u8 words;      /* how many of them */
  u8 least, most; /* tricks of North's side */
  u8 card;       /* suit * 16 + cards of it below: the best lead, or NO_CARD */
} Entry;
enum { NO_CARD = 255 };

typedef struct {
  u64 key;
  u32 first;
  u16 used, room; /* entries; the last were found or met last */
} Bucket;

#ifndef BUCKET_BITS
#define BUCKET_BITS 18
#endif
#ifndef ENTRY_COUNT
#define ENTRY_COUNT (7u << 19)
#endif
#ifndef WORD_COUNT
#define WORD_COUNT (7u << 20)
#endif
enum { BUCKETS = 1 << BUCKET_BITS, SIZES = 12, LONGEST = 1 << (SIZES - 1) };
#define FREE 0xffffffffu
static Bucket buckets[BUCKETS];
static Entry entries[ENTRY_COUNT];
static u64 words[WORD_COUNT];
static u32 free_block[SIZES];
static u32 bucket_count, entry_count, word_count;

static void forget(void) {
  for (u32 i = 0; i < BUCKETS; i++) buckets[i].room = 0;
  for (int i = 0; i < SIZES; i++) free_block[i] = FREE;
  bucket_count = entry_count = word_count = 0;
}

static Bucket *bucket_of(u64 key) {
  u32 at = (u32)((key * 0x9e3779b97f4a7c15ULL) >> (64 - BUCKET_BITS));
  while (buckets[at].room && buckets[at].key != key) at = (at + 1) & (BUCKETS - 1);
  return &buckets[at];
}

/* Room for 2^size entries. */
static u32 block_of(int size) {
  u32 at = free_block[size];
  if (at == FREE) {
    at = entry_count;
    entry_count += 1u << size;
  } else {
    free_block[size] = entries[at].first;
  }
  return at;
}

static void give_back(u32 at, int size) {
  entries[at].first = free_block[size];
  free_block[size] = at;
}

static Entry *new_entry(u64 key) {
  if (bucket_count > BUCKETS / 4 * 3 || entry_count + LONGEST > ENTRY_COUNT ||
      word_count + MOST_ITEMS > WORD_COUNT)
    forget();
  Bucket *bucket = bucket_of(key);
  if (!bucket->room) {
    bucket->key = key;
    bucket->first = block_of(1);
    bucket->used = 0;
    bucket->room = 2;
    bucket_count++;
  }
  if (bucket->used == bucket->room && bucket->room == LONGEST) {
    bucket->used--;
    for (int i = 0; i < bucket->used; i++) entries[bucket->first + i] = entries[bucket->first + i + 1];
  } else if (bucket->used == bucket->room) {
    int size = __builtin_ctz(bucket->room);
    u32 wider = block_of(size + 1);
    for (int i = 0; i < bucket->used; i++) entries[wider + i] = entries[bucket->first + i];
    give_back(bucket->first, size);
    bucket->first = wider;
    bucket->room *= 2;
  }
  return &entries[bucket->first + bucket->used++];
}

static int agrees(u64 items, const Suit *const *now) {
  for (int i = 0; i < ITEMS; i++, items >>= ITEM_BITS)
    if (now[PLACE_OF(items) / 16]->below[PLACE_OF(items) % 16] != COUNTS_OF(items)) return 0;
  return 1;
}

static int fits(const Entry *entry, const Suit *const *now) {
  if (!agrees(entry->word, now)) return 0;
  for (int i = 0; i < entry->words; i++)
    if (!agrees(words[entry->first + (u32)i], now)) return 0;
  return 1;
}

/* The card that a place of the position means. */
static u64 card_at(int at, const Suit *const *now) {
  return (u64)now[at / 16]->card[at % 16] << (LANE_BITS * (at / 16));
}

static u64 cuts_in(u64 items, const Suit *const *now) {
  u64 cuts = 0;
  for (int i = 0; i < ITEMS; i++, items >>= ITEM_BITS)
    if (PLACE_OF(items) % 16) cuts |= card_at(PLACE_OF(items), now);
  return cuts;
}

/* The cuts of an entry, in the cards of this position. */
static u64 cuts_of(const Entry *entry, const Suit *const *now) {
  u64 cuts = cuts_in(entry->word, now);
  for (int i = 0; i < entry->words; i++) cuts |= cuts_in(words[entry->first + (u32)i], now);
  return cuts;
}

/* Items for the cuts, those in the midst of long suits first: they tell positions apart soonest. */
static int items_of(u64 cuts, u64 all, u32 *items) {
  int found = 0, worth[MOST_ITEMS];
  for (int s = 0; s < SUITS; s++) {
    u64 cards = OF(all, s);
    int length = count(cards), last = 0;
    for (u64 x = OF(cuts, s); x; x &= x - 1) {
      u64 under = cards & (lowest(x) - 1);
      int k = count(under);
      if (k == last || k == length) continue;
      last = k;
      int told = k < length - k ? k : length - k, at = found++;
      for (; at && worth[at - 1] < told; at--) {
        worth[at] = worth[at - 1];
        items[at] = items[at - 1];
      }
      worth[at] = told;
      items[at] = (u32)(s * 16 + k) | (u32)suits[s][cards].below[k] << PLACE_BITS;
    }
  }
  return found;
}

static u64 word_of(const u32 *items, int from, int found) {
  u64 word = 0;
  for (int i = 0; i < ITEMS && from + i < found; i++) word |= (u64)items[from + i] << (i * ITEM_BITS);
  return word;
}

static void keep(u64 key, u64 cuts, u64 all, u64 best, int least, int most) {
  u32 items[MOST_ITEMS];
  int found = items_of(cuts, all, items);
  Entry *entry = new_entry(key);
  entry->marks = 0;
  for (int i = 0; i < found; i++) entry->marks |= MARK_OF(items[i]);
  entry->word = word_of(items, 0, found);
  entry->first = word_count;
  entry->words = 0;
  for (int at = ITEMS; at < found; at += ITEMS, entry->words++) words[word_count++] = word_of(items, at, found);
  entry->least = (u8)least;
  entry->most = (u8)most;
  entry->card = NO_CARD;
  if (best) {
    int s = suit_of(best);
    entry->card = (u8)(s * 16 + count(OF(all, s) & (OF(best, s) - 1)));
  }
}

/* ---- What is plain to see ---- */

/* The cuts that hold the first `most` of these pairs apart, besides those that are there. */
static u64 apart(u64 mine, u64 theirs, int most, u64 cuts) {
  for (; mine && theirs && most; mine &= mine - 1, theirs &= theirs - 1, most--)
    if (!(cuts & between(lowest(mine), lowest(theirs)))) cuts |= lowest(theirs);
  return cuts;
}

/* A side whose hands both duck n times in every suit that may be led at them takes none of the next
   n tricks: it plays its highest card that does not win, and then ducks n - 1 times. */
static int never_win(const Suit *const *now, int one, int two, int tricks) {
  for (int s = 0; s < SUITS; s++)
    if (now[s]->ducks[one] < tricks || now[s]->ducks[two] < tricks) return 0;
  return 1;
}

static u64 why_never(u64 one, u64 two, u64 theirs, int tricks, u64 cuts) {
  u64 found = 0;
  for (int s = 0; s < SUITS; s++) {
    u64 here = apart(OF(one, s), OF(theirs, s), tricks, OF(cuts, s));
    found |= apart(OF(two, s), OF(theirs, s), tricks, here) << (LANE_BITS * s);
  }
  return found;
}

enum { OPEN, NO_MORE, MORE };

/* A suit whose lowest cards lose the trick, and after it the side that led ducks `then` times. */
static int throws_in(const Suit *const *now, int who, int then, u64 *cuts) {
  int mate = others[who].mate, wrong = NONE;
  u64 one = held[others[who].one], two = held[others[who].two];
  for (int s = 0; then && s < SUITS; s++)
    if (now[s]->ducks[who] < then || now[s]->ducks[mate] < then) {
      if (wrong != NONE) return OPEN;
      wrong = s;
    }
  for (int s = 0; s < SUITS; s++) {
    u64 mine = OF(held[who], s), mates = OF(held[mate], s), theirs = OF(one | two, s);
    if (!mine || (wrong != NONE && wrong != s)) continue;
    u64 won = lowest(OF(one, s)) > lowest(OF(two, s)) ? lowest(OF(one, s)) : lowest(OF(two, s));
    if (won < lowest(mine) || won < lowest(mates)) continue;
    u64 after = mine & (mine - 1), mates_after = mates & (mates - 1);
    if (then && (ducks(after, theirs) < then || ducks(mates_after, theirs) < then)) continue;
    *cuts = won << (LANE_BITS * s);
    if (then) {
      u64 gone = ((mine ^ after) | (mates ^ mates_after)) << (LANE_BITS * s);
      *cuts = why_never(held[who] & ~gone, held[mate] & ~gone, one | two, then, *cuts);
    }
    return MORE;
  }
  return OPEN;
}

/* Whether the side that is not on lead takes more than `allowed` of the tricks, where it is plain. */
static int plain(const Suit *const *now, int who, int left, int allowed, u64 *cuts) {
  int one = others[who].one, two = others[who].two;
  if (never_win(now, one, two, left - allowed)) {
    u64 ours = held[who] | held[others[who].mate];
    *cuts = why_never(held[one], held[two], ours, left - allowed, 0);
    return NO_MORE;
  }
  return throws_in(now, who, allowed, cuts);
}

/* ---- The search ---- */

typedef struct {
  u64 all;          /* the cards at its beginning */
  u64 best, second; /* of the suit led */
  u64 hint;         /* a lead that was good here before */
  int leader, suit, winner;
  int need, left;   /* does North's side take so many of those that are left? */
} Trick;

/* How often a card was the answer, by how it was played, hand and card. */
enum { LEAD, FOLLOW, DISCARD, KINDS };
static u32 useful[KINDS][HANDS][64];

static int play(int who, int turn, const Trick *trick, u64 *cuts, u64 *best);

static int kind_of(int who, int turn, const Trick *trick) {
  if (!turn) return LEAD;
  return OF(held[who], trick->suit) ? FOLLOW : DISCARD;
}

/* How promising a card is to follow suit with. */
static int follow_rank(int who, int turn, const Trick *trick, u64 card, int under) {
  if (!losing) return 40 * under;
  Outlook seen = outlook_of(who, HANDS - 1 - turn, trick->suit, held);
  return 3 * follow_worth(&seen, OF(trick->best, trick->suit), card, under);
}

static int rank_of(int who, int turn, const Trick *trick, int kind, u64 card) {
  if (!turn && card == trick->hint) return 1 << 30;
  int s = suit_of(card), under = count(OF(trick->all, s) & (OF(card, s) - 1));
  const Suit *suit = &suits[s][OF(trick->all, s)];
  int rank = kind == FOLLOW ? follow_rank(who, turn, trick, OF(card, s), under)
             : kind == LEAD ? suit->lead[under] : suit->discard[under];
  return 16 * rank + (int)useful[kind][who][place(card)];
}

/* The cards that may be played, the highest of each run, the most promising first. */
static int moves(int who, int turn, const Trick *trick, int kind, u64 *cards) {
  int ranks[RANKS], found = 0;
  u64 mine = held[who];
  if (kind == FOLLOW) mine &= LANE_AT(trick->suit);
  if (!(mine & (mine - 1))) {
    cards[0] = mine;
    return 1;
  }
  for (int s = 0; s < SUITS; s++) {
    if (!OF(mine, s)) continue;
    u64 tops = (u64)suit_with(s, OF(trick->all, s))->tops << (LANE_BITS * s);
    for (u64 x = mine & tops; x; x &= x - 1) {
      u64 card = lowest(x);
      int at = found++, rank = rank_of(who, turn, trick, kind, card);
      for (; at && ranks[at - 1] < rank; at--) {
        ranks[at] = ranks[at - 1];
        cards[at] = cards[at - 1];
      }
      ranks[at] = rank;
      cards[at] = card;
    }
  }
  return found;
}

/* A lead: what is known or plain of it, else its trick. */
static int lead(int who, int need, int left, u64 *cuts) {
  *cuts = 0;
  if (need <= 0) return 1;
  if (need > left) return 0;
  if (++visited > budget) spent = 1;
  if (spent) return 0;
  u64 all = held[0] | held[1] | held[2] | held[3], best = 0, key = shape ^ (u64)who * 0xd6e8feb86659fd93ULL;
  Trick trick = {all, 0, 0, 0, who, NONE, who, need, left};
  if (left == 1) return play(who, 0, &trick, cuts, &best);
  int norths = !side[who];
  const Suit *now[SUITS];
  u64 lacking = ~0ULL;
  for (int s = 0; s < SUITS; s++) {
    now[s] = suit_with(s, OF(all, s));
    lacking &= ~now[s]->marks;
  }
  if (losing) {
    int known = plain(now, who, left, norths ? left - need : need - 1, cuts);
    if (known != OPEN) return (known == NO_MORE) == norths;
  }
  Bucket *bucket = bucket_of(key);
  for (int i = bucket->room ? bucket->used - 1 : NONE; i >= 0; i--) {
    Entry *entry = &entries[bucket->first + (u32)i];
    if (entry->marks & lacking || !fits(entry, now)) continue;
    if (entry->least >= need || entry->most < need) {
      int answer = entry->least >= need;
      *cuts = cuts_of(entry, now);
      if (i < bucket->used - 1) {
        Entry met = *entry;
        *entry = entry[1];
        entry[1] = met;
      }
      return answer;
    }
    if (!trick.hint && entry->card != NO_CARD) trick.hint = card_at(entry->card, now);
  }
  int answer = play(who, 0, &trick, cuts, &best);
  if (spent) return 0;
  keep(key, *cuts, all, best, answer ? need : 0, answer ? left : need - 1);
  return answer;
}

/* A trick that is over: what follows from it, with a cut between its two best cards. */
static int finish(const Trick *trick, u64 *cuts) {
  int ours = !side[trick->winner], answer;
  if (trick->left == 1) {
    answer = ours >= trick->need;
    *cuts = 0;
  } else {
    answer = lead(trick->winner, trick->need - ours, trick->left - 1, cuts);
  }
  if (trick->second && !(*cuts & between(trick->second, trick->best))) *cuts |= trick->best;
  return answer;
}

static void put(Trick *trick, int who, int turn, u64 card) {
  int s = suit_of(card);
  if (!turn) {
    trick->suit = s;
    trick->best = card;
  } else if (s == trick->suit && card > trick->best) {
    trick->second = trick->best;
    trick->best = card;
    trick->winner = who;
  } else if (s == trick->suit && card > trick->second) {
    trick->second = card;
  }
}

/* The cards of this hand that a refuted card speaks for, and what must be known for that. */
static u64 alike(int who, u64 card, u64 all, u64 *cuts) {
  u64 lane = LANE_AT(suit_of(card)), mine = held[who] & lane, run = card;
  for (u64 under; (under = all & lane & (lowest(run) - 1)) && highest(under) & mine;) run |= highest(under);
  if (*cuts & between(lowest(run), card)) *cuts |= lowest(run) | (card << 1 & lane);
  u64 higher = *cuts & lane & ~up_to(card), lower = *cuts & lane & up_to(card);
  u64 upto = higher ? lowest(higher) - 1 : ~0ULL, from = lower ? ~(highest(lower) - 1) : ~0ULL;
  return run | (mine & upto & from);
}

/* A card of this hand, and all that follows from it: does North's side take as many as it needs? */
static int play(int who, int turn, const Trick *trick, u64 *cuts, u64 *best) {
  u64 cards[RANKS], done = 0, all_cuts = 0, before = shape;
  int kind = kind_of(who, turn, trick), wish = (side[who] == 0) != losing;
  int found = moves(who, turn, trick, kind, cards);
  for (int i = 0; i < found; i++) {
    u64 card = cards[i], why, unused;
    if (card & done) continue;
    Trick next = *trick;
    put(&next, who, turn, card);
    held[who] ^= card;
    shape -= 1ULL << (4 * (4 * who + suit_of(card)));
    int answer = turn < HANDS - 1 ? play((who + 1) & 3, turn + 1, &next, &why, &unused) : finish(&next, &why);
    held[who] ^= card;
    shape = before;
    if (spent) return 0;
    if (answer == wish) {
      if (i) useful[kind][who][place(card)] += (u32)(trick->left * trick->left);
      *cuts = why;
      *best = card;
      return answer;
    }
    done |= alike(who, card, trick->all, &why);
    all_cuts |= why;
  }
  *cuts = all_cuts;
  return !wish;
}

/* ---- What is asked from outside ---- */

/* Where the hands are written: sixteen numbers of 16 bits, North's spades first. */
static u16 written[HANDS * SUITS];
static Trick table; /* the cards of a trick that has begun */
static int on_table, turn_of;

static void read_hands(void) {
  shape = 0;
  for (int hand = 0; hand < HANDS; hand++) {
    held[hand] = 0;
    for (int s = 0; s < SUITS; s++) {
      u64 cards = written[hand * SUITS + s] & LANE;
      held[hand] |= cards << (LANE_BITS * s);
      shape += (u64)count(cards) << (4 * (4 * hand + s));
    }
  }
}

u16 *hands(void) { return written; }
double positions(void) { return (double)visited; }

/* Begin with the deal that is written: who is North's partner (1 East, 2 South, 3 West). */
void begin(int partner, int to_lose) {
  read_hands();
  losing = to_lose;
  for (int hand = 0; hand < HANDS; hand++) side[hand] = hand && hand != partner;
  for (int hand = 0; hand < HANDS; hand++) {
    dealt[hand] = held[hand];
    others[hand].mate = others[hand].one = NONE;
    for (int i = 1; i < HANDS; i++) {
      int other = (hand + i) & 3;
      if (side[other] == side[hand]) others[hand].mate = other;
      else if (others[hand].one == NONE) others[hand].one = other;
      else others[hand].two = other;
    }
  }
  for (int i = 0; i < KINDS * HANDS * 64; i++) useful[0][0][i] = 0;
  deal++;
  visited = 0;
  forget();
}

/* A position of that deal: the hands that are written, before the trick that this hand leads. */
void lay(int leader) {
  read_hands();
  table = (Trick){held[0] | held[1] | held[2] | held[3], 0, 0, 0, leader, NONE, leader, 0, 0};
  table.left = count(held[0]);
  on_table = 0;
  turn_of = leader;
}

/* Put a card (suit * 16 + rank) on the table for the hand whose turn it is. */
void show(int card) {
  u64 bit = 1ULL << card;
  put(&table, turn_of, on_table++, bit);
  held[turn_of] ^= bit;
  shape -= 1ULL << (4 * (4 * turn_of + suit_of(bit)));
  turn_of = (turn_of + 1) & 3;
}

/* Does North's side take so many, of this trick and those that follow? */
static int takes(int need) {
  u64 cuts, best;
  if (need <= 0) return 1;
  if (need > table.left) return 0;
  if (!on_table) return lead(table.leader, need, table.left, &cuts);
  table.need = need;
  if (on_table == HANDS) return finish(&table, &cuts);
  return play(turn_of, on_table, &table, &cuts, &best);
}

/* The tricks of North's side from here on; -1 where more than `most` positions would be visited. */
int value(int guess, double most) {
  int least = 0, highest_value = table.left;
  budget = visited + (u64)most;
  spent = 0;
  while (least < highest_value) {
    int need = guess <= least ? least + 1 : guess > highest_value ? highest_value : guess;
    int answer = takes(need);
    if (spent) return NONE;
    if (answer) guess = (least = need) + 1;
    else guess = highest_value = need - 1;
  }
  return least;
}
