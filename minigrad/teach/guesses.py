"""Wrong guesses that are known, and what a teacher would ask back: {the question: [(the guess, the question back)]}.

`Prediction.compare` shows the question back where a guess means one of these; tests/notebooks/test_guesses.py holds
them against the chapters.
"""

ERROR = "an error"
ASKED_BACK = {
    "x is 3. How fast does x * x change there, if x changes a little?": [
        (9, "9 is x * x itself. By how much does it grow when x goes from 3 to 3.001?"),
        (3, "Which of the two factors grows when x grows: one, or both?"),
    ],
    "When a goes up by 1, by how much does the result go up?": [
        (15, "15 comes along the path through 5 · b. Which other path leads from a to the result?"),
        (21, "21 comes along the path through 7 · b. Which other path leads from a to the result?"),
        (12, "12 is what the result gains when b goes up by 1. How far does b go?"),
        (3, "3 is how far b goes. By how much does the result go up for each 1 of b?"),
        (105, "105 is 3 · 5 · 7. Is 5 · b multiplied with 7 · b, or added to it?"),
    ],
    "x is 1 everywhere, y = x + 2, out = mean(y * y * 3): what stands in each place of x.grad?": [
        (18, "18 is the slope of one 3 · y · y. How much of it is left in a mean of four entries?"),
        (27, "27 is the result. By how much does it grow when one entry of x grows by 0.001?"),
        (6, "Which number does y have where x is 1?"),
        (9, "9 is y * y. How fast does y * y * 3 grow when y grows, and how much of it is left in a mean of four?"),
        (1.5, "1.5 would be right for the mean of y * y. What does the 3 do?"),
    ],
    "w = 1: is the gradient of the error positive or negative there? Write 1 or -1.": [
        (1, "Does the error grow or shrink when w grows a little?"),
        (-54, "-54 is the gradient itself. Which of the two has its sign: 1 or -1?"),
    ],
    "t = torch.ones(2) * 3 + 1 is computed, and nobody asked for a gradient. Is t a leaf: True or False?": [
        (False, "A leaf has no node behind it. What is t.grad_fn, when nobody asked for a gradient?"),
    ],
    "w = ones(4, requires_grad=True) * 5, y = (w * w * 2).mean(): what does the tensor of ones get in each place?": [
        (5, "5 is what arrives at w. Which step lies between w and the ones?"),
        (100, "How much of one entry is left in a mean of four?"),
        (20, "How much of one entry is left in a mean of four? And which step lies between w and the ones?"),
        (12.5, "12.5 comes by one path. How many paths lead through w * w to w?"),
        (2.5, "2.5 comes by one path, to w. How many paths lead there, and which step lies between w and the ones?"),
        (50, "50 is the result. By how much does it grow when a single 1 becomes 1.001?"),
    ],
    "x is 2 and b = x * 5: what is x.grad after (b * b + b).backward()?": [
        (21, "21 is the slope for b. How does b go with x?"),
        (100, "100 comes through b * b. Which other way leads from b to the result?"),
        (5, "5 comes through the last b alone. What comes through b * b?"),
        (55, "That counts b * b once. How many edges lead from it to b?"),
        (50, "50 is what one of the paths brings. How many paths lead from the result to b?"),
        (110, "110 is the result. By how much does it grow when x grows by 0.001?"),
    ],
    "p and q were 3, and are 100 now: the two gradients, as a list [of p, of q]?": [
        ([2, 6], "6 was right while q held 3. Which number does the product's rule find, when it looks now?"),
        ([200, 200], "Does the rule of a sum look at any number?"),
    ],
    "x is 3. What does the node of x * x answer to the gradient 1? Write a list.": [
        (3, "One number? How many inputs has the node, and how many answers?"),
        (6, "6 is the sum of both. How many inputs has the node, and how many answers?"),
        ([6, 6], "Each place gets the gradient times the other input. Which number is the other input?"),
        ([9, 9], "9 is the result. By which number is the gradient for the first input multiplied?"),
    ],
    "x = 0, y = 4, z = exp(x) / y. Which gradients arrive? A list: [at x, at y]": [
        ([0.25, 0.0625], "Does z rise or fall when y rises?"),
        ([0.25, -0.25], "How fast does 1 / y fall at 4? By which number did you divide, and how often?"),
        ([1, -0.0625], "1 is the slope of exp at 0. Which gradient does the quotient send there?"),
        ([0, -0.0625], "How much is exp(0)? And that is the slope of exp there, too: which number comes of it?"),
        ([0.25, 0], "How much is exp(0), which y divides?"),
        ([4, 1], "That is the rule of a product. Which step is the last one here?"),
    ],
    "1, 2 and 3 diamonds take 3, 7 and 15 visits. How many do 10 diamonds take?": [
        (31, "How much is added from 3 to 7, and from 7 to 15: the same?"),
        (1023, "1,023 would be the answer for nine. Which power of two belongs to one diamond?"),
        (1024, "1,024 is how often it comes to the leaf. Which visits lie on the way there?"),
        (2046, "How often does it come to the newest node, with which it begins?"),
        (2048, "Are 3, 7 and 15 powers of two?"),
    ],
    "36 is right. What does the hasty engine leave in a.grad?": [
        (36, "The hasty engine goes on as soon as something comes. How often does it leave b's node?"),
        (51, "51 is what the leaf's node adds the second time. What has it put into a.grad before?"),
        (78, "78 comes out if the 7 is first. Which of the two products goes first here?"),
    ],
    "b = a * 3, c = b + b * 10. After c.backward(): what is a.grad?": [
        (30, "30 comes through b * 10. Which other way leads from b to c?"),
        (3, "3 comes through the first b. Which other way leads from b to c?"),
        (11, "11 is the slope for b. How does b go with a?"),
        (36, "36 belongs to b * 5 + b * 7. Which two ways lead from b to c here?"),
    ],
    "Now a = 1 and b = 4: what is knobs.grad after f(knobs).backward(torch.tensor([2., 0., -1.]))?": [
        ([10, 1], "Those rows belonged to a = 2 and b = 5. Which six slopes has f at a = 1 and b = 4?"),
        ([8, 5], "The third row has the weight -1. Is it added, or taken away?"),
        ([2, 5], "How fast does a * b change when a grows: by which of the two numbers?"),
        ([6, 4], "(6, 4) is the sum of the rows, each once. Which weights stand in the tensor?"),
        ([10, -1], "The row of a * a has the weight 0. How much of it is added?"),
    ],
    "g(x) = (a + b, 7 * a * b) at a = 3 and b = 4: what is its Jacobian, as a list of two rows?": [
        ([[1, 1], [21, 28]], "The slope of 7 * a * b for a is 7 times which number?"),
        ([[1, 28], [1, 21]], "A row belongs to one output. Which two slopes has a + b?"),
    ],
    "The slope is -6 at w = 0, so both go to 0.6. At 0.6 the slope is -4.8. Where does Bob go next?": [
        (1.08, "1.08 is where Anna goes, with -4.8 alone. What else is still in w.grad?"),
    ],
    "First out.backward(), then out2.backward(). What is each entry of x.grad?": [
        (1, "1 is what the second pass brings. What stood in x.grad before?"),
        (4.5, "4.5 comes from the first pass. What does the second one do with it?"),
    ],
    "kept is a.grad. It gets zero_(), then 7 arrives. Now a.grad = None, then 3 arrives. What is in kept?": [
        (0, "zero_() wrote into the tensor that kept names. What did the 7 do to the same tensor?"),
        (3, "After a.grad = None: do kept and a.grad still name one tensor?"),
        (10, "After a.grad = None: do kept and a.grad still name one tensor?"),
    ],
    "col is (2, 1), m has the rows 1 2 3 and 10 20 30. What is col.grad after (m * col).sum().backward()?": [
        (66, "66 is the sum of all of m. Which of its entries did the first entry of col meet?"),
        ([11, 22, 33], "col has two entries. Along which dimension was it repeated?"),
        ([6, 60], "The numbers are right. But which shape has col, and so its gradient?"),
        ([[6, 60]], "The numbers are right. But is (2, 1) one row of two numbers, or two rows of one?"),
    ],
    "x has the rows 1 2, 3 4, 5 6; weights = ones(2, 1). What is weights.grad after (x @ weights).sum().backward()?": [
        ([3, 7, 11], "3, 7 and 11 are the outputs. Which numbers of x did the first weight meet?"),
        ([[3], [7], [11]], "3, 7 and 11 are the outputs. Which numbers of x did the first weight meet?"),
        ([9, 12], "The numbers are right. But which shape has weights, and so its gradient?"),
        ([[9, 12]], "The numbers are right. But is (2, 1) one row of two numbers, or two rows of one?"),
        (21, "21 is the sum of all of x. Which of its numbers did the first weight meet?"),
    ],
    "p: 1,000 numbers of 4 bytes. Bytes that the graph of (((p * 3).exp() * p) ** 2).mean() keeps?": [
        (12000, "Three arrays, and what does the node of p * 3 need for its rule?"),
        (12016, "The factor 3 is kept as a tensor. Is the exponent 2, too?"),
        (12024, "The factor 3 is kept as a tensor. Are the exponent 2 and the count of the mean, too?"),
        (16000, "Does the node of p * 3 keep an array, and is what two nodes share kept twice?"),
        (4000, "Which nodes keep something for their rules, and is it one and the same array?"),
    ],
    "Of x+1, x-x, x.view(2,1), x.sum(), x*x, x**2, x.exp(), 1/x, x*3, x/2: how many can be walked twice?": [
        (6, "x * 3 keeps no x. But does it keep nothing?"),
        (10, "Which of the ten keep something for their rule, and where is it after the first walk?"),
        (0, "What can be freed of a node that keeps nothing?"),
    ],
    "20 times: loss = ((w * data - 3) ** 2).mean(); total = total + loss. Nodes behind total?": [
        (5, "5 nodes belong to one turn. Does total let go of the turns before?"),
        (100, "Where does every way end?"),
        (120, "How many nodes collect for w: one, or one in each turn?"),
    ],
    "After 100 recorded updates: how many nodes hang behind w?": [
        (1, "Each w was made from the one before. Which of them may be forgotten?"),
        (0, "Each w was made from the one before, and that was recorded. What is its grad_fn?"),
        (100, "Where does the way end?"),
        *((count, "The nodes of the error lead to w. Do they hang behind it?")
          for count in (200, 201, 300, 301, 400, 401, 500, 501)),
    ],
    "An error ends an enable_grad block inside a no_grad block. Is recording on after the inner block, and after both?"
    " [first, second]": [
        *((one, "Two answers are asked: [after the inner block, after both]. Which?") for one in (True, False)),
        ([True, True], "The inner block began inside no_grad. Which state has it to bring back?"),
        ([False, False], "What was the state before the outer block began?"),
        ([True, False], "Which state does a block bring back: that of its name, or that of before?"),
    ],
    "x = 2, y = x * 3, d = y.detach(), z = y * d. After z.backward(): what is x.grad?": [
        (36, "36 counts both factors. Does a gradient pass through d?"),
        (6, "6 is what arrives at y. How does y go with x?"),
        (0, "One factor is detached. What about the other one?"),
    ],
    "x = 1, y = x ** 2, then x.data *= 100, then y.backward(). Is x.grad 2, or 200, or does an error come?": [
        (2, "2 was the slope at x = 1. Which number does the rule find when it looks now?"),
        (ERROR, "Who counts a write through x.data?"),
    ],
    "y = f(x), y.add_(1), then back. How many of these eight fail? x+1, x*3, x**2, sin, exp, sqrt, tanh, relu": [
        (8, "Which of the eight rules look at y, and which at x or at nothing?"),
        (0, "Which of the eight rules use their own result?"),
        (6, "The rules of sin and x**2 look at a number. At x, or at y?"),
        (3, "Go through the eight once more: which of them keep their result?"),
        (5, "Go through the eight once more: does each of these five keep its result?"),
        ("exp, sqrt, tanh, relu", "These are names. How many are they?"),
        ("exp sqrt tanh relu", "These are names. How many are they?"),
        (["exp", "sqrt", "tanh", "relu"], "These are names. How many are they?"),
        ("four", "How is that written as a number?"),
    ],
    "x = 1, 2, 3 and y = x * x, then y[0] = 5., and y.sum() goes back: what is x.grad? (a list)": [
        ([2, 4, 6], "What is y[0] made of now? Has x[0] still a part in it?"),
        ([5, 4, 6], "How much does the written 5 change when x[0] changes?"),
    ],
    "c = b * 5 + b * 7. early stands before both uses of b, late only before the second. (early.grad, late.grad)?": [
        ([12, 12], "late was added to b in one place only. Which of the two uses sends it a gradient?"),
        ([5, 7], "How many ways lead from c back to early?"),
    ],
    "5 and 7 arrive at y = x * 3. First x gets the hook g + 1; then y gets one that only looks, and g - 2. "
    "What is x.grad?": [
        (25, "Here 5 and 7 went through the hooks alone. When does the engine call a hook?"),
        (33, "Here both hooks acted at y. At which of the two tensors does the hook g + 1 stand?"),
        (35, "Here both hooks acted at x. At which of the two tensors does the hook g - 2 stand?"),
        (36, "What happens to a gradient when a hook returns something?"),
        (37, "What happens at y: does the gradient stay 12 when a hook returns something?"),
        (30, "30 is what arrives at x. What does the hook of x make of it?"),
        (11, "11 leaves out a rule. Which node lies between y and x?"),
        (-5, "What does print return, and what does that mean for the gradient?"),
    ],
    "Now y = w * x and z = y * w: two arrows end at w. Whose hook is called first? Type 'x', 'w' or 'y'.": [
        ("w", "Two gradients have to arrive at w. Have both come when z's node has acted?"),
        ("x", "Which node has to act before anything can arrive at x?"),
    ],
    "b = MulConstant.apply(a, 5), then b.backward(torch.ones_like(a)): what is each entry of a.grad?": [
        (5, "5 would be right. But what does the rule of the notes return?"),
    ],
    "atol is 0.00001 and rtol 0.001. What does gradcheck say of MulConstant.apply(x, 1.0009): True or error?": [
        (ERROR, "How large is the difference, and how large may it be: atol, and rtol times the slope?"),
        (False, "How large is the difference, and how large may it be: atol, and rtol times the slope?"),
    ],
    "k is 3 everywhere. y = Times.apply(z, k), then k.mul_(10), then y.sum().backward(): "
    "which number is each entry of z.grad, or does an error come?": [
        (3, "3 stood in k when forward ran. Which number does the rule find when it looks now?"),
        (ERROR, "k is an attribute of ctx. Does anything watch the version of such a tensor?"),
    ],
    "The slope of x * x * x is 48 at x = 4. By how much does it grow from x = 3.5 to x = 4.5?": [
        (48, "48 is the slope itself, at 4. How large is it at 3.5, and how large at 4.5?"),
        (27, "From 4 to 5 it grows by 27. How large is it at 3.5, and how large at 4.5?"),
    ],
    "x is 4. After (x ** 3).backward(create_graph=True) and x.grad.backward(): what is x.grad?": [
        (24, "24 arrives in the second pass. What stood in x.grad before?"),
        (48, "48 is from the first pass. What does the second one add to it?"),
    ],
    "Now a · b · b at a = 3, b = 2, with v = (1, -1): what two numbers come back? Write a list.": [
        ([4, 12], "(4, 12) are the slopes. Which slopes have these slopes themselves?"),
        ([4, -12], "(4, 12) are the slopes. Which slopes have these slopes themselves?"),
        ([4, 10], "(4, 10) is the sum of the rows, each once. Which weight has the second row?"),
        ([4, -10], "4 and -10 are sums along the rows. Which numbers does a weighted sum of the rows add?"),
        ([-2, 6], "(-2, 6) belongs to a · a · b. Which letter stands here twice?"),
        ([-4, 0], "How fast does 2 · a · b change with b? Which of the two letters is left?"),
    ],
    "No error comes. Which number do you get for the second derivative of x * PlainCube(x) at 4?": [
        (192, "192 is the second derivative of x to the 4th. Was the rule of PlainCube recorded?"),
        (48, "48 comes from one part of the slope, x³ + x · 3x². Which x of the other part has a history, too?"),
        (0, "The slope is x³ + x · 3x². Which of its parts did not go through item()?"),
    ],
    "L = Y - y, and we walk downhill on it: does L go 'to 0' or 'without end'?": [
        ("to 0", "Y - y may become negative. What would stop it there?"),
    ],
    "Four classes, all scores 0, the right one is class 0: what is the gradient of the loss for each score?": [
        (0.25, "0.25 is what softmax gives. What is taken away where the class is right?"),
        (0, "All four classes are equally likely. Should the score of the right one stay as it is?"),
    ],
    "A Module has self.layers = [nn.Linear(2, 2), nn.Linear(2, 1)], and no more. How many parameters() are there?": [
        (4, "For Python, self.layers is a list. Which attributes does a Module look into?"),
        (2, "For Python, self.layers is a list. Which attributes does a Module look into?"),
    ],
    "w requires a gradient. What is torch.autograd.Variable(w).requires_grad?": [
        (True, "Variable has a second argument. Which value has it when you do not give it?"),
    ],
    "x is volatile, w requires a gradient, y = w.mul(x). What is y.requires_grad today?": [
        (False, "What does volatile do today, beside a warning?"),
    ],
    "Both loops took three steps. What is w1._version, of the old loop's weight?": [
        (3, "The old loop writes through .data. Does w1 count such a write?"),
    ],
    "33 kinds of letters, all with the same share. The loss is -ln(share of the right letter). "
    "How large is it, to two decimals?": [
        (0.03, "0.03 is the share of the right letter. What is minus its logarithm?"),
        (33, "1 of 33 is the share of the right letter. What is minus its logarithm?"),
    ],
    "Four places, all scores 0, later places hidden: what are the shares in the second row?": [
        (0.25, "Which of the four places may the second row not see?"),
    ],
    "Above the diagonal the map is 0. Is the gradient that arrives there 0 as well, True or False?": [
        (True, "The gradient at a share says what would happen if this share grew. Would the output stay the same?"),
    ],
    "The loss is a clean number. How many rows of the gradient of the 2 by 2 scores are nan?": [
        (0, "Only the last row is used. But does each row of the mask leave something to divide by?"),
        (2, "Rows with at least one place that is not hidden have clean shares. How many rows have none?"),
    ],
    "How many functions of your package run for one x * w?": [
        (1, "mul is one. Who asks for the flags, makes the edges, and saves the operands?"),
        (3, "mul, apply and forward are three. Who asks for the flags, and makes the edges?"),
    ],
    "Inside `with torch.no_grad():`, does hasty(x, w) require a gradient? True or False.": [
        (False, "Which line of hasty asks the switch?"),
    ],
    "And now: how many functions of your package run for one x * w?": [
        (1, "quick is one of them. Which functions does quick call?"),
        (2, "quick and usual are two. Where do the edges of two leaves lead, and who makes the result?"),
    ],
    "x is 2, w is 3. (Look.apply(x) * w).backward(): what is in w.grad when Look's rule runs?": [
        (None, "What does the short walk do when it comes to a node that is not plain?"),
        (3, "3 is the gradient that goes to x. Which gradient goes to w?"),
    ],
    "x is 2, w is 3, and forward now adds. What are x * w and x * 3? Write a list.": [
        ([5, 5], "The short way does not ask forward. What has it bound?"),
        ([6, 6], "Which way does a number beside a tensor go?"),
    ],
}
