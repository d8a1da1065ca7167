"""The leaves of an event: pages that stay whole, with one head, one foot and one size a column."""
