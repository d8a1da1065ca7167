"""Bridgemate's databases (BWS), whole or into a running event."""
