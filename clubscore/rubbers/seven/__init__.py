"""The evening of the seven: two tables between which the dummy crosses."""
