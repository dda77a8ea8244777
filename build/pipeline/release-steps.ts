/** The steps of a release as the command runs them. */
import { runChecks } from '../checks/run.ts';
import { compile } from '../compile.ts';
import type { ImportChoices } from '../import/run.ts';
import { importDeclared } from './import-declared.ts';
import { importNotes } from './import-notes.ts';
import { type PublishOptions, publish } from './publish/publish.ts';
import { signVersion } from './publish/sign.ts';
import type { ReleaseSteps } from './release.ts';

export interface StepOptions
  extends Pick<ImportChoices, 'allowLoss' | 'allowMoved'>,
    Pick<PublishOptions, 'environment' | 'keep' | 'publicKey' | 'signingKey' | 'replaceKey'> {
  /** Folder of the vendors' files; absent: nothing is imported. */
  sources?: string | undefined;
  /** The place in service; absent: nothing is published. */
  to?: string | undefined;
  progress: (done: number, total: number, what: string) => void;
}

/** Number of files of all sources, for a progress bar that starts before they are counted. */
const EXPECTED_FILES = 2300;

export function fileCounter(progress: StepOptions['progress']): () => void {
  let files = 0;
  return () => progress(++files, Math.max(files, EXPECTED_FILES), 'files read');
}

export function releaseSteps(options: StepOptions): ReleaseSteps {
  const { sources, to, environment, keep, publicKey, signingKey, replaceKey, progress } = options;
  const published = { keep, publicKey, signingKey, replaceKey, ...(environment && { environment }) };
  const tick = fileCounter(progress);
  return {
    ...(sources !== undefined && {
      importInto: async (facts: string) => {
        const { allowLoss, allowMoved } = options;
        const choices = { allowLoss, allowMoved, onlyDeclared: true };
        const done = await importDeclared({ ...choices, root: sources, facts, builtIn: facts, tick });
        return importNotes(done.facts);
      },
    }),
    check: (facts) => runChecks(facts, facts),
    compile: async (facts, out) => {
      const { manifest } = await compile({ facts, builtIn: facts, out, progress });
      return manifest.version;
    },
    ...(signingKey && { sign: (folder: string) => signVersion(folder, signingKey) }),
    ...(to !== undefined && {
      publish: async (from: string) => void (await publish({ from, to, ...published })),
    }),
  };
}
