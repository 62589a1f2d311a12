"""`python -m rubricate`: the command line, where the script is not on the path."""

from __future__ import annotations

import sys

from rubricate.cli import main

sys.exit(main())
