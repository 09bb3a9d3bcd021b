"""Room for calls that are many in one another."""

import contextvars


def in_thread(function):
    """Call the function in a thread of its own, whose stack is empty; what it raises is raised here."""
    from concurrent.futures import ThreadPoolExecutor  # rarely needed, and slow to import

    with ThreadPoolExecutor(1) as threads:
        return threads.submit(contextvars.copy_context().run, function).result()
