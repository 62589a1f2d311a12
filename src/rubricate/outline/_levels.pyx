# cython: cdivision=True, initializedcheck=False, binding=False
"""The levels of a page's titles, compiled: what `looks`, `pairs`, `clues`, the model's trees and `levels.nested` do together, in one pass.

Titles are structs. Of all pairs of titles, only those are described and scored that the nesting asks for. Everything is in the order of the Python
modules, which say why it is so; sums are made in the same order and precision.
"""

from libc.math cimport expm1, expm1f, log, log1p, rint
from libc.stdlib cimport calloc, free

cdef int GROUPS, NEAREST, PLAIN, STEPS
from rubricate.outline.clues import NEAREST
from rubricate.outline.pairs import GROUPS, PLAIN, STEPS
from rubricate.types import BOILERPLATE, TITLE

__all__ = ["AS_C", "Nesting"]

cdef enum:
    OWN = 29  # numbers of one title
    WIDE = 124  # numbers of a pair: those of both, their changes, 9 of the neighbours, 7 samenesses, 21 of the two together
    VALUES = 8  # the longest path of a number
    MOST = 11  # looks whose latest title is compared
    DEEPEST = 12
    MANY = 1000
    EVERY = 20  # trees, until it is looked whether the others matter

cdef enum:  # places in `own`
    HEADING = 0
    SIZE = 1
    BODY = 15

cdef double BENEFIT = 0.5
cdef double ROUNDING = 1e-3  # far more than sums of single precision are off
cdef str _BOILERPLATE = BOILERPLATE
cdef str _TITLE = TITLE

AS_C = {
    "OWN": OWN, "WIDE": WIDE, "HEADING": HEADING, "SIZE": SIZE, "BODY": BODY, "MOST": MOST, "DEEPEST": DEEPEST, "MANY": MANY, "BENEFIT": BENEFIT,
}
"""Constants of `pairs` and `levels` that are written once more here; the tests compare them."""


cdef struct Title:
    float own[OWN]
    int key, coarse, colour, path, form  # equal numbers are equal things; a form of -1 is no number
    float parent, grandparent, block  # rows of the tree
    int first_alike, last_alike, first_nearly, last_nearly, holder, before, alike_before, nearly_before  # orders of titles
    int alike, coarsely_alike, heading, words, begins, list_depth
    int depth  # of the number, and its values
    int values[VALUES]
    double size, rounded, indent, until  # `until`: characters of text up to the next title, from the page's first title on
    Py_ssize_t body
    bint bold, capitals, italic, underline, centred, linked
    bint is_page_title, names_document, stands_alone, lists_contents, goes_on, counts_once, counts_again


cdef class _Titles:
    """The titles of a page, and how their looks follow each other."""

    cdef Title *at
    cdef int count
    cdef int *follows  # how often one coarse look follows another, and how often with no text between them
    cdef int *bare
    cdef dict stands_above  # the same as `bare`, of all looks

    def __cinit__(self, int count):
        self.count = count
        self.at = <Title *>calloc(max(1, count), sizeof(Title))
        self.follows = <int *>calloc(2 * (GROUPS + 1) * (GROUPS + 1), sizeof(int))
        if self.at is NULL or self.follows is NULL:
            raise MemoryError
        self.bare = self.follows + (GROUPS + 1) * (GROUPS + 1)
        self.stands_above = {}

    def __dealloc__(self):
        free(self.at)
        free(self.follows)


