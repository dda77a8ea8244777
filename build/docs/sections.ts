/** The generated sections of the pages, each between a marker and its end: `<!-- <kind> <argument> -->`. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Dataset } from '../../runtime/dataset/dataset.ts';
import { openDataset } from '../../runtime/dataset/open.ts';
import { createHttpApp } from '../../runtime/http/app.ts';
import { folderStore } from '../../runtime/node/folder-store.ts';
import { createService } from '../../runtime/service.ts';
import type { Coverage } from '../compile/coverage.ts';
import { coverageTables } from '../coverage-tables.ts';
import { markdownTable } from '../markdown.ts';
import { ROOT } from '../paths.ts';

/** The argument of an `example` section. */
interface Example {
  method: 'GET' | 'POST';
  path: string;
  body?: Record<string, unknown>;
  /** A jq path such as `.result.matches[0]`, or `<path> | {name, name}`: only this part of the answer is shown. */
  show?: string;
  /** Expected status of the answer; default 200. */
  status?: number;
}

/** Returns the text of a page with its generated sections made anew. */
export type RenderPage = (text: string) => Promise<string>;

const SECTION = /<!-- (command|coverage|example|file)(?: (.*?))? -->\n[\s\S]*?<!-- \/\1 -->/g;

/** @param dist The dataset that answers the examples and whose coverage is shown. */
export async function createRenderer(dist: string): Promise<RenderPage> {
  const dataset = await openDataset(folderStore(dist));
  const app = createHttpApp(createService({ snapshot: () => dataset }));
  const makers: Record<string, (argument: string) => Promise<string>> = {
    command: (argument) => command(dist, argument),
    coverage: () => coverage(dataset),
    example: (argument) => example(app, argument),
    file,
  };
  return async (text) => {
    const made: string[] = [];
    for (const [, kind = '', argument = ''] of text.matchAll(SECTION)) {
      const content = (await makers[kind]?.(argument)) ?? '';
      made.push(`<!-- ${kind}${argument && ` ${argument}`} -->\n${content}<!-- /${kind} -->`);
    }
    return text.replace(SECTION, () => made.shift() ?? '');
  };
}

/** The argument of a `command` section. */
interface ShownCommand {
  args: string[];
  /** Working directory; default: the project. */
  folder?: string;
  /** Number of lines of the beginning or the end of the output that are shown. */
  first?: number;
  last?: number;
  /** The exit code is shown in place of the output, and must be this one. */
  code?: number;
}

/** Shows the output of the command. Single quotes mean the same in bash and PowerShell. */
async function command(dist: string, argument: string): Promise<string> {
  const { args, folder = '.', first, last, code } = JSON.parse(argument) as ShownCommand;
  const line = ['hivecheck', ...args.map((each) => (/^[\w.=/-]+$/.test(each) ? each : `'${each}'`))].join(
    ' ',
  );
  const env = { ...process.env, HIVECHECK_DATASET: dist, NO_COLOR: '1', COLUMNS: '' };
  const script = [...TYPESCRIPT, join(ROOT, 'cli/main.ts'), ...args];
  const ran = promisify(execFile)(process.execPath, script, { cwd: join(ROOT, folder), env });
  const ended = await ran.catch((error: { code: number; stdout: string; stderr: string }) => error);
  const { stdout, stderr } = ended;
  // A page must not show an unintended failure.
  if (stderr !== '') throw new Error(`${line}: ${stderr}`);
  const ending = 'code' in ended ? ended.code : 0;
  if (code !== undefined) {
    if (ending !== code) throw new Error(`${line}: exit code ${ending}`);
    return fenced('sh', `${line}   # exit code ${code}\n`);
  }
  const lines = stdout.trimEnd().split('\n');
  const shown = [
    ...(last === undefined ? lines.slice(0, first) : ['…', ...lines.slice(-last)]),
    ...(first === undefined ? [] : ['…']),
  ];
  return fenced('sh', `${line}\n`) + fenced('text', `${shown.join('\n')}\n`);
}

const TYPESCRIPT = ['--import', import.meta.resolve('tsx')];

async function file(path: string): Promise<string> {
  return fenced(extname(path).slice(1), await readFile(join(ROOT, path), 'utf8'));
}

async function coverage(dataset: Dataset): Promise<string> {
  return coverageTables(await dataset.file<Coverage>('coverage.json'))
    .map(({ title, head, rows }) => `**${title}**\n\n${markdownTable(head, rows)}\n`)
    .join('');
}

async function example(app: ReturnType<typeof createHttpApp>, argument: string): Promise<string> {
  const asked = JSON.parse(argument) as Example;
  const { method, path, body, show, status = 200 } = asked;
  const response = await app.request(path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  // A page must not show an unintended failure.
  if (response.status !== status) {
    throw new Error(`example ${method} ${path}: status ${response.status}, ${JSON.stringify(answer)}`);
  }
  const flags = body ? ` -H 'content-type: application/json' \\\n  -d '${JSON.stringify(body)}'` : '';
  const url = `http://127.0.0.1:3000${path}`;
  // Some shells treat a question mark as a pattern.
  const command = `curl -s ${path.includes('?') ? `'${url}'` : url}${flags}${show ? ` | jq '${show}'` : ''}\n`;
  return (
    fenced('sh', command) +
    fenced('powershell', powershell(url, asked)) +
    fenced('json', `${JSON.stringify(part(answer, show), null, 2)}\n`)
  );
}

/** The same for PowerShell from 5.1 on, which sends Latin-1 if no charset is named and throws on error statuses. */
function powershell(url: string, { method, body, show, status = 200 }: Example): string {
  const request = [
    `Invoke-RestMethod ${quoted(url)}`,
    ...(method === 'GET'
      ? []
      : [`-Method ${method} -ContentType 'application/json; charset=utf-8' -Body $body`]),
  ].join(' ');
  const [path = '', names] = show?.split(' | ') ?? [''];
  const shown = path === '' || path === '.' ? request : `(${request})${path}`;
  const selected = names === undefined ? '' : ` | Select-Object ${names.replace(/[{}]/g, '').trim()}`;
  const printed = `${shown}${selected} | ConvertTo-Json -Depth 20`;
  const given = body === undefined ? '' : `$body = ${quoted(JSON.stringify(body))}\n`;
  return status === 200
    ? `${given}${printed}\n`
    : `${given}try { ${printed} } catch { $_.ErrorDetails.Message }\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** What jq prints for `show`. Throws if the answer lacks a named member: a page must not show an empty part. */
function part(answer: unknown, show = ''): unknown {
  const [path = '', names] = show.split(' | ');
  const found = [...path.matchAll(/[\w-]+/g)].reduce((value, [step]) => member(value, step), answer);
  if (names === undefined) return found;
  return Object.fromEntries([...names.matchAll(/[\w-]+/g)].map(([name]) => [name, member(found, name)]));
}

function member(value: unknown, name: string): unknown {
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, name))
    return Reflect.get(value, name);
  throw new Error(`an example shows “${name}”, which this lacks: ${JSON.stringify(value)}`);
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\`\`\`\n`;
}
