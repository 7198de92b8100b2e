#!/bin/sh
# check.sh PACKAGE: tests the package that build.sh has made, under Node, and in Chromium where Python has Selenium.
# KAMEN is the program to compare with, KAMEN_TYPESCRIPT the folder of the npm package typescript, KAMEN_LIDRAUGHTS a clone of
# lidraughts; without one of them what needs it is left out.
set -eu
KAMEN_PACKAGE=$(cd "${1:?expected the folder of the package}" && pwd)
export KAMEN_PACKAGE
cd "$(dirname "$0")"
node --test tests/*.test.js
if [ "${KAMEN_TYPESCRIPT:-}" ]; then
    node "$KAMEN_TYPESCRIPT/bin/tsc" --noEmit --strict --target es2022 --module nodenext tests/types.mts
fi
python=${PYTHON:-python3}
if "$python" -c 'import selenium' 2>/dev/null; then
    "$python" tests/browser.py "$KAMEN_PACKAGE"
else
    echo "skipped: Chromium, for which Python needs Selenium"
fi