cdef class Nesting:
    """Nests titles with the weights of the clues and the trees of one model."""

    cdef dict weights
    cdef object names_a_document
    cdef int[::1] features
    cdef float[::1] borders, leaves
    cdef double[::1] least, most  # what the trees from each one on can add
    cdef float bias
    cdef int trees, depth

    def __init__(self, dict weights not None, names_a_document, trees):
        asked, questions, leaves = len(trees.features), trees.questions, trees.leaves
        self.trees, self.depth = questions.shape
        if leaves.shape != (self.trees, 1 << self.depth, 1) or len(trees.borders) != asked:
            raise ValueError(f"the leaves have shape {leaves.shape}")
        if not questions.size or questions.min() < 0 or questions.max() >= asked or trees.features.min() < 0 or trees.features.max() >= WIDE:
            raise IndexError("the trees ask for columns or questions that there are not")  # nothing is checked when they are used
        self.weights = weights
        self.names_a_document = names_a_document
        self.features = trees.features[questions].astype("i").ravel()
        self.borders = trees.borders[questions].astype("f").ravel()
        self.leaves = leaves.astype("f").ravel()
        self.bias = trees.bias[0]
        self.least = leaves.astype("d").min(axis=1).ravel()[::-1].cumsum()[::-1].copy()
        self.most = leaves.astype("d").max(axis=1).ravel()[::-1].cumsum()[::-1].copy()

    def levels(self, segments, titles, names, list numbers not None, list lone not None, bint names_document, bint is_page_title):
        """The level of every title: `numbers` and `lone` (`looks.lone`) are of the titles, the last two are said of the first."""
        cdef _Titles page = _Titles(len(titles))
        cdef list rows = list(titles)
        if not page.count:
            return []
        text_size = _measure(page, segments, rows, names if type(names) is list else list(names))
        _read(page, segments, rows, numbers, lone)
        page.at[0].names_document = names_document
        page.at[0].is_page_title = is_page_title
        _follow_numbers(page, numbers)
        _count_followers(page)
        _describe(page, segments, rows, text_size, self.names_a_document)
        return self._nested(page)

    cdef list _nested(self, _Titles page):
        cdef int path[DEEPEST]
        cdef int latest[MOST + 1]  # the latest title of each of the latest looks
        cdef int deep = 0, known = 0, order, place
        cdef Title *title
        cdef list answer = []
        for order in range(page.count):
            title = &page.at[order]
            while deep and (deep == DEEPEST or _holds_none(page, path[deep - 1], order) or not self._is_below(page, path, deep, order, latest, known)):
                deep -= 1
            path[deep] = order
            deep += 1
            answer.append(deep)
            for place in range(known):
                if page.at[latest[place]].key == title.key:
                    break
            else:
                place = 0 if known == MOST else known
                known += known < MOST
            for place in range(place, known - 1):
                latest[place] = latest[place + 1]
            latest[known - 1] = order
        return answer

    cdef bint _is_below(self, _Titles page, int *path, int deep, int order, int *latest, int known) except -1:
        cdef int upper = path[deep - 1], place
        cdef Title *above = &page.at[upper]
        cdef double clues = _clues(page, path, deep, order, self.weights)
        cdef double doubt = BENEFIT if above.is_page_title and above.names_document else 0.0
        if page.count <= MANY:
            for place in range(known):
                if upper == latest[place] or upper == 0:
                    return self._with_trees(page, order, upper, clues, doubt)
        return clues + doubt > 0

    cdef bint _with_trees(self, _Titles page, int lower, int upper, double clues, double doubt):
        """Whether what the trees say of a pair and the clues are more than 0 together; trees that cannot change that are not asked."""
        cdef float row[WIDE]
        cdef int tree, level, number, depth = self.depth
        cdef float total = 0.0
        cdef double sure = clues + doubt + self.bias
        cdef int *features = &self.features[0]
        cdef float *borders = &self.borders[0]
        cdef float *leaves = &self.leaves[0]
        _fill(page, lower, upper, row)
        for tree in range(self.trees):
            if tree % EVERY == 0 and (sure + total + self.least[tree] > ROUNDING or sure + total + self.most[tree] < -ROUNDING):
                return sure + total + self.least[tree] > ROUNDING
            number = 0
            for level in range(depth):
                number |= (row[features[level]] > borders[level]) << level
            total += leaves[number]
            features += depth
            borders += depth
            leaves += 1 << depth
        return clues + <double>(total + self.bias) + doubt > 0


