"""Files of boards: PBN, LIN, DUP and DLM, read and written."""
