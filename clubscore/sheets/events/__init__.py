"""Papers of an event: slips, cards, travellers, hand records, lists."""
