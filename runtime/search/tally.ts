/** What the settings have scored so far in one part of a query. */

export class Tally {
  /** By setting: what it is worth, 0 for one that is not among {@link settings}. */
  readonly worth: Float32Array;
  /** By setting: how many terms of its title the query names, each by how well it does. */
  readonly title: Float32Array;
  /** By setting: by what it matched, as bits that `namesOf` of `score.ts` reads. */
  readonly by: Uint32Array;
  /** By setting: words of the query that it has. */
  readonly words: Uint8Array;
  /** Those that have scored. */
  readonly settings: number[] = [];

  constructor(count: number) {
    this.worth = new Float32Array(count);
    this.title = new Float32Array(count);
    this.by = new Uint32Array(count);
    this.words = new Uint8Array(count);
  }

  /** Keeps the better of what the setting has and this. */
  raise(setting: number, worth: number, title: number, by: number): void {
    const known = this.worth[setting] ?? 0;
    if (known === 0) this.settings.push(setting);
    if (worth > known) {
      this.worth[setting] = worth;
      this.by[setting] = by;
    }
    if (title > (this.title[setting] ?? 0)) this.title[setting] = title;
  }

  /** Adds to what the setting has. */
  add(setting: number, worth: number, title: number, by: number): void {
    if (this.words[setting] === 0 && this.worth[setting] === 0) this.settings.push(setting);
    this.worth[setting] = (this.worth[setting] ?? 0) + worth;
    this.title[setting] = (this.title[setting] ?? 0) + title;
    this.by[setting] = (this.by[setting] ?? 0) | by;
    this.words[setting] = (this.words[setting] ?? 0) + 1;
  }

  clear(): void {
    for (const setting of this.settings) {
      this.worth[setting] = 0;
      this.title[setting] = 0;
      this.by[setting] = 0;
      this.words[setting] = 0;
    }
    this.settings.length = 0;
  }
}
