"""Papers of the club: accounts, codes of tables."""
