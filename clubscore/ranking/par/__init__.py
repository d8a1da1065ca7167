"""Par of a deal for an event's game; tasks of a par contest, checked and scored."""
