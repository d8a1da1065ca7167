"""What keeps the data safe: backups, restoring, health, the server."""
