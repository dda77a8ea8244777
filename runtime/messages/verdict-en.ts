import type { ReleaseName, TargetName } from '../verdict/index.ts';
import type { VerdictMessages } from './types.ts';

const quote = (text: string) => `“${text}”`;

const target = ({ build, releases }: TargetName) =>
  releases.length === 0 ? build : `${build} (${releases.join(', ')})`;

const list = (candidates: readonly ReleaseName[]) =>
  candidates.map(({ family, label, build }) => `${family} ${label} (${build})`).join(', ');

export const en: VerdictMessages = {
  reasons: {
    noTarget: () => 'No target OS was given.',
    unreadableTarget: () =>
      'The target OS was not recognised; give a family with its release ("Windows 11 23H2", "Windows Server 2022", ' +
      '"LTSC 2021") or a build ("22631", "10.0.22631.3007").',
    ambiguousLabel: ({ candidates }) => {
      const { family = '', label = '', build = '' } = candidates[0] ?? {};
      return (
        `The label fits several releases: ${list(candidates)}; give the family with the label ` +
        `("${family} ${label}") or a build number ("${build}").`
      );
    },
    ambiguousFamily: ({ candidates }) =>
      `The target OS names a family without a release: ${list(candidates)}; give the label as well, or a build number.`,
    ambiguousReleaseId: ({ candidates }) =>
      `"2009" is the ReleaseId that Windows shows in every release from 20H2 on: ${list(candidates)}; give the label ` +
      'that the release goes by, or a build number.',
    noSuchLabel: ({ family, label, labels }) =>
      `${family} has no release ${label}; its releases are ${labels.join(', ')}.`,
    contradictoryBuild: ({ named, build, releases }) =>
      `"${named}" and the build ${target({ build, releases })} contradict each other; give one of them.`,
    reached: (reason) => `${target(reason.target)} reaches the documented minimum ${reason.required}.`,
    reachedByFirstRevision: (reason) =>
      `${target(reason.target)} reaches the documented minimum ${reason.required}: its first revision is ` +
      `${reason.first}, and both share one branch of updates.`,
    belowRevision: (reason) =>
      `${target(reason.target)} is below the revision of the documented minimum ${reason.required}.`,
    needsRevision: ({ required, base, revision }) =>
      `The documented minimum is ${required}; give the revision: ${base} reaches it from revision ${revision} on.`,
    below: (reason) => `${target(reason.target)} does not reach the documented minimum ${reason.required}.`,
    later: (reason) => `${target(reason.target)} is later than the documented minimum ${reason.required}.`,
    releasedEarlier: (reason) =>
      `${target(reason.target)} has a higher number than the documented minimum ${reason.required}, but was ` +
      `released before it (${reason.targetDate}, ${reason.requiredDate}) on a branch of its own.`,
    between: (reason) =>
      `The vendor lists minimums before and after ${target(reason.target)}, but none for its branch: ` +
      `${reason.alternatives.join(', ')}.`,
    noReadableBuild: ({ minimum }) =>
      `The documented minimum ${quote(minimum)} has no readable build number.`,
    noMinimum: () => 'The vendor documents no minimum OS for this setting.',
    lineNotNamed: ({ line, supportedOn }) =>
      `The supported-on text ${quote(supportedOn)} names no ${line === 'client' ? 'Windows client' : 'Windows Server'} release.`,
    noFloor: ({ why, supportedOn }) => en.whyNoFloor[why](supportedOn),
    bothLines: ({ agree, client, server, ...reason }, sentence) =>
      (agree
        ? ''
        : `${target(reason.target)} does not tell whether it is a Windows client or a Windows Server, and the ` +
          'verdicts differ. ') + `As a client: ${sentence(client)} As a server: ${sentence(server)}`,
    settingsAgree: ({ verdict, settings }, sentence) =>
      `All settings that write the pair give "${verdict}". ` +
      settings.map(({ slug, reason }) => `${slug}: ${sentence(reason)}`).join(' '),
    settingsDiffer: ({ settings }) =>
      `The settings that write the pair differ: ${settings.map(({ slug, verdict }) => `${slug} (${verdict})`).join(', ')}.`,
  },
  whyNoFloor: {
    bounded: (text) => `The supported-on text ${quote(text)} limits the releases; it gives no minimum.`,
    closed: (text) =>
      `The supported-on text ${quote(text)} is a closed list of releases; it gives no minimum.`,
    product: (text) => `The supported-on text ${quote(text)} speaks of a product other than Windows.`,
    edition: (text) => `The supported-on text ${quote(text)} depends on an edition, a feature or an update.`,
    contradiction: (text) =>
      `The supported-on text ${quote(text)} contradicts itself: its Windows Server release is older than its client release.`,
    unshipped: (text) =>
      `The supported-on text ${quote(text)} names a release that never shipped under that name.`,
    placeholder: (text) => `The supported-on text ${quote(text)} is a placeholder.`,
    unreadable: (text) => `The supported-on text ${quote(text)} gives no minimum that can be read.`,
  },
  hostOnly: "This is the minimum of the host OS; the product's own version is not checked.",
  notes: {
    verdictsDiffer: (slug, { mdm, registry }) =>
      `${slug}: the verdict "${mdm}" speaks of the MDM node; for the registry policy itself it is "${registry}".`,
    unreadableAlternatives: (slug, { alternatives }) =>
      `${slug}: documented minimums without a readable build number were left out: ${alternatives.join(', ')}.`,
    deprecated: (slug, { since }) => `${slug}: the vendor marks the MDM node as deprecated from ${since} on.`,
    maybeDeprecated: (slug, { since }) =>
      `${slug}: the vendor marks the MDM node as deprecated from ${since} on; without a revision it is open whether the target reaches that.`,
    deprecatedUndated: (slug) => `${slug}: the vendor marks the MDM node as deprecated and names no build.`,
  },
};
