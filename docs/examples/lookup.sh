#!/bin/sh
# What writes a registry value, list elements too, and whether it is valid for a release of Windows? Asked of a static dist:
# prints the whole answer in English, or null where nothing is documented; with a release its verdict is added. Every file
# is checked against the manifest, but no signature. It does not read slashes as backslashes, HKEY_USERS, what stands before
# a hive's name, brackets, quotes, **del. or (Default) as the service does: where such a form leads to nothing, it ends
# with 2. HKLM, HKCU, their long names, MACHINE and USER choose the answer of that hive. Where no setting is documented for
# that hive the verdict is unknown.
# usage: lookup.sh <base URL of dist> <key> <value> [<release>]     needs: curl, jq, sha256sum
# example: lookup.sh https://example.org/dist 'HKLM\Software\Policies\Microsoft\Windows\WindowsUpdate' ActiveHoursEnd 'Windows 11 24H2'
set -eu
[ $# -eq 3 ] || [ $# -eq 4 ] || { echo 'usage: lookup.sh <base URL of dist> <key> <value> [<release>]' >&2; exit 2; }
base=${1%/}
lower() { printf '%s' "$1" | LC_ALL=C tr 'A-Z' 'a-z'; } # no documented key or value has other capitals
version=$(curl -fsS "$base/index.json" | jq -r '.latest // empty')
[ -n "$version" ] || { echo "$base/index.json cannot be read, or names no version" >&2; exit 1; }
manifest=$(curl -fsS "$base/$version/manifest.json" | jq -c --arg version "$version" 'select(
  .schemaVersion == 3 and .version == $version and (.files | type == "object" and length > 0) and
  all(.files[]; .sha256 | test("^[0-9a-f]{64}$")) and
  all(.shardBits | .resolve, .list; . == floor and . >= 0 and . <= 24))') && [ -n "$manifest" ] ||
  { echo "$version/manifest.json is none that this script can read" >&2; exit 1; }
key=$(lower "$2" | sed -E 's/^[\ ]+//; s/[\ ]+$//; s/\\+/\\/g') value=$(lower "$3")
case $key in
  hklm\\* | hklm:\\* | hkey_local_machine\\* | machine\\*) hive=HKLM key=${key#*\\} ;;
  hkcu\\* | hkcu:\\* | hkey_current_user\\* | user\\*) hive=HKCU key=${key#*\\} ;;
  *) hive=any ;;
esac
key=$(printf '%s' "$key" | sed -E 's/^system\\controlset[0-9]{3}(\\|$)/system\\currentcontrolset\1/')
checked() { # <path> → the file, or {} where the manifest does not list it: a shard that is not listed has no entries
  digest=$(printf '%s' "$manifest" | jq -nr --arg path "$1" 'input.files[$path].sha256 // empty') || return
  [ -n "$digest" ] || { echo '{}'; return; }
  file=$(curl -fsS "$base/$version/$1" && printf x) || return
  file=${file%x}
  printf '%s' "$file" | sha256sum | grep -q "^$digest" || { echo "$1 is altered" >&2; return 1; }
  printf '%s' "$file"
}
entry() { # <index> <id: a jq string> <filter> → what the filter makes of the entry
  hash=$(jq -nj --arg key "$key" --arg value "$value" "$2" | sha256sum | cut -c 1-8)
  bits=$(printf '%s' "$manifest" | jq ".shardBits.$1")
  shard=$(checked "$1/en-US/$(printf "%0$(((bits + 3) / 4))x" $((0x$hash >> (32 - bits)))).json") || return
  printf '%s' "$shard" | jq -n --arg key "$key" --arg value "$value" --arg hive "$hive" "input.entries[$2]? | $3"
}
# Another hive than the settings are documented for has no answer of its own.
own='def written: {HKLM: "User", HKCU: "Machine"}[$hive] as $other | any(.any.matches[]; .class != $other);
  if . == null then null elif written then .[$hive] // .any else .any + {rule: null} end'
found=$(entry resolve '"\($key)\u0000\($value)"' "$own")
# A list takes any name, or its prefix and a number; the longest prefix comes first.
[ "$found" != null ] || found=$(entry list '$key' "first(.answers[]? | select(\$value != \"\" and (.prefix == null or
  (.prefix as \$prefix | (\$value | startswith(\$prefix)) and
    (\$value[(\$prefix | length):] | test(\"^[1-9][0-9]*\$\")))))) // null | $own")
# Forms that the service reads and this script does not: “null” would not be true.
[ "$found" != null ] || case $hive:$key:$value in
  any:hk* | any:computer* | any:reg* | any:[!a-z]* | *:*/*:* | *:'**'* | *:@ | *:'('*')')
    printf '%s\n' "nothing is found for $2 + $3 as it is written: give hive\\key with backslashes, and the bare name" >&2
    exit 2 ;;
esac
[ $# -eq 4 ] && [ "$found" != null ] || { printf '%s\n' "$found"; exit; }
# People write a release in several ways: Server 2025, win11 24h2, Windows 11, version 24H2.
release=$(lower "$4" | sed -E 's/[ ,_()]+/ /g; s/^ | $//g; s/^microsoft //; s/(^| )v(ersion )?([0-9])/\1\3/
  s/^w(in(dows)?)? ?([0-9s])/windows \3/; s/^(windows )?server ?([0-9])/windows server \2/; s/^windows (20[0-9]{2})/\1/')
# One release, by a name, by that of its file or as the only one of a family; or several, or of a family the whole names.
releases=$(checked releases.json)
names=$(printf '%s' "$releases" | jq -r --arg name "$release" '.names // {} |
  .[$name] // ([.[][] | select(. == $name)][:1] | select(. != [])) //
  ([to_entries[] | select((.key | startswith($name + " ")) and (.value | length) == 1)] |
    if length == 1 then .[0].value else map(.key) end) | join(", ")')
case $names in
  '') echo "releases.json does not name $4: write a release without edition (Windows 11 24H2) or a whole build (10.0.22631)" >&2; exit 1 ;;
  *' '*) echo "$4 is not one release, give one of: $names" >&2; exit 1 ;;
esac
verdicts=$(checked "verdicts/$names.json")
printf '%s' "$verdicts" | jq -n --argjson answer "$found" 'input as $all | ($answer.rule // null) as $rule |
  $answer + {compatibility: (if $rule == null then {verdict: "unknown"} else
    [["verdict", "registry", "mdm"], $all.verdicts[$rule]] | transpose | map({key: .[0], value: .[1]}) |
    from_entries + {noted: ($all.noted | index($rule) != null)} end)}'
