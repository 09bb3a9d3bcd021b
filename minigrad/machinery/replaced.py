"""Functions that have another form for a while, so that they need not ask in each call whether they should."""

import inspect
import threading


class Replaced:
    """Functions and their other forms, which stand in their places, for all threads, once they are switched on.

    forms  for each place, (a class or module, a name), what makes the other form out of the function there
    lock   to be held around a decision and its `switch`
    """

    def __init__(self, forms):
        self.forms, self.plain, self.lock = forms, {}, threading.Lock()

    def switch(self, on):
        """Put the other forms there, or the functions themselves again; nothing where it is so already."""
        if on and not self.plain:
            self.plain = {place: inspect.getattr_static(*place) for place in self.forms}
            for (owner, name), function in self.plain.items():
                setattr(owner, name, self.forms[owner, name](function))
        elif self.plain and not on:
            for (owner, name), function in self.plain.items():
                setattr(owner, name, function)
            self.plain = {}
