/** The brief answer of setting. */

import type { SettingEnvelope } from '../contract/answers.ts';
import type { BriefSetting, BriefWrite } from '../contract/brief.ts';
import type { SettingRecord } from '../contract/record.ts';
import { oneLine } from '../messages/names.ts';
import { Brevity, type BriefLimits, endOf, HIVES, pastOf, sourcesOf, writableOf } from './brief-match.ts';
import { cut, defined, unlessEmpty } from './fit.ts';
import type { Write, WrittenPlace } from './writes.ts';

interface RecordLimits extends BriefLimits {
  /** Registry values. */
  writes: number;
}

/** From generous to tight. */
export const RECORD_LEVELS: readonly [RecordLimits, ...RecordLimits[]] = [
  { writes: 30, matches: 1, values: 30, warnings: 4, nearest: 0, text: 400, title: 200, said: 400 },
  { writes: 20, matches: 1, values: 12, warnings: 3, nearest: 0, text: 300, title: 120, said: 400 },
  { writes: 12, matches: 1, values: 6, warnings: 2, nearest: 0, text: 200, title: 100, said: 400 },
  { writes: 10, matches: 1, values: 3, warnings: 2, nearest: 0, text: 150, title: 80, said: 400 },
  { writes: 6, matches: 1, values: 2, warnings: 1, nearest: 0, text: 100, title: 60, said: 400 },
  { writes: 4, matches: 1, values: 2, warnings: 1, nearest: 0, text: 100, title: 60, said: 400 },
];

/**
 * @param places All that the record writes.
 * @param writes Of the first of them, at least as many as the limits let tell.
 */
export function briefSetting(
  envelope: SettingEnvelope,
  places: readonly WrittenPlace[],
  writes: readonly Write[],
  limits: RecordLimits,
): BriefSetting {
  const brevity = new Brevity(limits);
  const { setting, reason } = envelope.result;
  const { slug, displayName, registryKey, supportedOn, learnUrl, former = [] } = setting;
  brevity.first('former values', former, 0);
  brevity.first('writes', places, limits.writes);
  return defined({
    slug,
    title: cut(displayName, limits.title),
    ...pastOf(setting),
    hive: HIVES[setting.class],
    key: registryKey,
    writes: writes.slice(0, limits.writes).map((write) => briefWrite(write, brevity)),
    supportedOn: supportedOn === undefined ? undefined : cut(oneLine(supportedOn), limits.text),
    mdm: nodeFacts(setting, brevity),
    reason: cut(reason, limits.text),
    learnUrl,
    confidence: envelope.confidence,
    ...endOf(envelope, sourcesOf([setting]), brevity),
  });
}

function briefWrite({ data, label, ...place }: Write, brevity: Brevity): BriefWrite {
  return defined({ ...place, ...writableOf(data, brevity), label: cut(label, brevity.limits.title) });
}

function nodeFacts({ csp, cspAlternatives = [] }: SettingRecord, brevity: Brevity): BriefSetting['mdm'] {
  if (csp === undefined) return undefined;
  brevity.first('mdm nodes', cspAlternatives, 0);
  const { omaUri, scope, minOs, ingest, payloads, elements = {} } = csp;
  const { limits } = brevity;
  const nodes = Object.entries(elements).map(([id, element]) => `${id}: ${element.omaUri}`);
  return defined({
    omaUri,
    scope,
    minOs: cut(minOs, limits.text),
    ingest,
    enabled: payloads && wholePayload(payloads.enabled, brevity),
    disabled: payloads?.disabled,
    elements: unlessEmpty(brevity.first('element nodes', nodes, limits.values)),
  });
}

/** A payload is told whole or not at all: one that was cut would be sent. */
function wholePayload(payload: string, brevity: Brevity): string | undefined {
  const fits = payload.length <= brevity.limits.text * 4;
  return brevity.first('payload', [payload], fits ? 1 : 0)[0];
}
