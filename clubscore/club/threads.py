"""What each thread of a server knows for itself, without a lock that all threads share.

Django keeps the language, the time zone and the addresses of a request in objects that serve async
code too, and each of those holds one lock for every thread. A page asks for its language at every
text, some eight hundred times; with two threads at work the lock is often the other's, and a page
then takes up to four times the processor that it takes alone (`tests/bench/bench_threads.py`). This
program answers in threads and nowhere awaits, so a plain thread's own value says the same.
"""

import threading

from django.urls import base as urls
from django.utils import timezone
from django.utils.translation import trans_real

# Where Django keeps them: it replaces the first itself when translations change.
KEPT_IN = ((trans_real, "_active"), (timezone, "_active"), (urls, "_prefixes"), (urls, "_urlconfs"))


def share_no_lock() -> None:
    """Have each thread keep its language, time zone and addresses for itself."""
    for module, name in KEPT_IN:
        if not isinstance(getattr(module, name), threading.local):
            setattr(module, name, threading.local())
