#!/bin/sh
# What writes a registry value, list elements too? Asked of a static dist: prints the whole answer in English, or null where
# nothing is documented. Every shard is checked against the manifest, but no signature. It does not read slashes as
# backslashes, HKEY_USERS, what stands before a hive's name, brackets, quotes or **del. as the service does; HKLM, HKCU,
# their long names, MACHINE and USER choose the answer of that hive, where it has one of its own.
# usage: lookup.sh <base URL of dist> <key> <value>     needs: curl, jq, sha256sum
set -eu
[ $# -eq 3 ] || { echo 'usage: lookup.sh <base URL of dist> <key> <value>' >&2; exit 2; }
base=${1%/}
lower() { printf '%s' "$1" | LC_ALL=C tr 'A-Z' 'a-z'; } # no documented key or value has other capitals
version=$(curl -fsS "$base/index.json" | jq -r '.latest // empty')
[ -n "$version" ] || { echo "$base/index.json cannot be read, or names no version" >&2; exit 1; }
manifest=$(curl -fsS "$base/$version/manifest.json" | jq -c --arg version "$version" 'select(
  .schemaVersion == 3 and .version == $version and (.files | type == "object" and length > 0) and
  all(.files[]; .sha256 | test("^[0-9a-f]{64}$")) and
  all(.shardBits | .resolve, .list; . == floor and . >= 0 and . <= 24))') && [ -n "$manifest" ] ||
  { echo "$version/manifest.json is none that this script can read" >&2; exit 1; }
key=$(lower "$2" | sed -E 's/^\\+//; s/\\+$//; s/\\+/\\/g') value=$(lower "$3")
case $key in
  hklm\\* | hklm:\\* | hkey_local_machine\\* | machine\\*) hive=HKLM key=${key#*\\} ;;
  hkcu\\* | hkcu:\\* | hkey_current_user\\* | user\\*) hive=HKCU key=${key#*\\} ;;
  *) hive=any ;;
esac
key=$(printf '%s' "$key" | sed -E 's/^system\\controlset[0-9]{3}(\\|$)/system\\currentcontrolset\1/')
entry() { # <index> <id: a jq string> <filter> → what the filter makes of the entry
  hash=$(jq -nj --arg key "$key" --arg value "$value" "$2" | sha256sum | cut -c 1-8)
  bits=$(printf '%s' "$manifest" | jq ".shardBits.$1")
  shard=$1/en-US/$(printf "%0$(((bits + 3) / 4))x" $((0x$hash >> (32 - bits)))).json
  digest=$(printf '%s' "$manifest" | jq -r --arg path "$shard" '.files[$path].sha256 // empty')
  [ -n "$digest" ] || { echo null; return; } # a shard that the manifest does not list has no entries
  file=$(curl -fsS "$base/$version/$shard" && printf x) || return
  file=${file%x}
  printf '%s' "$file" | sha256sum | grep -q "^$digest" || { echo "$shard is altered" >&2; return 1; }
  printf '%s' "$file" | jq --arg key "$key" --arg value "$value" --arg hive "$hive" ".entries[$2] | $3"
}
found=$(entry resolve '"\($key)\u0000\($value)"' '.[$hive] // .any')
[ "$found" = null ] || { printf '%s\n' "$found"; exit; }
# A list takes any name, or its prefix and a number; the longest prefix comes first.
entry list '$key' 'first(.answers[]? | select($value != "" and (.prefix == null or (.prefix as $prefix |
  ($value | startswith($prefix)) and ($value[($prefix | length):] | test("^[1-9][0-9]*$")))))) // null |
  .[$hive] // .any'
