/** What of the Dockerfile can be held without Docker: its sources, its user, its health check, its command. */
import { execFile } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { freePort } from '../dataset/hosts.ts';
import { noService } from '../http/fake.ts';
import { started } from '../http/running.ts';

/** Instructions, their continued lines joined. */
const instructions = (await readFile(join(ROOT, 'Dockerfile'), 'utf8'))
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line.trim() !== '');
const last = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')));

function json(pattern: RegExp): string[] {
  const text = last.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined);
  return JSON.parse(text ?? '[]') as string[];
}

it('copies only what exists and what .dockerignore lets through', async () => {
  const allowed = (await readFile(join(ROOT, '.dockerignore'), 'utf8')).match(/^!.*$/gm) ?? [];
  const copies = instructions.filter((line) => line.startsWith('COPY ') && !line.includes('--from='));
  const sources = new Set(copies.flatMap((line) => line.split(/\s+/).slice(1, -1)));
  expect(sources.size).toBeGreaterThan(5);
  for (const source of sources) {
    await access(join(ROOT, source));
    expect(allowed).toContain(`!${source}`);
  }
  expect([...sources].map((source) => `!${source}`).sort()).toEqual([...allowed].sort());
});

it('runs the server itself as npm start does, and not as root', async () => {
  expect(last).toContain('USER 1000:1000');
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const command = json(/^CMD (\[.*)$/);
  expect(scripts.start.endsWith(` exec ${command.join(' ')}`)).toBe(true);
  const options = /^ENV NODE_OPTIONS="(--max-old-space-size=\d+ --max-semi-space-size=\d+)"$/;
  const [, bounds] = last.map((line) => options.exec(line)).find(Boolean) ?? [];
  expect(scripts.start).toContain(` && NODE_OPTIONS="\${NODE_OPTIONS:-${bounds}}" exec `);
  expect(command).toEqual(['node', 'lib/cli/hivecheck.cjs', 'serve']);
  expect(last.join('\n')).toMatch(/\bHOST=0\.0\.0\.0\b/);
});

it('is documented with mounts of folders: a mount of one file does not see that the file is replaced', async () => {
  const text = await readFile(join(ROOT, 'docs', 'self-hosting.md'), 'utf8');
  const mounts = [...text.matchAll(/-v \S+:(\/[^:\s]+):ro -e \w+=([^\s`]+)/g)];
  expect(mounts.length).toBeGreaterThan(1);
  for (const [, folder = '', used = ''] of mounts) {
    expect(posix.extname(folder)).toBe('');
    expect(posix.relative(folder, used)).not.toMatch(/^\.\./);
  }
});

/** GNU's wget and busybox' take the same arguments here; neither is Node. */
const hasWget = await promisify(execFile)('wget', ['--version']).then(
  () => true,
  () => false,
);
if (!hasWget) console.log('wget is not installed: the health check of the image is not tried.');

it.skipIf(!hasWget)(
  'has a health check without Node that tells a sound server from a sick and from a dead one',
  async () => {
    const command =
      last.map((line) => /^HEALTHCHECK .* CMD (env -u http_proxy wget .*)$/.exec(line)?.[1]).find(Boolean) ??
      '';
    const check = (port: number) =>
      promisify(execFile)('sh', ['-c', command], { env: { ...process.env, PORT: String(port) } }).then(
        () => 'sound',
        () => 'sick',
      );
    const servers = [await started(), await started({ service: noService })];
    const ports = [...servers.map(({ port }) => port), await freePort()];
    expect(await Promise.all(ports.map(check))).toEqual(['sound', 'sick', 'sick']);
  },
);

it('takes the base image from one place, by its full tag and digest', () => {
  const [image = ''] = instructions.filter((line) => line.startsWith('ARG NODE_IMAGE='));
  expect(image).toMatch(/=node:\d+\.\d+\.\d+-alpine\d+\.\d+@sha256:[0-9a-f]{64}$/);
  const bases = instructions.filter((line) => line.startsWith('FROM '));
  expect(bases).toHaveLength(3);
  for (const line of bases) expect(line).toMatch(/^FROM \$\{NODE_IMAGE\}(?: AS \w+)?$/);
});

it('has no compiler: what it installs is what the package needs', async () => {
  const install = instructions.find((line) => line.includes('--omit=dev')) ?? '';
  expect(install).toContain('--omit=optional');
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'));
  const installed = Object.entries<{ dev?: true; optional?: true; devOptional?: true }>(packages)
    .filter(([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional)
    .map(([path]) => path.replace('node_modules/', ''));
  expect(installed.sort()).toEqual(['7z-wasm', 'readline-sync', 'undici', 'valibot']);
});
