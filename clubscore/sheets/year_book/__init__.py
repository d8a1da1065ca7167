"""The book of a club's year: what it says, from few queries, as a booklet and in words."""
