"""A season's tables: by member, by game, by partner."""
