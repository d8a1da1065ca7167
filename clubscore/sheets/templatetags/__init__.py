"""What templates ask of printed papers."""
