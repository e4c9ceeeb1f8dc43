"""Checks of early stopping: how many rises of the loss are forgiven, and which loss was best."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from misstep import Args, Check, Number, Several
from misstep.core.random_inputs import SMALL

from lincourse import descent as reference

early_stopping = Check(reference.early_stopping, gives=Several(stop=Number(), best=Number()))
early_stopping.example(
    ([5.0, 4.0, 4.5, 3.0, 3.5, 4.0, 2.0], 1),
    (5, 3),
    "one rise, at index 2, is forgiven; then the loss rises at indices 4 and 5, which is more than "
    "one in a row, so it stops at 5; the smallest loss up to there is at index 3",
)


@early_stopping.random_inputs
def stopping_inputs(rng: np.random.Generator) -> Iterator[Args]:
    for patience in (0, 1, 2, 3, 0, 1, 2, 3, 1, 2):
        for length in (5, 9, 14, 20):
            moves = rng.choice([-2, -1, 0, 1, 2], length, p=[0.2, 0.2, 0.1, 0.25, 0.25])
            losses = (40 + np.cumsum(moves)) / 8
            yield losses.tolist(), patience


@early_stopping.edge_cases
def stopping_edge_cases(rng: np.random.Generator) -> Iterator[Args]:
    yield [float(rng.integers(1, 9))], 0
    yield [3.0, 2.0, 1.0], 0  # never rises
    yield [1.0, 2.0, 3.0, 4.0], 2  # stops at the very end
    yield [1.0, 2.0, 3.0, 4.0], 5  # patience longer than the list
    yield [1.0, 2.0, 2.0, 3.0, 3.0], 1  # an equal loss is not a rise
    yield [5.0, 1.0, 2.0, 1.0, 2.0, 3.0, 0.0], 1  # two best, and a better one too late
    yield [2.0, 2.0, 2.0, 2.0], 0
    yield [4, 3, 5, 6, 7], 1  # whole numbers
    yield [1.0, 1 - SMALL**2, 1.0, 1 + SMALL**2], 0  # the smallest of rises
    yield (
        [4.0, 3.0, 3.5, 3.2, 3.6, 3.3, 3.7, 3.4],
        1,
    )  # worse than the best, but never twice in a row


@early_stopping.property("more patience never stops earlier")
def patience_waits(f: Any, rng: np.random.Generator) -> str | None:
    losses = ((40 + np.cumsum(rng.choice([-2, -1, 1, 2], 15))) / 8).tolist()
    before = -1
    for patience in range(6):
        stop = int(f(losses, patience)[0])
        if stop < before:
            return (
                f"With patience {patience - 1} it stops at index {before}, with patience "
                f"{patience} at {stop}."
            )
        before = stop
    return None


early_stopping.answer("""
    losses = list(validation_losses)
    stop, rises = len(losses) - 1, 0
    for i in range(1, len(losses)):
        if losses[i] > losses[i - 1]:
            rises += 1
        else:
            rises = 0
        if rises > patience:
            stop = i
            break
    best = int(np.argmin(losses[: stop + 1]))
    return stop, best
""")
early_stopping.mistake(
    "rises > patience -> rises >= max(patience, 1)",
    "patience is off by one: it stops after as many rises as patience says, not after more.",
    "With a patience of 1, is one rise forgiven?",
)
early_stopping.mistake(
    """
    range(1, len(losses)) -> range(len(losses))
    losses[i - 1] -> losses[max(i - 1, 0)]
    rises > patience -> rises >= patience
    """,
    "patience is off by one: with a patience of 0 it stops at the very first loss.",
    "It stops when the loss rose in MORE than patience measurements in a row.",
)
early_stopping.mistake(
    "rises = 0 -> pass",
    "all rises are counted, not only those in a row.",
    "What should happen to the count when the loss falls?",
)
early_stopping.mistake(
    "losses[i - 1] -> min(losses[:i])",
    "each loss is compared with the best one so far, not with the one before it.",
    "A loss can be above the best and still be falling. When does it rise?",
)
early_stopping.mistake(
    "losses[i] > losses[i - 1] -> losses[i] >= min(losses[:i])",
    "every measurement without a new best is counted, also one that falls or stays.",
    "Many programs do this, but the rule here counts rises: from one measurement to the next.",
)
early_stopping.mistake(
    "losses[i - 1] -> losses[0]",
    "each loss is compared with the first one.",
    "A rise is from one measurement to the next.",
)
early_stopping.mistake(
    "losses[i] > losses[i - 1] -> losses[i] >= losses[i - 1]",
    "a loss that stays the same is counted as a rise.",
    "Is 2.0 after 2.0 a rise?",
)
early_stopping.mistake(
    "losses[i] > losses[i - 1] -> losses[i] < losses[i - 1]",
    "falls are counted, not rises.",
    "Is the change positive or negative when the loss gets worse?",
)
early_stopping.mistake(
    "return stop, best -> return stop, stop",
    "the best index is the last one: the weights at the stop are kept, not the best ones.",
    "After some rises in a row, is the last loss the smallest?",
)
early_stopping.mistake(
    "losses[: stop + 1] -> losses",
    "the best is sought in all the losses, also in those after the stop.",
    "Can you know a loss that you never measured, because you had stopped?",
)
early_stopping.mistake(
    "int(np.argmin(losses[: stop + 1])) -> stop - int(np.argmin(losses[stop::-1]))",
    "of several equal losses the last is taken as the best, not the first.",
    "Which of two equally good models came with less training?",
)
early_stopping.mistake(
    "int(np.argmin(losses[: stop + 1])) -> stop - rises",
    "the best is taken to lie just before the last run of rises.",
    "Could there have been a smaller loss even earlier?",
)
early_stopping.mistake(
    "stop, rises = len(losses) - 1, 0 -> stop, rises = len(losses), 0",
    "where it never stops, the index is one too high.",
    "What is the index of the last of n measurements?",
)
early_stopping.mistake(
    "stop = i -> stop = i - 1",
    "the index is that of the measurement before the one that stopped it.",
    "At which measurement do you know that there were too many rises?",
)
