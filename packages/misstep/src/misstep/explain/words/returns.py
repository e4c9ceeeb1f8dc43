"""Sentences about functions that print or borrow their result instead of working it out."""

from misstep.explain.words import Template, table

PRINTS = "print only shows a value on the screen; return hands it to the caller."

WORDS: dict[str, Template] = {
    **table(
        """
uses-course: It uses the course's own code, {package}. Write your own here. -> You wrote these functions in earlier exercises: copy yours into the cell.
uses-package: It uses {package}, which brings a ready-made model, or most of one. -> You have written everything you need here in this course, with Python and NumPy only.
returns-print: print itself returns None, and that is what comes back. {PRINTS} -> What should come after return, in place of the print?
prints-here: here it prints, and returns nothing. {PRINTS} -> Which line prints here?
prints-in-loop: it prints its results one after another, and returns nothing. {PRINTS} -> How can the loop collect what it prints, and what should be returned after it?
prints: it prints, and returns nothing. {PRINTS} -> Which line should return the result?
""",
        PRINTS=PRINTS,
    ),
}
