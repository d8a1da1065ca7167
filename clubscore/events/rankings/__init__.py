"""What everyone reads afterwards: rankings, cards, travellers, matches."""
