"""What every table needs, in both rooms: entry forms, hand codes, codes for phones, hand-in."""
