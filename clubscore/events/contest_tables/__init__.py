"""A prepared set at one table, on any evening, without a director."""
