"""Ways of scoring: matchpoints, IMPs, victory points, totals."""
