"""How good is an engine? The measures of the five papers and our own, reports, and the quality gate.

    EvaluateOptions --run--> Results --save--> results.json, report.html, pages/*.html
                                     --tables--> what a terminal or Markdown prints
                                     --gate--> which floors hold

The room keeps three rules. A measure is a pure function over lists, with its definition in its docstring. A failure (an error, a time-out, a dead
process) is counted as a page with nothing found, and never stops the run. What is learnt is never scored on what it was learnt from, unless the
options say so, and then the results say so too.
"""

from __future__ import annotations

from rubricate.evaluation.options import SPLITS, EvaluateOptions, Progress
from rubricate.evaluation.results import Results
from rubricate.evaluation.run import run

__all__ = ["SPLITS", "EvaluateOptions", "Progress", "Results", "run"]
