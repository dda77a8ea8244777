/** The committed facts as their product lines state them: an import keeps them for lines without files. */
import { join } from 'node:path';
import { finishReplacing, unlessMissing } from '../atomic.ts';
import { append, optional } from '../collections.ts';
import { CONTROLS, readJson, readLines, readSettings } from '../facts/model.ts';
import type { DdfFact, DdfNamesFact } from '../facts/nodes.ts';
import type { ImportReport } from '../facts/report.ts';
import type { SourceDeclaration } from '../facts/sources.ts';
import type { CategoryFact, ContentFact, ControlFact, SettingFact, SupportedOnFact } from '../facts/types.ts';
import type { UnjoinedFact } from '../facts/unjoined.ts';
import type { KeywordFact } from '../facts/words.ts';
import { type Keywords, keywordsIn, type WordFrequencies } from './keywords.ts';
import { emptyLine, type LineModel } from './merge.ts';

export const UNJOINED = 'unjoined.jsonl';
export const DDF_NAMES = 'ddf-names.jsonl';
export const WORD_FREQUENCIES = 'word-frequencies.json';

export type Committed = Awaited<ReturnType<typeof readCommitted>>;

/** @param sources The sources whose facts are read; missing files count as empty. */
export async function readCommitted(folder: string, sources: SourceDeclaration[]) {
  await finishReplacing(folder);
  const lines = <T>(name: string) => readLines<T>(join(folder, name)).catch(unlessMissing<T[]>([]));
  const json = <T>(name: string, none: T) => readJson<T>(join(folder, name)).catch(unlessMissing(none));
  const keywords = new Map(
    (await lines<KeywordFact>('keywords.jsonl')).map((each) => [each.slug, keywordsIn(each)]),
  );
  const settings = new Map<SourceDeclaration, SettingFact[]>();
  /** Source id → nodes, with all identifiers that they name. */
  const nodes = new Map<string, DdfFact[]>();
  const names = new Map((await lines<DdfNamesFact>(DDF_NAMES)).map((each) => [each.omaUri, each.names]));
  for (const source of sources) {
    const file = `${source.id}.jsonl`;
    if (source.kind !== 'ddf')
      settings.set(source, await readSettings(join(folder, file)).catch(unlessMissing<SettingFact[]>([])));
    else
      nodes.set(
        source.id,
        (await lines<DdfFact>(file)).map((each) => withNames(each, names)),
      );
  }
  return {
    lines: linesOf(sources, {
      settings,
      keywords,
      unjoined: await lines<UnjoinedFact>(UNJOINED),
      categories: await lines<CategoryFact>('categories.jsonl'),
      supportedOn: await lines<SupportedOnFact>('supported-on.jsonl'),
    }),
    nodes,
    /** Source id → every entry of its table as stated. */
    controls: controlsOf(sources, await lines<ControlFact>(CONTROLS)),
    report: await json<ImportReport>('import-report.json', { sources: {}, shared: [] }),
    /** Absent in facts that were imported before the file existed. */
    frequencies: await json<WordFrequencies | undefined>(WORD_FREQUENCIES, undefined),
    /** policyId in lower case → slug. */
    slugs: new Map([...settings.values()].flat().map(({ policyId, slug }) => [policyId.toLowerCase(), slug])),
  };
}

function withNames({ names: _, ...node }: DdfFact, all: ReadonlyMap<string, string[]>): DdfFact {
  const names = all.get(node.omaUri);
  return names ? { ...node, names } : node;
}

interface Tables {
  settings: ReadonlyMap<SourceDeclaration, SettingFact[]>;
  keywords: ReadonlyMap<string, Keywords>;
  unjoined: UnjoinedFact[];
  categories: CategoryFact[];
  supportedOn: SupportedOnFact[];
}

function linesOf(sources: SourceDeclaration[], tables: Tables): Map<string, LineModel> {
  const lines = new Map(sources.map(({ line }) => [line, emptyLine(line)]));
  const lineOf = new Map(sources.map(({ id, line }) => [id, lines.get(line)]));
  const unjoined = new Set(tables.unjoined.map((each) => each.setting.policyId.toLowerCase()));
  for (const [source, settings] of tables.settings) {
    for (const fact of settings) {
      const id = fact.policyId.toLowerCase();
      if (unjoined.has(id)) continue;
      const keywords = tables.keywords.get(fact.slug) ?? {};
      lineOf.get(source.id)?.settings.set(id, { source: source.id, fact: unlinked(fact, source), keywords });
    }
  }
  for (const { source, setting, keywords = {} } of tables.unjoined)
    lineOf.get(source)?.settings.set(setting.policyId.toLowerCase(), { source, fact: setting, keywords });
  for (const { line, id, parent, parentUnresolved, text } of tables.categories) {
    const category = { line, id, ...optional('parent', parent ?? parentUnresolved), text };
    lines.get(line)?.categories.set(id, category);
  }
  for (const each of tables.supportedOn) lines.get(each.line)?.supportedOn.set(each.id, each);
  return lines;
}

/** Removes what the join with other lines adds: it is made again from what these state today. */
function unlinked(fact: SettingFact, { kind }: SourceDeclaration): SettingFact {
  if (kind === 'pages') return fact;
  const { mdm: _, categoryUnresolved, supportedOnUnresolved, content, text, ...rest } = fact;
  return {
    ...rest,
    ...optional('content', content && withoutOthers(content)),
    ...reference('category', categoryUnresolved),
    ...reference('supportedOn', supportedOnUnresolved),
    text: kind === 'psd1' ? withoutTitle(text) : text,
  };
}

/** These come from the controls, the nodes and the corrections. */
function withoutOthers({
  otherTypes: _,
  otherOptions: __,
  flags: ___,
  ...content
}: ContentFact): ContentFact {
  return content;
}

/** An id (`namespace::NAME`) may be defined by now; an undeclared prefix of the file stays unknown. */
function reference(name: 'category' | 'supportedOn', unresolved: string | undefined): Partial<SettingFact> {
  if (unresolved === undefined) return {};
  return { [unresolved.includes('::') ? name : `${name}Unresolved`]: unresolved };
}

/** The table of security options has no titles: they come from the nodes and the controls. */
function withoutTitle(text: SettingFact['text']): SettingFact['text'] {
  return Object.fromEntries(
    Object.entries(text).flatMap(([lang, { displayName: _, ...rest }]) =>
      Object.keys(rest).length > 0 ? [[lang, rest]] : [],
    ),
  );
}

function controlsOf(sources: SourceDeclaration[], controls: ControlFact[]): Map<string, ControlFact[]> {
  const kinds = new Map(sources.map(({ id, kind }) => [id, kind]));
  const bySource = new Map<string, ControlFact[]>();
  for (const { setting: _, ...control } of controls) {
    // The nodes supply what the table of security options lacks.
    const { title: _title, omaUri: _omaUri, ...stated } = control;
    append(bySource, control.source, kinds.get(control.source) === 'psd1' ? stated : control);
  }
  return bySource;
}
