/** `hivecheck convert`: reads files, and writes what is documented of them in another form. */
import { writeFileAtomic } from '../../build/atomic.ts';
import { visible } from '../../build/visible.ts';
import { parseJson } from '../../runtime/answer/json.ts';
import { fileBytes } from '../../runtime/convert/bytes.ts';
import { MDM_FORMS, REGISTRY_FORMS } from '../../runtime/convert/forms.ts';
import { openSnapshot } from '../ask.ts';
import type { ConvertOptions } from '../convert.ts';
import { EXIT } from '../error.ts';
import { requestItem } from '../verify/ask.ts';
import { collect } from '../verify/collect.ts';
import { nameOf, placeOf, problemText } from '../verify/findings.ts';

export async function convertFiles(
  paths: readonly string[],
  { dataset, out, ...options }: ConvertOptions,
): Promise<void> {
  const { units, problems } = await collect(paths);
  const items = units.flatMap((unit) => unit.items);
  const { snapshot, explaining } = await openSnapshot(dataset);
  const request = { ...options, items: items.map(requestItem), lang: 'en-US' };
  const { result, warnings } = parseJson(await explaining(() => snapshot.convert(request)));
  const { content, converted, left } = result;
  const { encoding } = { ...MDM_FORMS, ...REGISTRY_FORMS }[options.to];
  if (content !== '') await write(fileBytes(content, encoding), out);
  const lines = [
    ...problems.map(problemText),
    ...left.flatMap(({ index, why }) => {
      const item = items[index];
      return item === undefined ? [] : [`left out: ${nameOf(item)} (${placeOf(item)}): ${why}`];
    }),
    ...warnings,
    `${converted} of ${items.length} values converted`,
  ];
  for (const line of lines) process.stderr.write(`hivecheck: ${visible(line)}\n`);
  if (problems.length > 0) process.exitCode = EXIT.usage;
  else if (left.length > 0 || converted === 0) process.exitCode = EXIT.finding;
}

async function write(bytes: Uint8Array, out: string | undefined): Promise<void> {
  if (out === undefined) process.stdout.write(bytes);
  else await writeFileAtomic(out, bytes);
}
