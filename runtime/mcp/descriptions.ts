/** What an agent reads before it calls anything: the instructions of the server, the descriptions of its tools. */

const RULE =
  'An absence is never filled with an assumption: what no source documents is answered as none, unknown or ambiguous, with a reason. Treat it the same way: never invent a key, a value or an OMA-URI.';

export const INSTRUCTIONS = `hivecheck knows which documented setting (Group Policy, ADMX, MDM policy) writes which Windows registry value, on which releases it is honoured, and which MDM node (OMA-URI) is its equivalent. Ask it before a registry value, a .reg file or an OMA-URI is rolled out.

${RULE}

A verdict is two verdicts: “registry” on writing the registry value, “mdm” on setting the node. Read the one for the way you deploy. supported: go on. unsupported: do not. unverified: the documents give no readable minimum; do not take it for supported. unknown: no target, or one that is not clear; name the target as family, release and edition (“Windows 11 24H2 Enterprise”) or as a build (“10.0.26100”).

Which tool: verify for files and for many values with their data; resolve for one registry value; csp for one OMA-URI; search where only the intent is known, then setting for the key, type and data of a hit; coverage for what the dataset holds. Answers are brief; detail “full” gives the API’s whole answer. Several matches: all are listed, the choice is yours. Read warnings before acting, and quote dataset.version with what you report.`;

export const TOOLS = {
  verify: {
    title: 'Verify registry values, files and MDM settings',
    description: `Call this before a .reg file, a policy backup, a script or a set of OMA-URIs is rolled out. Give files (a .reg file as “text”) or items: {key, value, type, data}, or {omaUri, data}, and targetOs. For each value: the settings that write it, the verdict on the registry value and the one on its MDM node for targetOs, whether type and data are documented, and the payload that sets the node to the same. Up to 1,000 values in one call. “undocumented” means that no source documents it, not that it does no harm.`,
  },
  resolve: {
    title: 'Look up one registry value',
    description: `Call this to learn which documented setting writes one registry value: its type and documented contents, the verdict on writing it on targetOs (“registry”), and its MDM equivalent with a verdict of its own (“mdm”). No match: “nearest” names documented values of a similar name, for typing errors; they are not what was asked for. For several values use verify.`,
  },
  csp: {
    title: 'Look up one MDM node (OMA-URI)',
    description: `Call this with an OMA-URI, or an identifier of Intune’s settings catalog, to learn whether it is documented and which registry value stands behind it. Not documented: “nearest” names documented nodes of a similar name. It gives no verdict for a target: verify with {omaUri, data} and targetOs does.`,
  },
  search: {
    title: 'Search settings by words',
    description: `Call this when only the intent is known (“stop users from installing extensions in Edge”). The hits are ranked, not verified: read their titles, then ask setting for key, type and data. “weak” means that probably none is what was meant.`,
  },
  setting: {
    title: 'Read one setting',
    description: `Call this with the slug of a hit or match: every registry value that the setting writes (key, name, type, documented contents), its supported-on text, its MDM node with payloads. It gives no verdict for a target: resolve or verify does.`,
  },
  coverage: {
    title: 'What the dataset covers',
    description: `Call this to learn which sources, versions and languages the dataset holds, before concluding anything from a value that was not found.`,
  },
} as const;

export type ToolName = keyof typeof TOOLS;

export const COVERAGE_RESOURCE = {
  title: 'Coverage of the dataset',
  description: 'The figures of the dataset in service, its sources and their versions.',
};

export const SETTING_RESOURCE = {
  title: 'Setting',
  description: 'The complete record of one setting, by slug, in English.',
};

export const CHECK_PROMPT = {
  title: 'Check this .reg file before rollout',
  description: 'Verifies every value of a .reg file for a target OS and reports what must be decided.',
};

/** @param file the content of the .reg file; without it the agent asks for it. */
export function checkPromptText(file: string | undefined, targetOs: string | undefined): string {
  const target = targetOs ?? 'the target OS (ask me for it: family, release and edition)';
  return `Check this .reg file before it is rolled out to ${target}.

1. Call verify once with files: [{"name": "rollout.reg", "text": <the file as it is>}]${targetOs === undefined ? ' and targetOs' : ` and targetOs: ${JSON.stringify(targetOs)}`}.
2. If the answer has “next”, call verify again with that as “from” until there is no “next”.
3. Report, value by value: what no documented setting writes (for those with a typing error, resolve names the nearest), what is unsupported, unverified or unknown on the target, and data that is undocumented or of the wrong type. The verdict for a .reg file is “registry”; the MDM verdict counts only if the same is set by MDM.
4. Name the MDM equivalents with their payloads, and the warnings. Do not fill gaps by guessing: what is unknown stays unknown.
5. Quote dataset.version.
${file === undefined ? '\nAsk me for the file.' : `\nThe file:\n\n${file}`}`;
}
