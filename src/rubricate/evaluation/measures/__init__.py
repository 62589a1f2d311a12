"""The measures, one file a family: pure functions over lists. Their docstrings are the definitions that the documentation quotes."""
