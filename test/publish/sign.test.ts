import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { publicKey, publicKeyText, signingKey, writeKeyPair } from '../../pipeline/publish/keys.ts';
import { publish, rollback } from '../../pipeline/publish/publish.ts';
import { signVersion, verifyVersion } from '../../pipeline/publish/sign.ts';
import { DatasetUnavailable } from '../../runtime/dataset/dataset.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import { rawPublicKey, SIGNATURE_FILE, verifyManifest } from '../../runtime/dataset/signature.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { folder, index, madeDist } from './_dist.ts';

const pair = generateKeyPairSync('ed25519');
const other = generateKeyPairSync('ed25519');
const pem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const der = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const raw = publicKeyText(pair.publicKey);

async function signed() {
  const { dist, version } = await madeDist('signed');
  const at = join(dist, version);
  await signVersion(at, pair.privateKey);
  const manifest = new Uint8Array(await readFile(join(at, 'manifest.json')));
  return { dist, at, manifest, signature: await readFile(join(at, SIGNATURE_FILE), 'utf8') };
}

describe('the signature over a manifest', () => {
  test('is one that another implementation accepts, and so does the runtime, whatever form the key has', async () => {
    const { manifest, signature, at } = await signed();
    expect(verify(null, manifest, pair.publicKey, Buffer.from(signature, 'base64'))).toBe(true);
    for (const key of [pem, der, raw]) {
      expect(await verifyManifest(manifest, signature, key)).toBe(true);
      await verifyVersion(at, key);
    }
  });

  test('is broken by any change of a byte, by another key and by anything that is no signature', async () => {
    const { manifest, signature } = await signed();
    const bytes = Buffer.from(signature, 'base64');
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (inManifest, place, flip) => {
          const [changed, changedSignature] = [new Uint8Array(manifest), Buffer.from(bytes)];
          const target = inManifest ? changed : changedSignature;
          const at = place % target.length;
          target[at] = (target[at] ?? 0) ^ flip;
          expect(await verifyManifest(changed, changedSignature.toString('base64'), raw)).toBe(false);
        },
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.string(),
        async (text) => void expect(await verifyManifest(manifest, text, raw)).toBe(false),
      ),
    );
    expect(await verifyManifest(manifest, signature, publicKeyText(other.publicKey))).toBe(false);
  });

  test('a key that is none is an error, not a broken signature', async () => {
    const { manifest, signature } = await signed();
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
      .publicKey.export({ type: 'spki', format: 'pem' })
      .toString();
    for (const key of ['', 'x', rsa, raw.slice(4), 'AAAA']) {
      await expect(verifyManifest(manifest, signature, key)).rejects.toThrow(TypeError);
    }
    expect(Buffer.from(rawPublicKey(pem)).toString('base64')).toBe(raw);
  });
});

describe('a version', () => {
  test('that is not signed, or by another, is neither published nor rolled back to', async () => {
    const to = await folder();
    const { dist, version } = await madeDist('one');
    await expect(publish({ from: dist, to, keep: 2, publicKey: raw })).rejects.toThrow('is not signed');
    await signVersion(join(dist, version), other.privateKey);
    await expect(publish({ from: dist, to, keep: 2, publicKey: raw })).rejects.toThrow(
      'does not fit the manifest',
    );
    await publish({ from: dist, to, keep: 2 });
    const next = await signed();
    await publish({ from: next.dist, to, keep: 2, publicKey: raw });
    const before = await index(to);
    await expect(rollback({ to, publicKey: raw })).rejects.toThrow('does not fit the manifest');
    expect(await index(to)).toEqual(before);
  });
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
  });
  await verifyVersion(join(to, version), raw);
  expect(await index(to)).toMatchObject({ versions: [{ version, generatedAt: '2026-11-20T00:00:00.000Z' }] });
});

describe('keys', () => {
  test('are made for their owner only, and read back from a file or the environment', async () => {
    const at = await folder();
    const [secret, open] = [join(at, 'signing.pem'), join(at, 'public.pem')];
    const text = await writeKeyPair(secret, open);
    expect((await stat(secret)).mode & 0o777).toBe(0o600);
    await expect(writeKeyPair(secret, open)).rejects.toThrow('EEXIST');
    const written = await readFile(secret, 'utf8');
    for (const environment of [
      {},
      { HIVECHECK_SIGNING_KEY: written },
      { HIVECHECK_SIGNING_KEY: written.replaceAll('\n', '\\n') },
    ]) {
      const file = 'HIVECHECK_SIGNING_KEY' in environment ? undefined : secret;
      expect(publicKeyText(createPublicKey(await signingKey({ file, environment })))).toBe(text);
    }
    expect(
      Buffer.from(rawPublicKey(await publicKey({ file: open, environment: {} }))).toString('base64'),
    ).toBe(text);
    expect(await publicKey({ environment: { HIVECHECK_PUBLIC_KEY: text } })).toBe(text);
  });

  test('that cannot be used say why, and never what they are', async () => {
    const environment = { HIVECHECK_SIGNING_KEY: 'c2VjcmV0', HIVECHECK_PUBLIC_KEY: 'c2VjcmV0' };
    await expect(signingKey({ environment })).rejects.toThrow(
      'HIVECHECK_SIGNING_KEY is not a private key in PEM form.',
    );
    await expect(signingKey({ environment })).rejects.not.toThrow('c2VjcmV0');
    await expect(publicKey({ environment })).rejects.toThrow(
      'HIVECHECK_PUBLIC_KEY: Not an Ed25519 public key',
    );
    await expect(signingKey({ environment: {} })).rejects.toThrow(
      'No key: name a file with --key, or set HIVECHECK_SIGNING_KEY.',
    );
    const file = join(await folder(), 'rsa.pem');
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await writeFile(file, rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    await expect(signingKey({ file, environment: {} })).rejects.toThrow('is a rsa key; Ed25519 is needed.');
  });
});

describe('a runtime that was given a public key', () => {
  const open = (dist: string, key: string) => openDataset(folderStore(dist), undefined, { publicKey: key });

  test('opens what that key signed', async () => {
    const { dist } = await signed();
    expect((await open(dist, raw)).manifest.files).not.toEqual({});
  });

  test('refuses what is signed by another, changed since, or not signed at all', async () => {
    const { dist, at, manifest } = await signed();
    await expect(open(dist, publicKeyText(other.publicKey))).rejects.toThrow(/no signature/);
    await writeFile(join(at, 'manifest.json'), Buffer.concat([manifest, Buffer.from(' ')]));
    await expect(open(dist, raw)).rejects.toBeInstanceOf(DatasetUnavailable);
    const bare = await madeDist('unsigned');
    await expect(open(bare.dist, raw)).rejects.toThrow(/missing/);
    expect((await openDataset(folderStore(bare.dist))).manifest.version).toBe(bare.version);
  });
});
