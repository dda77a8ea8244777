/**
 * The elements that a template or a DDF file may have, and where. Readers ignore an element that is misspelt
 * (`<EnabledValue>`), misplaced or repeated, and the policy or node without it would be a wrong fact.
 */
import type { Complain } from './problems.ts';
import shape from './shape.json' with { type: 'json' };
import type { XmlElement } from './xml.ts';

/**
 * `children` (of `shape.json`): parent → its children by Microsoft's schema; `*`: any number of them, `|`: one of them.
 * Children of parents not listed there are checked by their readers, or not at all. `RequiresAzureAd` of the schema is an
 * error: a verdict that ignores it could be wrong.
 */
const SHAPES = new Map(
  Object.entries(shape.children).map(([parent, all]) => [
    parent,
    all.split(' ').map((slot) => slot.split(/[|*]/)),
  ]),
);

/**
 * Child elements, or attributes in lower case, without which a node would be one whose name is chosen, a value empty, and
 * a mapping or condition lost.
 */
const NEEDED = new Map(Object.entries(shape.needed));

/** Attributes, their allowed values, and the error for others: a policy read without them would be a wrong fact. */
const ATTRIBUTES: [names: string, allowed: RegExp, otherwise: string][] = [
  [
    'key defaultkey',
    /^(?![\s\\]*(?:HKEY_\w+|HK(?:LM|CU|U|CR|CC))(?:[\\:/]|$))/i,
    'begins with a hive, which Windows takes for a key: leave it to the class of the policy',
  ],
  [
    'required storeastext expandable additive explicitvalue',
    /^\s*(?:true|false|[01])\s*$/i,
    'is neither true nor false',
  ],
  ['key defaultkey valuename valueprefix', /^\P{Cc}*$/u, 'has a control character: take it out'],
  ['valuename', /^(?!\*\*)/, 'is an instruction of Registry.pol, which is not read: take the policy out'],
  ['minvalue maxvalue maxlength maxstrings minversionindex maxversionindex', /^\d+$/, 'is no number'],
  [
    'displayname explaintext',
    /^(?!\s*\$\()|^\s*\$\(string\.[^)]+\)\s*$/,
    'is no reference such as $(string.Name)',
  ],
  ['presentation', /^\$\(presentation\.[^)]+\)$/, 'is no reference such as $(presentation.Name)'],
  ['osbuilddeprecated', /^\d+(?:\.\d+){2,3}$/, 'is no build such as 10.0.22631'],
  [
    'valuetype',
    /^(?:ADMX|ENUM|Flag|JSON|None|Range|RegEx|SDDL|XSD)$/,
    'is no kind of values of the DDF schema',
  ],
];

function checkAttributes(element: XmlElement, complain: Complain): void {
  for (const [names, allowed, otherwise] of ATTRIBUTES) {
    for (const name of names.split(' ')) {
      const value = element.attrs[name];
      if (value !== undefined && !allowed.test(value))
        complain(element, `${name} of <${element.name}> ${otherwise}: "${value}"`);
    }
  }
}

export function checkShape(element: XmlElement, complain: Complain): void {
  checkAttributes(element, complain);
  const slots = SHAPES.get(element.name);
  const used = new Set<string[]>();
  for (const each of element.children) {
    const slot = slots?.find((names) => names.includes(each.name));
    if (slots && !slot)
      complain(each, `unknown element <${each.name}> in <${element.name}>: correct its name, or take it out`);
    // The split leaves an empty name after a `*`.
    else if (slot && used.has(slot) && !slot.includes(''))
      complain(each, `<${each.name}> is one too many in <${element.name}>: leave one of them`);
    else if (each.name !== 'annotation') checkShape(each, complain);
    if (slot) used.add(slot);
  }
  checkNeeded(element, complain);
}

function checkNeeded({ name, attrs, children, ...at }: XmlElement, complain: Complain): void {
  for (const needed of NEEDED.get(name)?.split(' ') ?? [])
    if (!Object.hasOwn(attrs, needed) && !children.some((each) => each.name === needed))
      complain(at, `<${name}> lacks its ${needed}`);
}
