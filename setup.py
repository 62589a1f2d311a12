"""Compiles the twins of hot modules (src/rubricate/**/_*.pyx) where a C compiler is at hand; without one the package works the same, slower."""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

SOURCES = sorted(Path("src").rglob("_*.pyx"))
FLAGS = ["-O2", "-g0", "-ffp-contract=off"] if os.name == "posix" else []  # a product that is added at once would be rounded once, not twice

EXTENSIONS = cythonize(
    [Extension(".".join(path.with_suffix("").parts[1:]), [str(path)], extra_compile_args=FLAGS) for path in SOURCES],
    build_dir="build/cython",
    language_level=3,
    quiet=True,
)
for extension in EXTENSIONS:  # cythonize makes new ones, which know nothing of this
    extension.optional = True

setup(ext_modules=EXTENSIONS, options={"build_ext": {"parallel": os.cpu_count()}})
