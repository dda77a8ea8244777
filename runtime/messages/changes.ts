/** The sentences on changes between versions. In English only, as the figures of the coverage. */

export const changesMessages = {
  complete: 'This is a list of changes; it maps no setting.',
  unknownSteps: (steps: readonly string[]) =>
    `The changes are not known of: ${steps.join('; ')}. Take every setting for changed.`,
  noFeed: (version: string) =>
    `The dataset in service is version ${version}; it has no feed of changes, so nothing is known of other versions.`,
  stale: (version: string) =>
    `The feed of changes does not name version ${version}, which is in service: it is older. Ask again in a few minutes.`,
  outside: (version: string) =>
    `The feed of changes does not lead from this version to ${version}, which is in service: it is too old, or was never in service here. Take every setting for changed.`,
};
