/** The questions of the golden digests, group by group, put to the service in process. */
import { append } from '../../build/collections.ts';
import type { ConvertRequest } from '../../runtime/contract/convert.ts';
import type { VerifyRequest } from '../../runtime/contract/verify.ts';
import { FORM_NAMES } from '../../runtime/format/form-names.ts';
import { createApp, createService, folderStore, openDataset } from '../../runtime/index.ts';
import type { Snapshot } from '../../runtime/service.ts';
import { documentedItems } from '../bench/requests.ts';
import type { WrittenValue } from '../readers/writers.ts';
import { vectors } from '../vectors.ts';
import {
  catalogIds,
  choose,
  idOf,
  LINES,
  NODES,
  PAIRS,
  PRODUCTS,
  searches,
  spellings,
  targetOf,
  verifyItems,
} from './questions.ts';

/** A question as one line, and its answer. */
export type Answers = AsyncIterable<readonly [question: string, answer: string]>;
export type Groups = Map<string, () => Answers>;

const HIVES = ['', 'HKLM\\', 'HKCU\\'];
const CHUNK = 1000;
const BAD_BODIES = vectors<string>('golden-bad-bodies');

export async function goldenGroups(dist: string): Promise<Groups> {
  const dataset = await openDataset(folderStore(dist));
  const service = createService({ snapshot: () => dataset });
  const snapshot = service.snapshot();
  if (!snapshot) throw new Error('no dataset');
  const { fetch } = createApp(service);
  const { version, generatedAt } = snapshot.stamp;
  const clean = (text: string) =>
    text
      .replaceAll(version, 'VERSION')
      .replaceAll(generatedAt, 'TIME')
      .replace(/"uptimeSeconds":\d+/, '"uptimeSeconds":0');
  const groups: Groups = new Map();
  const add = (name: string, answers: () => Answers) =>
    groups.set(name, async function* () {
      for await (const [question, answer] of answers())
        yield [oneLine(question), oneLine(clean(answer))] as const;
    });
  for (const lang of snapshot.languages) addLookups(add, snapshot, lang);
  addVerify(add, snapshot);
  addConvert(add, snapshot, dist);
  addMcp(add, fetch);
  add('documents', () => documents(fetch));
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}

type Add = (name: string, answers: () => Answers) => void;

const oneLine = (text: string) => text.replaceAll('\n', '\\n');
const sources = [...new Set(LINES.map(({ source }) => source))];
const pairsOf = (source: string) => PAIRS.filter((pair) => pair.source === source);

/** Answers are objects, JSON, or JSON as UTF-8. */
function textOf(answer: unknown): string {
  if (answer instanceof Uint8Array) return new TextDecoder().decode(answer);
  return typeof answer === 'string' ? answer : (JSON.stringify(answer) ?? 'undefined');
}

function addLookups(add: Add, snapshot: Snapshot, lang: string): void {
  const ask = async (key: string, value: string, targetOs: string | null, rest: object = {}) =>
    [
      JSON.stringify([key, value, targetOs, rest]),
      textOf(await snapshot.resolve({ key, value, targetOs, lang, ...rest })),
    ] as const;
  const round = snapshot.languages.indexOf(lang) * HIVES.length;
  for (const source of sources) {
    add(`resolve/${source}/${lang}`, async function* () {
      for (const pair of pairsOf(source)) {
        for (const [at, hive] of HIVES.entries()) {
          yield await ask(hive + pair.key, pair.value, null);
          yield await ask(hive + pair.key, pair.value, targetOf(idOf(pair), round + at));
        }
        if (choose(idOf(pair), 3) === 0)
          yield await ask(pair.key, pair.value, targetOf(idOf(pair), round), { targetProducts: PRODUCTS });
      }
    });
    add(`setting/${source}/${lang}`, async function* () {
      for (const { source: own, slug, policyId } of LINES) {
        if (own !== source) continue;
        for (const id of [slug, policyId])
          yield [id, textOf(await snapshot.setting({ slug: id, lang }))] as const;
      }
    });
  }
  for (const kind of ['typo', 'spelling'])
    add(`${kind}/${lang}`, async function* () {
      for (const pair of PAIRS.filter((each) => choose(idOf(each), 4) === 0))
        for (const [own, key, value] of spellings(pair))
          if (own === kind) yield await ask(key, value, targetOf(idOf(pair), round));
    });
  for (const kind of ['node', 'catalog'] as const)
    add(`csp/${kind}/${lang}`, async function* () {
      const ids = NODES.flatMap((node) => (kind === 'node' ? [node.omaUri] : catalogIds(node)));
      for (const omaUri of [...ids, ...(await ingestedIds(snapshot, kind))]) {
        const products = choose(omaUri, 5) === 0 ? { targetProducts: PRODUCTS } : {};
        yield [omaUri, textOf(await snapshot.csp({ omaUri, lang, ...products }))] as const;
      }
    });
  add(`search/${lang}`, async function* () {
    for (const [kind, q] of searches(lang)) {
      const request = { q, lang, limit: kind === 'title' ? 3 : 20 };
      yield [JSON.stringify(request), textOf(await snapshot.search(request))] as const;
    }
  });
}

let ingested: Promise<string[]> | undefined;

/** Nodes that no DDF documents: of ingested templates, as the answers to their pairs name them. */
async function ingestedIds(snapshot: Snapshot, kind: 'node' | 'catalog'): Promise<string[]> {
  const find = async () => {
    const uris = new Set<string>();
    for (const { key, value } of PAIRS) {
      const text = textOf(await snapshot.resolve({ key, value, targetOs: null, lang: 'en-US' }));
      for (const [, uri = ''] of text.matchAll(/"(\.\/[^"]*~[^"]*)"/g)) uris.add(uri);
    }
    return [...uris].sort();
  };
  ingested ??= find();
  const uris = await ingested;
  return kind === 'node' ? uris : uris.flatMap((omaUri) => catalogIds({ omaUri }));
}

