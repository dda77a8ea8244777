/** `hivecheck convert`: reads files, verifies their values, and writes those that are documented in another form. */
import { writeFileAtomic } from '../../build/atomic.ts';
import { visible } from '../../build/visible.ts';
import { fileBytes } from '../../runtime/convert/bytes.ts';
import type { RegistryForm } from '../../runtime/convert/form.ts';
import { REGISTRY_FORMS } from '../../runtime/convert/forms.ts';
import { convertRegistry, type VerifiedValue } from '../../runtime/convert/registry.ts';
import type { ConvertOptions } from '../convert.ts';
import { CliError, EXIT } from '../error.ts';
import { localVerify } from '../verify/ask.ts';
import { collect } from '../verify/collect.ts';
import { nameOf, placeOf, problemText } from '../verify/findings.ts';

export async function convertFiles(paths: readonly string[], options: ConvertOptions): Promise<void> {
  const form = REGISTRY_FORMS[options.to];
  if (form === undefined) throw new CliError(`--to ${options.to} is not a form`, EXIT.usage);
  const { units, problems } = await collect(paths);
  const question = { targetOs: null, lang: 'en-US', payloads: false };
  const verify = await localVerify(options.dataset, question, () => {});
  const values: VerifiedValue[] = [];
  for (const { items } of units) {
    const { items: answers } = await verify(items);
    for (const [at, item] of items.entries()) {
      const answer = answers[at];
      if (answer !== undefined) values.push({ item, answer });
    }
  }
  const hive = options.hive ?? (options.to === 'pol' ? 'HKLM' : undefined);
  const { content, converted, left, warnings } = convertRegistry(values, form, {
    include: options.include,
    hive,
  });
  if (converted > 0) await write(content, form, options.out);
  const lines = [
    ...problems.map(problemText),
    ...left.map(({ value, why }) => `left out: ${nameOf(value.item)} (${placeOf(value.item)}): ${why}`),
    ...warnings,
    `${converted} of ${values.length} values converted`,
  ];
  for (const line of lines) process.stderr.write(`hivecheck: ${visible(line)}\n`);
  if (problems.length > 0) process.exitCode = EXIT.usage;
  else if (left.length > 0 || converted === 0) process.exitCode = EXIT.finding;
}

async function write(content: string, form: RegistryForm, out: string | undefined): Promise<void> {
  const bytes = fileBytes(content, form.encoding);
  if (out === undefined) process.stdout.write(bytes);
  else await writeFileAtomic(out, bytes);
}
