import type { ReleaseName, TargetName } from '../verdict/index.ts';
import type { VerdictMessages } from './types.ts';

const quote = (text: string) => `« ${text} »`;

const target = ({ build, releases }: TargetName) =>
  releases.length === 0 ? build : `${build} (${releases.join(', ')})`;

const list = (candidates: readonly ReleaseName[]) =>
  candidates.map(({ family, label, build }) => `${family} ${label} (${build})`).join(', ');

export const fr: VerdictMessages = {
  reasons: {
    noTarget: () => 'Aucun système cible n’a été indiqué.',
    unreadableTarget: () =>
      'Le système cible n’a pas été reconnu ; indiquez une famille avec sa version ("Windows 11 23H2", ' +
      '"Windows Server 2022", "LTSC 2021") ou un numéro de build ("22631", "10.0.22631.3007").',
    ambiguousLabel: ({ candidates }) => {
      const { family = '', label = '', build = '' } = candidates[0] ?? {};
      return (
        `Le libellé correspond à plusieurs versions : ${list(candidates)} ; indiquez la famille avec le libellé ` +
        `("${family} ${label}") ou un numéro de build ("${build}").`
      );
    },
    ambiguousFamily: ({ candidates }) =>
      `Le système cible nomme une famille sans version : ${list(candidates)} ; ajoutez le libellé ou un numéro de build.`,
    ambiguousReleaseId: ({ candidates }) =>
      `« 2009 » est le ReleaseId que Windows affiche dans toutes les versions à partir de 20H2 : ${list(candidates)} ; ` +
      'indiquez le libellé de la version ou un numéro de build.',
    noSuchLabel: ({ family, label, labels }) =>
      `${family} n’a pas de version ${label} ; ses versions sont ${labels.join(', ')}.`,
    contradictoryBuild: ({ named, build, releases }) =>
      `« ${named} » et le build ${target({ build, releases })} se contredisent ; n’indiquez que l’un des deux.`,
    reached: (reason) => `${target(reason.target)} atteint le minimum documenté ${reason.required}.`,
    reachedByFirstRevision: (reason) =>
      `${target(reason.target)} atteint le minimum documenté ${reason.required} : sa première révision est ` +
      `${reason.first}, et les deux partagent la même branche de mises à jour.`,
    belowRevision: (reason) =>
      `${target(reason.target)} est en dessous de la révision du minimum documenté ${reason.required}.`,
    needsRevision: ({ required, base, revision }) =>
      `Le minimum documenté est ${required} ; indiquez la révision : ${base} l’atteint à partir de la révision ${revision}.`,
    below: (reason) => `${target(reason.target)} n’atteint pas le minimum documenté ${reason.required}.`,
    later: (reason) => `${target(reason.target)} est postérieur au minimum documenté ${reason.required}.`,
    releasedEarlier: (reason) =>
      `${target(reason.target)} a un numéro supérieur au minimum documenté ${reason.required}, mais est sorti avant ` +
      `lui (${reason.targetDate}, ${reason.requiredDate}) sur une branche à part.`,
    between: (reason) =>
      `L’éditeur indique des minimums avant et après ${target(reason.target)}, mais aucun pour sa branche : ` +
      `${reason.alternatives.join(', ')}.`,
    noReadableBuild: ({ minimum }) =>
      `Le minimum documenté ${quote(minimum)} ne contient aucun numéro de build lisible.`,
    noMinimum: () => 'L’éditeur ne documente aucun système minimum pour ce paramètre.',
    lineNotNamed: ({ line, supportedOn }) =>
      `Le texte de compatibilité ${quote(supportedOn)} ne nomme aucune version de ${line === 'client' ? 'Windows client' : 'Windows Server'}.`,
    noFloor: ({ why, supportedOn }) => fr.whyNoFloor[why](supportedOn),
    bothLines: ({ agree, client, server, ...reason }, sentence) =>
      (agree
        ? ''
        : `${target(reason.target)} ne dit pas s’il s’agit d’un client Windows ou d’un Windows Server, et les ` +
          'verdicts diffèrent. ') + `Comme client : ${sentence(client)} Comme serveur : ${sentence(server)}`,
    settingsAgree: ({ verdict, settings }, sentence) =>
      `Tous les paramètres qui écrivent la paire donnent "${verdict}". ` +
      settings.map(({ slug, reason }) => `${slug}: ${sentence(reason)}`).join(' '),
    settingsDiffer: ({ settings }) =>
      `Les paramètres qui écrivent la paire diffèrent : ${settings.map(({ slug, verdict }) => `${slug} (${verdict})`).join(', ')}.`,
  },
  whyNoFloor: {
    bounded: (text) =>
      `Le texte de compatibilité ${quote(text)} limite les versions ; il ne donne pas de minimum.`,
    closed: (text) =>
      `Le texte de compatibilité ${quote(text)} est une liste fermée de versions ; il ne donne pas de minimum.`,
    product: (text) => `Le texte de compatibilité ${quote(text)} parle d’un autre produit que Windows.`,
    edition: (text) =>
      `Le texte de compatibilité ${quote(text)} dépend d’une édition, d’une fonctionnalité ou d’une mise à jour.`,
    contradiction: (text) =>
      `Le texte de compatibilité ${quote(text)} se contredit : sa version de Windows Server est plus ancienne que sa version cliente.`,
    unshipped: (text) =>
      `Le texte de compatibilité ${quote(text)} nomme une version qui n’est jamais sortie sous ce nom.`,
    placeholder: (text) => `Le texte de compatibilité ${quote(text)} est un texte de remplissage.`,
    unreadable: (text) => `Le texte de compatibilité ${quote(text)} ne donne aucun minimum lisible.`,
  },
  hostOnly: 'C’est le minimum du système hôte ; la version du produit lui-même n’est pas vérifiée.',
  notes: {
    verdictsDiffer: (slug, { mdm, registry }) =>
      `${slug} : le verdict "${mdm}" concerne le nœud MDM ; pour la stratégie de registre elle-même, c’est "${registry}".`,
    unreadableAlternatives: (slug, { alternatives }) =>
      `${slug} : des minimums documentés sans numéro de build lisible ont été laissés de côté : ${alternatives.join(', ')}.`,
    deprecated: (slug, { since }) =>
      `${slug} : l’éditeur marque le nœud MDM comme obsolète à partir de ${since}.`,
    maybeDeprecated: (slug, { since }) =>
      `${slug} : l’éditeur marque le nœud MDM comme obsolète à partir de ${since} ; sans révision, on ne sait pas si la cible l’atteint.`,
    deprecatedUndated: (slug) =>
      `${slug} : l’éditeur marque le nœud MDM comme obsolète, sans numéro de build.`,
  },
};
