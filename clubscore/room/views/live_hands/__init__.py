"""Pages of hands to step through and to try: those of the sources, the problem of the week."""
