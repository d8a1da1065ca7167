"""Work that takes longer than a page may: asked for in the database, done by one process beside.

`queue` is for whoever wants something done and looks how far it is; `worker` is what the process
does, starts that process and starts it again. What a kind of job does is passed to the process by
the command that starts it (`manage.py work`), so nothing here knows of events or backups.
"""
