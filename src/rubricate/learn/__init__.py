"""Corpora, the alignment of gold to segments, truth labels and folds: what every trained engine and every measure starts from."""
