/** Publishes a version, signed; its one argument is what {@link PublishOptions} has, as JSON, the key as PEM. */
import { createPrivateKey } from 'node:crypto';
import { publish } from '../../build/pipeline/publish/publish.ts';

const { signingKey, ...options } = JSON.parse(process.argv[2] ?? '');
await publish({ ...options, signingKey: createPrivateKey(signingKey) });
