/** What `build/documents` writes to `lib/documents/`, before anything is bundled or tested. */
declare module '#documents/pages.json' {
  const documents: Readonly<Record<string, import('./http/routes/pages.ts').StoredDocument>>;
  export default documents;
}

declare module '#documents/mcp.json' {
  const list: {
    instructions: string;
    tools: import('@modelcontextprotocol/server').Tool[];
    resources: import('@modelcontextprotocol/server').Resource[];
    resourceTemplates: import('@modelcontextprotocol/server').ResourceTemplateType[];
    prompts: import('@modelcontextprotocol/server').Prompt[];
  };
  export default list;
}
