/** `GET /` and `GET /about` for people: a description and requests to try. */
import { escapeHtml } from '../../runtime/format/text.ts';
import { htmlPage, link } from './html.ts';
import service from './service.json' with { type: 'json' };

const BODY = {
  key: String.raw`HKLM\Software\Policies\Microsoft\Windows\WindowsUpdate`,
  value: 'ActiveHoursEnd',
  targetOs: 'Windows 11 24H2',
};

/** The address of the server is unknown here: a proxy may have another one. */
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

/** @param endpoints As in the index in JSON: name → `METHOD path`. */
export function frontPage(endpoints: Readonly<Record<string, string>>): string {
  return htmlPage(
    'hivecheck',
    `<p>${escapeHtml(service.about)}</p>
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
  .map((endpoint) => `<li><code>${escapeHtml(endpoint)}</code></li>`)
  .join('\n')}
</ul>
<p>${link('/openapi.json', 'OpenAPI document')} · ${link('/about', 'limits, keys and disclaimer')}</p>`,
  );
}

/** The server replaces each `{{name}}`. */
export function aboutPage(): string {
  const rows = {
    Rule: escapeHtml(service.rule),
    'Requests of one client address': '{{anonymous}}; with a key {{withKey}}',
    Keys: '{{keys}}',
    Disclaimer: escapeHtml(service.disclaimer),
  };
  return htmlPage(
    'About hivecheck',
    `<p>${escapeHtml(service.about)}</p>
<dl>
${Object.entries(rows)
  .map(([name, text]) => `<dt><strong>${name}</strong></dt>\n<dd>${text}</dd>`)
  .join('\n')}
</dl>
<p>${link('/', 'hivecheck')} · ${link('/openapi.json', 'OpenAPI document')}</p>`,
  );
}

function code(text: string): string {
  return `<pre><code>${escapeHtml(text)}</code></pre>`;
}
