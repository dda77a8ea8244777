/** The sentences of the verdicts, in English. */

import type { VerdictMessages } from './index.ts';
import { listEditions, nameReleases, nameTarget, oneLine } from './names.ts';

const quote = (text: string) => `“${oneLine(text)}”`;

/** What limits the releases: a supported-on text, or a page where there is none. */
const documentOf = (text: string) =>
  text === '' ? 'A page of the vendor' : `The supported-on text ${quote(text)}`;

export const en: VerdictMessages = {
  reasons: {
    noTarget: () => 'No target OS was given; give one (“Windows 11 24H2”).',
    unreadableTarget: () =>
      'The target OS was not recognized; give a family with its release (“Windows 11 23H2”, “Windows Server 2022”, ' +
      '“LTSC 2021”) or a build (“22631”, “10.0.22631.3007”).',
    ambiguousLabel: ({ candidates }) => {
      const { family = '', label = '', build = '' } = candidates[0] ?? {};
      return (
        `The label fits several releases: ${nameReleases(candidates)}; give the family with the label ` +
        `(“${family} ${label}”) or a build number (“${build}”).`
      );
    },
    ambiguousFamily: ({ candidates }) =>
      'The target OS names a family without a release; give the label as well, or a build number: ' +
      `${nameReleases(candidates)}.`,
    severalReleases: ({ candidates }) =>
      `The target OS names several releases; ask for one at a time: ${nameReleases(candidates)}.`,
    editionAlone: ({ editions }) =>
      `The target OS names ${editions.join(', ')}, but no release that is known for it; give a build number, or for ` +
      'a PC a family with its release (“Windows 11 23H2”).',
    noSuchLabel: ({ family, label, labels }) =>
      `The release table of this dataset version has no ${family} ${label}; its releases of ${family} are ` +
      `${labels.join(', ')}.`,
    contradictoryBuild: ({ named, build, releases }) =>
      `“${named}” and ${nameTarget({ build, releases })} contradict each other; correct one of them.`,
    reached: ({ target, required }, name) => `${name(target)} reaches the documented minimum ${required}.`,
    reachedByFirstRevision: ({ target, first, required }, name) =>
      `${name(target)} reaches the documented minimum ${required}: its first revision is ${first}, and both share ` +
      'one branch of updates.',
    belowRevision: ({ target, required }, name) =>
      `${name(target)} is below the revision of the documented minimum ${required}.`,
    needsRevision: ({ target, required, revision }, name) =>
      `${name(target)} reaches the documented minimum ${required} from revision ${revision} on; give the revision.`,
    below: ({ target, required }, name) =>
      `${name(target)} does not reach the documented minimum ${required}.`,
    later: ({ target, required }, name) =>
      `${name(target)} is later than the documented minimum ${required}.`,
    releasedEarlier: ({ target, targetDate, required, requiredDate }, name) =>
      `${name(target)} has a higher number than the documented minimum ${required}, but was released on ` +
      `${targetDate}, before it (${requiredDate}), on a branch of its own.`,
    between: ({ target, alternatives }, name) =>
      `${name(target)} lies between the minimums that the vendor documents, and none of them is for its branch: ` +
      `${alternatives.join(', ')}.`,
    noReadableBuild: ({ minimum }) =>
      `The documented minimum ${quote(minimum)} has no readable build number.`,
    dropped: ({ target, since }, name) =>
      `${name(target)} is not older than ${since}, from which on the vendor’s templates no longer have this setting or value.`,
    added: ({ target, since, hive }, name) =>
      `${name(target)} is not known to reach ${since}, from which on the vendor documents this value${hive ? ` for ${hive}` : ''}; the setting is older, so that the supported-on text does not date it.`,
    gone: () =>
      'The vendor no longer documents this setting as current: the newest templates of its product lack it, or call it removed or obsolete.',
    noMinimum: () => 'No minimum OS of this setting is documented in this dataset version.',
    lineNotNamed: ({ line, supportedOn }) =>
      `${documentOf(supportedOn)} names no ${line === 'client' ? 'Windows client' : 'Windows Server'} release.`,
    noFloor: ({ why, supportedOn }) => en.whyNoFloor[why](supportedOn),
    named: ({ target, required, to, page }, name) => {
      const text = page ? 'the vendor’s page' : 'the supported-on text';
      return required === to
        ? `${name(target)} is a release that ${text} names (${required}).`
        : `${name(target)} is among the releases that ${text} names: ${required} to ${to}.`;
    },
    ended: ({ target, last }, name) =>
      `${name(target)} is later than ${last}, the last build that the supported-on text or its definition covers.`,
    component: ({ target, component }, name) =>
      `${name(target)} contains ${component} in a version that the vendor’s text allows.`,
    baseline: ({ target, baseline }, name) =>
      `${name(target)} is the release for which the vendor’s baseline ${baseline} sets the value.`,
    lineExcluded: ({ target }, name) =>
      `${name(target)} is of a product line of which the supported-on text and its definition name no release.`,
    nodeLaterThanServer: ({ minimum }) =>
      `The supported-on text names Windows 10 or later as a whole, but the MDM node of the same policy starts only with ${minimum}; whether the server has the policy is not documented.`,
    bothLines: ({ target, agree, client, server }, name, part) =>
      `${name(target)} does not tell whether it is a Windows client or a Windows Server; ` +
      `${agree ? 'the verdict is the same for both' : 'the verdicts differ'}. ` +
      `As a client: ${part(client)} As a server: ${part(server)}`,
    settingsAgree: ({ verdict, target, settings, ofNodes }, _name, part) => {
      const reasons = settings.map(({ slugs, reason }) => `${slugs.join(', ')}: ${part(reason)}`);
      return `All ${ofNodes ? 'nodes of the settings' : 'settings'} that write the pair give “${verdict}” for ${nameTarget(target)}. ${reasons.join(' ')}`;
    },
    notForServer: () =>
      'No edition list of the vendor names a Windows Server edition, so the MDM node is not documented for it.',
    notSettable: ({ access }) => `The MDM node allows only ${access.join(', ')}: it cannot be set.`,
    editionsUndocumented: () => 'The vendor documents no edition of Windows for the MDM node.',
    editionNotListed: ({ edition, editions }) =>
      `The MDM node is not documented for ${edition}; the vendor lists ${listEditions(editions, 'all PC editions of Windows 10 and 11')}.`,
    editionUnclear: ({ edition, listed }) =>
      `“${edition}” may be one of several editions, of which the MDM node is documented for ${listed.join(', ')} only; ` +
      'give that name if it is the one.',
    editionsDiffer: ({ listed, others }) =>
      `The MDM node is documented for ${listed.join(', ')}, but not for ${others.join(', ')}; ask for one of them.`,
    notForPc: ({ editions }) => `The MDM node is documented only for ${editions.join(', ')}, not for a PC.`,
    notOfPc: ({ editions, supportedOn }) =>
      `No document says whether the supported-on text ${quote(supportedOn)} holds for ${editions.join(', ')}.`,
    wholePolicy: () =>
      'The vendor maps the MDM node to the policy as a whole; no document says that it sets this value.',
    catalogOnly: () =>
      'Only Intune’s settings catalog shows that this template is ingested; no document does.',
    noNodeMinimum: () => 'The vendor documents no minimum OS for the MDM node.',
    settingsDiffer: ({ settings, ofNodes }) => {
      const verdicts = settings.map(({ slug, verdict }) => `${slug} (${verdict})`);
      return `The ${ofNodes ? 'nodes of the settings' : 'settings'} that write the pair have different verdicts: ${verdicts.join(', ')}.`;
    },
  },
  whyNoFloor: {
    bounded: (text) => `${documentOf(text)} limits the releases and does not decide for this one.`,
    closed: (text) => `${documentOf(text)} is a closed list of releases and does not decide for this one.`,
    product: (text) =>
      `${documentOf(text)} is not about Windows releases alone: it names another product or a component, so it gives no minimum OS.`,
    edition: (text) =>
      `${documentOf(text)} depends on an edition, a feature or an update, so it gives no minimum.`,
    contradiction: (text) =>
      `${documentOf(text)} contradicts itself: its Windows Server release is older than its client release.`,
    unshipped: (text) => `${documentOf(text)} names a release that never shipped under that name.`,
    placeholder: (text) => `${documentOf(text)} is a placeholder and gives no minimum.`,
    unreadable: (text) => `${documentOf(text)} gives no minimum that can be read.`,
    unresolved: () => 'The setting refers to a supported-on definition that no file defines.',
    explained: (text) =>
      text === ''
        ? 'A description or a page of the vendor limits the releases, and does not name this one.'
        : `The vendor’s explanation of the setting, or a page of the vendor, allows fewer releases than the supported-on text ${quote(text)}, and does not name this one.`,
  },
  sameTarget: 'The target',
  hostOnly: 'This is the minimum of the host OS; the product’s own version is not checked.',
  page: (says, url) =>
    `The text names clients alone; the vendor’s page says of servers: ${quote(says)} (${url}).`,
  definition: (name) =>
    `The text names no Windows Server release; the logic of its definition ${name} has no end, and gives this minimum.`,
  notes: {
    nodeLater: (slug, { mdm, minimum }) =>
      `${slug}: the verdict is that of the registry policy; for the MDM node, which starts with ${minimum}, it is “${mdm}”.`,
    sharedBuild: (slug, { servers }) =>
      `${slug}: the build is also that of ${servers.join(', ')}; no edition list of the vendor names a server, so the MDM node is not documented for it.`,
    rolesOnly: (slug, { roles }) =>
      `${slug}: the vendor’s baseline sets the value for these roles of a server alone: ${roles.join(', ')}.`,
    optionClause: (slug, { clause }) =>
      // Without quotation marks: most of these clauses are the words of corrections.json.
      `${slug}: its vendor limits it, or an option of it: ${oneLine(clause)}.`,
    notInTemplates: (slug) =>
      `${slug}: the supported-on text allows this release, but the vendor’s templates of the release do not have the value yet; later ones do.`,
    verdictsDiffer: (slug, { mdm, registry }) =>
      `${slug}: for the MDM node the verdict is “${mdm}”; what is documented of the registry policy alone gives “${registry}”.`,
    unreadableAlternatives: (slug, { alternatives }) =>
      `${slug}: documented minimums without a readable build number were left out: ${alternatives.join(', ')}.`,
    deprecated: (slug, { since }) => `${slug}: the vendor marks the MDM node as deprecated from ${since} on.`,
    maybeDeprecated: (slug, { since }) =>
      `${slug}: the vendor marks the MDM node as deprecated from ${since} on; whether the target reaches that is not known.`,
    deprecatedUndated: (slug) => `${slug}: the vendor marks the MDM node as deprecated and names no build.`,
    editionsLacking: (slug, { editions }) =>
      `${slug}: the MDM node is not documented for ${editions.join(' and ')}; no edition was named, so only the build is judged.`,
  },
};
