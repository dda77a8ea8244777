/** Descriptions of the operations: their purpose, and how an agent should act on their answers. */

const MATCHES = `
Confidence tells how the MDM (CSP) equivalent is known:
- \`official\`: the vendor states the mapping. Use \`csp.omaUri\` where the fleet is managed by MDM.
- \`derived\`: the service inferred the mapping. Treat it as a lead: confirm it at \`learnUrl\` or on a test device before use.
- \`none\`: no MDM equivalent is documented in this dataset version; \`result.reason\` says why. Do not invent an OMA-URI; the registry value or Group Policy is the documented way.

Read \`warnings\` before acting. When several settings write the pair, all are returned and the choice is yours: do not simply take the first one.`;

const AS_RESOLVE = `
Confidence is \`official\`, \`derived\` (confirm it before use) or \`none\`, as in resolve. Read \`warnings\` before acting; of several matches the choice is yours.`;

const VERDICTS = `
\`result.compatibility.verdict\` tells whether the value is valid for \`targetOs\`:
- \`supported\`: the target build reaches the documented minimum. Go on.
- \`unsupported\`: it does not. Do not write the value; report \`requiredBuild\` or \`requiredBuildAlternatives\`.
- \`unverified\`: the documentation gives no readable minimum build, or newer templates no longer have the setting, or call it removed. Do not take it for supported: test on a device or ask a person.
- \`unknown\`: no target was given, it was not recognized, or it is ambiguous or contradictory: ask again with the family and the label, or with a build number; \`reason\` and \`candidates\` say how. Also where the vendor documents nothing to judge by; \`reason\` says so.

With \`targetProducts\`, \`compatibility.product\` gives the same four verdicts on the version of the setting’s product, from the versions that the vendor documents. \`verdict\` does not include it, but that of a setting that its product dropped needs a documented version: go on only where both allow it.
`;

