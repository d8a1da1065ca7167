"""Who plays where at a table: cutting, and who waits where more come than it holds."""
