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
for (const [name, answers] of groups) {
  if (!isChosen(name)) continue;
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
  if (values.against !== undefined) {
    const saved = gunzipSync(readFileSync(join(values.against, file))).toString('utf8');
    compare(name, numbered(saved.split('\n')), numbered(lines));
  }
  if (values.against === undefined && found[name] !== known[name])
    console.log(`differs: ${name}  ${count} answers`);
}
const gone = Object.keys(known).filter((name) => isChosen(name) && !(name in found));
for (const name of gone) console.log(`not there: ${name}`);
const same = Object.keys(found).filter((name) => found[name] === known[name]).length;
const groupCount = Object.keys(found).length;
const seconds = Math.round((performance.now() - started) / 1000);
console.log(`${total} answers, ${same} of ${groupCount} groups as in digests.json, ${seconds} s`);
if (values.update) {
  const kept = Object.entries(known).filter(([name]) => !isChosen(name));
  const sorted = [...kept, ...Object.entries(found)].sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
} else if (values.against === undefined && (gone.length > 0 || same < groupCount)) process.exitCode = 1;

/** Question → answer. One that is put again is another question. */
function numbered(lines: readonly string[]): Map<string, string> {
  const answers = new Map<string, string>();
  for (const line of lines) {
    const end = line.indexOf('\t');
    const question = line.slice(0, end);
    let name = question;
    for (let time = 2; answers.has(name); time++) name = `${question} (${time})`;
    answers.set(name, line.slice(end + 1));
  }
  return answers;
}

/** Prints the first answers that differ, by the places in them. */
function compare(name: string, before: Map<string, string>, after: Map<string, string>): void {
  const changed = [...after].filter(([question, answer]) => before.get(question) !== answer);
  const differing = changed.flatMap(([question, answer]) => {
    const earlier = before.get(question);
    const places = earlier === undefined ? ['is new'] : [...differences(parse(earlier), parse(answer), '')];
    return places.length === 0 ? [] : [{ question, places }];
  });
  const reordered = changed.length - differing.length;
  if (reordered > 0) console.log(`${name}: ${reordered} answers have their members in another order`);
  const gone = [...before.keys()].filter((question) => !after.has(question)).length;
  if (differing.length + gone === 0) return;
  const counts = `${differing.length} of ${after.size} answers differ, ${gone} are no longer asked`;
  console.log(`\n${name}: ${counts}`);
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
