/**
 * `npm run golden`: one SHA-256 for each group of answers over the built-in dataset, compared with `digests.json`. It shows
 * that answers changed, not that they are right. Version and time of the dataset are left out.
 *
 *   npm run golden                            which groups differ; exit code 1 where one does
 *   npm run golden -- resolve/chrome csp      only the groups whose names begin so
 *   npm run golden -- --update                writes the digests (of the named groups)
 *   npm run golden -- --save <folder>         writes all answers there too (1 GB compressed for all groups: use /dev/shm)
 *   npm run golden -- --against <folder>      compares with answers saved by another tree, and prints the first differences
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { builtInDist } from '../../build/built-in.ts';
import { ROOT } from '../../build/paths.ts';
import { goldenGroups } from './groups.ts';

const FILE = join(ROOT, 'test', 'golden', 'digests.json');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { update: { type: 'boolean' }, save: { type: 'string' }, against: { type: 'string' } },
});
const started = performance.now();
const known = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string>;
const groups = await goldenGroups(await builtInDist());
const isChosen = (name: string) =>
  positionals.length === 0 || positionals.some((start) => name.startsWith(start));
const found: Record<string, string> = {};
let total = 0;
/** First part of the names → seconds of processor time. */
const spent = new Map<string, number>();
for (const [name, answers] of groups) {
  if (!isChosen(name)) continue;
  const before = process.cpuUsage();
  const hash = createHash('sha256');
  const lines: string[] = [];
  let count = 0;
  for await (const [question, answer] of answers()) {
    const line = `${question}\t${answer}`;
    hash.update(line).update('\n');
    count++;
    if (values.save !== undefined || values.against !== undefined) lines.push(line);
  }
  total += count;
  found[name] = `${count} ${hash.digest('hex')}`;
  const file = `${name.replaceAll('/', '.')}.gz`;
  if (values.save !== undefined) {
    mkdirSync(values.save, { recursive: true });
    writeFileSync(join(values.save, file), gzipSync(lines.join('\n'), { level: 1 }));
  }
  const { user, system } = process.cpuUsage(before);
  const [kind = ''] = name.split('/');
  spent.set(kind, (spent.get(kind) ?? 0) + (user + system) / 1e6);
  if (values.against !== undefined) compare(name, savedLines(join(values.against, file)), lines);
  else if (found[name] !== known[name]) console.log(`differs: ${name}  ${count} answers`);
}
const gone = Object.keys(known).filter((name) => isChosen(name) && !(name in found));
for (const name of gone) console.log(`not there: ${name}`);
const same = Object.keys(found).filter((name) => found[name] === known[name]).length;
console.log(
  `${total} answers, ${same} of ${Object.keys(found).length} groups as in digests.json, ${seconds()} s`,
);
if (values.update) {
  const kept = Object.entries(known).filter(([name]) => !isChosen(name));
  const sorted = [...kept, ...Object.entries(found)].sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
} else if (values.against === undefined && (gone.length > 0 || same < Object.keys(found).length))
  process.exitCode = 1;

function seconds(): number {
  return Math.round((performance.now() - started) / 1000);
}

function savedLines(file: string): Map<string, string> {
  return numbered(gunzipSync(readFileSync(file)).toString('utf8').split('\n'));
}

/** Question → answer. One that is put again is another question. */
function numbered(lines: readonly string[]): Map<string, string> {
  const answers = new Map<string, string>();
  const times = new Map<string, number>();
  for (const line of lines) {
    const question = line.slice(0, line.indexOf('\t'));
    const time = (times.get(question) ?? 0) + 1;
    times.set(question, time);
    answers.set(time === 1 ? question : `${question} (${time})`, line.slice(line.indexOf('\t') + 1));
  }
  return answers;
}

/** Prints the first answers that differ, by the places in them. */
function compare(name: string, before: Map<string, string>, lines: string[]): void {
  let reordered = 0;
  const differing = [...numbered(lines)].flatMap(([question, answer]) => {
    const earlier = before.get(question);
    before.delete(question);
    if (earlier === answer) return [];
    const places = earlier === undefined ? ['is new'] : [...differences(parse(earlier), parse(answer), '')];
    if (places.length === 0) reordered++;
    return places.length === 0 ? [] : [{ question, places }];
  });
  if (reordered > 0) console.log(`${name}: ${reordered} answers have their members in another order`);
  if (differing.length + before.size === 0) return;
  console.log(
    `\n${name}: ${differing.length} of ${lines.length} answers differ, ${before.size} are no longer asked`,
  );
  for (const { question, places } of differing.slice(0, 3)) {
    console.log(`  ${question.slice(0, 300)}`);
    for (const place of places.slice(0, 8)) console.log(`    ${place}`);
    if (places.length > 8) console.log(`    and ${places.length - 8} more`);
  }
}

/** Answers over HTTP begin with their status. */
function parse(answer: string): unknown {
  try {
    return JSON.parse(answer.replace(/^\d{3} (?=[{[])/, ''));
  } catch {
    return answer;
  }
}

function* differences(before: unknown, after: unknown, path: string): Generator<string> {
  if (before === after) return;
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after)) {
    yield `${path || 'answer'}: ${short(before)} → ${short(after)}`;
    return;
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
    yield* differences(before[key], after[key], `${path}/${key}`);
}

// Functions, not constants: they are called while the module is being run.
function isContainer(each: unknown): each is Record<string, unknown> {
  return typeof each === 'object' && each !== null;
}

function short(each: unknown): string {
  return (JSON.stringify(each) ?? 'absent').slice(0, 160);
}
