"""One module per learning platform, each with a `PLATFORM`; `registry` finds them here."""
