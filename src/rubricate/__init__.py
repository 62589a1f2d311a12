"""Rubricate: the outline of any web page."""