function addVerify(add: Add, snapshot: Snapshot): void {
  for (const source of [...sources, 'policy-ddf'])
    for (const detail of ['brief', 'full'] as const)
      add(`verify/${source}/${detail}`, async function* () {
        const all = verifyItems(source);
        for (let from = 0; from < all.length; from += CHUNK) {
          const chunk = from / CHUNK;
          const lang = snapshot.languages[chunk % snapshot.languages.length] ?? 'en-US';
          const [targetOs, earlier] = [targetOf(source, chunk), targetOf(source, chunk + 1)];
          const request = {
            lang,
            detail,
            targetOs: detail === 'full' && chunk % 2 ? [earlier, targetOs] : targetOs,
            targetProducts: PRODUCTS,
          };
          const items = all.slice(from, from + CHUNK);
          const { items: answers, ...rest } = itemsOf(
            textOf(await snapshot.verify({ ...request, items } as VerifyRequest)),
          );
          // A line for each item: the difference is that of one, not of a thousand.
          for (const [at, item] of items.entries())
            yield [JSON.stringify([request.targetOs, lang, item]), JSON.stringify(answers[at])] as const;
          yield [`${JSON.stringify(request)} from ${from}`, JSON.stringify(rest)] as const;
        }
      });
}

function addConvert(add: Add, snapshot: Snapshot, dist: string): void {
  const all = new Map<string, WrittenValue[]>();
  // By the pair: a new one must not change the questions about others.
  for (const item of documentedItems(dist, (pair) => choose(pair, 97))) append(all, item.key, item);
  for (const items of all.values()) items.sort((a, b) => (a.value < b.value ? -1 : 1));
  for (const to of FORM_NAMES)
    add(`convert/${to}`, async function* () {
      for (const [key, items] of [...all].sort()) {
        const request = { to, targetOs: targetOf(key, 0), include: choose(key, 2) ? 'all' : 'documented' };
        const answer = await snapshot.convert({ ...request, items: items.slice(0, CHUNK) } as ConvertRequest);
        yield [JSON.stringify([key, request]), textOf(answer)];
      }
    });
}

function itemsOf(json: string): { items: unknown[] } {
  const envelope = JSON.parse(json) as { result?: { items?: unknown[] } };
  const { items, ...result } = envelope.result ?? {};
  if (!Array.isArray(items)) throw new Error('an answer of verify has its items at result.items');
  return { ...envelope, items, result } as { items: unknown[] };
}

type Fetch = (request: Request) => Promise<Response>;

async function callMcp(fetch: Fetch, method: string, params: object): Promise<string> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-06-18',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }));
  return `${response.status} ${(await response.text()).replace(/^event: message\ndata: /, '').trim()}`;
}

function addMcp(add: Add, fetch: Fetch): void {
  const langs = ['en-US', 'fr-FR', 'de-DE'];
  const tool = (name: string, questions: () => Iterable<readonly [id: string, args: object]>) =>
    add(`mcp/${name}`, async function* () {
      for (const [id, args] of questions()) {
        const detail = choose(id, 70) === 0 ? { detail: 'full' } : {};
        const asked = { ...args, lang: langs[choose(id, langs.length)], ...detail };
        yield [
          JSON.stringify(asked),
          await callMcp(fetch, 'tools/call', { name, arguments: asked }),
        ] as const;
      }
    });
  const seventh = PAIRS.filter((pair) => choose(idOf(pair), 7) === 0);
  tool('resolve', () =>
    seventh.map((pair) => {
      const [key, targetOs] = [(HIVES[choose(idOf(pair), 3)] ?? '') + pair.key, targetOf(idOf(pair), 0)];
      return [idOf(pair), { key, value: pair.value, targetOs }] as const;
    }),
  );
  tool('setting', () =>
    [...new Set(seventh.map(({ slug }) => slug))].map((slug) => [slug, { slug }] as const),
  );
  tool('csp', () =>
    NODES.flatMap(({ omaUri }) => (choose(omaUri, 7) ? [] : [[omaUri, { omaUri }] as const])),
  );
  tool('search', () =>
    searches('en-US')
      .slice(0, 300)
      .map(([, q]) => [q, { q }] as const),
  );
  tool('coverage', () => ['a', 'b', 'c'].map((id) => [id, {}] as const));
  tool('verify', () =>
    sources.flatMap((source, at) => {
      const [items, targetOs, show] = [verifyItems(source), targetOf(source, 1), at % 2 ? 'findings' : 'all'];
      return [0, 40].map(
        (from) => [`${source} ${from}`, { items: items.slice(from, from + 80), targetOs, show }] as const,
      );
    }),
  );
}

async function* documents(fetch: Fetch): Answers {
  const get = async (path: string, init?: RequestInit) => {
    const response = await fetch(new Request(`http://localhost${path}`, init));
    return [`${path} ${init?.body ?? ''}`, `${response.status} ${await response.text()}`] as const;
  };
  const openApi = await get('/openapi.json');
  yield openApi;
  const problems = new Set([...openApi[1].matchAll(/\/problems\/([\w-]+)/g)].map(([path]) => path));
  for (const path of [...vectors<string>('golden-pages'), ...[...problems].sort()]) yield await get(path);
  yield ['tools/list', await callMcp(fetch, 'tools/list', {})];
  for (const path of ['resolve', 'csp', 'search', 'verify'])
    for (const body of BAD_BODIES)
      yield await get(`/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
}
