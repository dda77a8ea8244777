/** `hivecheck mcp`: answers the client that started it, over standard input and output. */
import { answerStdio } from '../runtime/node/mcp-stdio.ts';
import { exitCodeOf, reasonOf } from './error.ts';

/** How often a new version is looked for while a client stays connected. */
const INTERVAL_MS = 60_000;

/** Opening a dataset takes as long as everything before it: the first message is answered first. */
const OPEN_AFTER_MS = 50;

export async function run({ dataset }: { dataset?: string }): Promise<void> {
  let opening: ReturnType<typeof open> | undefined;
  const opened = () => {
    opening ??= open(dataset);
    return opening;
  };
  const early = setTimeout(() => void opened(), OPEN_AFTER_MS);
  await answerStdio(async () => (await opened()).service, report);
  clearTimeout(early);
  (await opening)?.source.stop();
}

/** Without a dataset nothing can be served: the end of the process shows it to the client. */
async function open(dataset: string | undefined) {
  // Loaded after the first message is answered.
  const { openService } = await import('./open.ts');
  return openService(dataset, INTERVAL_MS, report).catch((error: unknown) => {
    report(reasonOf(error));
    process.exit(exitCodeOf(error));
  });
}

/** Standard output belongs to the protocol. */
function report(message: string, error?: unknown): void {
  process.stderr.write(`hivecheck: ${message}${error === undefined ? '' : `: ${String(error)}`}\n`);
}
