/** The files that other programs read: the Dockerfile without Docker, the systemd unit, the Kubernetes manifest, the lock file. */
import { execFile } from 'node:child_process';
import { access, readFile, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../../build/paths.ts';
import { TIMEOUTS } from '../../runtime/node/listener.ts';
import { SERVE_OPTIONS } from '../../runtime/node/serve-options.ts';
import { serverConfig } from '../../runtime/node/server-config.ts';
import { isInstalled } from '../command.ts';
import { freePort } from '../dataset/hosts.ts';
import { noService } from '../http/fake.ts';
import { started } from '../http/running.ts';
import { newFolder } from '../scratch.ts';

const run = promisify(execFile);
const read = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');
const VARIABLES = new Set<string>([...SERVE_OPTIONS.map(({ variable }) => variable), 'NODE_ENV']);
/** Above what a stopping server takes at most: the time of running requests, and a second. */
const SHUTDOWN_S = TIMEOUTS.shutdown / 1000 + 1;

/** Instructions, their continued lines joined. */
const instructions = (await read('Dockerfile'))
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line.trim() !== '');
const last = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')));

const image = last.join('\n');
const COMMAND = JSON.parse(/^CMD (\[.*)$/m.exec(image)?.[1] ?? '[]') as string[];
const [, BOUNDS = ''] =
  /^ENV NODE_OPTIONS="(--max-old-space-size=\d+ --max-semi-space-size=\d+)"$/m.exec(image) ?? [];

it('the Dockerfile copies only what exists and what .dockerignore lets through', async () => {
  const allowed = (await read('.dockerignore')).match(/^!.*$/gm) ?? [];
  const copies = instructions.filter((line) => line.startsWith('COPY ') && !line.includes('--from='));
  const sources = new Set(copies.flatMap((line) => line.split(/\s+/).slice(1, -1)));
  expect(sources.size).toBeGreaterThan(5);
  for (const source of sources) {
    await access(join(ROOT, source));
    expect(allowed).toContain(`!${source}`);
  }
  expect([...sources].map((source) => `!${source}`).sort()).toEqual([...allowed].sort());
});

it('the image runs the server itself as npm start does, and not as root', async () => {
  expect(last).toContain('USER 1000:1000');
  const { scripts } = JSON.parse(await read('package.json'));
  expect(scripts.start.endsWith(` exec ${COMMAND.join(' ')}`)).toBe(true);
  expect(BOUNDS).not.toBe('');
  expect(scripts.start).toContain(` && NODE_OPTIONS="\${NODE_OPTIONS:-${BOUNDS}}" exec `);
  // For cmd, which ends at the line break; to sh it is a comment.
  expect(scripts.start).toMatch(/^# 2>nul & .*&& node \S+ serve & exit\n/);
  expect(scripts.start).toContain(` set NODE_OPTIONS=${BOUNDS})&& ${COMMAND.join(' ')} & exit\n`);
  expect(COMMAND).toEqual(['node', 'lib/cli/hivecheck.cjs', 'serve']);
  expect(image).toMatch(/\bHOST=0\.0\.0\.0\b/);
});

it('the image is documented with mounts of folders: a mount of one file does not see that the file is replaced', async () => {
  const text = await read('docs/self-hosting.md');
  const mounts = [...text.matchAll(/-v \S+:(\/[^:\s]+):ro -e \w+=([^\s`]+)/g)];
  expect(mounts.length).toBeGreaterThan(1);
  for (const [, folder = '', used = ''] of mounts) {
    expect(posix.extname(folder)).toBe('');
    expect(posix.relative(folder, used)).not.toMatch(/^\.\./);
  }
});

// GNU's wget and busybox' take the same arguments here; neither is Node.
it.skipIf(!isInstalled('wget'))(
  'the image has a health check without Node that tells a sound server from a sick and from a dead one',
  async () => {
    const [, command = ''] = /^HEALTHCHECK .* CMD (env -u http_proxy wget .*)$/m.exec(image) ?? [];
    const check = (port: number) =>
      run('sh', ['-c', command], { env: { ...process.env, PORT: String(port) } }).then(
        () => 'sound',
        () => 'sick',
      );
    const servers = [await started(), await started({ service: noService })];
    const ports = [...servers.map(({ port }) => port), await freePort()];
    expect(await Promise.all(ports.map(check))).toEqual(['sound', 'sick', 'sick']);
  },
);

it('the Dockerfile takes the base image from one place, by its full tag and digest', () => {
  const [image = ''] = instructions.filter((line) => line.startsWith('ARG NODE_IMAGE='));
  expect(image).toMatch(/=node:\d+\.\d+\.\d+-alpine\d+\.\d+@sha256:[0-9a-f]{64}$/);
  const bases = instructions.filter((line) => line.startsWith('FROM '));
  expect(bases).toHaveLength(3);
  for (const line of bases) expect(line).toMatch(/^FROM \$\{NODE_IMAGE\}(?: AS \w+)?$/);
});

it('the image has no compiler: what it installs is what the package needs', async () => {
  const install = instructions.find((line) => line.includes('--omit=dev')) ?? '';
  expect(install).toContain('--omit=optional');
  const { packages } = JSON.parse(await read('package-lock.json'));
  const installed = Object.entries<{ dev?: true; optional?: true; devOptional?: true }>(packages)
    .filter(([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional)
    .map(([path]) => path.replace('node_modules/', ''));
  expect(installed.sort()).toEqual(['7z-wasm', 'readline-sync', 'undici', 'valibot']);
});

interface Probe {
  httpGet: { path: string; port: string };
}
interface Container extends Record<'startupProbe' | 'livenessProbe' | 'readinessProbe', Probe> {
  ports: { name: string; containerPort: number }[];
  env: { name: string; value: string }[];
}
interface Deployment {
  kind: string;
  spec: {
    selector: { matchLabels: object };
    template: {
      metadata: { labels: object };
      spec: { terminationGracePeriodSeconds: number; containers: [Container] };
    };
  };
}

describe('docs/examples/kubernetes.yaml', async () => {
  const documents = parseAllDocuments(await read('docs/examples/kubernetes.yaml')).map((each) => {
    expect([...each.errors, ...each.warnings]).toEqual([]);
    return each.toJS() as Deployment;
  });
  const [deployment, ...others] = documents;
  if (deployment === undefined) throw new Error('the manifest is empty');
  const { selector, template } = deployment.spec;
  const [container] = template.spec.containers;

  it('selects the pods that it makes', () => {
    expect(documents.map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'PodDisruptionBudget']);
    expect(template.metadata.labels).toEqual(selector.matchLabels);
    for (const { spec } of others) {
      expect(spec.selector.matchLabels ?? spec.selector).toEqual(selector.matchLabels);
    }
  });

  it('probes what the server answers, on the port of the image', async () => {
    const port = Number(/^EXPOSE (\d+)$/m.exec(image)?.[1]);
    expect(container.ports).toEqual([{ name: 'http', containerPort: port }]);
    const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe];
    const paths = ['/readyz', '/readyz', '/livez'];
    expect(probes.map(({ httpGet }) => httpGet)).toEqual(paths.map((path) => ({ path, port: 'http' })));
  });

  it('sets variables that exist, to values that are valid, and waits for the end', () => {
    const env = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
    for (const name of Object.keys(env)) expect(VARIABLES).toContain(name);
    const { shutdownGraceMs } = serverConfig(env);
    expect(shutdownGraceMs).toBeGreaterThan(0);
    const grace = template.spec.terminationGracePeriodSeconds;
    expect(grace).toBeGreaterThan(SHUTDOWN_S + shutdownGraceMs / 1000);
  });
});

describe('docs/examples/hivecheck.service', async () => {
  const unit = await read('docs/examples/hivecheck.service');
  const settings = [...unit.matchAll(/^Environment=([^"\n]+)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').map((pair) => pair.split('=', 2) as [string, string]),
  );

  it('sets variables that exist, to values that are valid, and waits for the end', async () => {
    expect(settings.length).toBeGreaterThan(3);
    for (const [name] of settings) expect(VARIABLES).toContain(name);
    expect(() => serverConfig(Object.fromEntries(settings))).not.toThrow();
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(SHUTDOWN_S);
  });

  it('starts the server as the image does', () => {
    const started = /^ExecStart=\S+ (.+)$/m.exec(unit)?.[1]?.replace(/\S+\/node_modules\/hivecheck\//, '');
    expect(started).toBe(COMMAND.slice(1).join(' '));
    expect(unit.match(/^Environment="NODE_OPTIONS=(.+)"$/m)?.[1]).toBe(BOUNDS);
    // Without @pkey Node 20 is killed: its V8 calls pkey_alloc at the start.
    expect(unit).toMatch(/^SystemCallFilter=@system-service @pkey$/m);
  });

  it.skipIf(!isInstalled('systemd-analyze'))('is what systemd understands', async () => {
    const file = join(await newFolder(), 'hivecheck.service');
    await writeFile(file, unit.replace('/usr/bin/node', process.execPath));
    const { stderr } = await run('systemd-analyze', ['verify', '--man=no', file]);
    expect(stderr).not.toContain('hivecheck.service');
  });
});

it('installs the package from the file that npm pack makes: no registry has it', async () => {
  const { version } = JSON.parse(await read('package.json')) as { version: string };
  for (const path of ['docs/examples/hivecheck.service', 'README.md', 'docs/self-hosting.md']) {
    const installed = [...(await read(path)).matchAll(/npm install --global ([^\s`)]+)/g)];
    expect(
      installed.map(([, what]) => what),
      path,
    ).toEqual([`./hivecheck-${version}.tgz`]);
  }
});

it('package-lock.json has the integrity of all that CONTRIBUTING.md does not except', async () => {
  interface Entry {
    integrity?: string;
    dev?: true;
    optional?: true;
    inBundle?: true;
  }
  const { packages } = JSON.parse(await read('package-lock.json')) as { packages: Record<string, Entry> };
  const lacking = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && !integrity);
  const excepted = (path: string, { dev, optional, inBundle }: Entry): boolean =>
    dev === true && (inBundle === true || (optional === true && /\/(?:cli|workerd)-[\w-]+$/.test(path)));
  expect(Object.keys(packages).length).toBeGreaterThan(100);
  expect(lacking.filter(([path, entry]) => !excepted(path, entry))).toEqual([]);
});
