/** Registry.pol ([MS-GPREG] 2.2.1): one hive a file, which its folder (Machine or User) tells. In base64. */
import { base64 } from '../format/text.ts';
import { storedBytes, typeNumber, utf16 } from './bytes.ts';
import { isWritten, type RegistryForm, type RegistryValue, refusedByAll } from './form.ts';

/** `PReg` and version 1. */
const HEADER = [0x50, 0x52, 0x65, 0x67, 1, 0, 0, 0];

/** A value name that begins so is an instruction ([MS-GPREG] 2.2.1). */
const INSTRUCTION = /^\*\*/;

export const polForm: RegistryForm = {
  mediaType: 'application/octet-stream',
  encoding: 'binary',
  refuses(value) {
    if (INSTRUCTION.test(value.name)) return (t) => t.instruction;
    // The Group Policy editor writes such an entry to create a key.
    if (value.name === '' && value.type === 'REG_NONE' && value.data === '') return (t) => t.emptyNone;
    return refusedByAll(value);
  },
  write: (values) => base64([HEADER, ...values.map(entry)].flat()),
};

/** `[key;value;type;size;data]`, texts with a NUL at their end, numbers of 32 bits. */
function entry(value: RegistryValue): number[] {
  // A deletion has one blank as its data, as the Group Policy editor writes it.
  const name = isWritten(value) ? value.name : `**del.${value.name}`;
  const type = isWritten(value) ? typeNumber(value.type) : 1;
  const data = isWritten(value) ? storedBytes(value) : utf16(' \0');
  const separator = utf16(';');
  return [
    ...utf16('['),
    ...utf16(`${value.key}\0`),
    ...separator,
    ...utf16(`${name}\0`),
    ...separator,
    ...number(type),
    ...separator,
    ...number(data.length),
    ...separator,
    ...data,
    ...utf16(']'),
  ];
}

function number(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, value, true);
  return new Uint8Array(view.buffer);
}
