/** What changes and signs what is served. */
import type { Declaration } from '../declare.ts';
import { KEEP, option, QUIET, S3_ENDPOINT, SERVED, SIGNING_KEY } from '../options.ts';

/** In the help of commands that take a place. */
export const PLACES = `
Places: a dist folder, s3://bucket/prefix or git+<remote>#<branch>.
A bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and often AWS_REGION or --s3-endpoint.
`;

const load = () => import('../publishing.ts');

export const PUBLISHING_COMMANDS: Declaration[] = [
  {
    name: 'publish',
    about: 'put a version where it is served',
    options: [
      option('--from <folder>', "a dist or a version's folder; default: the built-in dist"),
      KEEP,
      SERVED,
    ],
    help: `${PLACES}
Examples:
  $ hivecheck publish --to /srv/dist --keep 3
  $ hivecheck publish --to s3://example-data/dist --key signing.pem
  $ hivecheck publish --to 'git+https://github.com/example/data.git#dataset'`,
    load,
  },
  {
    name: 'rollback',
    about: 'point what is served back at a version that is kept',
    args: { '[version]': 'default: the one before' },
    options: SERVED,
    help: `${PLACES}
Example:
  $ hivecheck rollback --to /srv/dist`,
    load,
  },
  {
    name: 'sign',
    about: 'sign a version (Ed25519); of a dist its latest version and its index',
    args: { '[place]': "a version's folder, or what is served; default: the built-in dist" },
    options: [SIGNING_KEY, S3_ENDPOINT, QUIET],
    help: `${PLACES}
Example:
  $ hivecheck sign /srv/dist --key signing.pem`,
    load,
  },
  {
    name: 'verify-signature',
    about: 'check the signature, the name and every file of a version; of a dist its index too',
    args: { '[place]': "a version's folder, or what is served; default: the built-in dist" },
    options: [
      option('--key <file>', 'public key, PEM or base64; default: HIVECHECK_PUBLIC_KEY'),
      S3_ENDPOINT,
      QUIET,
    ],
    help: `${PLACES}
Example:
  $ hivecheck verify-signature /srv/dist --key public.pem`,
    load,
  },
  {
    name: 'signing-key',
    about: 'make a key pair for sign and verify-signature',
    args: { '<private>': 'file to write, for the signer only', '<public>': 'file to write, for everybody' },
    options: [QUIET],
    load,
  },
];
