"""Pages of money: the accounts of a club, what is owed, the terms of it, receipts."""
