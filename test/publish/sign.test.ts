import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folderVersions } from '../../build/dist-index.ts';
import { publicKey, publicKeyText, signingKey, writeKeyPair } from '../../build/pipeline/publish/keys.ts';
import { publish, rollback } from '../../build/pipeline/publish/publish.ts';
import { signIndex, signVersion, verifyIndex, verifyVersion } from '../../build/pipeline/publish/sign.ts';
import { rawPublicKey, SIGNATURE_FILE, verifyDetached } from '../../runtime/dataset/signature.ts';
import { folder, index, madeDist, pair, publicKey as raw, sealed, signedDist } from './_dist.ts';

const other = generateKeyPairSync('ed25519');
const pem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const der = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

async function signed() {
  const { dist, version } = await signedDist('signed');
  const at = join(dist, version);
  const manifest = new Uint8Array(await readFile(join(at, 'manifest.json')));
  await signIndex(folderVersions(dist), pair.privateKey);
  return { dist, version, at, manifest, signature: await readFile(join(at, SIGNATURE_FILE), 'utf8') };
}

test('the signature over a manifest is one that another implementation accepts, and so does the runtime, whatever form the key has', async () => {
  const { manifest, signature, dist, version } = await signed();
  expect(verify(null, manifest, pair.publicKey, Buffer.from(signature, 'base64'))).toBe(true);
  for (const key of [pem, der, raw]) {
    expect(await verifyDetached(manifest, signature, key)).toBe(true);
    expect(await verifyVersion({ dist, version }, { publicKey: key })).toMatchObject({ files: 3 });
    await verifyIndex(dist, key);
  }
});

test('the signature over a manifest is broken by any change of a byte, by another key and by any other text', async () => {
  const { manifest, signature } = await signed();
  const bytes = Buffer.from(signature, 'base64');
  const flips = fc.integer({ min: 1, max: 255 });
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.nat(), flips, fc.string(), async (inManifest, place, flip, text) => {
      const [changed, changedSignature] = [new Uint8Array(manifest), Buffer.from(bytes)];
      const target = inManifest ? changed : changedSignature;
      const at = place % target.length;
      target[at] = (target[at] ?? 0) ^ flip;
      expect(await verifyDetached(changed, changedSignature.toString('base64'), raw)).toBe(false);
      expect(await verifyDetached(manifest, text, raw)).toBe(false);
    }),
  );
  expect(await verifyDetached(manifest, signature, publicKeyText(other.publicKey))).toBe(false);
});

test('the same content made and signed again keeps the signature of the manifest that is there', async () => {
  const to = await folder();
  const first = await signed();
  await publish({ from: first.dist, to, keep: 2, publicKey: raw });
  const again = await folder();
  const { version } = await madeDist('signed', again, '2026-11-21T00:00:00.000Z');
  await signVersion(join(again, version), pair.privateKey);
  expect(await publish({ from: again, to, keep: 2, publicKey: raw })).toEqual({
    version,
    removed: [],
    reused: true,
    unnamed: [],
  });
  await verifyVersion({ dist: to, version }, { publicKey: raw });
  expect(await index(to)).toMatchObject({ versions: [{ version, generatedAt: '2026-11-20T00:00:00.000Z' }] });
});

test('keys are made for their owner only, and read back from a file or the environment', async () => {
  const at = await folder();
  const [secret, open] = [join(at, 'signing.pem'), join(at, 'public.pem')];
  const text = await writeKeyPair(secret, open);
  expect((await stat(secret)).mode & 0o777).toBe(0o600);
  await expect(writeKeyPair(secret, open)).rejects.toThrow('is there already');
  const written = await readFile(secret, 'utf8');
  for (const environment of [
    {},
    { HIVECHECK_SIGNING_KEY: written },
    { HIVECHECK_SIGNING_KEY: written.replaceAll('\n', '\\n') },
  ]) {
    const file = 'HIVECHECK_SIGNING_KEY' in environment ? undefined : secret;
    expect(publicKeyText(createPublicKey(await signingKey({ file, environment })))).toBe(text);
  }
  expect(Buffer.from(rawPublicKey(await publicKey({ file: open, environment: {} }))).toString('base64')).toBe(
    text,
  );
  expect(await publicKey({ environment: { HIVECHECK_PUBLIC_KEY: text } })).toBe(text);
});

test('keys that cannot be used say why, and never what they are', async () => {
  const environment = { HIVECHECK_SIGNING_KEY: 'c2VjcmV0', HIVECHECK_PUBLIC_KEY: 'c2VjcmV0' };
  await expect(signingKey({ environment })).rejects.toThrow(
    'HIVECHECK_SIGNING_KEY is not a private key in PEM form.',
  );
  await expect(signingKey({ environment })).rejects.not.toThrow('c2VjcmV0');
  await expect(publicKey({ environment })).rejects.toThrow('HIVECHECK_PUBLIC_KEY: Not an Ed25519 public key');
  await expect(signingKey({ environment: {} })).rejects.toThrow(
    'No key: name a file with --key, or set HIVECHECK_SIGNING_KEY.',
  );
  const file = join(await folder(), 'rsa.pem');
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await writeFile(file, rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  await expect(signingKey({ file, environment: {} })).rejects.toThrow('is a rsa key; Ed25519 is needed.');
  // Another error than a broken signature.
  const { manifest, signature } = await signed();
  for (const key of ['', 'x', rsa.publicKey.export({ type: 'spki', format: 'pem' }), raw.slice(4), 'AAAA'])
    await expect(verifyDetached(manifest, signature, String(key))).rejects.toThrow(TypeError);
  expect(Buffer.from(rawPublicKey(pem)).toString('base64')).toBe(raw);
});

test('a reader between the two writes finds a signature that fits', async () => {
  const to = await folder();
  await publish({ from: (await signedDist('one')).dist, to, keep: 5, ...sealed });
  const old = await readFile(join(to, 'index.json'));
  await publish({ from: (await signed()).dist, to, keep: 5, ...sealed });
  await verifyIndex(to, raw);
  await writeFile(join(to, 'index.json'), old);
  await verifyIndex(to, raw);
  // A change that nobody signed is not signed along the way.
  await writeFile(join(to, 'index.json'), old.toString().replace('"serial"', '"serial" '));
  await expect(verifyIndex(to, raw)).rejects.toThrow('is not a signature');
  const lines = (await readFile(join(to, 'index.json.sig'), 'utf8')).trim().split('\n');
  const version = (await index(to)).versions[0]?.version;
  await expect(rollback({ to, version, ...sealed })).rejects.toThrow('the file it signs was changed');
  await rollback({ to, version, ...sealed, replaceKey: true });
  const renewed = (await readFile(join(to, 'index.json.sig'), 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(2);
  expect(renewed).toHaveLength(1);
});
