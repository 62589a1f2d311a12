"""Bytes -> Page: decode, parse (the tree is never changed afterwards), limits."""

from rubricate.page.limits import Limits
from rubricate.page.read import read

__all__ = ["Limits", "read"]
