/** The sentences on changes between versions. In English only: a request for them names no language. */
import type { FeedEntry } from '../format/format.ts';

const NOT_WRITTEN = 'they were not written.';

export const changesMessages = {
  complete: 'This is a list of changes; it maps no setting.',
  unknownSteps: (steps: readonly string[]) =>
    `The changes of these steps are not known: ${steps.join('; ')}. Take every setting for changed.`,
  mayBeLost: (count: number, since: string) =>
    `The dataset no longer has ${count} of the settings of version ${since}, and their registry values are not known here: one of them may have written an item of “undocumented”.`,
  notWritten: NOT_WRITTEN,
  atomEntry: ({ previous, summary, unknown = NOT_WRITTEN }: FeedEntry): string => {
    if (previous === null) return 'The first version that this feed knows.';
    if (summary === undefined) return `The changes since ${previous} are not known: ${unknown}`;
    const { added, removed, changed, mappingsGained, mappingsLost, floorsMoved } = summary;
    return (
      `Settings since ${previous}: ${added} added, ${removed} removed, ${changed} changed; ` +
      `MDM mappings: ${mappingsGained} gained, ${mappingsLost} lost; minimums or verdicts: ${floorsMoved} changed.`
    );
  },
  noFeed: (version: string) =>
    `The dataset in service is version ${version}; it has no feed of changes, so nothing is known of other versions. Take every setting for changed.`,
  stale: (version: string) =>
    `The feed of changes does not name version ${version}, which is in service: it is older. Ask again in a few minutes.`,
  outside: (version: string) =>
    `The feed of changes does not lead from this version to ${version}, which is in service: it is too old, or was never in service here. Take every setting for changed.`,
};