cdef double _measure(_Titles page, segments, list rows, list names) except? -1:
    """The length of the text below every title; the size of most of the running text is handed back."""
    cdef list texts = segments.text, states = segments.state
    cdef Py_ssize_t index, length, run = 0
    cdef int order = -1, count = page.count
    cdef Py_ssize_t following = rows[0]
    cdef dict counts = {}
    cdef bint is_title
    cdef object state = None  # of the lines of the run
    cdef object name  # an engine may hand over a kind of str of its own: an enum, numpy's
    for index in range(min(len(names), len(texts))):
        is_title = index == following
        if is_title:
            order += 1
            following = rows[order + 1] if order + 1 < count else -1
        name = names[index]
        if name == _BOILERPLATE:
            continue
        if name == _TITLE:
            continue
        length = len(<str>texts[index])
        if order >= 0 and not is_title:
            page.at[order].body += length
        if states[index] is not state:
            if state is not None:
                counts[state.size] = counts.get(state.size, 0) + run
            state, run = states[index], 0
        run += length
    if state is None:
        return 16.0
    counts[state.size] = counts.get(state.size, 0) + run
    return max(1.0, max(counts, key=counts.__getitem__))


cdef int _read(_Titles page, segments, list rows, list numbers, list lone) except -1:
    """What every title looks like, and which earlier and later ones look like it."""
    cdef dict alike = {}, nearly = {}, coarse = {}, others = {}
    cdef int order, before
    cdef Title *title
    for order in range(page.count):
        title = &page.at[order]
        kind = _look(title, segments, rows[order], numbers[order], lone[order])
        title.colour = others.setdefault(segments.state[rows[order]].color, len(others))
        title.form = others.setdefault(numbers[order].form, len(others)) if numbers[order] is not None else -1
        _stand(title, segments, rows[order], others)
        title.coarse = coarse.setdefault(kind, len(coarse))
        title.nearly_before = before = nearly.get(title.coarse, -1)
        title.first_nearly = page.at[before].first_nearly if before >= 0 else order
        title.coarsely_alike = page.at[before].coarsely_alike + 1 if before >= 0 else 1
        nearly[title.coarse] = order
        state = segments.state[rows[order]]
        kind = (title.coarse, title.underline, title.centred, title.colour, state.list_depth, title.form)
        title.alike_before = before = alike.get(kind, -1)
        title.key = title.first_alike = page.at[before].first_alike if before >= 0 else order
        title.alike = page.at[before].alike + 1 if before >= 0 else 1
        alike[kind] = order
        title.last_alike = title.last_nearly = -1
    for order in range(page.count - 1, -1, -1):
        _look_back(page, order)
    return 0


cdef void _look_back(_Titles page, int order) noexcept:
    """What later titles know of their look is handed on to the one before them."""
    cdef Title *title = &page.at[order]
    if title.last_alike < 0:
        title.last_alike = order
    if title.last_nearly < 0:
        title.last_nearly = order
    if title.alike_before >= 0:
        page.at[title.alike_before].last_alike = title.last_alike
        page.at[title.alike_before].alike = title.alike
    if title.nearly_before >= 0:
        page.at[title.nearly_before].last_nearly = title.last_nearly
        page.at[title.nearly_before].coarsely_alike = title.coarsely_alike


