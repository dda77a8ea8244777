/** What an agent reads first of the MCP server (`mcp.json`): its instructions, its tools and their arguments. */

import { FORM_NAMES } from '../../runtime/format/form-names.ts';
import { COVERAGE_URI, SETTING_PREFIX } from '../../runtime/mcp/resources.ts';
import mcp from './mcp.json' with { type: 'json' };

/** Short JSON Schemas. Calls are checked as the API checks its requests. */
const ARGUMENTS: Record<string, object> = { ...mcp.shared, form: { type: 'string', enum: FORM_NAMES } };

/** A copy with the arguments that `$name` stands for. Throws for an unknown one. */
function expanded<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, each) =>
    typeof each === 'string' && each.startsWith('$') ? expanded(ARGUMENTS[each.slice(1)]) : each,
  );
}

/** At most 10 kB for an agent in all: what several tools share is explained once, in the instructions. */
export const TOOLS = mcp.tools.map(({ name, title, description, properties, required }) => ({
  name,
  title,
  description,
  inputSchema: { type: 'object' as const, properties: expanded(properties), ...(required && { required }) },
  annotations: { readOnlyHint: true, openWorldHint: false },
}));

export const MCP = {
  instructions: mcp.instructions.join('\n\n'),
  tools: TOOLS,
  resources: [{ uri: COVERAGE_URI, ...mcp.resource }],
  resourceTemplates: [{ uriTemplate: `${SETTING_PREFIX}{slug}`, ...mcp.resourceTemplate }],
  prompts: mcp.prompts,
};
