/** Errors in vendors' files with their exact places, collected so that one run reports all of them. */

export interface ImportProblem {
  /** Relative to the import's root folder. */
  file: string;
  line?: number;
  column?: number;
  message: string;
  /** Only texts are lost: the settings are imported. */
  textsOnly?: true;
}

/** Thrown by a reader that cannot continue with its file. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  readonly problem: ImportProblem;
  constructor(problem: ImportProblem) {
    super(formatProblem(problem));
    this.problem = problem;
  }
}

/** The import found problems and wrote nothing. */
export class ImportFailed extends Error {
  override readonly name = 'ImportFailed';
  readonly problems: ImportProblem[];
  constructor(
    problems: ImportProblem[],
    told = `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in the vendor files; nothing was written ` +
      '(`hivecheck import --keep-going` keeps the facts of their product lines, or leaves broken files out where there are none)',
  ) {
    super(`${told}:\n${problems.map(formatProblem).join('\n')}`);
    this.problems = problems;
  }
}

export function formatProblem({ file, line, column, message }: ImportProblem): string {
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  return `${place}: ${message}`;
}

export type Report = (problem: ImportProblem) => void;

/** Reports an error at an element's place. */
export type Complain = (at: { line: number; column: number }, message: string) => void;

export function complaining(file: string, report: Report): Complain {
  return ({ line, column }, message) => report({ file, line, column, message });
}
