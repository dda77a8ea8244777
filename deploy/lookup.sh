#!/bin/sh
# Which settings write a registry value? Asked of a static dist, without any runtime; every file is checked.
# usage: lookup.sh <base URL of dist> <key without hive> <value>     needs: curl, jq, sha256sum
set -eu
base=${1%/}
lower() { printf '%s' "$1" | LC_ALL=C tr 'A-Z' 'a-z'; } # no documented key or value has other capitals
version=$(curl -fsS "$base/index.json" | jq -er .latest)
manifest=$(curl -fsS "$base/$version/manifest.json")
key=$(lower "$2" | sed -E 's/^\\+//; s/\\+$//; s/\\+/\\/g') value=$(lower "$3")
hash=$(printf '%s\0%s' "$key" "$value" | sha256sum | cut -c 1-8)
bits=$(printf '%s' "$manifest" | jq .shardBits.resolve)
shard=resolve/$(printf "%0$(((bits + 3) / 4))x" $((0x$hash >> (32 - bits)))).json
digest=$(printf '%s' "$manifest" | jq -r --arg path "$shard" '.files[$path].sha256 // empty')
[ -n "$digest" ] || { echo '[]'; exit; } # a shard that the manifest does not list has no entries
file=$(curl -fsS "$base/$version/$shard" && printf x) file=${file%x}
printf '%s' "$file" | sha256sum | grep -q "^$digest" || { echo "$shard is altered" >&2; exit 1; }
printf '%s' "$file" | jq --arg key "$key" --arg value "$value" '.entries["\($key)\u0000\($value)"].matches // []'
