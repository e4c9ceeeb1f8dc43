"""nbgrader's settings: `solutions/` is the source version, `exercises/` the release."""

c = get_config()  # noqa: F821

c.CourseDirectory.course_id = "lincourse"
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "exercises"

c.ClearSolutions.code_stub = {
    "python": "raise NotImplementedError  # replace this line with your own code"
}
c.ClearSolutions.text_stub = "*Write your answer here, in place of this line.*"
c.ExecutePreprocessor.timeout = 120

# nbgrader's own feedback pages, as the others, without hidden tests.
c.GenerateFeedback.preprocessors = [
    "nbgrader.preprocessors.GetGrades",
    "nbgrader.preprocessors.ClearHiddenTests",
    "nbconvert.preprocessors.CSSHTMLHeaderPreprocessor",
]
