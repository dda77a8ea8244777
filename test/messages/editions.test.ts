/** The sentences about the editions of a node, for every edition list of the DDF. */
import { describe, expect, it } from 'vitest';
import { EDITIONS, editionList as listOf } from '../../build/compile/edition-names.ts';
import { noteText, reasonText } from '../../runtime/messages/index.ts';
import { judge, readTarget, type Tables } from '../../runtime/verdict/index.ts';
import { editionLists } from '../verdict/editions.ts';
import { nodeOf } from '../verdict/node.ts';
import { releases } from '../verdict/releases.ts';
import { faultsOf } from './faults.ts';

const lists = await editionLists();

describe('every edition list of the DDF', () => {
  it.each(['en-US', 'fr-FR'])('is told in %s without a fault, whatever edition is asked for', (lang) => {
    const own: Tables = { releases, editionLists: lists.map(listOf) };
    const targets = ['', ...EDITIONS.map(({ name }) => name), 'Single Language', 'Pro/Home'].map((name) =>
      readTarget(`Windows 11 ${name} 24H2`, releases),
    );
    let told = 0;
    for (const editionList of lists.keys()) {
      const facts = nodeOf({ minOs: '[10.0.19041] and later', editionList });
      for (const target of targets) {
        const { mdm, notes } = judge(facts, target, own);
        const sentences = notes.map((note) => noteText(note, 'a.b', lang));
        if (mdm) sentences.push(reasonText(mdm.reason, lang));
        for (const text of sentences) expect(faultsOf(text, lang), text).toEqual([]);
        told += sentences.length;
      }
    }
    expect(told).toBeGreaterThan(lists.length * targets.length);
  });
});
