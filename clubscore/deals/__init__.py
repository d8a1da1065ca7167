"""The cards: deals, the files that carry them, how they are dealt. Pure Python, no Django."""
