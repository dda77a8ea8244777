#!/usr/bin/env bash
# propose.sh <proposal>: puts the changed facts on the branch release/next and opens the one pull request for it, or
# renews the one that is open. Runs nothing of npm's and nothing of the repository's but this.
# GH_TOKEN: pushes and opens. STARTS_CI: "true" where that token starts workflows.
set -euo pipefail
proposal=$1
branch=release/next
name='github-actions[bot]'
email='41898282+github-actions[bot]@users.noreply.github.com'

gh auth setup-git
there=$(git ls-remote origin "refs/heads/$branch" | cut -f 1)
if [ -n "$there" ]; then
  git fetch --quiet --depth 1 origin "$there"
  author=$(git log -1 --format=%ae "$there")
  if [ "$author" != "$email" ]; then
    echo "::error::$branch has a commit of $author. Merge or delete the branch first: it would be lost."
    exit 1
  fi
fi
# Into the index alone: nothing is written beside a file of the facts, nor through a link. Then every path that differs
# from the commit is one, also the one that a file was renamed from, and is a plain file on both sides.
git apply --cached "$proposal/facts.patch"
git diff --cached --raw --no-renames --no-ext-diff -z > "$proposal/changed"
while IFS= read -r -d '' modes && IFS= read -r -d '' path; do
  if [[ ! "$path" =~ ^facts/[^/]+\.jsonl?$ || ! "$modes" =~ ^:(000000|100644)\ (000000|100644)\  ]]; then
    printf '::error::The patch may change plain files of facts/ only, not %q (%s).\n' "$path" "${modes:0:14}"
    exit 1
  fi
done < "$proposal/changed"
title=$(head -n 1 "$proposal/title.txt")
{
  if [ "${STARTS_CI:-}" != true ]; then
    printf '%s\n\n' '**CI has not started by itself**: this pull request was opened with the token of the workflow, which starts no other workflow. Close it and open it again, or set the secrets that `docs/pipeline.md` names.'
  fi
  cat "$proposal/body.md"
} > "$proposal/full.md"
# The text of a pull request holds 65,536 characters.
if [ "$(wc -m < "$proposal/full.md")" -gt 60000 ]; then
  { head -c 60000 "$proposal/full.md" | iconv -c -f utf-8 -t utf-8; printf '\n\n… The whole text is in the artifact “proposal” of the run.\n'; } > "$proposal/short.md"
  mv "$proposal/short.md" "$proposal/full.md"
fi
git switch --quiet --force-create "$branch"
git -c user.name="$name" -c user.email="$email" commit --quiet --message "$title"
git push --quiet --force-with-lease="$branch:$there" origin "$branch"
if [ "$(gh pr list --head "$branch" --state open --json number --jq length)" = 0 ]; then
  gh pr create --base main --head "$branch" --title "$title" --body-file "$proposal/full.md"
else
  gh pr edit "$branch" --title "$title" --body-file "$proposal/full.md"
fi
