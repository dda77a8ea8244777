/** Names and texts of the data in the form that sentences have in every language. */
import type { ReleaseName, TargetName } from '../verdict/index.ts';

/** `10.0.19045 (Windows 10 22H2)`; the build alone if no release has it. */
export function nameTarget({ build, releases }: TargetName): string {
  return releases.length === 0 ? build : `${build} (${releases.join(', ')})`;
}

/** `Windows 10 22H2 (10.0.19045), Windows 11 22H2 (10.0.22621)`. */
export function nameReleases(releases: readonly ReleaseName[]): string {
  return releases.map(({ family, label, build }) => `${family} ${label} (${build})`).join(', ');
}

/** A vendor's text of several lines as one line of a sentence. */
export function oneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join('; ');
}

/** JSON strings in the texts of readers, which sentences put into their own quotation marks. */
export const QUOTED = /"((?:[^"\\]|\\.)*)"/g;

/** The pair of a registry value. */
export function pairName(key: string, value: string): string {
  return `${key} + ${shownName(value)}`;
}

export function shownName(value: string): string {
  return value === '' ? '(default)' : value;
}

/** `Pro, Enterprise`; `allPcs`: the phrase for every group of PCs. */
export function listEditions(groups: readonly string[], allPcs: string): string {
  return groups.map((group) => (group === 'all' ? allPcs : group)).join(', ');
}
