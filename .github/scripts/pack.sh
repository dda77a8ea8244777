#!/usr/bin/env bash
# pack.sh <folder> <out>: everything in one archive. With VENDOR_FILES_PASSPHRASE it is encrypted: the vendors' files may
# not be redistributed, and an artifact of a public repository can be downloaded by everybody who is signed in.
set -euo pipefail
folder=$1
out=$2
mkdir -p "$out"
if [ -z "${VENDOR_FILES_PASSPHRASE:-}" ]; then
  echo '::warning::VENDOR_FILES_PASSPHRASE is not set: the fetched files are kept unencrypted, for one day.'
  tar -C "$folder" -czf "$out/fetched.tar.gz" .
  exit 0
fi
GNUPGHOME=$(mktemp -d)
export GNUPGHOME
trap 'gpgconf --kill all 2> /dev/null || true; rm -rf "$GNUPGHOME"' EXIT
tar -C "$folder" -cz . | gpg --batch --quiet --pinentry-mode loopback --symmetric --cipher-algo AES256 \
  --passphrase-fd 3 --output "$out/fetched.tar.gz.gpg" 3<<< "$VENDOR_FILES_PASSPHRASE"
