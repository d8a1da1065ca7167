"""One deal at a table: entered, recorded, corrected, shown on the pad."""
