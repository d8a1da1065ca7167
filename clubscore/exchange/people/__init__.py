"""Lists of people, one person's data, and the ledger, as files."""
