"""The club's results as a site of plain files, which any web space serves.

Pages are made of what any member may read, of events that are final, with the names of people who
may be named; each page follows from a stamp, so that only what changed is made again.
"""
