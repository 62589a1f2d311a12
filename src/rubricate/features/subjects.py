"""What the names of elements speak of. Several families look for words in them: all of these are looked for together, once a page."""

from __future__ import annotations

from rubricate.features.mention import Mention, Mentions

__all__ = ["AGAINST", "COMMENTS", "FOR", "NOTICES", "SUBJECTS"]

FOR = Mention("article|body|content|entry|main|page|post|text|blog|story|artikel|texte|inhalt|conteudo")
"""What holds an article,"""
AGAINST = Mention(
    "hidden|banner|combx|comment|contact|footer|gdpr|cookie|masthead|meta|outbrain|promo|related|scroll|share|social|sidebar|sponsor|shopping|tags"
    "|tool|widget|menu|nav|popup|modal|newsletter|disqus|replies|recommend|teaser"
)
"""and what holds none."""
COMMENTS = Mention("comment|disqus|discussion|replies|respond|reaction|talkback|kommentar|comentario|commentaire")
"""Readers' comments."""
NOTICES = Mention("cookie|consent|gdpr|dialog|modal|popup|overlay|banner")
"""What lies over a page."""
SUBJECTS = Mentions(FOR, AGAINST, COMMENTS, NOTICES)
