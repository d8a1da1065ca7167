"""What everybody reads afterwards: rankings, cards, travellers, matches."""
