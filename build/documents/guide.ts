/** The guide that agents read first: five requests with their bodies and the decisive members of the answers. */
import examples from './examples.json' with { type: 'json' };

export const RULE =
  'An absence is never filled with an assumption: what is not documented is answered as none, unknown or ambiguous, with a reason.';

const TARGET = 'Windows 11 24H2 Enterprise';

interface Example {
  for: string;
  request: string;
  body?: object;
  /** Some members of the answer. */
  answer: object;
}

/** The tests send each of them and compare these members. */
export const EXAMPLES: readonly Example[] = examples;

const json = (value: object) => JSON.stringify(value);

/** Plain Markdown in the form of https://llmstxt.org; the server replaces each `{{name}}`. */
export function llmsText(): string {
  const examples = EXAMPLES.map(({ for: what, request, body, answer }) =>
    [
      `### ${request}`,
      '',
      `For ${what}.`,
      '',
      '```json',
      ...(body === undefined ? [] : [json(body)]),
      json(answer),
      '```',
    ].join('\n'),
  );
  return `# hivecheck

> Verification service: which documented setting (Group Policy, ADMX, MDM policy) writes this Windows registry value, is it valid for the target OS, and which MDM node (OMA-URI) is its equivalent. Ask before a registry value, a .reg file or an OMA-URI is rolled out.

${RULE} Treat it the same way: invent no key, value or OMA-URI.

Verdicts: supported: go on. unsupported: do not. unverified: no document decides; do not take it for supported. unknown: no target, one that is not clear (name family, release and edition, “${TARGET}”, or a build, “10.0.26100”), or no document of its releases; reason says which. Read compatibility.verdict for a registry write, compatibility.mdm for MDM, compatibility.product beside them for the version in targetProducts. confidence is about the MDM equivalent alone: official, derived (confirm it first) or none. Read warnings before acting. Several matches: the choice is yours. No match: nearest names what was perhaps meant.

## Requests

Bodies are JSON (backslashes doubled), answers too; of each answer the members that decide are shown.

${examples.join('\n\n')}

## Further

- [OpenAPI](/openapi.json): every request and answer
- POST /v1/convert: a list as Intune policy, .reg, Registry.pol, PowerShell, DSC, Ansible and others
- POST /v1/changes with {since, items}: what changed for a list since dataset.version of an earlier answer
- GET /v1/coverage: sources, versions and languages; GET /v1/health
- POST /mcp: the same as tools of the Model Context Protocol

## Limits

Requests of one client address: {{anonymous}} without a key; {{withKey}} under /k/v1/ with the header X-API-Key. A body has at most 16 KiB, with a list 1 MiB and 1,000 values. Errors are application/problem+json: detail and errors say what to change. [About](/about): keys, disclaimer.
`;
}

/** The API catalog of RFC 9727. */
export const API_CATALOG = {
  linkset: [
    {
      anchor: '/',
      'service-desc': [{ href: '/openapi.json', type: 'application/json' }],
      'service-doc': [{ href: '/llms.txt', type: 'text/markdown' }],
      'service-meta': [{ href: '/about', type: 'application/json' }],
      status: [{ href: '/v1/health', type: 'application/json' }],
    },
  ],
};

/** The `Link` header of `/` and `/about`. */
export const LINK =
  '</openapi.json>; rel="service-desc"; type="application/json", </llms.txt>; rel="service-doc"; type="text/markdown", </.well-known/api-catalog>; rel="api-catalog"';
