"""The HTML pages of one student: feedback, and the instructor's view of the autograded notebook."""

from gradebox.pages import autograded, feedback
from gradebox.pages.rendering import fingerprint
from gradebox.results import Result
from gradebox.run.store import RENDERED


def render_pages(result: Result) -> dict[str, str]:
    """Render all pages of a result, by file name, and note their fingerprints in it.

    The notebooks' content, which must be there, is taken out: it has a file of its own.
    """
    files = {}
    for notebook in result.notebooks:
        files[f"{notebook.name}.html"] = feedback.page(result, notebook)
        files[f"{notebook.name}{RENDERED}"] = autograded.page(result, notebook)
    for notebook in result.notebooks:
        notebook.content = {}
    result.pages = {name: fingerprint(text) for name, text in files.items()}
    return files
