/** The data of one setting of a custom profile (Microsoft Graph: `omaSettingString`, `omaSettingStringXml`, …). */
import type { JsonObject } from '../json.ts';
import type { TypedData } from './collect.ts';

/** Never throws: what cannot be read is a fault beside the setting. */
export function omaData(setting: JsonObject): TypedData {
  const { value } = setting;
  if (setting.isEncrypted === true || (typeof value === 'string' && /^\*{4,}$/.test(value))) {
    return { fault: 'the export holds this value encrypted' };
  }
  if (value === undefined || value === null) return {};
  if (typeof value === 'number') return { data: value };
  if (typeof value === 'boolean') return { data: String(value) };
  if (typeof value !== 'string') return { fault: 'the value is neither text nor a number' };
  const kind = String(setting['@odata.type'] ?? '').toLowerCase();
  return kind.endsWith('omasettingstringxml') ? decodedXml(value) : { data: value };
}

/** Graph carries the XML of a setting as base64; what an editor put there as plain XML is taken as it is. */
function decodedXml(value: string): TypedData {
  if (value.trimStart().startsWith('<')) return { data: value };
  try {
    const bytes = Uint8Array.from(atob(value), (char) => char.charCodeAt(0));
    return { data: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { fault: 'the value is not base64 of UTF-8 text' };
  }
}
