/** The endpoints: what is served where, by which method, and the answer of each. */

import { type ByteString, encode } from '../bytes.ts';
import type { JsonObject } from '../json.ts';
import { MAX_BODY_BYTES, parseObject, requireJson } from './body.ts';
import { etag, matchesNone } from './etag.ts';
import { negotiateLanguage } from './language.ts';
import { Problem } from './problem.ts';
import { type GetReply, getReply, notModified, postReply, type TierHeaders } from './reply.ts';
import type { EdgeReply, EdgeRequest, Reply } from './request.ts';
import type { Answer, HealthBody, Snapshot } from './service.ts';
import { cspRequest, requestedLanguage, resolveRequest, searchRequest } from './validate.ts';

export interface Endpoint {
  /** Below the tier's prefix (`/v1`, `/k/v1`). */
  path: string;
  method: 'GET' | 'POST';
  /** Neither limited nor in need of a key. */
  open?: true;
  answer(request: EdgeRequest, headers: TierHeaders, snapshot: Snapshot): Reply;
}

const JSON_TYPE = 'application/json; charset=utf-8';

export function endpoints(): Endpoint[] {
  return [
    post('/resolve', (body, snapshot) => snapshot.resolve(resolveRequest(body, snapshot.languages))),
    post('/csp', (body, snapshot) => snapshot.csp(cspRequest(body, snapshot.languages))),
    post('/search', (body, snapshot) => snapshot.search(searchRequest(body, snapshot.languages))),
    { path: '/setting/:slug', method: 'GET', answer: answerSetting },
    { path: '/health', method: 'GET', open: true, answer: answerHealth },
  ];
}

function post(
  path: string,
  ask: (body: JsonObject, snapshot: Snapshot) => Answer | Promise<Answer>,
): Endpoint {
  return {
    path,
    method: 'POST',
    // Promises are made where something is waited for, and nowhere else: thousands come in a second.
    answer: (request, headers, snapshot) => {
      requireJson(request);
      const reply = (body: JsonObject): EdgeReply | Promise<EdgeReply> => {
        const answer = ask(body, snapshot);
        return answer instanceof Promise
          ? answer.then((late) => postReply(headers, serialize(late)))
          : postReply(headers, serialize(answer));
      };
      const text = request.body(MAX_BODY_BYTES);
      if (text instanceof Promise) return text.then((late) => reply(parseObject(late)));
      const body = parseObject(text);
      return () => reply(body);
    },
  };
}

/** Some 2 MB a language. Beyond that all are forgotten: a dataset has fewer settings, and tags cost more than answers. */
const MAX_TAGS = 30_000;

/**
 * Of a dataset's settings, by language and slug: the same question has the same answer, so that whoever asks whether
 * his copy is current can be told without making it again.
 */
const tagsOf = new WeakMap<Snapshot, Map<string, Map<string, string>>>();

function settingTags(snapshot: Snapshot, lang: string): Map<string, string> {
  let languages = tagsOf.get(snapshot);
  if (languages === undefined) {
    languages = new Map();
    tagsOf.set(snapshot, languages);
  }
  let tags = languages.get(lang);
  if (tags === undefined || tags.size >= MAX_TAGS) {
    tags = new Map();
    languages.set(lang, tags);
  }
  return tags;
}

function answerSetting(
  request: EdgeRequest,
  headers: TierHeaders,
  snapshot: Snapshot,
): EdgeReply | Promise<EdgeReply> {
  const asked = request.query('lang');
  const lang =
    asked === null
      ? negotiateLanguage(request.header('accept-language'), snapshot.languages)
      : requestedLanguage(asked, snapshot.languages);
  const slug = decodeSlug(request.param);
  const { version } = snapshot.stamp;
  const tags = settingTags(snapshot, lang);
  const known = slug === undefined ? undefined : tags.get(slug);
  const reply: GetReply = { contentType: JSON_TYPE, version, caching: 'public' };
  if (asked === null) reply.vary = 'Accept-Language';
  if (known !== undefined && matchesNone(request.header('if-none-match'), known)) {
    return notModified(headers, known, reply);
  }
  const found = (answer: Answer | undefined): EdgeReply => {
    if (answer === undefined) {
      throw new Problem('unknown-setting', 'This dataset version has no setting with this slug or policyId.');
    }
    const body = serialize(answer);
    const tag = known ?? etag(version, body);
    if (known === undefined && slug !== undefined) tags.set(slug, tag);
    return getReply(headers, request, body, reply, tag);
  };
  const answer = slug === undefined ? undefined : snapshot.setting({ slug, lang });
  return answer instanceof Promise ? answer.then(found) : found(answer);
}

/** Written once for as long as it is the same object. */
let written: { of: HealthBody; body: ByteString; tag: string } | undefined;

function answerHealth(request: EdgeRequest, headers: TierHeaders, snapshot: Snapshot): EdgeReply {
  const { version } = snapshot.stamp;
  const health = snapshot.health();
  if (written?.of !== health) {
    const body = encode(JSON.stringify(health));
    written = { of: health, body, tag: etag(version, body) };
  }
  const { body, tag } = written;
  return getReply(headers, request, body, { contentType: JSON_TYPE, version, caching: 'revalidate' }, tag);
}

function serialize(answer: Answer): ByteString {
  return typeof answer === 'string' ? answer : encode(JSON.stringify(answer));
}

/** undefined for what is no percent-encoding: no slug is written like that. */
function decodeSlug(raw: string): string | undefined {
  if (!raw.includes('%')) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}