export const OPERATIONS = {
  resolve: {
    tag: 'look up',
    summary: 'Registry key and value to the settings that write it, with a compatibility verdict',
    description: `Ask before writing a registry value: which documented setting writes this pair, is it valid for the target OS, and is there an MDM equivalent.
${VERDICTS}${MATCHES}

No match (\`matches\` empty, confidence \`none\`) means that no source of this dataset version documents the pair; it does not mean that the value is harmless or useless. \`result.nearest\` lists documented pairs near it, none of which is the one asked for.`,
  },
  csp: {
    tag: 'look up',
    summary: 'OMA-URI to the setting and its registry key',
    description: `Ask which registry value stands behind an MDM node.
${AS_RESOLVE}

With \`targetOs\` \`result.compatibility.verdict\` tells whether the node may be set there: \`supported\`, \`unsupported\`, \`unverified\` or \`unknown\`, as in resolve; \`product\` is about \`targetProducts\`. \`result.node\` means that the vendor documents the node, but no registry setting backs it.`,
  },
  search: {
    tag: 'look up',
    summary: 'Text to settings',
    description: `Find slugs when neither the registry pair nor the OMA-URI is known. Results are ranked, not verified against your intent: read name, class and registry key, then ask setting or resolve.
${AS_RESOLVE}

Search gives no verdict (\`supported\`, \`unsupported\`, \`unverified\`, \`unknown\`); resolve does.`,
  },
  verify: {
    tag: 'lists',
    summary: 'Many registry values and MDM settings at once, with their data',
    description: `Ask before a script, a .reg file or a policy backup is applied: for each value which documented setting writes it, whether it is valid for the target OS, whether its type and data are documented, and what an MDM server would send instead. Up to 1,000 items count as one request of the rate limit. An item that is wrong gets a \`problem\` of its own; the others are answered.

\`verdict\` of each item tells whether the value is valid for \`targetOs\`: \`supported\`, \`unsupported\`, \`unverified\` or \`unknown\`, as in resolve; act on it as there. \`data.verdict\` tells whether the content is: \`documented\`, \`free\` (the vendor leaves it to the administrator), \`undocumented\`, \`wrong-type\` (do not write it) or not known. \`mdm\` names the node with its own verdict and, for ADMX-backed nodes, the payload made of all values of the setting in the request; \`missing\` names the elements that have no value there, and then there is no payload.

Confidence tells how the MDM equivalents are known: \`official\`, \`derived\` (confirm it before use) or \`none\`, for each node and for all together. Read the \`warnings\` of each item before acting. Where several settings write a value, all are named and the choice is yours. Files may be sent instead of or beside items; a file that cannot be read gets a \`problem\` of its own. 503 with \`/problems/overloaded\`: wait as Retry-After says.`,
  },
  convert: {
    tag: 'lists',
    summary: 'A list of registry values or MDM settings to a file that sets what is documented of them',
    description: `Ask with the items or files of verify and a form: a settings-catalog policy or custom profile of Intune, .reg, Registry.pol, LGPO text, PowerShell, DSC, Ansible, PolicyRules. \`content\` is the document; \`left\` names every item that it does not hold, with the reason: show it to whoever applies the file. Nothing is added that the list does not hold.

Each item is verified first, as by verify, which gives the verdicts (\`supported\`, \`unsupported\`, \`unverified\`, \`unknown\`). By default what no document covers is left out, and with a \`targetOs\` what is \`unsupported\` there. An MDM form never holds what no documented node sets. Confidence tells how the MDM equivalents of the items are known: \`official\`, \`derived\` (confirm them before use) or \`none\`. Identifiers of \`intune-catalog\` with basis \`rule\` are in no public export: import the file on a test tenant first. 503 with \`/problems/overloaded\`: wait as Retry-After says.`,
  },
  setting: {
    tag: 'look up',
    summary: 'The complete record of a setting',
    description: `Everything the dataset holds about one setting: values, elements with their bounds and options, supported-on text, MDM nodes. Takes a slug or a policyId (\`<namespace>::<name>\`). The language is \`?lang=\`, else the best match of Accept-Language, else en-US.
${AS_RESOLVE}

A record carries no verdict (\`supported\`, \`unsupported\`, \`unverified\`, \`unknown\`): resolve judges a \`targetOs\`.`,
  },
  coverage: {
    tag: 'dataset',
    summary: 'Figures of the dataset in service',
    description:
      'What is documented and what is not: settings, registry pairs and mappings by source and language, minimum builds that can be read, and why the others cannot. Figures only: no verdict (`supported`, `unsupported`, `unverified`, `unknown`), and `confidence` (`official`, `derived`, `none`) is `none`.',
  },
  changes: {
    tag: 'dataset',
    summary: 'What changed since an earlier dataset version',
    description:
      'Ask with the `dataset.version` of your stored answers: which settings were added, removed (`removedIn`: the vendor dropped it, the record stays) or changed, with the facts that changed, MDM mappings gained or lost, and minimums or verdicts that moved. The changes of several versions are combined: what was added and removed again is not listed, a fact that changed twice is listed once, from its first value to its last. `complete: false`: the changes of one of `steps` are not known; take every setting for changed. A version that the feed does not lead from is a 404 (`/problems/unknown-version`), never an empty list. It gives no verdict (`supported`, `unsupported`, `unverified`, `unknown`): ask resolve again for settings with `floorMoved`; `confidence` (`official`, `derived`, `none`) is `none`.',
  },
  listChanges: {
    tag: 'lists',
    summary: 'What changed for the values of a list since an earlier dataset version',
    description:
      'Ask with the items of verify (their data does not matter) and the `dataset.version` of your stored answers: the answer of GET for the settings behind these items alone, and in `items` which item each concerns. `since` the version in service: empty lists. It gives no verdict (`supported`, `unsupported`, `unverified`, `unknown`): verify the items again; `confidence` (`official`, `derived`, `none`) is `none`.',
  },
  changesAtom: {
    tag: 'dataset',
    summary: 'The same as an Atom feed, an entry a version',
    description:
      'For feed readers: the newest 50 versions with their counts, each with a link to its changes. It gives no verdict (`supported`, `unsupported`, `unverified`, `unknown`) and no confidence (`official`, `derived`, `none`).',
  },
  health: {
    tag: 'dataset',
    summary: 'Status of the service and version of its dataset',
    description:
      'Public and not limited. It gives no verdict (`supported`, `unsupported`, `unverified`, `unknown`) and no confidence (`official`, `derived`, `none`): compare `dataset.version` with the one of your stored answers, and ask again for those of another version.',
  },
} as const;
