"""Who sits where in each round, and what changes that."""
