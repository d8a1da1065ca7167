"""Results of an event in PBN."""
