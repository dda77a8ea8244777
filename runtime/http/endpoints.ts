/** The endpoints: what is served where, by which method, and the answer of each. */

import type { H3Event } from 'h3';
import { LRUCache } from 'lru-cache';
import { type JsonObject, MAX_BODY_BYTES, parseObject, readBodyStream, requireJson } from './body.ts';
import { etag, matchesNone } from './etag.ts';
import { negotiateLanguage } from './language.ts';
import type { AppOptions, BodyReader } from './options.ts';
import { Problem } from './problem.ts';
import { type GetReply, getReply, notModified, postReply, type TierHeaders } from './reply.ts';
import type { Answer, Snapshot } from './service.ts';
import { cspRequest, requestedLanguage, resolveRequest, searchRequest } from './validate.ts';

export interface Endpoint {
  /** Below the tier's prefix (`/v1`, `/k/v1`). */
  path: string;
  method: 'GET' | 'POST';
  /** Neither limited nor in need of a key. */
  open?: true;
  answer(event: H3Event, headers: TierHeaders, snapshot: Snapshot): Promise<Response>;
}

const JSON_TYPE = 'application/json; charset=utf-8';

export function endpoints(options: AppOptions): Endpoint[] {
  const read = options.readBody ?? readBodyStream;
  return [
    post('/resolve', read, (body, snapshot) => snapshot.resolve(resolveRequest(body, snapshot.languages))),
    post('/csp', read, (body, snapshot) => snapshot.csp(cspRequest(body, snapshot.languages))),
    post('/search', read, (body, snapshot) => snapshot.search(searchRequest(body, snapshot.languages))),
    { path: '/setting/:slug', method: 'GET', answer: answerSetting },
    { path: '/health', method: 'GET', open: true, answer: answerHealth },
  ];
}

function post(
  path: string,
  read: BodyReader,
  ask: (body: JsonObject, snapshot: Snapshot) => Promise<Answer>,
): Endpoint {
  return {
    path,
    method: 'POST',
    answer: async (event, headers, snapshot) => {
      requireJson(event.req);
      const body = parseObject(await read(event.req, MAX_BODY_BYTES));
      return postReply(headers, serialize(await ask(body, snapshot)));
    },
  };
}

/** Some 3 MB. */
const MAX_TAGS = 20_000;

/**
 * Of a dataset's settings, by language and slug: the same question has the same answer, so that whoever asks whether
 * his copy is current can be told without making it again.
 */
const tagsOf = new WeakMap<Snapshot, LRUCache<string, string>>();

function settingTags(snapshot: Snapshot): LRUCache<string, string> {
  const known = tagsOf.get(snapshot);
  if (known !== undefined) return known;
  const tags = new LRUCache<string, string>({ max: MAX_TAGS });
  tagsOf.set(snapshot, tags);
  return tags;
}

async function answerSetting(event: H3Event, headers: TierHeaders, snapshot: Snapshot): Promise<Response> {
  const asked = event.url.searchParams.get('lang');
  const lang =
    asked === null
      ? negotiateLanguage(event.req.headers.get('accept-language'), snapshot.languages)
      : requestedLanguage(asked, snapshot.languages);
  const slug = decodeSlug(event.context.params?.slug ?? '');
  const { version } = snapshot.stamp;
  const tags = settingTags(snapshot);
  const question = `${lang} ${slug}`;
  const known = tags.get(question);
  const reply: Omit<GetReply, 'body'> = { contentType: JSON_TYPE, version, caching: 'public' };
  if (asked === null) reply.vary = 'Accept-Language';
  if (known !== undefined && matchesNone(event.req.headers.get('if-none-match'), known)) {
    return notModified(headers, known, reply);
  }
  const answer = slug === undefined ? undefined : await snapshot.setting({ slug, lang });
  if (answer === undefined) {
    throw new Problem('unknown-setting', 'This dataset version has no setting with this slug or policyId.');
  }
  const body = serialize(answer);
  const tag = known ?? etag(version, body);
  if (known === undefined) tags.set(question, tag);
  return getReply(headers, event.req, { ...reply, body, tag });
}

async function answerHealth(event: H3Event, headers: TierHeaders, snapshot: Snapshot): Promise<Response> {
  return getReply(headers, event.req, {
    body: JSON.stringify(await snapshot.health()),
    contentType: JSON_TYPE,
    version: snapshot.stamp.version,
    caching: 'revalidate',
  });
}

function serialize(answer: Answer): string {
  return typeof answer === 'string' ? answer : JSON.stringify(answer);
}

/** undefined for what is no percent-encoding: no slug is written like that. */
function decodeSlug(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}
