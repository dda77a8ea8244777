/** The addresses of the resources, and the prompt that checks a .reg file. */

export const COVERAGE_URI = 'hivecheck://coverage';
export const SETTING_PREFIX = 'hivecheck://setting/';

/** @param file the content of the .reg file; without it the agent asks for it. */
export function checkPromptText(file: string | undefined, targetOs: string | undefined): string {
  const target = targetOs ?? 'the target OS (ask me for it: family, release and edition)';
  return `Check this .reg file before it is rolled out to ${target}.

1. Call verify once with files: [{"name": "rollout.reg", "text": <the file as it is>}]${targetOs === undefined ? ' and targetOs' : ` and targetOs: ${JSON.stringify(targetOs)}`}.
2. If the answer has “next”, call verify again with that as “from” until there is no “next”.
3. Report, value by value: what no documented setting writes (for those with a typing error, resolve names the nearest), what is unsupported, unverified or unknown on the target, and data that is undocumented or of the wrong type. “verdict” is the one for a .reg file; “mdm” counts only if the same is set by MDM.
4. Name the MDM equivalents with their payloads, and the warnings. Do not fill gaps by guessing: what is unknown stays unknown.
5. Quote dataset.version.
${file === undefined ? '\nAsk me for the file.' : `\nThe file:\n\n${file}`}`;
}