cdef tuple _look(Title *title, segments, Py_ssize_t index, number, alone):
    """One title's own look (`looks._look`); its coarse look is handed back."""
    cdef str text = segments.text[index]
    cdef Py_ssize_t spaces = 0
    cdef bint inside = False, blank
    cdef Py_UCS4 char
    state = segments.state[index]
    for char in text:
        spaces += char == 32
        blank = char.isspace()
        title.words += inside < (not blank)
        inside = not blank
    cdef double most = 0.6 * (len(text) - spaces)
    title.heading, title.size, title.indent, title.begins = state.heading, state.size, state.indent, segments.begins[index]
    title.bold, title.italic, title.linked = segments.bold[index] >= most, segments.italic[index] > most, segments.linked[index] > most
    title.capitals = state.transform == "uppercase" or (text.isupper() and sum([one.isalpha() for one in text[:8]]) > 3)
    title.underline, title.centred = bool(state.underline), state.align == "center"
    title.rounded, title.list_depth = rint(title.size), state.list_depth
    if alone is not None:
        title.stands_alone, title.lists_contents = True, alone
    if number is not None:
        title.depth = min(len(number.values), <int>VALUES)
        for place in range(title.depth):
            title.values[place] = number.values[place]
    return title.heading, title.rounded, title.bold | title.capitals << 1 | title.italic << 2


cdef int _stand(Title *title, segments, Py_ssize_t index, dict others) except -1:
    """Where a title stands in the tree (`pairs._kinds`)."""
    tree = segments.page.tree
    cdef list parents = tree.parents, tags = tree.tags
    cdef Py_ssize_t block = segments.block[index], parent = -1
    path = kind = None
    if block >= 0:
        parent = parents[block]
        for name, value in tree.data[block]:
            if name == "class":
                kind = value or ""
                break
        path = ("path", tags[block], kind, tags[parent] if parent >= 0 else "")
    title.path = others.setdefault(path, len(others))
    title.block, title.parent, title.grandparent = block, parent, parents[parent] if parent >= 0 else -1
    return 0


cdef int _depth(list parents, Py_ssize_t row) except -1:
    cdef int depth
    for depth in range(STEPS):
        if row < 0:
            return depth
        row = parents[row]
    return STEPS


cdef int _follow_numbers(_Titles page, list numbers) except -1:
    """Which numbers belong together (`looks._follow_numbers`, `pairs._orders`)."""
    cdef dict forms = {}, starts = {}, series = {}, numbered = {}
    cdef set later = set()
    cdef int order
    cdef Title *title
    for order in range(page.count):
        title = &page.at[order]
        title.holder = title.before = -1
        number = numbers[order]
        if number is not None:
            form, values, _ = number
            forms[form] = forms.get(form, 0) + 1
            starts[form] = starts.get(form, 0) + (values[-1] == 1)
            head = values[:-1]
            title.holder = numbered.get(head, -1)
            title.before = series.get((form, (*head, values[-1] - 1)), -1)
            series[form, values] = numbered[values] = order
    for order in range(page.count - 1, -1, -1):
        number = numbers[order]
        if number is not None:
            title = &page.at[order]
            form, values, _ = number
            head = values[:-1]
            title.goes_on = (form, head, values[-1] + 1) in later
            later.add((form, head, values[-1]))
            title.counts_once = starts[form] == 1 and forms[form] >= 3 and len(values) == 1
            title.counts_again = starts[form] > 1
    return 0


cdef int _count_followers(_Titles page) except -1:
    """How often looks follow each other (`pairs._following`, `Looks.stands_above`)."""
    cdef int order, one, other
    cdef Title *title
    cdef Title *after
    for order in range(page.count - 1):
        title, after = &page.at[order], &page.at[order + 1]
        one, other = min(title.coarse, GROUPS), min(after.coarse, GROUPS)
        page.follows[one * (GROUPS + 1) + other] += 1
        if not title.body and title.coarse != after.coarse:
            page.bare[one * (GROUPS + 1) + other] += one != other
            step = (title.coarse, after.coarse)
            page.stands_above[step] = page.stands_above.get(step, 0) + 1
    return 0


