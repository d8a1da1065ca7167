"""A set on paper: what four people need who play it at one table against par."""
