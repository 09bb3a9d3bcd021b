"""Chapter 16: its exercises, and known wrong answers to them."""

import math

from minigrad.teach.check import answered, case, exercise, says


@exercise(number="16.1", title="By hand")
def check_by_hand(by_hand):
    yield case(
        by_hand["table"],
        expect=1089,
        name="table",
        wrong=[
            (33, "That is one row. There is a row for each of 33 letters."),
            (66, "Not 33 + 33: for each of 33 letters the table has 33 scores."),
            (1122, "A table has no bias: 33 rows of 33 numbers."),
        ],
        hint="A row for each letter that was seen, and in it a score for each letter that may follow.",
    )
    yield case(
        by_hand["pairs"],
        expect=10,
        name="pairs",
        wrong=[
            (16, "That is the whole square. Later places are hidden."),
            (6, "A place may look at itself, too."),
            (4, "That is one for each place. The last place may look at all four."),
        ],
        hint="The first place may look at 1 place, the second at 2, and so on.",
    )
    yield case(
        by_hand["shares"],
        expect=[0.5, 0.5, 0],
        name="shares",
        wrong=[
            ([1 / 3] * 3, "Minus infinity is no score like the others: e to the power of it is 0."),
            ([0, 0, 1], "Large scores get large shares, and minus infinity is the smallest of all."),
            ([1, 1, 0], "Those are the powers of e. Divide them by their sum."),
            ([0, 0, 0], "Those would add up to 0. Shares add up to 1."),
        ],
        hint="Take e to the power of each score, and divide by the sum of the three.",
    )


@exercise(number="16.2", title="Bold or careful")
def check_tempered(tempered, tensor):
    answer = answered(tempered)

    def shares(scores, heat):
        return answer(tensor(scores), heat)

    third = math.log(3)
    yield case(lambda: shares([0.0, third], 1.0), expect=[0.25, 0.75], name="tempered(scores, 1.0)", wrong=[
        ([0.0, third], "Those are the scores. Make shares of them, with softmax."),
        ([math.log(0.25), math.log(0.75)], "Those are the logarithms of the shares: softmax, not log_softmax."),
        ([1.0, 3.0], "Those add up to 4. softmax divides by the sum."),
        (says("Dimension out of range"), "The scores are one row. Its only dimension is 0."),
    ], hint="With the heat 1 the shares are those of softmax.")
    yield case(lambda: shares([0.0, third], 0.5), expect=[0.1, 0.9], name="tempered(scores, 0.5)", wrong=[
        ([0.25, 0.75], "The heat changed nothing. Divide the scores by it, before softmax."),
        (lambda r: abs(r.tolist()[0] - 1 / (1 + 3 ** 0.5)) < 1e-5, "A low heat makes the model careful. "
         "Divide the scores by the heat, do not multiply."),
        ([0.5, 1.5], "The shares were divided, and add up to 2. Divide the scores, then take softmax."),
        ([0.125, 0.375], "The shares were multiplied, and add up to a half. Divide the scores, then take softmax."),
    ], hint="Divide the scores by the heat, then take softmax.")
    yield case(lambda: shares([0.0, 4 * third], 4.0), expect=[0.25, 0.75], name="tempered(scores, 4.0)",
               hint="Divide the scores by the heat, then take softmax.")


@exercise(number="16.3", title="No look ahead")
def check_hidden(hidden):
    answer = answered(hidden)
    yield case(answer, 1, expect=[[False]], name="hidden(1)", wrong=[
        ([[True]], "A place may look at itself. If it may look nowhere, its shares are nan."),
        ([[1.0]], "Numbers came back, and the first place is hidden from itself. triu(1) begins above the diagonal."),
        ([[0.0]], "Numbers came back. `.bool()` makes True and False of them."),
    ], hint="One place: it may look at itself.")
    yield case(answer, 3, expect=[[False, True, True], [False, False, True], [False, False, False]], name="hidden(3)",
               wrong=[
        ([[False, False, False], [True, False, False], [True, True, False]],
         "That hides what came before. Later places stand to the right of the diagonal: triu, not tril."),
        ([[False, False, True], [False, False, False], [False, False, False]],
         "The next place can be seen, and it is the answer. Begin directly above the diagonal, with triu(1)."),
        ([[False] * 3] * 3, "Nothing is hidden. True stands where a place may not look."),
        ([[False, True, True], [True, False, True], [True, True, False]],
         "Each place sees itself only. What came before, left of the diagonal, is not hidden."),
        ([[True, False, False], [True, True, False], [True, True, True]],
         "That says where a place may look. True stands where it may not."),
    ], hint="Row by row: what stands to the right of the diagonal is later, and hidden.")


WRONG = {
    "16.1": [
        'by_hand = {"table": 33, "pairs": 10, "shares": [0.5, 0.5, 0]}',
        'by_hand = {"table": 66, "pairs": 10, "shares": [0.5, 0.5, 0]}',
        'by_hand = {"table": 1122, "pairs": 10, "shares": [0.5, 0.5, 0]}',
        'by_hand = {"table": 1089, "pairs": 16, "shares": [0.5, 0.5, 0]}',
        'by_hand = {"table": 1089, "pairs": 6, "shares": [0.5, 0.5, 0]}',
        'by_hand = {"table": 1089, "pairs": 4, "shares": [0.5, 0.5, 0]}',
        'by_hand = {"table": 1089, "pairs": 10, "shares": [0, 0, 1]}',
        'by_hand = {"table": 1089, "pairs": 10, "shares": [1, 1, 0]}',
        'by_hand = {"table": 1089, "pairs": 10, "shares": [0, 0, 0]}',
    ],
    "16.2": [
        "def tempered(scores, heat):\n    return scores / heat",
        "def tempered(scores, heat):\n    return (scores / heat).log_softmax(0)",
        "def tempered(scores, heat):\n    return (scores / heat).exp()",
        "def tempered(scores, heat):\n    return (scores / heat).softmax(1)",
        "def tempered(scores, heat):\n    return scores.softmax(0)",
        "def tempered(scores, heat):\n    return (scores * heat).softmax(0)",
        "def tempered(scores, heat):\n    return scores.softmax(0) / heat",
        "def tempered(scores, heat):\n    return scores.softmax(0) * heat",
    ],
    "16.3": [
        "def hidden(places):\n    return torch.ones(places, places).triu().bool()",
        "def hidden(places):\n    return torch.ones(places, places).triu(1)",
        "def hidden(places):\n    return torch.ones(places, places).tril(-1).bool()",
        "def hidden(places):\n    return torch.ones(places, places).triu(2).bool()",
        "def hidden(places):\n    return torch.zeros(places, places).bool()",
        "def hidden(places):\n    return ~torch.eye(places).bool()",
    ],
}
