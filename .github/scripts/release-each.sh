#!/usr/bin/env bash
# release-each.sh <fetched> <proposal>: releases the new versions one source after the other, so that one that is refused
# does not keep the others' news back. Leaves in <proposal>: title.txt, body.md, facts.patch (absent where nothing
# changed), refused.txt (absent where nothing was refused), notes/.
# FACTS: the facts, below the working folder. SOURCES: JSON array of what was to be fetched. ALLOW_LOSS,
# ALLOW_MOVED: an option each, or empty.
set -euo pipefail
fetched=$1
proposal=$2
facts=${FACTS:-facts}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$proposal/notes"
hivecheck() { node lib/cli/main.js "$@"; }

cp -R "$facts" "$work/before"
new=$(hivecheck collect "$fetched" --facts "$facts" --expected "${SOURCES:-[]}" --report "$work/fetch.md")
released=()
for source in $new; do
  rm -rf "$work/kept"
  cp -R "$facts" "$work/kept"
  if { hivecheck collect "$fetched" --facts "$facts" --source "$source" --into "$work/new/$source" &&
    hivecheck release --sources "$work/new/$source" --facts "$facts" --notes "$proposal/notes/$source.md" \
      ${ALLOW_LOSS:+"$ALLOW_LOSS"} ${ALLOW_MOVED:+"$ALLOW_MOVED"}; } > "$work/log.txt" 2>&1; then
    released+=("$source $(find "$work/new/$source/$source" -mindepth 1 -maxdepth 1 -printf '%f\n')")
  else
    rm -rf "$facts"
    mv "$work/kept" "$facts"
    { printf '### %s\n\n```\n' "$source"; tr -d '`' < "$work/log.txt" | tail -n 60; printf '```\n\n'; } >> "$proposal/refused.txt"
  fi
  cat "$work/log.txt"
done

if [ ${#released[@]} -gt 0 ]; then
  list=$(printf ', %s' "${released[@]}")
  title="Update the facts: ${list:2}"
else
  title='Pin the downloads'
fi
printf '%s\n' "${title:0:200}" > "$proposal/title.txt"

git add --all "$facts"
git diff --cached --binary > "$work/facts.patch"
if [ -s "$work/facts.patch" ]; then mv "$work/facts.patch" "$proposal/facts.patch"; fi

{
  cat "$work/fetch.md"
  if [ -s "$proposal/refused.txt" ]; then printf '\n## Refused\n\n'; cat "$proposal/refused.txt"; fi
  if [ ${#released[@]} -gt 0 ]; then
    printf '\n## Coverage, before and after\n\n'
    hivecheck compile --facts "$work/before" --out "$work/dist-before" > "$work/log.txt"
    hivecheck compile --facts "$facts" --out "$work/dist-after" > "$work/log.txt"
    hivecheck coverage --dataset "$work/dist-after" --before "$work/dist-before" --markdown
    for entry in "${released[@]}"; do
      printf '\n<details><summary>%s</summary>\n\n' "$entry"
      cat "$proposal/notes/${entry%% *}.md"
      printf '\n</details>\n'
    done
  fi
} > "$proposal/body.md"