cdef int _describe(_Titles page, segments, list rows, double text_size, names_a_document) except -1:
    """The numbers of every title for the trees (`pairs._own`)."""
    cdef list parents = segments.page.tree.parents
    cdef Py_ssize_t index, before = -1
    cdef double until = 0.0
    cdef int order
    cdef Title *title
    cdef float *own
    cdef str text
    for order in range(page.count):
        title = &page.at[order]
        own, index = title.own, rows[order]
        state, text = segments.state[index], segments.text[index]
        last = text[len(text) - 1] if text else ""
        own[HEADING], own[SIZE] = title.heading or PLAIN, log((1.0 if 1.0 > title.size else title.size) / text_size)
        own[2], own[3], own[4], own[5], own[6] = title.bold, title.capitals, title.italic, title.underline, title.centred
        own[7], own[8], own[9], own[10], own[11] = title.indent, state.list_depth, title.linked, title.begins, log1p(title.words)
        own[12], own[13], own[14] = title.depth > 0, title.depth, title.values[title.depth - 1] if title.depth else 0
        own[BODY], own[16], own[17] = log1p(title.body), log(title.alike), log(title.coarsely_alike)
        own[18], own[19], own[20], own[21] = title.goes_on, title.counts_once, title.counts_again, state.cell
        own[22], own[23], own[24], own[25] = _depth(parents, segments.block[index]), state.weight, last in ":：", last in "?？"
        own[26], own[27] = state.term != "", min(index - before - 1, 50)
        own[28] = title.names_document or names_a_document(text[:100])
        until += expm1(<double>own[BODY])
        title.until = until
        before = index
    return 0


cdef void _fill(_Titles page, int lower, int upper, float *row) noexcept:
    """The numbers of a pair, in the order of `pairs.NAMES`."""
    cdef Title *below = &page.at[lower]
    cdef Title *above = &page.at[upper]
    cdef Title *after = &page.at[lower + (lower + 1 < page.count)]
    cdef Title *earlier = &page.at[lower - (lower > 0)]
    cdef int place
    for place in range(OWN):
        row[place] = below.own[place]
        row[OWN + place] = above.own[place]
        row[2 * OWN + place] = below.own[place] - above.own[place]
    row += 3 * OWN
    row[0], row[1], row[2] = after.own[HEADING] - below.own[HEADING], after.own[SIZE] - below.own[SIZE], after.key == below.key
    row[3], row[4], row[5] = earlier.own[HEADING] - below.own[HEADING], earlier.own[SIZE] - below.own[SIZE], earlier.key == below.key
    row[6], row[7], row[8] = earlier.own[BODY], below.first_alike == lower, below.last_alike == lower
    row += 9
    row[0], row[1], row[2], row[3] = below.key == above.key, below.coarse == above.coarse, below.colour == above.colour, below.path == above.path
    row[4], row[5], row[6] = below.parent == above.parent, below.grandparent == above.grandparent, below.form == above.form
    _fill_between(page, lower, upper, row + 7)


cdef void _fill_between(_Titles page, int lower, int upper, float *row) noexcept:
    """What can only be said of the two together (`pairs._between`)."""
    cdef Title *below = &page.at[lower]
    cdef Title *above = &page.at[upper]
    cdef double text = page.at[lower - 1].until - above.until + expm1f(above.own[BODY])
    cdef int one = min(above.coarse, GROUPS), other = min(below.coarse, GROUPS)
    cdef int down = one * (GROUPS + 1) + other, up = other * (GROUPS + 1) + one
    row[0], row[1], row[2], row[3] = below.holder == upper, below.parent == above.block, above.last_alike > lower, above.last_nearly > lower
    row[4], row[5] = below.first_alike < above.first_alike, below.first_nearly < above.first_nearly
    row[6] = below.last_alike > above.last_alike
    row[7], row[8] = _side(below.holder, upper), _side(below.before, upper)
    row[9], row[10] = _side(below.alike_before, upper), _side(below.nearly_before, upper)
    row[11] = log1p(text) if text > 0 else 0
    row[12], row[13], row[14], row[15] = lower - upper, upper, lower, page.count - lower
    row[16] = <float>log1p(page.bare[down]) - <float>log1p(page.bare[up])
    row[17], row[18] = log1p(page.follows[down]), log1p(page.follows[up])
    row[19] = above.body == 0 and lower - upper == 1
    row[20] = below.form == above.form if below.depth and above.depth else -1


