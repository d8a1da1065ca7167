"""The cards of an event's boards, and who may see them."""
