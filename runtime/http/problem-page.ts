/** The short page behind every problem's `type`. */
import { PROBLEMS, type ProblemName } from './problem.ts';

export function isProblemName(name: string): name is ProblemName {
  return Object.hasOwn(PROBLEMS, name);
}

/** All text comes from the table above: nothing of a request is ever printed here. */
export function problemPage(name: ProblemName): string {
  const { status, title, about } = PROBLEMS[name];
  const heading = escapeHtml(title);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${heading} (${status})</title>
<h1>${heading}</h1>
<p>HTTP ${status}, problem type <code>/problems/${name}</code> (RFC 9457)</p>
<p>${escapeHtml(about)}</p>
<p><a href="/openapi.json">OpenAPI document</a></p>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
