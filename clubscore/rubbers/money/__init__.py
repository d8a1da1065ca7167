"""What a rubber costs: stakes, settlement, bets, the slip of the evening."""
