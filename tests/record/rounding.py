"""Numbers that depend on the processor in their last bits, as every processor writes them."""


def rounded(number, form, doubt):
    """`number` in the format `form`. Raises ValueError where `doubt` more or less would be written in other digits."""
    text = format(number, form)
    if any(format(number + error, form) != text for error in (-doubt, doubt)):
        raise ValueError(f"{number!r} is too near to where {form} rounds to other digits; ask for another number")
    return text
