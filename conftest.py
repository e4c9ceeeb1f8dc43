"""For every pytest run, nbval's included: interactives show their static picture."""

import os

os.environ["LINCOURSE_STATIC"] = "1"
