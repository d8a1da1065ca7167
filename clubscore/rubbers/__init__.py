"""Card tables: people sit down, play rubbers for a stake, settle."""
