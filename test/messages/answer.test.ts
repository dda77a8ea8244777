/** Every sentence beside the verdict, read in both languages. */
import { describe, expect, it } from 'vitest';
import { type AnswerMessages, reasonsInEnglish, textsIn } from '../../runtime/messages/index.ts';
import { faultsOf } from './faults.ts';

const PAIR = 'software\\policies\\example + on';
const URI = './Device/Vendor/MSFT/Policy/Config/Area/Name';

/** One call of each. */
const SENTENCES: { [K in keyof AnswerMessages]: (messages: AnswerMessages) => string } = {
  several: ({ several }) => several(PAIR, 'a.b, c.d'),
  allMatches: ({ allMatches }) => allMatches,
  otherHive: ({ otherHive }) => otherHive('a.b', 'HKLM', 'HKCU'),
  otherHiveUnknown: ({ otherHiveUnknown }) => otherHiveUnknown('HKLM', 'HKCU'),
  noScope: ({ noScope }) => noScope('a.b', 'User', 'Device'),
  leftOut: ({ leftOut }) => leftOut('a.b'),
  severalNodes: ({ severalNodes }) => severalNodes('a.b', 2),
  intuneOnly: ({ intuneOnly }) => intuneOnly('a.b'),
  wholePolicy: ({ wholePolicy }) => wholePolicy('a.b'),
  removedIn: ({ removedIn }) => removedIn('a.b', '25H2'),
  lastSeenIn: ({ lastSeenIn }) => lastSeenIn('a.b', '22H2'),
  communityOnly: ({ communityOnly }) => communityOnly('a.b'),
  communitySource: ({ communitySource }) => communitySource('a.b', 'bis-f'),
  listKey: ({ listKey }) => listKey('a.b', 'Software\\Policies\\Example', 'Site'),
  valueInKey: ({ valueInKey }) => valueInKey('Software\\Policies\\Example', 'On'),
  omaUriAsKey: ({ omaUriAsKey }) => omaUriAsKey,
  keyAsOmaUri: ({ keyAsOmaUri }) => keyAsOmaUri,
  nativeView: ({ nativeView }) => nativeView('software\\policies\\example'),
  usersKey: ({ usersKey }) => usersKey,
  controlSet: ({ controlSet }) => controlSet,
  hiddenEnd: ({ hiddenEnd }) => hiddenEnd,
  unknownHive: ({ unknownHive }) => unknownHive('HKML'),
  deletesValue: ({ deletesValue }) => deletesValue('on'),
  softValue: ({ softValue }) => softValue('on'),
  instructions: ({ instructions }) => Object.values(instructions).join(' '),
  fallback: ({ fallback }) => fallback('fr-FR', 'en-US', 'a.b'),
  noText: ({ noText }) => noText('a.b'),
  partialTexts: ({ partialTexts }) => partialTexts('en-US', 'elements/b/label'),
  list: ({ list }) =>
    [{ explicitValue: true }, { explicitValue: false, valuePrefix: 'P' }, { explicitValue: false }]
      .map((facts) => list('a.b', { additive: false, ...facts }))
      .join(' '),
  listOnly: ({ listOnly }) => listOnly('a.b', 'Site'),
  valueUnmapped: ({ valueUnmapped }) => valueUnmapped('a.b'),
  noMapping: ({ noMapping }) => noMapping('a.b'),
  keyNotIngestible: ({ keyNotIngestible }) => keyNotIngestible('software\\microsoft'),
  nothingWrites: ({ nothingWrites }) => nothingWrites(PAIR),
  nothingJudged: ({ nothingJudged }) => nothingJudged,
  foreignHive: ({ foreignHive }) => foreignHive('HKCR'),
  emptyKey: ({ emptyKey }) => emptyKey,
  hives: ({ hives }) => Object.values(hives).join(' '),
  unknownField: ({ unknownField }) => `${unknownField('os', 'targetOs')} ${unknownField('x', undefined)}`,
  searchFor: ({ searchFor }) => searchFor('No Auto Update'),
  controlInKey: ({ controlInKey }) => controlInKey,
  policyResult: ({ policyResult }) => policyResult,
  scopeContradicts: ({ scopeContradicts }) => scopeContradicts('User', 'Device'),
  documentedOnly: ({ documentedOnly }) => documentedOnly(URI),
  undocumented: ({ undocumented }) => undocumented(URI),
  securityNode: ({ securityNode }) => securityNode(URI),
  catalogId: ({ catalogId }) => catalogId('device_vendor_msft_policy_config_area_name', URI),
  catalogVersion: ({ catalogVersion }) => catalogVersion,
  catalogRest: ({ catalogRest }) => catalogRest('_element_9'),
  otherApp: ({ otherApp }) => otherApp(URI),
  mdmStore: ({ mdmStore }) => mdmStore(URI),
  mdmStoreUnknown: ({ mdmStoreUnknown }) => mdmStoreUnknown,
  dynamicNode: ({ dynamicNode }) => dynamicNode(`${URI}/{}`),
  otherScope: ({ otherScope }) => otherScope(URI),
  figuresOnly: ({ figuresOnly }) => figuresOnly,
  nothingFound: ({ nothingFound }) => nothingFound,
  weak: ({ weak }) => weak,
  onlyStopWords: ({ onlyStopWords }) => onlyStopWords,
  noWords: ({ noWords }) => noWords,
};

describe.each(Object.entries(SENTENCES))('%s', (_name, say) => {
  const [english, french] = ['en-US', 'fr-FR'].map((lang) => say(textsIn(lang)));

  it('has no fault, and a sentence of its own in each language', () => {
    expect(faultsOf(english ?? '', 'en-US'), english).toEqual([]);
    expect(faultsOf(french ?? '', 'fr-FR'), french).toEqual([]);
    expect(french).not.toBe(english);
  });

  it('claims no absence outside this dataset version', () => {
    expect(english).not.toMatch(/\b(?:exists?|does not exist)\b/);
    expect(french).not.toMatch(/n’existe/);
  });
});

it('lists the names of a list with a prefix and without', () => {
  const { listOnly } = textsIn('en');
  expect(listOnly('a.b', '')).toBe(
    'a.b lists values under this key, but only under the names 1, 2 and so on.',
  );
  expect(listOnly('a.b', 'Site')).toContain('the names Site1, Site2 and so on.');
});

describe('the language of the sentences', () => {
  it.each(['fr', 'FR', 'fr-FR', 'fr-CA'])('is French for %s', (lang) => {
    expect(textsIn(lang)).toBe(textsIn('fr-FR'));
    expect(reasonsInEnglish(lang)).toBeUndefined();
  });

  it.each(['en', 'en-US', 'EN-gb'])('is English for %s', (lang) => {
    expect(textsIn(lang)).toBe(textsIn('en-US'));
    expect(reasonsInEnglish(lang)).toBeUndefined();
  });

  it.each(['de-DE', 'de', 'fro', 'ja-JP'])('is English for %s, with a warning', (lang) => {
    expect(textsIn(lang)).toBe(textsIn('en-US'));
    expect(reasonsInEnglish(lang)).toBe(
      `Reasons and warnings are not available in ${lang}; they are in English.`,
    );
  });
});
