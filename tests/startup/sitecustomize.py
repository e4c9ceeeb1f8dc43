"""Python imports this module at start where its folder is on the path, as in all tests.

jsonschema builds a grammar for web addresses whenever it is imported, for two seconds, and with it
nbformat, nbgrader and JupyterLab. Where the package with the grammar is missing, it does without.
"""

import sys

sys.modules["rfc3987_syntax"] = None  # type: ignore[assignment]
