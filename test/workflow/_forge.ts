/** Runs a workflow's jobs as a forge does: in order, with the matrix, conditions, outputs and artifacts; no containers. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { newFolder } from '../scratch.ts';

const execute = promisify(execFile);

export interface Step {
  id?: string;
  name?: string;
  if?: string;
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
  env?: Record<string, unknown>;
}

export interface Job {
  needs?: string | string[];
  if?: string;
  permissions?: Record<string, string>;
  environment?: string;
  'runs-on': string;
  'timeout-minutes'?: number;
  outputs?: Record<string, string>;
  strategy?: { matrix: Record<string, string> };
  steps: Step[];
}

export interface Workflow {
  on: Record<string, unknown>;
  permissions?: Record<string, string>;
  jobs: Record<string, Job>;
}

export async function readWorkflow(file: string): Promise<Workflow> {
  return parse(await readFile(file, 'utf8')) as Workflow;
}

export interface ForgeOptions {
  /** The repository that is checked out. */
  origin: string;
  /** Folder of programs that are found first. */
  tools: string;
  /** For every step. */
  env?: Record<string, string>;
  secrets?: Record<string, string>;
  vars?: Record<string, string>;
  inputs?: Record<string, unknown>;
}

export interface JobRun {
  result: 'success' | 'failure' | 'skipped';
  outputs: Record<string, string>;
  log: string;
  summary: string;
}

type Context = Record<string, unknown>;

export class Forge {
  readonly #options: ForgeOptions;
  /** Name → folder. */
  readonly artifacts = new Map<string, { folder: string; retentionDays: unknown }>();
  /** What was uploaded to code scanning. */
  readonly sarif: string[] = [];

  constructor(options: ForgeOptions) {
    this.#options = options;
  }

  /** @returns the runs by the job's id, for a matrix with the value behind a slash. */
  async run({ jobs }: Workflow): Promise<Record<string, JobRun>> {
    const { secrets = {}, vars = {}, inputs = {} } = this.#options;
    const all: Record<string, JobRun> = {};
    const needed: Record<string, Pick<JobRun, 'result' | 'outputs'>> = {};
    for (const [id, job] of Object.entries(jobs)) {
      const needs = Object.fromEntries([job.needs ?? []].flat().map((each) => [each, needed[each]]));
      const github = { token: 'default-token', ref: 'refs/heads/main' };
      const context = { secrets, vars, inputs, github, needs };
      const good = Object.values(needs).every((each) => each?.result === 'success');
      const runs = !holds(job.if, good, context) ? [] : matrixOf(job, context);
      const own: Record<string, JobRun> = {};
      for (const matrix of runs)
        own[[id, ...Object.values(matrix)].join('/')] = await this.#job(job, { ...context, matrix });
      const skipped: JobRun = { result: 'skipped', outputs: {}, log: '', summary: '' };
      const [first = skipped] = Object.values(own);
      const failed = Object.values(own).some(({ result }) => result === 'failure');
      needed[id] = { result: failed ? 'failure' : first.result, outputs: first.outputs };
      Object.assign(all, first === skipped ? { [id]: skipped } : own);
    }
    return all;
  }

  async #job(job: Job, context: Context): Promise<JobRun> {
    const home = await newFolder();
    const workspace = join(home, 'work');
    await mkdir(workspace);
    const steps: Record<string, { outputs: Record<string, string> }> = {};
    const run: JobRun = { result: 'success', outputs: {}, log: '', summary: '' };
    for (const step of job.steps) {
      const known = { ...context, steps };
      if (!holds(step.if, run.result === 'success', known)) continue;
      const outputs: Record<string, string> = {};
      try {
        if (step.uses) Object.assign(outputs, await this.#uses(step, workspace, known));
        else run.log += await this.#shell(step, workspace, home, known, outputs);
      } catch (error) {
        run.result = 'failure';
        run.log += `${error instanceof Error ? error.message : error}\n`;
      }
      if (step.id) steps[step.id] = { outputs };
    }
    run.summary = await readFile(join(home, 'summary.md'), 'utf8').catch(() => '');
    for (const [name, text] of Object.entries(job.outputs ?? {}))
      run.outputs[name] = String(filled(text, { ...context, steps }));
    return run;
  }

