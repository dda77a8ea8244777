#!/usr/bin/env bash
# unpack.sh <artifacts> <out>: what pack.sh made, one folder for each artifact.
set -euo pipefail
shopt -s nullglob
artifacts=$1
out=$2
mkdir -p "$out"
GNUPGHOME=$(mktemp -d)
export GNUPGHOME
trap 'gpgconf --kill all 2> /dev/null || true; rm -rf "$GNUPGHOME"' EXIT
for artifact in "$artifacts"/*/; do
  folder="$out/$(basename "$artifact")"
  mkdir -p "$folder"
  if [ -f "$artifact/fetched.tar.gz.gpg" ]; then
    gpg --batch --quiet --pinentry-mode loopback --decrypt --passphrase-fd 3 \
      3<<< "${VENDOR_FILES_PASSPHRASE:?is needed to read the fetched files}" < "$artifact/fetched.tar.gz.gpg" |
      tar -C "$folder" -xz
  else
    tar -C "$folder" -xzf "$artifact/fetched.tar.gz"
  fi
done
