/** The data checks: small rules over the committed facts. */
import { repeated } from '../collections.ts';
import { releaseOf } from '../compile/dropped.ts';
import { type Facts, SHARED_FILES, settingsOf } from '../facts/model.ts';
import { listedItems } from '../facts/pair-id.ts';
import { WINDOWS_LINE } from '../facts/sources.ts';
import type { SettingFact } from '../facts/types.ts';
import { MAX_LABEL } from '../import/adml.ts';
import { writtenData } from '../import/report.ts';
import { checkComponents } from '../supported-on/components.ts';
import { checkFloors, entryText } from '../supported-on/table.ts';
import { MDM_RULES } from './mdm-rules.ts';
import type { Rule } from './rule.ts';
import { TABLE_RULES } from './table-rules.ts';

export type { CheckInput, Rule } from './rule.ts';

export const RULES: Rule[] = [
  {
    name: 'slugs are unique and URL-safe',
    check: ({ facts }) => [
      ...repeated(settingsOf(facts).map(({ slug }) => slug)),
      ...settingsOf(facts).flatMap(({ slug }) => (/^[a-z0-9._-]+$/.test(slug) ? [] : [slug])),
    ],
  },
  {
    name: 'policyIds are unique',
    check: ({ facts }) => repeated(settingsOf(facts).map(({ policyId }) => policyId)),
  },
  {
    name: 'lines are sorted by slug',
    check: ({ facts }) =>
      [...facts.settings].flatMap(([source, all]) =>
        all.flatMap(({ slug }, at) =>
          at > 0 && (all[at - 1]?.slug ?? '') >= slug ? [`${source}: ${slug}`] : [],
        ),
      ),
  },
  { name: 'references resolve', check: ({ facts }) => unresolved(facts) },
  {
    name: 'each version of the Windows templates is of a release',
    allSources: true,
    // Without its build nobody knows which releases have what the version added or dropped.
    check: ({ facts, releases }) =>
      facts.sources
        .filter(({ line, kind }) => line === WINDOWS_LINE && kind === 'admx')
        .flatMap(({ id, versions }) => versions.map(({ version }) => ({ id, version })))
        .filter(({ id, version }) => releaseOf(id, version, releases) === undefined)
        .map(
          ({ id, version }) =>
            `${id} ${version}: enter its release in windows-releases.json, or name the version as a label there`,
        ),
  },
  {
    name: 'versions, dates and languages are declared',
    check: ({ facts }) => undeclared(facts),
  },
  {
    name: 'every declared version has facts, and all facts are of declared versions',
    check: ({ facts }) => [...withoutFacts(facts), ...withoutDeclaration(facts)],
  },
  {
    name: 'no text is empty, prose or in a wrong encoding',
    check: ({ facts }) => [
      ...settingsOf(facts).flatMap((setting) => badTexts(setting)),
      ...[...facts.categories, ...facts.supportedOn].flatMap(({ id, text }) =>
        Object.values(text).flatMap((each) => badText(id, each)),
      ),
    ],
  },
  {
    name: 'no explanatory text',
    check: ({ facts }) =>
      settingsOf(facts).flatMap(({ slug, text }) =>
        Object.entries(text).flatMap(([lang, each]) =>
          each.explainText === undefined ? [] : [`${slug} ${lang}`],
        ),
      ),
  },
  {
    name: 'keys have no hive, no outer backslash, values have digits',
    check: ({ facts }) => settingsOf(facts).flatMap((setting) => badRegistry(setting)),
  },
  ...MDM_RULES,
  ...TABLE_RULES,
  {
    name: 'every supported-on definition is classified, no entry is idle, none contradicts the grammar unexplained',
    allSources: true,
    check: ({ facts, floors, components, releases }) => {
      const { missing, unneeded, unexplained } = checkFloors(facts.supportedOn, floors, releases);
      return [
        ...checkComponents(components, releases),
        ...missing.map(
          (fact) =>
            `not classified; read it, then add to supported-on-floors.jsonl: ${entryText(fact, releases)}`,
        ),
        ...unneeded.map((name) => `no source has it; take it out of supported-on-floors.jsonl: ${name}`),
        ...unexplained,
      ];
    },
  },
  {
    name: 'nothing was left out of the import',
    check: ({ facts }) =>
      Object.entries(facts.report.sources).flatMap(
        ([id, { leftOut, missingTexts = [], missingAdml = {} }]) => [
          ...leftOut,
          ...missingTexts,
          ...Object.entries(missingAdml).map(
            ([lang, count]) =>
              `${id}: templates without an ADML in ${lang}: ${count}. Look for files that are missing; if the vendor has ` +
              `none, take ${lang} out of the languages of the version in sources.json`,
          ),
        ],
      ),
  },
];

