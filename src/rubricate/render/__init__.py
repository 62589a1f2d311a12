"""The same page seen by a real browser: computed styles, boxes, visibility.

    with Browser() as browser:
        document = rubricate.extract(html, stylesheets=sheets, render=browser)

What the browser says replaces the static cascade, line for line, so that any engine can read it. Nothing is ever downloaded: Playwright (the extra
`render`) drives the Chromium that the system has, and pages reach no network but the hosts that the caller names.
"""

from rubricate.render.boxes import Box, boxes
from rubricate.render.browser import Browser, Seen
from rubricate.render.chromium import find
from rubricate.render.options import RenderOptions

__all__ = ["Box", "Browser", "RenderOptions", "Seen", "boxes", "find"]
