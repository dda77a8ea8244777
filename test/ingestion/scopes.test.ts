/** Policies of ingested templates in the scope that their class does not have: under any app name, and as identifiers. */
import { expect, it } from 'vitest';
import type { Scope } from '../../runtime/contract/words.ts';
import type { CspEntry } from '../../runtime/format/format.ts';
import { verifiedEach } from '../answers.ts';
import { corpus, corpusDist } from '../corpus/dist.ts';
import { entriesOf } from '../corpus/entries.ts';

const withoutApp = (uri: string) => uri.toLowerCase().replace(/\/config\/[^~]*~/, '/config/~');

const asIdentifier = (uri: string) => uri.slice(2).toLowerCase().replaceAll('/', '_');
const renamed = (uri: string) => uri.replace(/\/Config\/[^~]*~/i, '/Config/MyApp~');

const { ask } = await corpus();
const nodes = entriesOf<CspEntry>(await corpusDist(), 'csp/en-US').flatMap(([, { matches }]) =>
  matches.flatMap(({ csp }) => (csp?.via === 'admx-ingestion' ? [csp] : [])),
);
const known = new Set(nodes.map(({ omaUri }) => withoutApp(omaUri)));
/** Every node of an ingested template, and the same path in the other scope where nothing documents that. */
const cases = nodes.flatMap(({ omaUri, scope }, at) => {
  const to: Scope = scope === 'User' ? 'Device' : 'User';
  const other = omaUri.replace(/^\.\/\w+/, `./${to}`);
  if (known.has(withoutApp(other))) return [];
  // `Policy_LocalPort_1` of Citrix' user is, as an identifier of the device, the option 1 of its `Policy_LocalPort`.
  const isOption = known.has(withoutApp(other).replace(/_[01]$/, ''));
  // Under its own app name or another one; all as identifiers, where one may be an option of another.
  const names = [at % 2 === 0 ? other : renamed(other), ...(isOption ? [] : [asIdentifier(other)])];
  return [{ node: omaUri, scope: to, names }];
});

it('are no match, with a warning that names the other scope’s node', async () => {
  expect(new Set(cases.map(({ scope }) => scope))).toEqual(new Set(['Device', 'User']));
  expect(cases.length).toBeGreaterThan(3_000);
  const wrong: unknown[] = [];
  for (const [at, { node, names }] of cases.entries()) {
    for (const [number, omaUri] of names.entries()) {
      const scope = (at + number) % 2 === 0 ? 'Device' : 'User';
      const { result, confidence, warnings } = await ask.csp({ omaUri, lang: 'en-US', scope });
      const isSaid = warnings.includes(`The path is documented for the other scope only: ${node}.`);
      if (result.matches?.length !== 0 || result.node || confidence !== 'none' || !result.reason || !isSaid)
        wrong.push([omaUri, result.matches?.map(({ slug }) => slug), warnings]);
    }
  }
  expect(wrong.slice(0, 5)).toEqual([]);
}, 240_000);

it('are unknown to verify, and set nothing', async () => {
  const uris = cases.flatMap(({ names }) => names);
  const itemOf = (omaUri: string) => ({ omaUri, data: '<disabled/>' });
  const answers = await verifiedEach(ask, uris, itemOf, { lang: 'fr-FR', targetOs: 'Windows 11 24H2' });
  const wrong = answers.filter(
    ([, { verdict, matches, mdm, data }]) => verdict !== 'unknown' || matches?.length !== 0 || mdm || data,
  );
  expect(wrong.slice(0, 3)).toEqual([]);
}, 240_000);
