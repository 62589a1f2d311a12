"""Writes what the docs show of the code, so that it is never typed: cli.md, api.md, schema.json, the pages of figures, some tables, and the
terminal picture.

    python docs/generate.py            write what has changed
    python docs/generate.py --check    write nothing; exit 1 and name what is stale (tests/docs does this)

Whole files are generated (cli.md, api.md, schema.json, terminal.svg, and from figures/ how-good.md, how-fast.md, papers.md), or the part of a file
between `<!-- name -->` and `<!-- /name -->`.
"""

from __future__ import annotations

import inspect
import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = "samples/privacy-policy.html"


def main() -> int:
    check = "--check" in sys.argv[1:]
    stale = [path for path, text in generated().items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        print(f"{'stale' if check else 'written'}: {path.relative_to(ROOT)}")
        if not check:
            path.write_text(generated()[path], encoding="utf-8")
    return int(check and bool(stale))


def generated() -> dict[Path, str]:
    """Every file that holds something generated, with the text it should have."""
    docs = ROOT / "docs"
    return {
        docs / "cli.md": cli(),
        docs / "api.md": api(),
        docs / "schema.json": schema(),
        docs / "terminal.svg": picture(),
        docs / "how-good.md": how_good(docs / "figures"),
        docs / "papers.md": papers(docs / "figures"),
        docs / "how-fast.md": how_fast(docs / "figures"),
        docs / "ablation.md": filled(docs / "ablation.md", {"ablation": ablation(docs / "figures")}),
        docs / "mistakes.md": filled(docs / "mistakes.md", {"mistakes": mistakes(docs / "figures")}),
        docs / "errors.md": filled(docs / "errors.md", {"errors": errors()}),
        docs / "render.md": filled(docs / "render.md", {"render": rendered(docs / "figures")}),
        docs / "sites.md": filled(docs / "sites.md", {"sites": sites(docs / "figures")}),
        docs / "formats.md": filled(docs / "formats.md", {"formats": formats()}),
        ROOT / "README.md": filled(ROOT / "README.md", {"engines": engines_table(), "figures": figures_table(docs / "figures")}),
    }


def filled(path: Path, parts: dict[str, str]) -> str:
    """A file with its generated parts replaced."""
    text = path.read_text(encoding="utf-8")
    for name, part in parts.items():
        place = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
        text, count = place.subn(lambda match, part=part: f"{match[1]}{part}{match[2]}", text)
        if count != 1:
            raise SystemExit(f"{path}: {count} places for '{name}', not one")
    return text


def cli() -> str:
    """The help texts of the program and of every command, also of commands within commands."""
    import click

    from rubricate.cli.program import program

    parts = ["# The command line", "", "Made from the help texts by `docs/generate.py`. Exit codes are in [errors.md](errors.md).", ""]
    open_: list[click.Context] = [click.Context(program, info_name="rubricate", terminal_width=100, **program.context_settings)]
    while open_:
        context = open_.pop()
        command = context.command
        parts += [f"## {context.command_path}", "", "```text", command.get_help(context), "```", ""]
        if isinstance(command, click.Group):
            inner = [(name, command.get_command(context, name)) for name in command.list_commands(context)]
            open_ += [click.Context(one, info_name=name, parent=context, terminal_width=100) for name, one in reversed(inner) if one is not None]
    return "\n".join(parts)


def api() -> str:
    """Every public name with its signature, its docstring and its public members."""
    import rubricate

    parts = ["# The Python interface", "", "These names of the module `rubricate` are public; the rest may move between versions.", ""]
    parts += ["Made from the docstrings by `docs/generate.py`.", ""]
    for name in rubricate.__all__:
        parts += [f"## `{name}`", "", *_described(name, getattr(rubricate, name)), ""]
    return "\n".join(parts)


def _described(name: str, thing: Any) -> Iterator[str]:
    if isinstance(thing, str):
        yield "The version of the package, a string."
        return
    if inspect.isfunction(thing):
        yield from ("```text", _signature(name, thing), "```", "", inspect.getdoc(thing) or "")
        return
    yield inspect.getdoc(thing) or ""
    rows = [row for member, value in _members(thing) if (row := _member(member, value))]
    if rows:
        yield from ("", "| member | what it is |", "|---|---|", *rows)


def _members(thing: type) -> Iterator[tuple[str, Any]]:
    for member in vars(thing):
        if not member.startswith("_"):
            yield member, inspect.getattr_static(thing, member)


def _member(name: str, value: Any) -> str:
    function = getattr(value, "fget", None) or getattr(value, "func", None) or (value if inspect.isfunction(value) else None)
    text = (inspect.getdoc(function) or "").partition("\n")[0] if function else ""
    if not text:
        return ""
    shown = _call(name, function) if inspect.isfunction(value) else name
    return f"| `{shown}` | {text.replace('|', chr(92) + '|')} |"


def _call(name: str, function: Any) -> str:
    names = [f"**{one.name}" if one.kind is one.VAR_KEYWORD else one.name for one in inspect.signature(function).parameters.values()]
    return f"{name}({', '.join(one for one in names if one != 'self')})"


def _signature(name: str, function: Any) -> str:
    """One parameter a line, as it is written."""
    signature = inspect.signature(function)
    lines, starred = [], False
    for one in signature.parameters.values():
        if one.kind is one.KEYWORD_ONLY and not starred:
            lines.append("    *,")
            starred = True
        lines.append(f"    {one},".replace("'", ""))
    return "\n".join([f"{name}(", *lines, f") -> {signature.return_annotation}"])


def how_good(figures: Path) -> str:
    """What `rubricate evaluate` measured."""
    from rubricate.evaluation.docs import kept, page
    from rubricate.evaluation.results import Results

    return page([Results.load(path).tree for path in kept(figures)])


def papers(figures: Path) -> str:
    """What the papers report and what our engines reach."""
    from rubricate.evaluation.papers import page

    return page(json.loads((figures / "papers.json").read_text(encoding="utf-8")))


SPEEDS = {"Policies, terms and articles (stapi)": "speed.json", "Pages of seven kinds (WCXB)": "speed-wcxb.json"}
"""Two sets of pages: small ones that link to their style sheets, and larger ones with much of their style inside."""


def how_fast(figures: Path) -> str:
    """What `benchmarks/speed.py` measured."""
    lines = [
        "# How fast is it",
        "",
        "CPU time of one thread from the bytes of a page to Markdown (other tools: to what each makes of it), every tool in turn on each page.",
        "Milliseconds depend on the machine; the ratios are what counts. The compiled twins are used; without a C compiler at install our times",
        "are longer (RUBRICATE_PURE=1 shows them). Made from figures/speed.json and speed-wcxb.json, which are written by",
        "`python benchmarks/speed.py FOLDER --engine rules,default --json docs/figures/speed.json`.",
        "",
        "'With sheets' reads all style sheets that the pages link to, too; 'without style' has the pages without `<style>` and `style=`.",
        "",
        "Who comes before matters: with `--engine default` alone, so that default.v1 follows another tool and not rules.v1, which has just read",
        "the same page, two runs on WCXB gave 6.1 and 6.2 times trafilatura's speed; as below it is 7.0.",
    ]
    for heading, name in SPEEDS.items():
        lines += ["", f"## {heading}", "", *_raced(json.loads((figures / name).read_text(encoding="utf-8")))]
    return "\n".join(lines) + "\n"


def _raced(found: dict[str, Any]) -> list[str]:
    """One run: every tool, then our own stages."""
    tools, stages = found["tools"], found["stages"]
    names = list(next(iter(stages.values())))
    return [
        f"The best of {found['best_of']} runs on {found['pages']} real pages ({found['bytes'] / 1e6:.0f} MB, {found['with_sheets']} with sheets).",
        "",
        "| | ms a page | bare lxml parses | x faster than trafilatura |",
        "|---|---:|---:|---:|",
        *(
            f"| {name} | {row['ms_per_page']:.2f} | {row['lxml_parses']:.2f} | {row['x_faster_than_trafilatura']:.2f} |"
            for name, row in tools.items()
        ),
        "",
        "Our own stages, in bare lxml parses:",
        "",
        f"| | {' | '.join(names)} | all |",
        "|---|" + "---:|" * (len(names) + 1),
        *(f"| {run} | {' | '.join(f'{row[name]:.2f}' for name in names)} | {sum(row.values()):.2f} |" for run, row in stages.items()),
    ]


def rendered(figures: Path) -> str:
    """What benchmarks/render.py measured."""
    told = json.loads((figures / "render.json").read_text(encoding="utf-8"))
    ways = (("static", "static cascade"), ("rendered", "Chromium"))
    rows = [
        f"| {engine}, {name} | {told[way][engine]['title_f1']:.4f} | {told[way][engine]['content_noise_f1']:.4f} "
        f"| {told[way][engine]['segments_found']:.4f} | {told[way]['milliseconds']} |\n"
        for engine in ("default", "rules")
        for way, name in ways
    ]
    lines = told["lines"]
    looks = ", ".join(f"{name} on {lines[name]:,}" for name in ("size", "weight", "italic", "underline", "align", "hidden"))
    return (
        f"{told['pages']} pages ({told['corpus']}):\n\n"
        "| engine, look | title F1 | content/noise F1 | gold lines found | ms a page, without the engine |\n|---|---:|---:|---:|---:|\n"
        f"{''.join(rows)}\nOf {lines['static']:,} lines of the parser and {lines['rendered']:,} of the browser, {lines['same']:,} are the same ones; "
        f"of these the look differs in {looks}.\n"
    )


def sites(figures: Path) -> str:
    """What benchmarks/sites.py measured."""
    told = json.loads((figures / "sites.json").read_text(encoding="utf-8"))
    parts = []
    for name, systems in told["curves"].items():
        sizes = [count for count, _ in next(iter(systems.values()))]
        one = len(sizes) == 1
        parts += [f"Word match in % on {name}{'' if one else ', by training pages'}:\n\n"]
        parts += [f"| system | {'mean of all pages' if one else ' | '.join(map(str, sizes))} |\n|---|{'---:|' * len(sizes)}\n"]
        parts += [f"| {system} | {' | '.join(f'{value:.1f}' for _, value in curve)} |\n" for system, curve in systems.items()] + ["\n"]
    speed, large = told["speed"], told["large"]
    parts += [
        f"A page of npr: {speed['by_rules_ms']:.1f} ms by rules, {speed['clustering_ms']:.1f} ms by clustering (its share of learning from five), "
        f"{speed['clustering_ms'] / speed['by_rules_ms']:.0f} times as much; the default engine takes {speed['engine_ms']:.0f} ms.\n\n"
        f"Learning from {large['pages']} pages of {large['blocks']} blocks took {large['seconds']:.0f} s and {large['megabytes']} MB at its peak.\n"
    ]
    return "".join(parts)


def ablation(figures: Path) -> str:
    """What `rubricate.learn.ablation` measured: one row a variant, the mean over the seeds and half of their range."""
    made = json.loads((figures / "ablation.json").read_text(encoding="utf-8"))
    rows: dict[str, dict[str, list[float]]] = made["figures"]
    names = list(next(iter(rows.values())))

    def cell(values: list[float]) -> str:
        mean, half = sum(values) / len(values), (max(values) - min(values)) / 2
        return f"{mean:.3f}".removeprefix("0") + " ±" + f"{half:.3f}".removeprefix("0")

    lines = [f"| {name} | {' | '.join(cell(row[one]) for one in names)} |\n" for name, row in rows.items()]
    about = f"{sum(made['pages'].values())} pages, {made['scored']} of them scored; {made['trees'][0]} and {made['trees'][1]} trees; "
    about += f"{made['columns']} columns; {len(made['seeds'])} seeds.\n\n"
    return f"{about}| what was trained | {' | '.join(names)} |\n|---|{'---:|' * len(names)}\n" + "".join(lines)


def mistakes(figures: Path) -> str:
    """What `rubricate.learn.mistakes` counted: the ten commonest kinds, most lines first."""
    made = json.loads((figures / "mistakes.json").read_text(encoding="utf-8"))
    wrong = sum(kind["lines"] for kind in made["kinds"].values())
    rows = [f"| {name} | {kind['lines']} | {kind['pages']} |\n" for name, kind in list(made["kinds"].items())[:10]]
    about = f"{wrong:,} of {made['lines']:,} lines are wrong, on {made['pages']} pages. The ten commonest kinds:\n\n"
    return about + "| kind | lines | pages |\n|---|---:|---:|\n" + "".join(rows)


def schema() -> str:
    from rubricate.writers import schema as made

    return json.dumps(made(), ensure_ascii=False, indent=2) + "\n"


def errors() -> str:
    """The tree as errors.py draws it."""
    import rubricate.errors

    doc = inspect.getdoc(rubricate.errors) or ""
    tree = [line[4:] for line in doc.splitlines() if re.match(r"    [|`R]", line)]
    return "```text\n" + "\n".join(tree) + "\n```\n"


def formats() -> str:
    from rubricate import writers

    rows = []
    for name, writer in writers.FORMATS.items():
        text = (inspect.getdoc(writer.print) or "").partition("\n")[0]
        rows.append(f"| `{name}` | {text} | {', '.join(f'`{choice}`' for choice in writer.choices) or '-'} |\n")
    return "| format | what it is | options in Python |\n|---|---|---|\n" + "".join(rows)


def engines_table() -> str:
    """Every engine of the package: what it is and what it needs. What is not part of the package, or ready only here, is not the README's."""
    from rubricate import engines

    rows = [one for one in engines.describe() if one.source == "built in"]
    lines = [f"| `{one.name}` | {one.description.replace('|', '/')} | {f'extra `{one.extra}`' if one.extra else 'nothing'} |\n" for one in rows]
    return "| engine | what it is | what it needs beside the core |\n|---|---|---|\n" + "".join(lines)


_SHOWN = {"default.v1": "**default.v1**", "rules.v1": "rules.v1", "trafilatura": "", "resiliparse": "", "readability-lxml": "", "justext": "jusText"}
_RACED = {"default.v1": "rubricate default.v1", "rules.v1": "rubricate rules.v1", "trafilatura": "trafilatura (markdown)", "justext": "jusText"}


def figures_table(figures: Path) -> str:
    """A few systems by a few measures, from the kept results."""
    from rubricate.evaluation.docs import kept

    stapi: dict[str, Any] = {}
    wcxb: dict[str, Any] = {}
    for path in kept(figures):
        tree = json.loads(path.read_text(encoding="utf-8"))
        corpora = tree["corpora"]
        if tree["about"]["split"] != "vali":
            continue
        stapi.update(corpora.get("stapi", {}).get("systems", {}))
        wcxb.update(corpora.get("wcxb-dev", {}).get("systems", {}))
    speeds = [json.loads((figures / name).read_text(encoding="utf-8"))["tools"] for name in SPEEDS.values()]
    heads = ("", "titles, F1", "titles that are no h-tags, recall", "text of 7 kinds of pages, token F1", "x trafilatura's speed, on either")
    lines = [f"| {' | '.join(heads)} |\n|---|---:|---:|---:|---:|\n"]
    for name, shown in _SHOWN.items():
        titles = stapi[name]["titles"]
        faster = ", ".join(f"{speed[_RACED.get(name, name)]['x_faster_than_trafilatura']:.1f}" for speed in speeds)
        untagged = [titles["by_markup"][kind] for kind in ("bold line", "plain")]
        recall = sum(one["right"] for one in untagged) / sum(one["gold"] for one in untagged)
        lines.append(f"| {shown or name} | {titles['micro']['f1']:.3f} | {recall:.3f} | {wcxb[name]['tokens']['f1']:.3f} | {faster} |\n")
    return "".join(lines)


def picture() -> str:
    """What a terminal shows for the outline of the sample page, as SVG."""
    from rich.console import Console
    from rich.text import Text

    import rubricate
    from rubricate.cli.paint import outline

    document = rubricate.extract((ROOT / SAMPLE).read_bytes())
    console = Console(record=True, width=84, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text(f"$ rubricate outline {SAMPLE}", style="bold"))
    console.print(Text.from_ansi(outline(document).rstrip("\n")))
    return console.export_svg(title="rubricate", unique_id="rubricate") + "\n"


if __name__ == "__main__":
    sys.exit(main())
