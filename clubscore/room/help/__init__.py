"""How does this work? A few sentences for every page that asks something of its reader."""
