import type { Messages } from './verdict.ts';

const quote = (text: string) => `“${text}”`;

export const en: Messages = {
  noTarget: 'No target OS was given.',
  unreadable:
    'The target OS was not recognised; give a family with its release ("Windows 11 23H2", "Windows Server 2022", ' +
    '"LTSC 2021") or a build ("22631", "10.0.22631.3007").',
  ambiguousLabel: (candidates, family, build) =>
    `The label fits several releases: ${candidates}; give the family with the label ("${family}") or a build ` +
    `number ("${build}").`,
  ambiguousFamily: (candidates) =>
    `The target OS names a family without a release: ${candidates}; give the label as well, or a build number.`,
  frozenLabel: (candidates) =>
    `"2009" is the ReleaseId that Windows shows in every release from 20H2 on: ${candidates}; give the label that ` +
    'the release goes by, or a build number.',
  noSuchLabel: (family, label, labels) => `${family} has no release ${label}; its releases are ${labels}.`,
  contradiction: (named, build, owners) =>
    owners === ''
      ? `"${named}" and the build ${build} contradict each other; give one of them.`
      : `"${named}" and the build ${build} (${owners}) contradict each other; give one of them.`,
  reached: (target, required) => `${target} reaches the documented minimum ${required}.`,
  reachedFirst: (target, first, required) =>
    `${target} reaches the documented minimum ${required}: its first revision is ${first}, and both share one ` +
    'branch of updates.',
  belowRevision: (target, required) =>
    `${target} is below the revision of the documented minimum ${required}.`,
  needsRevision: (base, revision, required) =>
    `The documented minimum is ${required}; give the revision: ${base} reaches it from revision ${revision} on.`,
  below: (target, required) => `${target} does not reach the documented minimum ${required}.`,
  later: (target, required) => `${target} is later than the documented minimum ${required}.`,
  datedBefore: (target, targetDate, required, requiredDate) =>
    `${target} has a higher number than the documented minimum ${required}, but was released before it ` +
    `(${targetDate}, ${requiredDate}) on a branch of its own.`,
  between: (target, alternatives) =>
    `The vendor lists minimums before and after ${target}, but none for its branch: ${alternatives}.`,
  noReadableMinimum: (text) => `The documented minimum ${quote(text)} has no readable build number.`,
  noMinimum: 'The vendor documents no minimum OS for this setting.',
  lineNotNamed: (line, text) =>
    `The supported-on text ${quote(text)} names no ${line === 'client' ? 'Windows client' : 'Windows Server'} release.`,
  why: {
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
  bothLines: (target, agree, client, server) =>
    agree
      ? `As a client: ${client} As a server: ${server}`
      : `${target} does not tell whether it is a Windows client or a Windows Server, and the verdicts differ. As a ` +
        `client: ${client} As a server: ${server}`,
  hostOnly: "This is the minimum of the host OS; the product's own version is not checked.",
  verdictsDiffer: (slug, mdm, registry) =>
    `${slug}: the verdict "${mdm}" speaks of the MDM node; for the registry policy itself it is "${registry}".`,
  unreadableAlternatives: (slug, texts) =>
    `${slug}: documented minimums without a readable build number were left out: ${texts}.`,
  deprecated: (slug, since) => `${slug}: the vendor marks the MDM node as deprecated from ${since} on.`,
  maybeDeprecated: (slug, since) =>
    `${slug}: the vendor marks the MDM node as deprecated from ${since} on; without a revision it is open whether the target reaches that.`,
  deprecatedUndated: (slug) => `${slug}: the vendor marks the MDM node as deprecated and names no build.`,
  allAgree: (verdict, reasons) => `All settings that write the pair give "${verdict}". ${reasons}`,
  disagree: (verdicts) => `The settings that write the pair differ: ${verdicts}.`,
};
