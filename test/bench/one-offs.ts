/** What is measured without load: start, memory, bytes over the wire. */
import { join } from 'node:path';
import { coldStarts, type Start } from './cold.ts';
import type { Setup } from './groups.ts';
import { memoryAfter } from './memory.ts';
import { CLI, CLI_MODULES, NODE_FLAGS, SERVERS } from './paths.ts';
import { cspAsks, resolveAsks, searchAsks, settingAsks } from './requests.ts';
import { steps } from './steps.ts';
import { transferOf } from './transfer.ts';

/** A line of the table of goals. */
export interface Line {
  what: string;
  value: number;
  measured: string;
  goal: string;
  met?: boolean;
}

export async function oneOffs(setup: Setup): Promise<Line[]> {
  return [
    ...(await starts(setup)),
    ...(await memory(setup)),
    ...(await transfer(setup)),
    ...(await steps(setup)),
  ];
}

async function starts({ dist, grown, rival, version, quick }: Setup): Promise<Line[]> {
  process.stderr.write('cold starts …\n');
  const [ask] = await resolveAsks(version);
  if (ask === undefined) throw new Error('the dataset has no pair');
  const cli = (name: string, folder: string, file = CLI): Start => ({
    name,
    args: [...NODE_FLAGS, file, 'serve', '--port', '0', '--dataset', folder],
    env: { LOG_LEVEL: 'silent', RATE_LIMIT_ANONYMOUS: '0' },
  });
  const script = (name: string, ...args: string[]): Start => ({
    name,
    args: [join(SERVERS, `${args[0]}.js`), ...args.slice(1)],
  });
  const modules = cli('modules', dist, CLI_MODULES);
  const all = [cli('hivecheck', dist), script('h3', 'fixed', 'h3', '1000'), modules];
  if (grown !== undefined) all.push(cli('grown', grown));
  if (rival !== undefined) all.push(script('rival', 'rival', rival, version));
  const times = await coldStarts(all, ask, quick ? 7 : 15);
  const time = (name: string) => times.get(name) ?? Number.NaN;
  const line = (what: string, name: string, other: string, goal?: number): Line => {
    const value = time(name) / time(other);
    const measured = `${value.toFixed(2)} × (${Math.round(time(name))} ms : ${Math.round(time(other))} ms)`;
    return {
      what,
      value,
      measured,
      ...(goal === undefined ? { goal: '' } : { goal: `≤ ${goal.toFixed(2)} ×`, met: value <= goal }),
    };
  };
  return [
    line('start to first answer : h3 with a fixed answer', 'hivecheck', 'h3', 1.6),
    line('start to first answer : hivecheck in modules', 'hivecheck', 'modules'),
    ...(rival === undefined ? [] : [line('start to first answer : sqlite + fastify', 'hivecheck', 'rival')]),
    ...(grown === undefined
      ? []
      : [line('start with 10 × the dataset : with the dataset', 'grown', 'hivecheck', 1.2)]),
  ];
}

async function memory({ dist, grown, version, manifest }: Setup): Promise<Line[]> {
  process.stderr.write('memory …\n');
  const resolve = await resolveAsks(version);
  const line = (what: string, value: number | undefined, most?: number): Line => ({
    what,
    value: value ?? Number.NaN,
    measured: `${value} MB`,
    ...(most === undefined ? { goal: '' } : { goal: `≤ ${most} MB`, met: (value ?? Number.NaN) <= most }),
  });
  const all = [resolve, await cspAsks(version), await settingAsks(version)];
  const [idle, ...after] = await memoryAfter(dist, [...all, searchAsks(manifest.languages)]);
  const untuned = await memoryAfter(dist, all, 'untuned');
  const modules = await memoryAfter(dist, all, 'modules');
  const lines = [
    line('memory after the start', idle),
    line('memory after every pair', after[0]),
    line('memory after every pair, node and record of one language', after[2], 130),
    line('the same with V8 as it comes', untuned[3]),
    line('the same in modules', modules[3]),
    line('memory after these and searches in every language', after[3], 250),
  ];
  if (grown === undefined) return lines;
  const few = resolve.slice(0, 100);
  const [small, large] = [await memoryAfter(dist, [few]), await memoryAfter(grown, [few])];
  return [
    ...lines,
    line('memory after 100 pairs', small[1]),
    line('memory after 100 pairs of 10 × the dataset', large[1]),
  ];
}

async function transfer({ version, manifest }: Setup): Promise<Line[]> {
  const { mean, median, largest } = await transferOf(version, manifest.shardBits);
  const line = (what: string, value: number): Line => ({
    what,
    value,
    measured: `${(value / 1000).toFixed(1)} kB`,
    goal: '≤ 4.0 kB',
    met: value <= 4000,
  });
  return [
    line('gzipped bytes of one cold look-up over HTTP, mean', mean),
    line('gzipped bytes of one cold look-up over HTTP, median', median),
    {
      what: 'gzipped bytes of one cold look-up over HTTP, largest',
      value: largest,
      measured: `${(largest / 1000).toFixed(1)} kB`,
      goal: '',
    },
  ];
}
