/** Declaration and registration of commands, and the options that several of them share. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { foldedLines } from '../build/table.ts';
import { wordsOf } from './outcome.ts';

export interface FailOn {
  failOn: ReadonlySet<string>;
}

/** Parsed options of a command: texts and switches. */
export type Flags<Text extends string, Switch extends string = never> = {
  [K in Text]?: string | undefined;
} & {
  [K in Switch]?: boolean;
};

export const option = (flags: string, about: string) => new Option(flags, about);

/** Flags → description. */
export const options = (all: Readonly<Record<string, string>>) =>
  Object.entries(all).map(([flags, about]) => option(flags, about));

export const JSON_ANSWER = option('--json', 'print the whole answer as JSON');
export const QUIET = option('--quiet', 'print nothing but errors, and the file of --out');
export const OUT = option('--out <file>', 'write there (UTF-8) instead of printing');
export type TargetProducts = Record<string, string>;

/** `Edge=120` or `Edge 120`; each further one is added. */
function addTargetProduct(text: string, earlier: TargetProducts = {}): TargetProducts {
  const at = text.indexOf('=');
  const name = (at < 0 ? text : text.slice(0, at)).trim();
  const version = at < 0 ? '' : text.slice(at + 1).trim();
  if (name === '') throw new InvalidArgumentError('name a product: "Edge=120".');
  // A second version of a product must not silently replace the first: the service reports that there are two.
  const key = Object.hasOwn(earlier, name) && earlier[name] !== version ? `${name} ${version}` : name;
  return { ...earlier, [key]: key === name ? version : '' };
}

export const TARGET_PRODUCT = option(
  '--target-product <name=version>',
  'product that the value is for, such as "Edge=120" or "Firefox 128.3 ESR"; can be repeated',
).argParser(addTargetProduct);
export const DATASET = option(
  '--dataset <location>',
  'folder or URL of a dist; default: HIVECHECK_DATASET, else the built-in one',
);
export const failOn = (outcomes: readonly string[], byDefault: 'all' | 'none' = 'all') =>
  option(
    '--fail-on <outcomes>',
    `outcomes that give exit code 1: ${outcomes.join(', ')}; none alone: nothing does`,
  )
    .default(new Set(byDefault === 'all' ? outcomes : []), byDefault)
    .argParser((text) => wordsOf(text, outcomes, 'outcome'));
/** Options of every look-up. */
export const ANSWER = [
  option('--lang <tag>', 'language of the texts (en-US, fr-FR, de-DE)').default('en-US'),
  DATASET,
  QUIET,
  JSON_ANSWER,
];
/** Options of look-ups with a verdict. */
export const VERDICT = [failOn(['unsupported', 'unverified', 'unknown', 'not-found']), ...ANSWER];
export const TARGETS = [option('--target-os <os>', 'family and release, or a build number'), TARGET_PRODUCT];

export interface Declaration {
  about: string;
  /** `<required>`, `[optional]` or `<several...>` → description. */
  args?: Readonly<Record<string, string>>;
  options?: readonly (Option | readonly Option[])[];
  /** Help text after the options. */
  help?: string;
  /** Complete command lines. */
  examples?: readonly string[];
  /** The meaning of exit code 0; only for commands with --fail-on. */
  success?: string;
  /** A module, loaded when the command runs so that all start fast, that exports `run`, or a function with the command's name. */
  load: () => Promise<object>;
}

/** By name. */
export type Declarations = Readonly<Record<string, Declaration>>;

/** Commands of one module, except those that name another. */
export function loadedBy(
  load: Declaration['load'],
  all: Readonly<Record<string, Omit<Declaration, 'load'> & Partial<Pick<Declaration, 'load'>>>>,
): Declarations {
  return Object.fromEntries(Object.entries(all).map(([name, each]) => [name, { load, ...each }]));
}

export const exitCodes = (success: string, other = 'anything else (see --fail-on)') => `
Exit codes:
  0  ${success}
  1  ${other}
  2  wrong usage, or input that cannot be read
  3  the dataset cannot be opened
`;

function examplesText([first, ...others]: readonly string[]): string {
  if (first === undefined) return '';
  const title = others.length === 0 ? 'Example' : 'Examples';
  return [`\n${title}:`, first, ...others].join('\n  $ ');
}

export function register(program: Command, name: string, declared: Declaration): void {
  const { about, args = {}, options = [], help = '', examples = [], success, load } = declared;
  const command = program.command(name).description(about);
  for (const each of Object.entries(args)) command.argument(...each);
  for (const option of options.flat()) command.addOption(option);
  const text = (success === undefined ? '' : exitCodes(success)) + help + examplesText(examples);
  if (text !== '') command.addHelpText('after', () => foldedLines(text));
  const path = program.parent === null ? name : `${program.name()} ${name}`;
  const shown = text.includes('  $ ') ? 'examples' : 'its options';
  command.showHelpAfterError(`(hivecheck ${path} --help shows ${shown})`);
  command.action(async (...given: unknown[]) => {
    const found = (await load()) as Record<string, (...given: unknown[]) => unknown>;
    const exported = name.replaceAll(/-./g, ([, letter = '']) => letter.toUpperCase());
    const run = found.run ?? found[exported];
    if (run === undefined) throw new TypeError(`The module of ${name} exports neither run nor ${exported}.`);
    await run(...given);
  });
}
