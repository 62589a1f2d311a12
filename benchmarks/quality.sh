#!/usr/bin/env bash
# How good is it: measures anew what docs/how-good.md shows of our engines, and keeps the runs in docs/figures. About 15 minutes on two cores.
#
#   benchmarks/quality.sh CORPORA [CV]
#
# CORPORA is the folder of the corpora. CV is a folder with models for folds, made by
#   rubricate train default --data CORPORA -o 'CV/default.{fold}.npz' --folds 5
#   rubricate train levels --data CORPORA -o 'CV/levels.{fold}.npz' --folds 5
# without it the figures of cross-validation stay as they are. Then: make docs.
set -euo pipefail
data=$(realpath "${1:?the folder of the corpora}")
cv=${2:+$(realpath "$2")}
cd "$(dirname "$0")/.."
bin=${BIN:-.venv/bin}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
held=(--levels tests/models/levels.held.npz)
default=default=tests/models/default.held.npz

# measure NAME ENGINES CORPUS MORE...: one run -> docs/figures/NAME.figures.json
measure() {
  "$bin/rubricate" evaluate --data "$data" --engine "$2" --corpus "$3" --out "$out/$1" "${@:4}" >"$out/$1.log" || { cat "$out/$1.log"; exit 1; }
  cp "$out/$1/figures.json" "docs/figures/$1.figures.json"
  echo "$1 ($SECONDS s)"
}

measure 10-stapi-default "$default" stapi "${held[@]}"
measure 11-stapi-engines rules,asdus-di,pembe,asdus-dd,stapi=src/rubricate/models/stapi.v1.gz stapi "${held[@]}"
measure 11b-stapi-victor victor=src/rubricate/models/victor.v1.npz stapi "${held[@]}"
measure 20-wcxb-default "$default" wcxb-dev "${held[@]}"
measure 21-wcxb-engines rules,pembe,asdus-di wcxb-dev "${held[@]}"
for row in 30-cleaneval:cleaneval-en-dev 31-cleanportaleval:cleanportaleval 32-readability:readability 33-magichtml-forum:magichtml-forum \
  34-htmltotext:htmltotext; do
  measure "${row%%:*}" "$default,rules,asdus-di,pembe" "${row##*:}" "${held[@]}"
done
if [ -n "$cv" ]; then
  measure 40-cv "default=$cv/default.{fold}.npz" stapi,wcxb-dev,cleaneval-en-dev,cleanportaleval,readability,magichtml-forum,htmltotext --split cv \
    --levels "$cv/levels.{fold}.npz"
  measure 41-cv-peers rules cleanportaleval,readability,magichtml-forum,htmltotext --split cv --peers trafilatura,readability-lxml,resiliparse
fi
"$bin/python" -m rubricate.learn.mistakes "$data" docs/figures/mistakes.json tests/models/default.held.npz
