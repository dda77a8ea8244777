#!/usr/bin/env bash
# The hook of pre-commit, in its clone of this repository: the first run builds the command. As a hook of the language
# `node` it would have none: npm runs no script of a repository that it installs, or only `prepare`.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
if [ ! -f "$root/lib/cli/hivecheck.cjs" ]; then
  (cd "$root" && npm ci --include=dev --ignore-scripts --no-audit --no-fund && npm run bundle) >&2
fi
exec node "$root/lib/cli/hivecheck.cjs" verify "$@"
