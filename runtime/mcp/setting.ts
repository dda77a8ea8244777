/** The brief answer of setting. */

import { oneLine } from '../messages/names.ts';
import type { SettingEnvelope } from '../schema/answers.ts';
import type { BriefSetting, BriefWrite } from '../schema/brief.ts';
import type { RecordCsp, SettingRecord } from '../schema/record.ts';
import { type BriefLimits, endOf, HIVES, pastOf, sourcesOf, titleOf, writableOf } from './brief-match.ts';
import { cut, Omitted } from './fit.ts';
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
  const omitted = new Omitted();
  const { setting, reason } = envelope.result;
  const { slug, registryKey, supportedOn, learnUrl, former = [] } = setting;
  omitted.first('former values', former, 0);
  omitted.first('writes', places, limits.writes);
  return {
    slug,
    ...titleOf(setting, limits),
    ...pastOf(setting),
    hive: HIVES[setting.class],
    key: registryKey,
    writes: writes.slice(0, limits.writes).map((write) => briefWrite(write, limits, omitted)),
    ...(supportedOn !== undefined && { supportedOn: cut(oneLine(supportedOn), limits.text) }),
    ...nodeFacts(setting, limits, omitted),
    ...(reason !== undefined && { reason: cut(reason, limits.text) }),
    ...(learnUrl !== undefined && { learnUrl }),
    confidence: envelope.confidence,
    ...endOf(envelope, sourcesOf([setting]), limits, omitted),
  };
}

function briefWrite({ data, label, ...place }: Write, limits: BriefLimits, omitted: Omitted): BriefWrite {
  return {
    ...place,
    ...writableOf(data, limits, omitted),
    ...(label !== undefined && { label: cut(label, limits.title) }),
  };
}

function nodeFacts({ csp, cspAlternatives }: SettingRecord, limits: BriefLimits, omitted: Omitted) {
  if (csp === undefined) return {};
  if (cspAlternatives !== undefined) omitted.first('mdm nodes', cspAlternatives, 0);
  const { omaUri, scope, minOs, ingest, payloads } = csp;
  return {
    mdm: {
      ...(omaUri !== undefined && { omaUri }),
      ...(scope !== undefined && { scope }),
      ...(minOs !== undefined && { minOs: cut(minOs, limits.text) }),
      ...(ingest !== undefined && { ingest }),
      ...payloadsOf(payloads, limits, omitted),
      ...elementNodes(csp, limits, omitted),
    },
  };
}

/** A payload is told whole or not at all: one that was cut would be sent. */
function payloadsOf(payloads: RecordCsp['payloads'], { text }: BriefLimits, omitted: Omitted) {
  if (payloads === undefined) return {};
  const { enabled, disabled } = payloads;
  if (enabled.length > text * 4) omitted.first('payload', [enabled], 0);
  return { ...(enabled.length <= text * 4 && { enabled }), disabled };
}

function elementNodes({ elements = {} }: RecordCsp, { values }: BriefLimits, omitted: Omitted) {
  const all = Object.entries(elements).map(([id, { omaUri }]) => `${id}: ${omaUri}`);
  const told = omitted.first('element nodes', all, values);
  return told.length === 0 ? {} : { elements: told };
}