function unresolved(facts: Facts): string[] {
  const categories = new Set(facts.categories.map(({ line, id }) => `${line}\0${id}`));
  const supported = new Set(facts.supportedOn.map(({ line, id }) => `${line}\0${id}`));
  const has = (table: Set<string>, line: string, id: string) =>
    table.has(`${line}\0${id}`) || table.has(`${WINDOWS_LINE}\0${id}`);
  return [
    ...facts.sources.flatMap(({ id, line }) =>
      (facts.settings.get(id) ?? []).flatMap(({ slug, category, supportedOn }) => [
        ...(category === undefined || has(categories, line, category)
          ? []
          : [`${slug}: category ${category}`]),
        ...(supportedOn === undefined || has(supported, line, supportedOn)
          ? []
          : [`${slug}: supportedOn ${supportedOn}`]),
      ]),
    ),
    ...facts.categories.flatMap(({ line, id, parent }) =>
      parent === undefined || has(categories, line, parent) ? [] : [`category ${id}: parent ${parent}`],
    ),
  ];
}

function undeclared(facts: Facts): string[] {
  return facts.sources.flatMap((source) => {
    const versions = new Set(source.versions.map(({ version }) => version));
    const line = facts.sources.filter((each) => each.line === source.line);
    const dates = new Set(facts.sources.flatMap((each) => each.versions.map(({ date }) => date)));
    const isDate = (date: string | undefined) => dates.has(date);
    // A policy that two lines document may have a language of the other line.
    const shared = new Set(facts.report.shared.map((each) => each.slice(0, each.indexOf(' ('))));
    const languages = new Set(line.flatMap((each) => each.versions.flatMap((version) => version.languages)));
    return (facts.settings.get(source.id) ?? []).flatMap(
      ({ slug, policyId, version, firstSeen, lastModified, text }) => [
        ...(versions.has(version) ? [] : [`${slug}: version ${version}`]),
        ...(isDate(firstSeen) && isDate(lastModified) && (firstSeen ?? '') <= (lastModified ?? '')
          ? []
          : [`${slug}: dates ${firstSeen}, ${lastModified}`]),
        ...Object.keys(text).flatMap((lang) =>
          languages.has(lang) || shared.has(policyId) ? [] : [`${slug}: language ${lang}`],
        ),
      ],
    );
  });
}

function withoutFacts({ sources, report }: Facts): string[] {
  return sources.flatMap(({ id, versions }) =>
    versions
      .filter(({ version }) => !report.sources[id]?.versions?.[version])
      .map(({ version }) => `${id} ${version} is declared and was never imported`),
  );
}

function withoutDeclaration({ sources, report, files }: Facts): string[] {
  const declared = new Map(sources.map(({ id, versions }) => [id, new Set(versions.map((v) => v.version))]));
  const imported = Object.entries(report.sources).flatMap(([id, { versions = {} }]) =>
    Object.keys(versions).flatMap((version) =>
      declared.get(id)?.has(version) ? [] : [`${id} ${version} was imported and is not declared`],
    ),
  );
  const stray = files.flatMap((name) => {
    const id = /^(.*)\.jsonl$/.exec(name)?.[1];
    return id === undefined || SHARED_FILES.has(id) || declared.has(id)
      ? []
      : [`${name} is of no declared source`];
  });
  return [...imported, ...stray];
}

function badTexts({ slug, text }: SettingFact): string[] {
  const all = Object.values(text).flatMap(({ displayName, labels, items, options = [] }) => [
    ...(displayName === undefined ? [] : [displayName]),
    ...options.filter((label) => label !== null),
    // An empty label replaces a text that is not a label.
    ...Object.values(labels ?? {}).filter(Boolean),
    ...Object.values(items ?? {}).flatMap((each) => each.flatMap((label) => label || [])),
  ]);
  return all.flatMap((each) => badText(slug, each));
}

/** UTF-8 that a vendor's tool read as Windows-1252 and wrote as UTF-8 again (`Ã©` for `é`, `â€™` for `’`), or a lost character. */
const WRONG_ENCODING = /\ufffd|[ÂÃ][\u0080-\u00bf]|Ã[‰€‡ˆŠ]|â€/;

function badText(of: string, text: string): string[] {
  return text.trim() === '' || text.length > MAX_LABEL || WRONG_ENCODING.test(text)
    ? [`${of}: "${text.slice(0, 40)}"`]
    : [];
}

function badRegistry(setting: SettingFact): string[] {
  const { slug, key, elements = [], enabledList = [], disabledList = [] } = setting;
  const items = [...enabledList, ...disabledList, ...elements.flatMap(listedItems)];
  const keys = [key, ...[...elements, ...items].flatMap((each) => each.key ?? [])];
  return [
    ...keys.flatMap((each) =>
      /^$|^\\|\\$|^(?:HKEY_|HKLM|HKCU)/i.test(each) ? [`${slug}: key ${each}`] : [],
    ),
    ...writtenData(setting).flatMap(([, { kind, value = '' }]) =>
      (kind === 'decimal' || kind === 'longDecimal') && !/^\d+$/.test(value)
        ? [`${slug}: ${kind} ${value}`]
        : [],
    ),
  ];
}
