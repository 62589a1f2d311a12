"""What the two engines of ASDUS share: units of text, words, counts, clusters, and the steps from classified lines to sections.

    units.py      which lines are looked at, and the tag path of each
    words.py      words, stop words, lemmas, sentences, by the page's language
    discourse.py  discourse markers and coreference chains
    entities.py   named entities
    counts.py     the eight features of the domain-independent model
    clusters.py   k-means with two clusters
    sections.py   title test, generalisation, last section, labels
    figure.py     figure 3 of the paper for a page
    embedding.py  word2vec log probabilities by numpy
    network.py    the feed-forward net by numpy
    training.py   how the domain-dependent model is made
"""
