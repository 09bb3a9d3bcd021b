"""Room for calls that are many in one another; and what one thread does after the other."""

import contextvars
import functools
import threading

filling = threading.RLock()  # held while a leaf's gradient is added to: two threads may go back through one graph


def in_thread(function):
    """Call the function in a thread of its own, whose stack is empty; what it raises is raised here."""
    from concurrent.futures import ThreadPoolExecutor  # rarely needed, and slow to import

    with ThreadPoolExecutor(1) as threads:
        return threads.submit(contextvars.copy_context().run, function).result()


def one_at_a_time(fill):
    """The function that fills a leaf, which one thread after the other may call."""

    @functools.wraps(fill)
    def fill_alone(*arguments):
        with filling: return fill(*arguments)  # noqa: E701  in one line no Ctrl-C keeps it locked

    return fill_alone
