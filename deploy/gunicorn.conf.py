"""Gunicorn with several workers. From the project's folder:

    .venv/bin/gunicorn --config deploy/gunicorn.conf.py clubscore.asgi

HOST, PORT, WORKERS and THREADS choose; everything else is said as for `manage.py serve`.
"""

import gc
import os
import socket

from uvicorn_worker import UvicornWorker

from clubscore.server.server import terms

bind = f"{os.environ.get('HOST', '127.0.0.1')}:{os.environ.get('PORT', '8000')}"
workers = int(os.environ.get("WORKERS", "4"))
# Nothing a page does takes this long; whoever hangs is replaced.
timeout = 60
graceful_timeout = 30
# Workers take turns at starting anew, so that none grows for months.
max_requests, max_requests_jitter = 20_000, 2_000


class Worker(UvicornWorker):
    """Pages in THREADS threads, streams of news beside them."""

    CONFIG_KWARGS = {**terms(), "lifespan": "on"}


worker_class = Worker


def on_starting(server):
    """Load the program once: workers are forked from this process and share what it holds.

    The club's data each worker opens by itself. An update needs a start anew, no reload.
    """
    from django.db import connections
    from django.urls import get_resolver

    import clubscore.application  # noqa: F401

    # The views and all that they need.
    list(get_resolver().url_patterns)
    connections.close_all()
    # What is looked through for garbage is written to, and then no longer shared.
    gc.collect()
    gc.freeze()


def when_ready(server):
    """Start the process that does the background jobs; it ends with this one."""
    # Not before: only a program that is set up can load it.
    from clubscore.jobs.worker import WorkerProcess

    server.jobs = WorkerProcess(f"{socket.gethostname()} {os.getpid()}")
    server.jobs.start()


def on_exit(server):
    """Let the job in hand come to a good place."""
    if hasattr(server, "jobs"):
        server.jobs.close()
