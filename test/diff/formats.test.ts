/** A record of an older format says the same as one of today: what only the format changed is no change of the facts. */
import { expect, it } from 'vitest';
import { optional } from '../../build/collections.ts';
import { settingRecord } from '../../build/compile/records.ts';
import { openContext } from '../../build/compile.ts';
import { canonicalSetting } from '../../build/diff/flatten.ts';
import type { SettingRecord } from '../../runtime/format/format.ts';
import { expectEqual } from '../same.ts';

const FACTS = new URL('../../facts', import.meta.url).pathname;

it('records up to format 2.4 told the policy’s own key and value name', { timeout: 180_000 }, async () => {
  const context = await openContext(FACTS, FACTS);
  let told = 0;
  for (const item of context.items) {
    const { setting } = item;
    const now = settingRecord(item, 'en-US', context);
    const { elementId, valueName: _, ...rest } = now;
    const before: SettingRecord = {
      ...rest,
      registryKey: setting.key,
      ...optional('valueName', setting.valueName),
      elements: now.elements.map((element, at) => ({
        ...element,
        ...(element.type !== 'list' && optional('registryKey', setting.elements?.[at]?.key)),
      })),
    };
    // Of 5 settings a state's list writes the only value: it was not told at all.
    if (elementId === undefined && setting.valueName === undefined && now.valueName !== undefined) continue;
    told += Number(elementId !== undefined);
    const [was, is] = [before, now].map((record) => [...canonicalSetting([record]).facts].sort());
    expectEqual(is, was, now.slug);
  }
  expect(told).toBeGreaterThan(4_000);
});
