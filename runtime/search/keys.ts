/** Registry key → the settings that write there. Made when a query first names a key: most name none. */
import { normalizeKeyForBuild } from '../normalize.ts';
import type { SearchSettings } from './files.ts';

export class Keys {
  readonly #settings: SearchSettings;
  #byKey: Map<string, Set<number>> | undefined;

  constructor(settings: SearchSettings) {
    this.#settings = settings;
  }

  /** `key` normalized. */
  settingsOf(key: string): readonly number[] {
    this.#byKey ??= byKey(this.#settings);
    return [...(this.#byKey.get(key) ?? [])];
  }
}

function byKey({ keys, settings }: SearchSettings): Map<string, Set<number>> {
  const normalized = keys.map(normalizeKeyForBuild);
  const found = new Map<string, Set<number>>();
  for (const [id, [, , , , , pairs]] of settings.entries()) {
    for (const [at] of pairs) {
      const key = normalized[at] ?? '';
      found.set(key, (found.get(key) ?? new Set()).add(id));
    }
  }
  return found;
}
