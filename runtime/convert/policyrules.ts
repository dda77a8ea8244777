/** PolicyRules of Policy Analyzer, as the published files have them: DWORD and SZ, and deletions. */
import { isWritten, type RegistryForm, type RegistryValue, refusedByTools, textsOf } from './form.ts';

export const policyRulesForm: RegistryForm = {
  mediaType: 'application/xml',
  encoding: 'utf-8-bom',
  refuses(value) {
    if (value.name === '') return (t) => t.noDefault;
    if (value.name.startsWith('**')) return (t) => t.instruction;
    const { type } = value;
    if (isWritten(value) && type !== 'REG_DWORD' && type !== 'REG_SZ')
      return (t) => t.typeNotDocumented(type ?? '');
    if ([value.key, value.name, ...textsOf(value)].some(isLost)) return (t) => t.blanks;
    return refusedByTools(value);
  },
  write(values) {
    return ['<PolicyRules>', ...values.map(rule), '</PolicyRules>', ''].join('\r\n');
  },
};

function isLost(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.trim() !== text || /[\u0000-\u001f\ufffe\uffff]/.test(text);
}

function rule(value: RegistryValue): string {
  const config = value.hive === 'HKLM' ? 'ComputerConfig' : 'UserConfig';
  const [name, type, data] = isWritten(value)
    ? [value.name, value.type, String(value.data)]
    : [`**del.${value.name}`, 'REG_SZ', ''];
  const members = {
    Key: value.key,
    Value: name,
    RegType: type,
    RegData: data,
    SourceFile: '',
    PolicyName: value.title,
  };
  const lines = Object.entries(members).map(([tag, text]) => `    <${tag}>${escaped(text)}</${tag}>`);
  return [`  <${config}>`, ...lines, `  </${config}>`].join('\r\n');
}

function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a title is not ours, and XML cannot hold them
  const plain = text.replace(/[\u0000-\u001f\ufffe\uffff]/g, ' ').toWellFormed();
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
