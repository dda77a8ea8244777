/** The service that programs get: what they ask is checked, and its language read, as over HTTP. */

import { MAX_ITEMS } from './contract/verify.ts';
import type { JsonObject } from './format/json.ts';
import { Problem } from './http/problem.ts';
import type { Service, Snapshot } from './http/service.ts';
import {
  changesRequest,
  convertRequest,
  cspRequest,
  listChangesRequest,
  resolveRequest,
  searchRequest,
  settingRequest,
  verifyRequest,
} from './http/validate.ts';

export function checkedService(service: Service): Service {
  const known = new WeakMap<Snapshot, Snapshot>();
  return {
    ...service,
    snapshot() {
      const snapshot = service.snapshot();
      if (snapshot === undefined) return undefined;
      const checked = known.get(snapshot) ?? checkedSnapshot(snapshot);
      known.set(snapshot, checked);
      return checked;
    },
  };
}

function checkedSnapshot(snapshot: Snapshot): Snapshot {
  /** Throws a RangeError that names each wrong member. */
  const read = <T>(check: (body: JsonObject, languages: readonly string[]) => T, request: object): T => {
    try {
      return check({ ...request }, snapshot.languages);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const faults = error.errors?.map(({ pointer, detail }) => `${pointer.slice(1)} ${detail}`) ?? [];
      throw new RangeError(`The request is not valid: ${faults.join('; ')}.`);
    }
  };
  return {
    ...snapshot,
    resolve: async (request) => ownCopy(await snapshot.resolve(read(resolveRequest, request))),
    csp: async (request) => ownCopy(await snapshot.csp(read(cspRequest, request))),
    search: async (request) => ownCopy(await snapshot.search(read(searchRequest, request))),
    setting: async (request) => {
      const envelope = await snapshot.setting(read(settingRequest, request));
      return envelope && ownCopy(envelope);
    },
    coverage: async () => ownCopy(await snapshot.coverage()),
    verify: async ({ items, payloads, ...rest }, signal) => {
      // More items than a request may have are the caller's matter.
      const first = Array.isArray(items) ? items.slice(0, MAX_ITEMS) : items;
      return snapshot.verify({ ...read(verifyRequest, { ...rest, items: first }), items, payloads }, signal);
    },
    convert: async ({ items, ...rest }, signal) => {
      const first = Array.isArray(items) ? items.slice(0, MAX_ITEMS) : items;
      return snapshot.convert({ ...read(convertRequest, { ...rest, items: first }), items }, signal);
    },
    listChanges: async (request, signal) =>
      snapshot.listChanges(
        read((body) => listChangesRequest(body), request),
        signal,
      ),
    changes: async ({ since }) => snapshot.changes(read(() => changesRequest({ get: () => since }), {})),
  };
}

/** As it is over HTTP. What a program changes in an answer must not be in the next one. */
function ownCopy<T>(envelope: T): T {
  return JSON.parse(JSON.stringify(envelope)) as T;
}
