/** The pages of the problems: their cause, and what the client should do. */
import { escapeHtml } from '../../runtime/format/text.ts';
import { PROBLEMS, type ProblemName } from '../../runtime/http/problem.ts';
import { htmlPage, link } from './html.ts';
import about from './problems.json' with { type: 'json' };

const ABOUT: Readonly<Record<ProblemName, string>> = about;

const HOME = `<p>${link('/', 'hivecheck')} · ${link('/openapi.json', 'OpenAPI document')}</p>`;

/** Map from problem name to page. */
export function problemPages(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(PROBLEMS).map(([name, { status, title }]) => {
      const body = `<p>HTTP ${status}, problem type <code>/problems/${name}</code> (RFC 9457)</p>
<p>${escapeHtml(ABOUT[name as ProblemName])}</p>
${HOME}`;
      return [name, htmlPage(title, body)];
    }),
  );
}

export function unknownProblemPage(): string {
  const known = Object.entries(PROBLEMS).map(
    ([name, { status, title }]) => `<li>${link(`/problems/${name}`, title)} (${status})</li>`,
  );
  return htmlPage(
    'No such problem',
    `<p>No problem type has this address. The types are:</p>\n<ul>\n${known.join('\n')}\n</ul>\n${HOME}`,
  );
}
