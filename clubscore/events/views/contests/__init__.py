"""The pages of prepared sets, played by any table on any evening."""
