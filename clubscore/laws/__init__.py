"""What a deal is worth: the laws of every game as pure Python, without pages or a database."""

# Raised whenever the same facts would score or settle otherwise than before.
LAW_VERSION = "1"
