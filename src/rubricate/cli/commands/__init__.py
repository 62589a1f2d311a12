"""One command, one file; each has a `command`. They import what does the work only when they run."""
