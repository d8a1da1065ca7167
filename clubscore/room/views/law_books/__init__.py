"""The old books of laws as pages to read: their contents, their parts and each law by itself."""
