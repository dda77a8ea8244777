#!/usr/bin/env bash
# pack.sh <folder> <out>: results.json stays readable, everything else goes into one archive. With VENDOR_FILES_PASSPHRASE
# it is encrypted: the vendors' files may not be redistributed, and an artifact of a public repository can be downloaded
# by everybody who is signed in.
set -euo pipefail
folder=$1
out=$2
mkdir -p "$out"
if [ -f "$folder/results.json" ]; then cp "$folder/results.json" "$out/"; fi
if [ -n "${VENDOR_FILES_PASSPHRASE:-}" ]; then
  tar -C "$folder" -cz . | gpg --batch --yes --pinentry-mode loopback --symmetric --cipher-algo AES256 \
    --passphrase-fd 3 --output "$out/fetched.tar.gz.gpg" 3<<< "$VENDOR_FILES_PASSPHRASE"
else
  echo '::warning::VENDOR_FILES_PASSPHRASE is not set: the fetched files are kept unencrypted, for one day.'
  tar -C "$folder" -czf "$out/fetched.tar.gz" .
fi