cdef inline int _side(int earlier, int upper) noexcept:
    return -2 if earlier < 0 else (earlier > upper) - (earlier < upper)


cdef bint _inside(Title *one, Title *other) noexcept:
    """Whether one's number goes on from the other's."""
    cdef int place
    if one.depth <= other.depth:
        return False
    for place in range(other.depth):
        if one.values[place] != other.values[place]:
            return False
    return True


cdef bint _follows(Title *one, Title *other) noexcept:
    """Whether one's number is the next after the other's."""
    cdef int place
    if one.form != other.form or one.depth != other.depth:
        return False
    for place in range(one.depth - 1):
        if one.values[place] != other.values[place]:
            return False
    return one.values[one.depth - 1] == other.values[one.depth - 1] + 1


cdef bint _holds_none(_Titles page, int upper, int lower) noexcept:
    """Whether a title cannot belong below another (`levels._holds_none`)."""
    cdef Title *above = &page.at[upper]
    cdef Title *title = &page.at[lower]
    cdef bint same
    if title.depth and above.depth and _follows(title, above):
        return True
    if 0 < title.heading < above.heading and upper > 0:
        return not title.depth or not above.depth or not _inside(title, above)
    if above.lists_contents:
        return True
    if upper == 0:
        return False
    if title.depth and not above.depth and title.counts_once:
        if above.stands_alone or (title.values[title.depth - 1] == 1 and above.coarse == title.coarse):
            return True
    if not above.heading or above.heading != title.heading or above.depth or title.depth:
        return False
    if title.list_depth > 0 and above.list_depth == title.list_depth:
        return True
    same = above.bold == title.bold and above.italic == title.italic and above.rounded == title.rounded
    return same and (above.body > 0 or above.capitals != title.capitals)


cdef double _clues(_Titles page, int *path, int deep, int order, dict weights) except? -1:
    """The sum of the clues (`clues.speaks_for_below`)."""
    cdef Title *upper = &page.at[path[deep - 1]]
    cdef Title *title = &page.at[order]
    cdef int further = max(0, deep - 1 - NEAREST)
    cdef list found = [weights["always"]]
    _add_look_clues(upper, title, path[deep - 1], weights, found)
    _add_number_clues(page, path, further, deep, order, weights, found)
    _add_group_clues(page, path, further, deep, order, weights, found)
    if path[deep - 1] == 0:
        _add_root_clues(upper, title, order, weights, found)
    total = sum(found)
    found = [weights["now a link"] * <double>(title.linked - upper.linked)]
    if title.words != upper.words:
        found.append(weights["more words"] * _within(log((title.words + 1) / <double>(upper.words + 1)) / 2))
    if path[deep - 1] > 0 and upper.coarsely_alike != title.coarsely_alike:
        found.append(weights["more of its look"] * _within(log(title.coarsely_alike / <double>upper.coarsely_alike) / 2))
    if page.stands_above:
        above, below = page.stands_above.get((upper.coarse, title.coarse), 0), page.stands_above.get((title.coarse, upper.coarse), 0)
        if above or below:
            found.append(weights["such titles stand above such"] * (log1p(above) - log1p(below)))
    return total + sum(found)


cdef inline double _within(double value) noexcept:
    return max(-1.0, min(1.0, value))


cdef int _add_look_clues(Title *upper, Title *title, int order, dict weights, list found) except -1:
    cdef int high = upper.heading, low = title.heading
    if high and low:
        found.append(weights["deeper h-tag"] if low > high else weights["same h-tag"] if low == high else weights["higher h-tag"])
        if low < high and order > 0:
            found.append(weights["higher h-tag than a title that is not the first"])
    else:
        if high > 0:
            found.append(weights["h-tag above, none here"])
        if low > 0:
            found.append(weights["h-tag here, none above"])
        if title.indent > upper.indent + 5 and order > 0:
            found.append(weights["indented more"])
        if title.indent < upper.indent - 5 and order > 0:
            found.append(weights["indented less"])
    if upper.size > title.size * 1.05:
        found.append(weights["smaller"])
    if title.italic and not upper.italic:
        found.append(weights["now italic"])
    if title.underline and not upper.underline:
        found.append(weights["now underlined"])
    if title.centred and not upper.centred:
        found.append(weights["now centred"])
    if upper.centred and not title.centred:
        found.append(weights["no longer centred"])
    if title.begins > upper.begins:
        found.append(weights["now after a line break"])
    return 0


