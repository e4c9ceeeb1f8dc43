"""`python -m gradebox.sandbox.inside` is the fork server.

What it imports stays, so nothing is collected until all is warm: that spares a tenth of the time.
"""

import gc

if __name__ == "__main__":
    gc.disable()
    from gradebox.sandbox.inside.forkserver import main

    main()