  async #uses({ uses = '', with: given = {} }: Step, workspace: string, context: Context) {
    const inputs = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, filled(value, context)]),
    );
    const [action] = uses.split('@');
    const path = join(workspace, String(inputs.path ?? ''));
    switch (action) {
      case 'actions/checkout':
        await execute('git', ['clone', '--quiet', this.#options.origin, workspace]);
        return {};
      case 'actions/setup-node':
        return {};
      case 'actions/create-github-app-token':
        return { token: `app-token-of-${inputs['client-id']}` };
      case 'actions/upload-artifact': {
        const folder = await newFolder();
        await cp(path, folder, { recursive: true });
        this.artifacts.set(String(inputs.name), { folder, retentionDays: inputs['retention-days'] });
        return {};
      }
      case 'github/codeql-action/upload-sarif':
        this.sarif.push(await readFile(join(workspace, String(inputs.sarif_file)), 'utf8'));
        return {};
      case 'actions/download-artifact':
        await this.#download(inputs, path);
        return {};
      default:
        throw new Error(`what ${action} does is not known here`);
    }
  }

  async #download({ name, pattern }: Record<string, unknown>, path: string): Promise<void> {
    const prefix = String(pattern ?? '').replace(/\*$/, '');
    for (const [artifact, { folder }] of this.artifacts) {
      if (artifact === name) await cp(folder, path, { recursive: true });
      else if (prefix !== '' && artifact.startsWith(prefix))
        await cp(folder, join(path, artifact), { recursive: true });
    }
  }

  async #shell(
    { run = '', env: given = {} }: Step,
    workspace: string,
    home: string,
    context: Context,
    outputs: Record<string, string>,
  ): Promise<string> {
    const output = join(home, `output-${(await readdir(home)).length}`);
    await writeFile(output, '');
    const own = Object.entries(given).map(([name, value]) => [name, String(filled(value, context))]);
    const env = {
      PATH: `${this.#options.tools}${delimiter}${process.env.PATH}`,
      HOME: home,
      RUNNER_TEMP: home,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: join(home, 'summary.md'),
      ...this.#options.env,
      ...Object.fromEntries(own),
    };
    // What the forge runs for a step without a shell of its own.
    const ended = await execute('bash', ['-e', '-c', run], { cwd: workspace, env }).catch(
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    for (const line of (await readFile(output, 'utf8')).split('\n').filter(Boolean)) {
      const [name = '', value = ''] = line.split(/=(.*)/s);
      outputs[name] = value;
    }
    const log = `${ended.stdout}${ended.stderr}`;
    if ('code' in ended) throw new Error(`${log}exit ${ended.code}`);
    return log;
  }
}

function matrixOf({ strategy }: Job, context: Context): Record<string, string>[] {
  const [axis] = Object.entries(strategy?.matrix ?? {});
  if (axis === undefined) return [{}];
  return (filled(axis[1], context) as string[]).map((value) => ({ [axis[0]]: value }));
}

/** Without a status function in it a condition holds only after success. */
function holds(condition: string | undefined, good: boolean, context: Context): boolean {
  const text = condition?.replace(/^\$\{\{|\}\}$/g, '') ?? 'true';
  if (!/\b(?:always|cancelled|failure|success)\(\)/.test(text) && !good) return false;
  return Boolean(evaluated(text, context));
}

/** Fills in `${{ … }}`; one that is the whole text keeps its type. */
function filled(value: unknown, context: Context): unknown {
  if (typeof value !== 'string') return value;
  const [, whole] = /^\$\{\{((?:(?!\}\}).)*)\}\}$/s.exec(value) ?? [];
  if (whole !== undefined) return evaluated(whole, context);
  return value.replace(/\$\{\{(.*?)\}\}/gs, (_, text: string) => String(evaluated(text, context)));
}

/** The forge's expressions are JavaScript's but for names with "-" and absent members, which are empty. */
function evaluated(text: string, context: Context): unknown {
  const get = (path: string) =>
    path.split('.').reduce<unknown>((at, name) => (at as Context | undefined)?.[name], context) ?? '';
  const code = text.replace(
    /\b(?:secrets|vars|inputs|github|needs|steps|matrix)(?:\.[\w-]+)+/g,
    (path) => `get(${JSON.stringify(path)})`,
  );
  const names = ['get', 'fromJSON', 'always', 'cancelled'];
  return new Function(...names, `return (${code});`)(
    get,
    JSON.parse,
    () => true,
    () => false,
  );
}
