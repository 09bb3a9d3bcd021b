"""Chapter 16: its exercises, and one head of attention."""

import math

import numpy as np

from minigrad.teach.check import Report, answered, blank, case, exercise, says

LEAF = [[0.0, 1.0], [1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]
SWAPPED = [[2.0, 0.0], [0.0, 2.0], [0.0, 2.0], [2.0, 0.0]]
THREE = [[[1.0, 0.0, 2.0, 1.0], [0.0, 1.0, 1.0, 0.0], [2.0, 1.0, 0.0, 1.0]],
         [[0.0, 1.0, 0.0, 1.0], [1.0, 2.0, 0.0, 0.0], [1.0, 0.0, 1.0, 0.0]],
         [[4.0, 0.0, 1.0, 0.0], [0.0, 2.0, 0.0, 1.0], [1.0, 1.0, 3.0, 5.0]]]


def tempered(scores, heat):
    """The shares of one row of scores, bold or careful: what exercise 16.2 asks for."""
    return (scores / heat).softmax(0)


# One head, which the reader writes on the way: no exercise with a number, and no part of the package


def mixed(query, key, value, later=1, root=None, dim=1, mixes=True):
    """What one head gives, as lists, rightly or with a mistake; later=None hides nothing."""
    query, key, value = map(np.array, (query, key, value))
    scores = query @ key.T / (query.shape[1] if root is None else root) ** 0.5
    if later is not None:
        scores[np.triu(np.ones(scores.shape, bool), later)] = -np.inf
    with np.errstate(invalid="ignore"):
        powers = np.exp(scores - scores.max(dim, keepdims=True))
        shares = powers / powers.sum(dim, keepdims=True)
    return np.round(shares @ value if mixes else shares, 5).tolist()


def check_one_head(one_head, tensor) -> Report:
    """Prints how the reader's one head stands, and returns it as a Report."""
    report = _one_head(one_head, tensor)
    report.text = report.text.replace("Definition _one_head", "One head", 1)
    print(report)
    return report


@blank
def _one_head(one_head, tensor):
    answer = answered(one_head, type(tensor(0.0)))
    for name, parts in [("the four letters of leaf", (SWAPPED, LEAF, LEAF)), ("three places of size 4", THREE)]:
        fixed = [(mixed(*parts, root=2), "Right for the size 2 of leaf. Here a row has 4 numbers: query.shape[1].")]
        fixed *= parts is THREE
        yield case(lambda parts=parts: answer(*map(tensor, parts)), expect=mixed(*parts), name=name, wrong=[
            (mixed(*parts, mixes=False), "Those are the shares. The last step mixes the values in these shares."),
            (mixed(*parts, later=None), "Places that come later have a share, too. Give them the score minus infinity, "
             "before softmax."),
            (mixed(*parts, later=0), "The first row is nan: its place is hidden from itself. triu(1) begins above the "
             "diagonal."),
            (mixed(*parts, dim=0), "The shares of each column add up to 1. The shares of each row should: softmax(1)."),
            (mixed(*parts, root=1), "The scores are not divided by the square root of the size."),
            *fixed,
            (mixed(*parts, root=len(parts[0])), "Divided by the root of how many places there are. The size is how "
             "many numbers a row has."),
            (says("cannot be multiplied"), "A matrix product takes rows of the left and columns of the right: query @ "
             "key.T, and shares @ value."),
            (says("must match the size"), "The table of what is later has a row and a column for each place, and "
             "query.shape[0] says how many there are."),
        ], hint="Scores, minus infinity where it is later, softmax(1), and the product of shares and values.")


# Exercises


@exercise(number="16.1", title="by hand")
def check_by_hand(by_hand):
    yield case(by_hand["table"], expect=1089, name="table", wrong=[
        (33, "That is one row. There is a row for each of 33 letters."),
        (66, "Not 33 + 33: for each of 33 letters the table has 33 scores."),
        (1122, "A table has no bias: 33 rows of 33 numbers."),
    ], hint="A row for each letter that was seen, and in it a score for each letter that may follow.")
    yield case(by_hand["pairs"], expect=10, name="pairs", wrong=[
        (16, "That is the whole square. Later places are hidden."),
        (6, "A place may look at itself, too."),
        (4, "That is one for each place. The last place may look at all four."),
    ], hint="The first place may look at 1 place, the second at 2, and so on.")
    yield case(by_hand["shares"], expect=[0.5, 0.5, 0], name="shares", wrong=[
        ([1 / 3] * 3, "Minus infinity is not like the other scores: e to the power of minus infinity is 0."),
        ([0, 0, 1], "Large scores get large shares, and minus infinity is the smallest of all."),
        ([1, 1, 0], "Those are the powers of e. Divide them by their sum."),
        ([0, 0, 0], "These numbers add up to 0. Shares add up to 1."),
    ], hint="Take e to the power of each score, and divide by the sum of the three.")


@exercise(number="16.2", title="bold or careful")
def check_tempered(tempered, tensor):
    answer = answered(tempered, type(tensor(0.0)))
    changed = ("the scores were changed", "The scores are not yours to change: `/` makes new ones, `/=` does not.")

    def shares(scores, heat):
        given = tensor(scores)
        before, result = given.tolist(), answer(given, heat)
        return result if given.tolist() == before else changed[0]

    third = math.log(3)
    yield case(lambda: shares([0.0, third], 1.0), expect=[0.25, 0.75], name="tempered(scores, 1.0)", wrong=[
        ([0.0, third], "Those are the scores. Make shares of them, with softmax."),
        ([math.log(0.25), math.log(0.75)], "Those are the logarithms of the shares: softmax, not log_softmax."),
        ([1.0, 3.0], "These numbers add up to 4. softmax divides by the sum."),
        (says("Dimension out of range"), "The scores are one row. Its only dimension is 0."),
        changed,
    ], hint="With the heat 1 the shares are those of softmax.")
    yield case(lambda: shares([0.0, third], 0.5), expect=[0.1, 0.9], name="tempered(scores, 0.5)", wrong=[
        ([0.25, 0.75], "The heat changed nothing: softmax depends only on the differences of the scores."),
        (lambda r: abs(r.tolist()[0] - 1 / (1 + 3 ** 0.5)) < 1e-5,
         "The largest share became smaller. A low heat should make it larger."),
        ([0.5, 1.5], "The shares were divided, and add up to 2. Change the scores, then take softmax."),
        ([0.125, 0.375], "The shares were multiplied, and add up to a half. Change the scores, then take softmax."),
        ([0.0625, 0.5625], "These powers of the shares do not add up to 1. Divide them by their sum."),
        changed,
    ], hint="Divide the scores by the heat, then take softmax.")
    yield case(lambda: shares([0.0, 4 * third], 4.0), expect=[0.25, 0.75], name="tempered(scores, 4.0)",
               wrong=[changed], hint="Divide the scores by the heat, then take softmax.")


def band(places, later, early):
    """True where a column is `later` or more behind its row, or `early` or more before it."""
    return [[column - row >= later or row - column >= early for column in range(places)] for row in range(places)]


@exercise(number="16.3", title="a short memory")
def check_hidden(hidden, kind):
    answer = answered(hidden, kind)
    for places, back in [(5, 2), (4, 1), (1, 3)]:
        square = band(places, 1, back + 1)
        wrong = [  # told apart by the first case: with 5 and 2 no two of them agree
            (lambda r, places=places: tuple(r.shape) != (places, places),
             "A row and a column for each place are expected: the shape (places, places)."),
            ([[float(entry) for entry in row] for row in square],
             "Numbers came back. `.bool()` makes True and False of them."),
            (band(places, 0, back + 1),
             "A place may look at itself. The first can look nowhere else: its shares would be nan."),
            ([[not entry for entry in row] for row in square],
             "Your True says where a place may look. Write True where it may not look."),
            (band(places, 1, places), "What comes later is hidden. What lies too far back can still be seen."),
            (band(places, places, back + 1), "What lies too far back is hidden. What comes later can still be seen, "
                                             "and it is the answer."),
            (band(places, back + 1, back + 1), "The next place can be seen, and it is the answer. Later places are all "
                                               "hidden, directly above the diagonal."),
            (band(places, 2, back + 1), "The next place can be seen, and it is the answer. Begin directly above the "
                                        "diagonal."),
            (band(places, 1, back), "You hide one place too many: a place sees the place `back` before it."),
            (back == 1 and band(places, 1, 3), "This is right only where `back` is 2. Here `back` is another number."),
            (band(places, 1, back + 2), "You hide one place too few: a place sees the place `back + 1` before it."),
            (band(places, places, places), "Nothing is hidden. True stands where a place may not look."),
        ]
        yield case(
            answer, places, back, expect=square, name=f"hidden({places}, {back})",
            wrong=[(known, said) for known, said in wrong if known and known != square],
            hint="Row by row: what stands to the right of the diagonal, and what stands more than `back` to its left.",
        )
