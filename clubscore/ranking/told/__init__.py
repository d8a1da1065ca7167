"""What is told of people and results beside what counts: it changes no ranking."""
