/** What tools take of the files of a form, as JSON Schema. */

const text = { type: 'string' };
const integer = (maximum: number) => ({ type: 'integer', minimum: 0, maximum });
const only = (properties: object, required: string[]) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});
const data = {
  String: text,
  ExpandString: text,
  MultiString: { type: 'array', items: text },
  DWord: integer(0xffff_ffff),
  QWord: integer(2 ** 64),
  Binary: { type: 'array', items: integer(255) },
};
/** What the resource Microsoft.Windows/Registry takes; a deletion without a value name would take the whole key. */
export const DSC = only(
  {
    $schema: { const: 'https://aka.ms/dsc/schemas/v3/bundled/config/document.json' },
    resources: {
      type: 'array',
      items: only(
        {
          name: text,
          type: { const: 'Microsoft.Windows/Registry' },
          properties: {
            ...only(
              {
                keyPath: { type: 'string', pattern: '^HK(LM|CU)\\\\[^\\\\]' },
                valueName: { type: 'string', minLength: 1 },
                valueData: { ...only(data, []), minProperties: 1, maxProperties: 1 },
                _exist: { const: false },
              },
              ['keyPath', 'valueName'],
            ),
            oneOf: [{ required: ['valueData'] }, { required: ['_exist'] }],
          },
        },
        ['name', 'type', 'properties'],
      ),
    },
  },
  ['$schema', 'resources'],
);

/** The argument specification of ansible.windows.win_regedit, as far as tasks here have its arguments. */
export const ANSIBLE = {
  type: 'array',
  items: only(
    {
      name: text,
      'ansible.windows.win_regedit': {
        ...only(
          {
            path: { type: 'string', pattern: '^HK(CC|CR|CU|LM|U):\\\\' },
            name: text,
            data: { not: { const: [] }, maximum: 2 ** 53 },
            type: { enum: ['binary', 'dword', 'expandstring', 'multistring', 'string', 'qword'] },
            state: { enum: ['present', 'absent'] },
            delete_key: { const: false },
          },
          ['path', 'name', 'state'],
        ),
        if: { properties: { state: { const: 'absent' } } },
        // Its default is true: without a name the whole key would go.
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { required: ['delete_key'] },
        // Without data it makes an empty list.
        else: {
          required: ['type'],
          anyOf: [{ required: ['data'] }, { properties: { type: { const: 'multistring' } } }],
        },
      },
    },
    ['name', 'ansible.windows.win_regedit'],
  ),
};
