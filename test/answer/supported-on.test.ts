/** What is said of a supported-on reference that has no English text: the whole corpus. */
import { describe, expect, it } from 'vitest';
import { readFacts } from '../../build/facts/model.ts';
import { FACTS } from '../../build/paths.ts';
import { matchesOf, resolve } from '../answers.ts';
import { corpus } from '../corpus/dist.ts';

const { ask } = await corpus();
const facts = await readFacts(FACTS, FACTS);

const HIVES = { Machine: 'HKLM', User: 'HKCU', Both: 'HKLM' } as const;

/** Slug → the supported-on line that its record shows and what is said of the registry policy. */
async function said(wanted: (id: string | undefined, unresolved: string | undefined) => boolean) {
  const found: { slug: string; shown?: string; verdict?: string; reason?: string }[] = [];
  for (const { slug, key, valueName, class: kind, ...rest } of [...facts.settings.values()].flat()) {
    if (valueName === undefined || !wanted(rest.supportedOn, rest.supportedOnUnresolved)) continue;
    const targetOs = 'Windows 11 24H2';
    const answer = await resolve(ask, `${HIVES[kind]}\\${key}`, valueName, { targetOs });
    const match = matchesOf(answer).find((each) => each.slug === slug);
    const { registry } = match?.compatibility ?? answer.result.compatibility ?? {};
    found.push({ slug, ...(match?.supportedOn && { shown: match.supportedOn }), ...registry });
  }
  return found;
}

describe('a supported-on reference', () => {
  it('of a text that is not in English is documented, but gives no minimum', async () => {
    const translated = new Set(
      facts.supportedOn.flatMap(({ id, text }) => (text['en-US'] === undefined ? [id] : [])),
    );
    const found = await said((id) => id !== undefined && translated.has(id));
    expect(found.length).toBeGreaterThan(10);
    for (const { slug, shown, verdict, reason } of found) {
      expect(verdict, slug).toBe('unverified');
      expect(reason, slug).toContain(shown);
    }
  });

  it('that no file defines is not taken for a vendor who documents nothing', async () => {
    const found = await said((_, unresolved) => unresolved !== undefined);
    expect(found.length).toBeGreaterThan(100);
    for (const { slug, verdict, reason } of found) {
      expect(verdict, slug).toBe('unverified');
      expect(reason, slug).toMatch(/definition that no file defines/);
    }
  });
});
