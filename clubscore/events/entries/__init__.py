"""Who competes: pairs, teams, line-ups, terms and fees."""
