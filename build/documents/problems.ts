/** The pages of the problems: their cause, and what the client should do. */
import { escapeHtml } from '../../runtime/format/text.ts';
import { PROBLEMS, type ProblemName } from '../../runtime/http/problem.ts';
import { htmlPage, link } from './html.ts';

const ABOUT: Readonly<Record<ProblemName, string>> = {
  'malformed-body':
    'The body could not be read as one JSON object in UTF-8. Send an object, without trailing text.',
  'invalid-request':
    'The member “errors” names every bad field at once: “pointer” is a JSON Pointer to the field (a query parameter is named the same way), “detail” says what is expected. Correct them all and ask again; repeating the request unchanged cannot succeed.',
  unauthorized:
    'Paths under /k/v1/ need a valid key in the header X-API-Key, and a key that is sent to /mcp must be valid. A missing, an unknown and a revoked key get the same answer. The same endpoints without a key are under /v1/.',
  forbidden:
    'For /mcp the header Host must name this server, and the header Origin, where a browser sends one, a page that may call it: otherwise any web page could reach a server of the local network. The operator allows further names with HIVECHECK_MCP_HOSTS and HIVECHECK_MCP_ORIGINS.',
  'unknown-setting':
    'The dataset version named in “dataset” has no setting with this slug or policyId. Find slugs with resolve, csp or search.',
  'unknown-version':
    'The feed of changes does not lead from the version named in “since” to the dataset in service: the version is too old, was never in service here, or there is no feed. “detail” says which. Nothing is said about what changed: take every setting for changed, and ask for each anew.',
  'unknown-endpoint':
    'Nothing is served at this path. GET / lists the endpoints, /openapi.json describes them.',
  'method-not-allowed': 'The header Allow lists the methods that the endpoint takes.',
  'body-too-large':
    'Requests with a list (verify, convert, changes), and calls of the MCP tools of these names, may have 1 MiB (1,048,576 bytes), every other request 16 KiB (16,384 bytes). The connection is closed after this answer.',
  'unsupported-media-type':
    'Send the header “Content-Type: application/json” and an uncompressed UTF-8 body.',
  'rate-limited':
    'The client address has used up its requests of this one-minute window. Wait for as many seconds as the header Retry-After says.',
  'bad-request':
    'The message is not HTTP, has no Host header or several, or its Host or request target is not valid. Correct the client; repeating the request unchanged cannot succeed.',
  'request-timeout':
    'The head or the body did not arrive in time. The connection is closed; send the request again.',
  'expectation-failed': 'The only expectation that is met is “Expect: 100-continue”. Leave the header out.',
  'headers-too-large': 'Request line and headers together may have at most 16 KiB.',
  'not-implemented':
    'CONNECT is not served, and “Transfer-Encoding” may be chunked only. Send a plain HTTP/1.1 request.',
  overloaded:
    'The service has as much work as it takes at once, or the answer took too long to make: then send fewer values in one request. Wait for as many seconds as the header Retry-After says.',
  'dataset-unavailable':
    'A file that the answer needs is missing, fails its checksum or cannot be read in time, or no dataset is mounted. The service never gives a partial or a guessed answer. Wait for as many seconds as the header Retry-After says; other questions may be answered meanwhile.',
  internal: 'The service failed with an unexpected error. The operator has a log entry; try again later.',
};

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
