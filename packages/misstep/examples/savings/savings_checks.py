"""What the notebook imports: the checks, for this course."""

from misstep import Course, configure
from misstep.notebook import check, check_quiz, check_tests, question

__all__ = ["check", "check_quiz", "check_tests", "question"]

configure(Course(name="savings", checks="savings_checks", catalogue="catalogue"))
