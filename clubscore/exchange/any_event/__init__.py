"""Events in files of every kind: which kind it is, read or written."""