cdef int _add_number_clues(_Titles page, int *path, int further, int deep, int order, dict weights, list found) except -1:
    cdef Title *upper = &page.at[path[deep - 1]]
    cdef Title *title = &page.at[order]
    cdef bint high = upper.depth > 0, first, same = False, next_ = False
    cdef int place
    if not title.depth:
        if high:
            found.append(weights["numbered above, not here"])
        if upper.goes_on:
            found.append(weights["inside a series that goes on"])
        return 0
    first = title.values[title.depth - 1] == 1
    if not high:
        found.append(weights["numbered here, not above"])
        if title.counts_once and first and path[deep - 1] > 0:
            found.append(weights["first of the page's only series"])
        if first and path[deep - 1] > 0 and upper.coarse == title.coarse:
            found.append(weights["first of a series, unnumbered above, nearly the same look"])
    if title.counts_again and first and upper.form != title.form:
        found.append(weights["first of a series that starts again and again"])
    for place in range(further, deep - 1):
        same = same or page.at[path[place]].form == title.form
        next_ = next_ or _follows(title, &page.at[path[place]])
    if same:
        found.append(weights["a title further up has its form of number"])
    if next_:
        found.append(weights["a title further up has the number before it"])
    if high:
        found.append(weights["same form of number"] if upper.form == title.form else weights["another form of number"])
        if _inside(title, upper):
            found.append(weights["number inside the one above"])
    return 0


cdef int _add_group_clues(_Titles page, int *path, int further, int deep, int order, dict weights, list found) except -1:
    cdef int above = path[deep - 1], place
    cdef Title *upper = &page.at[above]
    cdef Title *title = &page.at[order]
    cdef bint same = False, nearly = False
    for place in range(further, deep - 1):
        same = same or page.at[path[place]].key == title.key
        nearly = nearly or (page.at[path[place]].coarse == title.coarse and path[place] > 0)
    if upper.key == title.key:
        found.append(weights["same look"])
    if same:
        found.append(weights["a title further up has its look"])
    if nearly:
        found.append(weights["a title further up nearly has its look"])
    if title.first_alike == order < title.last_alike:
        found.append(weights["first of its look, not the last"])
    if title.first_alike < above:
        found.append(weights["its look came before the one above"])
    if title.coarsely_alike == 1:
        found.append(weights["only one of its look"])
    if above == 0:
        return 0
    if upper.last_alike > order:
        found.append(weights["look above comes again"])
    if not upper.body and above == order - 1:
        found.append(weights["no text between them"])
    if upper.stands_alone:
        found.append(weights["above by its words without parts"])
    if upper.alike <= 2 and title.alike >= 4 and (0 < upper.heading < title.heading or upper.size > title.size * 1.1):
        found.append(weights["rare and stronger above many"])
    return 0


cdef int _add_root_clues(Title *root, Title *title, int order, dict weights, list found) except -1:
    cdef bint alike = root.coarse == title.coarse
    found.append(weights["page's first title above"])
    if order == 1:
        found.append(weights["page's second title"])
    if root.names_document:
        found.append(weights["first title names the document"])
    if alike:
        found.append(weights["first title looks the same"])
    if alike and root.names_document:
        found.append(weights["first title looks the same but names the document"])
    if 0 < title.heading < root.heading or title.size > root.size * 1.1:
        found.append(weights["first title is weaker"])
    return 0
