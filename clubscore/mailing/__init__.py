"""What members get at home: their cards and the gazette by mail, calendars and results as feeds."""
