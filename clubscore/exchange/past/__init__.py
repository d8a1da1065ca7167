"""Many files at once: unpacked, read, asked about, brought in, each whole or not at all."""
