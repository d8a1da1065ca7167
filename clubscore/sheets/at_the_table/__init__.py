"""Papers that are used at the tables of an event: filled in, read and handed in there."""
