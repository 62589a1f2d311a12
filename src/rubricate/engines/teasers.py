"""Boxes of teasers stand beside the document: 'Related stories', 'You may also like', and the first lines of other pages below.

Teasers are written and set like the document, so the trees, which judge lines, keep some of them; what their box is called tells. On 1,623 training
pages, by models that had not seen them, text is better on 33 pages without such boxes and worse on 10 (readability +.002).
A box is the largest element that begins with such words, has links, and little of the page's running text.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rubricate.compiled import twin
from rubricate.features import Columns

__all__ = ["REASON", "teasers"]

_fast = twin("engines._whole")
REASON = "in a box of teasers of other pages"
LONGEST = 60
SHARE, LINES, LINKS = 0.15, 80, 0.2
"""Of the page's running text, and lines, that a box of teasers has at most; the share of its lines that are links, at least."""
WORDS = 6
_OPEN = ("more from ", "more by ", "more in ", "more on ", "more like ", "mehr von ", "mehr aus ", "meer van ")
"""What the names of boxes begin with; a few words may follow."""
_NAMES = frozenset(
    name.strip()
    for name in """
related, related article, related articles, related post, related posts, related story, related stories, related content, related news,
related topics, related items, related reading,
explore related items, related coverage, related videos, related searches, related entries, related pages,
you might also like, you may also like, you'll also like, you might like, you may like, you might also like these, you may also be interested in,
you might also be interested in, you may be interested in, you might be interested in, you may also enjoy, you might also enjoy,
you may have missed, we think you'll also like, customers also bought, customers also viewed, customers also liked, people also viewed,
people also read, people also bought, recommended for you, recommended reading, recommended reads, recommended stories, recommended articles,
recommended products, recommended content, read next, read this next, what to read next, up next, next up, keep reading, don't miss,
more stories, more articles, more news, more posts, more videos, more headlines, more products, more to explore, more to read, more top stories,
most read, most popular, most viewed, most shared, most commented, most watched, most recent, the most read, most popular stories,
most read articles, top stories, trending now, trending stories, trending news, trending topics, trending articles, trending today,
popular posts, popular articles, popular stories, popular now, popular news, popular topics, popular products, popular searches, latest news,
latest insights,
latest posts, latest articles, latest stories, latest updates, latest headlines, latest videos, recent posts, recent articles, recent stories,
recent news, recent entries, similar articles, similar posts, similar products, similar items, similar stories, similar topics,
similar questions, similar threads, other articles, other stories, other news, other posts, editor's picks, editors' picks, editor's pick,
featured stories, featured articles, featured posts, featured news, featured products, featured videos, also in the news, in other news,
sponsored content, sponsored links, sponsored stories, around the web, from the web, from around the web, promoted stories, promoted content,
recently viewed, recently viewed items, recently viewed products, das könnte sie auch interessieren, das könnte dich auch interessieren,
das könnte sie interessieren, ähnliche artikel, ähnliche beiträge, ähnliche themen, ähnliche produkte, verwandte artikel, verwandte beiträge,
verwandte themen, weitere artikel, weitere beiträge, weitere meldungen, weitere nachrichten, mehr zum thema, zum thema, lesen sie auch,
auch interessant, meistgelesen, meistgelesene artikel, neueste artikel, neueste beiträge, à lire aussi, a lire aussi, à lire également,
lire aussi, articles similaires, articles liés, articles associés, articles connexes, articles recommandés, sur le même sujet, sur le même thème,
dans la même rubrique, dans la même catégorie, cela pourrait vous intéresser, ça pourrait vous intéresser, vous aimerez aussi,
vous pourriez aussi aimer, les plus lus, artículos relacionados, noticias relacionadas, entradas relacionadas, contenido relacionado,
productos relacionados, te puede interesar, te podría interesar, también te puede interesar, también te podría interesar,
también te puede gustar, lee también, más noticias, más leídas, más leídos, lo más leído, lo más visto, leggi anche, articoli correlati,
articoli simili, notizie correlate, potrebbe interessarti, potrebbe interessarti anche, potrebbero interessarti, ti potrebbe interessare,
i più letti, più letti, leia também, leia mais, veja também, artigos relacionados, notícias relacionadas, posts relacionados,
conteúdo relacionado, produtos relacionados, você também pode gostar, também pode gostar, mais lidas, mais lidos, lees ook,
gerelateerde artikelen, gerelateerde berichten, meer nieuws, meest gelezen, bekijk ook, czytaj także, czytaj też, czytaj również, zobacz także,
zobacz też, zobacz również, podobne artykuły, powiązane artykuły, polecane artykuły, najczęściej czytane, související, související články,
související témata, mohlo by vás zajímat, mohlo by vás také zajímat, nejčtenější, čtěte také, читайте также, похожие статьи, похожие материалы,
похожие новости, похожие записи, материалы по теме, смотрите также, другие новости, последние новости, 相关文章, 相关阅读, 相关推荐, 相关新闻,
相关内容, 相关资讯, 推荐阅读, 延伸阅读, 猜你喜欢, 热门文章, 热门推荐, 相關文章, 相關閱讀, 相關新聞, 相關推薦, 延伸閱讀, 推薦閱讀, 関連記事,
関連ニュース, 関連リンク, おすすめ記事, おすすめの記事, 人気記事, 人気の記事, あわせて読みたい, 新着記事, 最新記事, 관련 기사, 관련기사, 관련 글,
추천 기사, 많이 본 뉴스, 인기 기사
""".replace("\n", " ").split(",")
)  # fmt: skip
_HEAD = 4
_STARTS = frozenset(
    start.replace("'", sign)
    for head in {name[:_HEAD] for name in (*_NAMES, *_OPEN)}
    for start in (head, head.upper(), head.title(), head.capitalize())
    for sign in "'’"
)
"""How names begin, in any case."""
_SIGNS = " \u00a0:>›»…!.|-–—"


def teasers(texts: Sequence[str], found: Columns) -> NDArray[np.bool_] | None:
    """Which lines stand in boxes of teasers; None where nothing is called so."""
    named = [index for index in _maybe_named(texts) if _is_name(texts[index]) and found.values["heading"][index] != 1]
    if not named:
        return None
    inside = np.zeros(len(texts), np.bool_)
    low, high = found.elements  # in the order of the page, so those that begin with a line are neighbours
    linked, prose = found.values["linked"], found.values["prose"]
    most = SHARE * float(prose.sum())
    for index, first, last in zip(named, low.searchsorted(named), low.searchsorted(named, "right"), strict=True):
        for end in sorted({end for end in high[first:last].tolist() if index + 1 < end <= index + LINES}, reverse=True):
            if float(prose[index:end].sum()) <= most:
                inside[index:end] |= np.count_nonzero(linked[index + 1 : end] > 0.5) >= LINKS * (end - index - 1)
                break
    return inside


def _maybe_named(texts: Sequence[str]) -> list[int]:
    """The lines that begin as names do; most do not, and that is quick to see."""
    if _fast is not None:
        found: list[int] = _fast.starting(texts, _STARTS, _HEAD, LONGEST)
        return found
    return [index for index, text in enumerate(texts) if _HEAD <= len(text) <= LONGEST and text[:_HEAD] in _STARTS]


def _is_name(text: str) -> bool:
    name = text.strip(_SIGNS).lower().replace("’", "'")
    return name in _NAMES or (name.startswith(_OPEN) and text[-1] != "." and len(name.split()) <= WORDS)
