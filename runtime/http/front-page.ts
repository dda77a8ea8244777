/** `GET /` and `GET /about` for people: what this is, and requests to try. */
import { escapeHtml, htmlPage, link } from './html.ts';

/** What `/about` answers as JSON. */
export interface About {
  about: string;
  rule: string;
  limits: { window: string; anonymous: number | null; withKey: number | null };
  keys: string;
  contact?: string;
  disclaimer: string;
}

const BODY = {
  key: String.raw`HKLM\Software\Policies\Microsoft\Windows\WindowsUpdate`,
  value: 'ActiveHoursEnd',
  targetOs: 'Windows 11 24H2',
};

/** The address of the server is not known here: a proxy may have another one. */
const ADDRESS = 'http://127.0.0.1:3000';

const CURL = String.raw`server=${ADDRESS}   # the address of this page
curl -s $server/v1/resolve -H 'content-type: application/json' \
  -d '${JSON.stringify(BODY)}'`;

const POWERSHELL = `$server = '${ADDRESS}'   # the address of this page
$body = @{
  key = '${BODY.key}'
  value = '${BODY.value}'
  targetOs = '${BODY.targetOs}'
} | ConvertTo-Json
Invoke-RestMethod "$server/v1/resolve" -Method Post -ContentType application/json -Body $body`;

/** @param endpoints as the index in JSON has them: a name, and `METHOD path`. */
export function frontPage(about: string, endpoints: Record<string, string | undefined>): string {
  return htmlPage(
    'hivecheck',
    `<p>${escapeHtml(about)}</p>
<h2>Try a request</h2>
<p>In a shell:</p>
${code(CURL)}
<p>In PowerShell:</p>
${code(POWERSHELL)}
<p>In this browser: ${link('/v1/setting/windowsupdate.activehours', 'a setting')},
${link('/v1/coverage', 'what the dataset holds and what it lacks')},
${link('/v1/health', 'which dataset is in service')}.</p>
<h2>Endpoints</h2>
<ul>
${Object.values(endpoints)
  .map((endpoint) => (endpoint === undefined ? '' : `<li><code>${escapeHtml(endpoint)}</code></li>`))
  .join('\n')}
</ul>
<p>${link('/openapi.json', 'OpenAPI document')} · ${link('/about', 'limits, keys and disclaimer')}</p>`,
  );
}

export function aboutPage({ about, rule, limits, keys, contact, disclaimer }: About): string {
  const isUrl = contact !== undefined && /^https?:\/\//i.test(contact);
  const rows: [string, string][] = [
    ['Rule', escapeHtml(rule)],
    ['Requests in one minute', `${limitText(limits.anonymous)}; with a key ${limitText(limits.withKey)}`],
    ['Keys', isUrl ? `Ask for a key: ${link(contact)}` : escapeHtml(keys)],
    ['Disclaimer', escapeHtml(disclaimer)],
  ];
  return htmlPage(
    'About hivecheck',
    `<p>${escapeHtml(about)}</p>
<dl>
${rows.map(([name, text]) => `<dt><strong>${name}</strong></dt>\n<dd>${text}</dd>`).join('\n')}
</dl>
<p>${link('/', 'hivecheck')} · ${link('/openapi.json', 'OpenAPI document')}</p>`,
  );
}

function limitText(limit: number | null): string {
  return limit === null ? 'without a limit' : `${limit} of one client address`;
}

function code(text: string): string {
  return `<pre><code>${escapeHtml(text)}</code></pre>`;
}
