/** Options that several commands share. */
export const LANG = ['--lang <tag>', 'language of the texts (en-US, fr-FR, de-DE)', 'en-US'] as const;
export const JSON_ANSWER = ['--json', 'print the whole answer as JSON'] as const;
export const DATASET = [
  '--dataset <location>',
  'folder or http(s) URL of a dist; default: HIVECHECK_DATASET, else the built-in dataset',
] as const;
export const PUBLIC_KEY = [
  '--public-key <file>',
  'refuse a version that is not signed with this key; default: HIVECHECK_PUBLIC_KEY',
] as const;
export const SIGNING_KEY = [
  '--key <file>',
  'private key (PEM) to sign with; default: HIVECHECK_SIGNING_KEY',
] as const;
export const REPLACE_KEY = [
  '--replace-key',
  'sign also what is signed with another key: to change keys on purpose',
] as const;
/** What `--to` and the folders of signing commands may name. */
export const PLACES = 'a dist folder, s3://bucket/prefix or git+<remote>#<branch>';
export const S3_ENDPOINT = [
  '--s3-endpoint <url>',
  'of an S3-compatible service; default: AWS_ENDPOINT_URL_S3, else Amazon S3',
] as const;
/** After the help of a command that takes a place. */
export const PLACES_HELP = `
Places: ${PLACES}.
A bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and often AWS_REGION or --s3-endpoint.
`;

export const QUIET = ['--quiet', 'print nothing but errors; the exit code is the answer'] as const;
export const FAIL_ON = [
  '--fail-on <outcomes>',
  'outcomes that give exit code 1: unsupported, unverified, unknown, not-found; none alone: nothing does; default: all',
] as const;
/** After the help of look-ups. */
export const OUTCOME_HELP = `
Exit codes:
  0  supported by the target; without a target: found
  1  any other verdict, or nothing was found (see --fail-on)
  2  wrong usage, or a target that cannot be read
  3  the dataset cannot be opened`;

/** Commands whose arguments may begin with "-", as registry value names do. */
export const DASH_HELP = 'Write -- before arguments that begin with "-":';
