"""The ledger: entries, balances, payments, rates, statements."""
