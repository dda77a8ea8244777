/** The files that other programs read: the systemd unit, the Kubernetes manifest, the lock file. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '../../build/paths.ts';
import { readConfig } from '../../cli/serve-config.ts';
import { SERVE_OPTIONS } from '../../cli/serve-options.ts';
import { TIMEOUTS } from '../../runtime/node/listener.ts';
import { newFolder } from '../scratch.ts';

const run = promisify(execFile);
const read = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');
const VARIABLES = new Set<string>([...SERVE_OPTIONS.map(({ variable }) => variable), 'NODE_ENV']);
/** Above what a stopping server takes at most: the time of running requests, and a second. */
const SHUTDOWN_S = TIMEOUTS.shutdown / 1000 + 1;

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
    const image = /^EXPOSE (\d+)$/m.exec(await read('Dockerfile'))?.[1];
    expect(container.ports).toEqual([{ name: 'http', containerPort: Number(image) }]);
    const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe];
    const paths = ['/readyz', '/readyz', '/livez'];
    expect(probes.map(({ httpGet }) => httpGet)).toEqual(paths.map((path) => ({ path, port: 'http' })));
  });

  it('sets variables that exist, to values that are valid, and waits for the end', () => {
    const env = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
    for (const name of Object.keys(env)) expect(VARIABLES).toContain(name);
    const { shutdownGraceMs } = readConfig(env);
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
    expect(() => readConfig(Object.fromEntries(settings))).not.toThrow();
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(SHUTDOWN_S);
  });

  it('starts the server as the image does', async () => {
    const command = /^CMD (\[.*\])$/m.exec(await read('Dockerfile'))?.[1] ?? '[]';
    const [, ...args] = JSON.parse(command) as string[];
    const started = /^ExecStart=\S+ (.+)$/m.exec(unit)?.[1]?.replace(/\S+\/node_modules\/hivecheck\//, '');
    expect(started).toBe(args.join(' '));
    const options = /^ENV (NODE_OPTIONS=)"(.+)"$/m.exec(await read('Dockerfile')) ?? [];
    expect(unit.match(/^Environment="(NODE_OPTIONS=)(.+)"$/m)?.slice(1)).toEqual(options.slice(1));
  });

  it('is what systemd understands', async ({ skip }) => {
    const version = await run('systemd-analyze', ['--version']).catch(() => undefined);
    if (version === undefined) {
      console.log('systemd-analyze is not installed: docs/examples/hivecheck.service is not verified.');
      skip();
    }
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
