import { generateKeyPairSync, sign } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { publicKeyText } from '../../build/pipeline/publish/keys.ts';
import { bundleWorker, runWorker } from '../dataset/workerd.ts';

test('a worker verifies a signature as Node does', async () => {
  const { code, external } = await bundleWorker(join(import.meta.dirname, '_worker.ts'));
  expect(external).toEqual([]);
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const manifest = '{"version":"6a69d203"}';
  const signature = sign(null, Buffer.from(manifest), privateKey).toString('base64');
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const worker = await runWorker(code, {});
  onTestFinished(() => worker[Symbol.asyncDispose]());
  const ask = async (question: Record<string, string>): Promise<unknown> =>
    (
      await fetch(worker.url, {
        method: 'POST',
        body: JSON.stringify({ manifest, signature, key: pem, ...question }),
      })
    ).json();
  expect(await ask({})).toBe(true);
  expect(await ask({ key: publicKeyText(publicKey) })).toBe(true);
  expect(await ask({ manifest: '{"version":"6a69d204"}' })).toBe(false);
  expect(await ask({ signature: 'AAAA' })).toBe(false);
  expect(await ask({ key: 'AAAA' })).toBe('TypeError');
});
