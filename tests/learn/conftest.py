from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Writer = Callable[..., Path]


@pytest.fixture
def document(tmp_path: Path) -> Writer:
    """Writes one annotated document below tmp_path and returns its folder."""

    def write(name: str, page: str | bytes, gold: list[dict[str, Any]] | str | None = None, **more: Any) -> Path:
        folder = tmp_path / name
        folder.mkdir(parents=True)
        (folder / "page.html").write_bytes(page if isinstance(page, bytes) else page.encode())
        if isinstance(gold, str):
            (folder / "gold.txt").write_text(gold, encoding="utf-8")
        elif gold is not None:
            (folder / "gold.jsonl").write_text("\n".join(json.dumps(row) for row in gold), encoding="utf-8")
        for file, content in more.items():
            (folder / f"{file}.json").write_text(json.dumps(content), encoding="utf-8")
        return folder

    return write
