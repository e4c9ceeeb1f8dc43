"""Python imports this module at start-up if its folder is on the path, as in all tests.

On import, jsonschema builds a grammar for web addresses, which takes two seconds; nbformat,
nbgrader and JupyterLab import it. It does without if the package with the grammar is missing.
"""

import sys

sys.modules["rfc3987_syntax"] = None  # type: ignore[assignment]
