"""A series: several events ranked together, by rules of the club; see `ranking/series.py`."""
