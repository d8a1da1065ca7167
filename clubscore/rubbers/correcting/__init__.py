"""What a correction changes, and what was played under other laws."""
