"""Discourse cues of a text: explicit markers, and coreference chains counted by rule.

Markers: the usual English connectors (the paper cites a list of Denver, 2018, that is not published with it; this one was put together from grammars'
categories: adding, contrasting, causing, ordering, exemplifying, concluding). Chains: no coreference system works offline, so a chain is a rule:
pronouns of one person that occur at least twice, a name that occurs at least twice, or a third-person pronoun after a name. Other languages than
English have no markers and pronouns here: their cues are repeated names only.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["MARKERS", "chains", "markers"]

MARKERS = tuple(
    tuple(marker.split())
    for marker in """
    above all|accordingly|additionally|after all|afterwards|all in all|also|although|anyway|apart from|as a matter of fact|as a result|as long as
    as soon as|as well as|at first|at last|at the same time|because|because of|before|besides|briefly|but|by contrast|by the way|certainly
    consequently|conversely|despite|due to|during|either|equally|even if|even though|eventually|except for|finally|first of all|firstly|for example
    for instance|for that reason|for this reason|furthermore|generally|hence|however|if|in addition|in any case|in brief|in case|in conclusion
    in contrast|in fact|in general|in order to|in other words|in particular|in short|in spite of|in summary|in that case|in the end|in the first place
    in the meantime|including|indeed|instead|instead of|lastly|later|likewise|mainly|meanwhile|moreover|namely|neither|nevertheless|next|nonetheless
    nor|not only|notwithstanding|obviously|of course|on account of|on condition that|on the contrary|on the one hand|on the other hand|on the whole
    once|or else|otherwise|overall|owing to|particularly|previously|provided that|rather|regarding|secondly|similarly|since|so|so as to|so that
    such as|that is|that is to say|then|thereby|therefore|thirdly|though|thus|to begin with|to conclude|to sum up|to summarise
    to summarize|too|ultimately|under these circumstances
    unless|unlike|until|whenever|whereas|wherever|whether|while|with reference to|with regard to|with respect to|yet
    """.replace("\n", "|").split("|")
    if marker.strip()
)
"""The markers as tuples of words in lower case."""

_PERSONS = {
    word: person
    for person, group in enumerate(("i me my mine myself", "we us our ours ourselves", "you your yours yourself yourselves"))
    for word in group.split()
}
_THIRD = {
    word: person
    for person, group in enumerate(("he him his himself", "she her hers herself", "it its itself", "they them their theirs themselves"), start=3)
    for word in group.split()
}


def _by_first() -> dict[str, list[tuple[str, ...]]]:
    table: dict[str, list[tuple[str, ...]]] = {}
    for marker in MARKERS:
        table.setdefault(marker[0], []).append(marker)
    return {first: sorted(group, key=len, reverse=True) for first, group in table.items()}


_TABLE = _by_first()


def markers(words: Sequence[str]) -> int:
    """How many discourse markers stand in the words (lower case); the longest at a place counts, once."""
    count = place = 0
    while place < len(words):
        step = 1
        for marker in _TABLE.get(words[place], ()):
            if tuple(words[place : place + len(marker)]) == marker:
                count, step = count + 1, len(marker)
                break
        place += step
    return count


def chains(words: Sequence[str], names: Sequence[str]) -> int:
    """How many coreference chains a text has, by rule; `words` in lower case, `names` the named entities in order."""
    mentions: dict[object, int] = {}
    for word in words:
        person = _PERSONS.get(word, _THIRD.get(word))
        if person is not None:
            mentions[person] = mentions.get(person, 0) + 1
    for name in names:
        mentions[name] = mentions.get(name, 0) + 1
    if names:  # a pronoun of the third person has the name for its antecedent
        for person in sorted(set(_THIRD.values())):
            if mentions.get(person) == 1:
                mentions[person] = 2
    return sum(count >= 2 for count in mentions.values())
