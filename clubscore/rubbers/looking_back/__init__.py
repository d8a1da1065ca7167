"""A rubber looked back at: its race, what turned it, what made its points, other laws' sums."""
