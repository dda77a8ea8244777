/** The texts that an agent reads first: the server's instructions, its tools and their arguments. */

import { FORM_NAMES } from '../../runtime/format/form-names.ts';
import { COVERAGE_URI, SETTING_PREFIX } from '../../runtime/mcp/resources.ts';
import {
  argument,
  DETAIL,
  FILES,
  ITEMS,
  KEY,
  LANG,
  OMA_URI,
  oneOf,
  type Property,
  TARGET_OS,
  TARGET_PRODUCTS,
  TARGETS,
  VALUE,
} from './tool-arguments.ts';

const RULE =
  'An absence is never filled with an assumption: what no source documents is answered as none, unknown or ambiguous, with a reason. Treat it the same way: never invent a key, a value or an OMA-URI.';

export const INSTRUCTIONS = `hivecheck knows which documented setting (Group Policy, ADMX, MDM policy) writes which Windows registry value, on which releases it is honoured, and which MDM node (OMA-URI) is its equivalent. Ask it before a registry value, a .reg file or an OMA-URI is rolled out.

${RULE}

compatibility.verdict is the verdict on what you asked about: of resolve writing the registry value, of csp setting the node. compatibility.mdm is the one on sending the OMA-URI of csp, compatibility.registry what the text of the registry policy says by itself, where it differs, compatibility.product the one on the version in targetProducts: verdict leaves it out. supported: go on. unsupported: do not. unverified: no document decides; do not take it for supported. unknown: no target, one that is not clear (name it as family, release and edition, “Windows 11 24H2 Enterprise”, or as a build, “10.0.26100”), or no document of its releases; reason says which. mdmConfidence is about the MDM equivalent alone: none stands beside a documented registry value that has no node.

Answers are brief and have the API’s names; detail “full” gives the API’s whole answer. Several matches: the choice is yours. Read warnings before acting, and quote dataset.version with what you report.`;

const tool = (
  name: string,
  title: string,
  description: string,
  properties: Record<string, Property>,
  ...required: string[]
) => ({
  name,
  title,
  description,
  inputSchema: { type: 'object' as const, properties, ...(required.length > 0 && { required }) },
  annotations: { readOnlyHint: true, openWorldHint: false },
});

/** At most 10 kB for an agent in all: what several tools share is explained once, in the instructions. */
export const TOOLS = [
  tool(
    'verify',
    'Verify registry values, files and MDM settings',
    'Call this before registry values, a .reg file, a policy backup or OMA-URIs are rolled out: up to 1,000 values as items, as files (.reg, Registry.pol, GptTmpl.inf, PolicyRules, Registry.xml, LGPO text, scripts (registry commands alone), CSV, JSON, Intune exports) or both. For each: the settings that write it, the verdict for targetOs, whether type and data are documented, its MDM node and the payload to send. Not documented means that no source knows it, not that it is harmless: nothing is guessed.',
    {
      items: ITEMS,
      files: FILES,
      targetOs: TARGETS,
      targetProducts: TARGET_PRODUCTS,
      show: { ...oneOf('all', 'findings'), description: 'findings: only items that need attention' },
      from: { type: 'integer', description: '“next” of the answer before' },
      lang: LANG,
      detail: DETAIL,
    },
  ),
  tool(
    'convert',
    'Convert a list to a file that sets it',
    'Call this for a file that sets what a list sets: an Intune policy or profile, .reg, Registry.pol (pol, base64), LGPO text, a script, DSC, Ansible, PolicyRules. “left” names each value that it does not hold, and why: report it. Nothing is added.',
    {
      to: oneOf(...FORM_NAMES),
      items: ITEMS,
      files: FILES,
      targetOs: TARGET_OS,
      include: { ...oneOf('documented', 'all'), description: 'all: undocumented registry values too' },
      hive: { ...oneOf('HKLM', 'HKCU'), description: 'Of a pol' },
      lang: LANG,
      detail: DETAIL,
    },
    'to',
  ),
  tool(
    'resolve',
    'Look up one registry value',
    'Call this for one registry value: the documented settings that write it, its type and documented contents, its MDM equivalent (csp), and the verdict for targetOs, with that on the node (mdm). No match: “nearest” names what was perhaps meant. What no source documents is answered as none or unknown, never guessed: invent no key, value or node.',
    {
      key: KEY,
      value: VALUE,
      targetOs: TARGET_OS,
      targetProducts: TARGET_PRODUCTS,
      lang: LANG,
      detail: DETAIL,
    },
    'key',
    'value',
  ),
  tool(
    'csp',
    'Look up one MDM node',
    'Call this to learn whether an OMA-URI is documented, which registry value stands behind it, and the verdict for targetOs on setting it. “values” are those of the registry value; setting and verify say what the node takes.',
    {
      omaUri: OMA_URI,
      scope: oneOf('Device', 'User'),
      targetOs: TARGET_OS,
      targetProducts: TARGET_PRODUCTS,
      lang: LANG,
      detail: DETAIL,
    },
    'omaUri',
  ),
  tool(
    'search',
    'Search settings by words',
    'Call this when only the intent is known (“block USB storage”). Each hit has key, value name and MDM node: ask resolve or verify next. Hits are ranked, not verified; “weak” means that probably none is what was meant.',
    {
      q: argument('Words of the intent or title'),
      limit: { type: 'integer', description: '1 to 50, default 10' },
      lang: LANG,
      detail: DETAIL,
    },
    'q',
  ),
  tool(
    'setting',
    'Read one setting',
    'Call this with the slug of a match for all that the setting writes: elements, options, states, its supported-on text and its MDM payloads. It has no verdict: resolve or verify has.',
    { slug: argument('Slug, or policyId'), lang: LANG, detail: DETAIL },
    'slug',
  ),
  tool(
    'changes',
    'What changed since an earlier answer',
    'Call this with the dataset.version of earlier answers and the items of a list: which of them have a setting that was added, removed or changed since, and its facts before and after. Empty lists: nothing changed for them. Verify the items again that it names.',
    { since: argument('dataset.version of an earlier answer'), items: ITEMS, detail: DETAIL },
    'since',
    'items',
  ),
  tool(
    'coverage',
    'What the dataset covers',
    'Call this before concluding anything from a value that was not found: sources, versions and languages of the dataset.',
    { lang: LANG, detail: DETAIL },
  ),
];

export const RESOURCES = [
  {
    uri: COVERAGE_URI,
    name: 'coverage',
    title: 'Coverage of the dataset',
    description: 'The figures of the dataset in service, its sources and their versions.',
    mimeType: 'application/json',
  },
];

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: `${SETTING_PREFIX}{slug}`,
    name: 'setting',
    title: 'Setting',
    description: 'The complete record of one setting, by slug, in English.',
    mimeType: 'application/json',
  },
];

export const PROMPTS = [
  {
    name: 'check-reg-file',
    title: 'Check this .reg file before rollout',
    description: 'Verifies every value of a .reg file for a target OS and reports what must be decided.',
    arguments: [
      { name: 'file', description: 'The content of the .reg file.', required: false },
      { name: 'targetOs', description: 'The target, such as “Windows 11 24H2 Enterprise”.', required: false },
    ],
  },
];
