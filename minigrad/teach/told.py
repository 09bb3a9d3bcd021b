"""What wrong calls are told: their errors, each on a line of its own."""

from collections.abc import Callable

from minigrad.locale import say
from minigrad.teach.check import shown


def told(*calls: Callable) -> None:
    """Calls each function and prints its error; "no error" where there is none.

    >>> told(lambda: 1 / 0, lambda: 1 + 1)
    ZeroDivisionError: division by zero
    no error
    """
    for call in calls:
        try:
            call()
        except Exception as error:
            print(shown(error))
        else:
            print(say("no error"))
