/** URL of the vendor's page, by the source's pattern in `facts/sources.json`; undefined if there is no page. */

import { FALLBACK_LANGUAGE } from '../../runtime/answer/language.ts';
import type { LearnUrlRule, SourceDeclaration } from '../facts/sources.ts';
import type { SettingFact } from '../facts/types.ts';
import { policyName } from '../join/index-settings.ts';
import { pairsOf } from './pairs.ts';

export function learnUrlOf(setting: SettingFact, source: SourceDeclaration): string | undefined {
  const base = setting.admx?.replace(/\.admx$/i, '').toLowerCase() ?? '';
  const rule = source.learnUrl?.find((each) => each.admx?.includes(base) ?? true);
  return rule && expand(rule, setting);
}

/** Undefined if the setting lacks a part of the pattern: half a URL would be an invented one. */
function expand(rule: LearnUrlRule, setting: SettingFact): string | undefined {
  let name = policyName(setting);
  for (const suffix of rule.dropSuffixes ?? []) {
    if (name.toLowerCase().endsWith(suffix)) name = name.slice(0, -suffix.length);
  }
  const parts: Record<string, string | undefined> = {
    policy: name,
    slug: name.toLowerCase(),
    value: onlyValue(setting),
    root: rule.below === undefined ? undefined : rootBelow(rule.below, setting),
    title: setting.text[FALLBACK_LANGUAGE]?.displayName
      ?.toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  };
  let missing = false;
  const url = rule.url.replace(/\{(\w+)\}/g, (_, part: string) => {
    const text = parts[part];
    if (!text) missing = true;
    return encodeURIComponent(text ?? '');
  });
  return missing ? undefined : url;
}

/**
 * `…\Firefox\Permissions\Camera` → permissions; `…\Firefox` + `AppAutoUpdate` → appautoupdate. Undefined if the setting
 * writes below several.
 */
function rootBelow(below: string, setting: SettingFact): string | undefined {
  const prefix = below.toLowerCase();
  const roots = new Set(
    pairsOf(setting).map(({ key, valueName }) => {
      const path = key.toLowerCase();
      if (path === prefix) return valueName?.toLowerCase();
      return path.startsWith(`${prefix}\\`) ? path.slice(prefix.length + 1).split('\\')[0] : undefined;
    }),
  );
  return roots.size === 1 ? [...roots][0] : undefined;
}

/** The value name of a setting that writes one value. */
function onlyValue(setting: SettingFact): string | undefined {
  const names = new Set(pairsOf(setting).map(({ valueName }) => valueName?.toLowerCase()));
  return names.size === 1 ? [...names][0] : undefined;
}
