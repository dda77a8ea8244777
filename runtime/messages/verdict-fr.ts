/** The sentences of the verdicts, in French. */

import type { VerdictMessages } from './index.ts';
import { listEditions, nameReleases, nameTarget, oneLine } from './names.ts';

const quote = (text: string) => `« ${oneLine(text)} »`;

/** What limits the releases: a supported-on text, or a page where there is none. */
const documentOf = (text: string) =>
  text === '' ? 'Une page de l’éditeur' : `Le texte de compatibilité ${quote(text)}`;

export const fr: VerdictMessages = {
  reasons: {
    noTarget: () => 'Aucun système cible n’a été indiqué ; indiquez-en un (« Windows 11 24H2 »).',
    unreadableTarget: () =>
      'Le système cible n’a pas été reconnu ; indiquez une famille avec sa version (« Windows 11 23H2 », ' +
      '« Windows Server 2022 », « LTSC 2021 ») ou un numéro de build (« 22631 », « 10.0.22631.3007 »).',
    ambiguousLabel: ({ candidates }) => {
      const { family = '', label = '', build = '' } = candidates[0] ?? {};
      return (
        `Le libellé correspond à plusieurs versions : ${nameReleases(candidates)} ; indiquez la famille avec le ` +
        `libellé (« ${family} ${label} ») ou un numéro de build (« ${build} »).`
      );
    },
    ambiguousFamily: ({ candidates }) =>
      'Le système cible nomme une famille sans version ; ajoutez le libellé ou indiquez un numéro de build : ' +
      `${nameReleases(candidates)}.`,
    severalReleases: ({ candidates }) =>
      `Le système cible nomme plusieurs versions ; interrogez-les une par une : ${nameReleases(candidates)}.`,
    editionAlone: ({ editions }) =>
      `Le système cible nomme ${editions.join(', ')}, mais aucune version connue ; indiquez un numéro de ` +
      'build ou, pour un PC, une famille avec sa version (« Windows 11 23H2 »).',
    noSuchLabel: ({ family, label, labels }) =>
      `La table des versions de ce jeu de données ne contient pas ${family} ${label} ; ses versions de ${family} ` +
      `sont ${labels.join(', ')}.`,
    contradictoryBuild: ({ named, build, releases }) =>
      `« ${named} » et ${nameTarget({ build, releases })} se contredisent ; corrigez l’un des deux.`,
    reached: ({ target, required }, name) => `${name(target)} atteint le minimum documenté ${required}.`,
    reachedByFirstRevision: ({ target, first, required }, name) =>
      `${name(target)} atteint le minimum documenté ${required} : sa première révision est ${first}, et les deux ` +
      'partagent la même branche de mises à jour.',
    belowRevision: ({ target, required }, name) =>
      `${name(target)} est en dessous de la révision du minimum documenté ${required}.`,
    needsRevision: ({ target, required, revision }, name) =>
      `${name(target)} atteint le minimum documenté ${required} à partir de la révision ${revision} ; indiquez la révision.`,
    below: ({ target, required }, name) => `${name(target)} n’atteint pas le minimum documenté ${required}.`,
    // Verbs alone, which fit “la cible” and a build alike.
    later: ({ target, required }, name) => `${name(target)} vient après le minimum documenté ${required}.`,
    releasedEarlier: ({ target, targetDate, required, requiredDate }, name) =>
      `${name(target)} a un numéro supérieur au minimum documenté ${required}, mais date du ${targetDate}, avant lui ` +
      `(${requiredDate}), et appartient à une branche à part.`,
    between: ({ target, alternatives }, name) =>
      `${name(target)} se situe entre les minimums que l’éditeur documente, et aucun d’eux ne concerne sa branche : ` +
      `${alternatives.join(', ')}.`,
    noReadableBuild: ({ minimum }) =>
      `Le minimum documenté ${quote(minimum)} ne contient aucun numéro de build lisible.`,
    dropped: ({ target, since }, name) =>
      `${name(target)} ne précède pas ${since}, à partir duquel les modèles de l’éditeur n’ont plus ce paramètre ou cette valeur.`,
    added: ({ target, since, hive }, name) =>
      `Rien ne dit que ${name(target)} atteint ${since}, à partir duquel l’éditeur documente cette valeur${hive ? ` pour ${hive}` : ''} ; le paramètre est plus ancien, si bien que le texte de compatibilité ne la date pas.`,
    gone: () =>
      'L’éditeur ne documente plus ce paramètre comme actuel : les modèles les plus récents de son produit ne l’ont plus, ou le disent supprimé ou obsolète.',
    noMinimum: () =>
      'Aucun système minimum de ce paramètre n’est documenté dans cette version du jeu de données.',
    lineNotNamed: ({ line, supportedOn }) =>
      `${documentOf(supportedOn)} ne nomme aucune version de ${line === 'client' ? 'Windows client' : 'Windows Server'}.`,
    noFloor: ({ why, supportedOn }) => fr.whyNoFloor[why](supportedOn),
    named: ({ target, required, to, page }, name) => {
      const text = page ? 'la page de l’éditeur' : 'le texte de compatibilité';
      return required === to
        ? `${name(target)} figure dans ${text} (${required}).`
        : `${name(target)} figure parmi les versions que ${text} nomme : de ${required} à ${to}.`;
    },
    ended: ({ target, last }, name) =>
      `${name(target)} vient après ${last}, le dernier build que couvrent le texte de compatibilité ou sa définition.`,
    component: ({ target, component }, name) =>
      `${name(target)} contient ${component} dans une version que le texte de l’éditeur admet.`,
    baseline: ({ target, baseline }, name) =>
      `${name(target)} correspond à la version pour laquelle la base de référence ${baseline} de l’éditeur définit la valeur.`,
    lineExcluded: ({ target }, name) =>
      `${name(target)} appartient à une gamme dont le texte de compatibilité et sa définition ne nomment aucune version.`,
    nodeLaterThanServer: ({ minimum }) =>
      `Le texte de compatibilité nomme globalement Windows 10 ou une version ultérieure, mais le nœud MDM de la même stratégie ne commence qu’à ${minimum} ; aucun document ne dit si le serveur a la stratégie.`,
    bothLines: ({ target, agree, client, server }, name, part) =>
      `${name(target)} ne dit pas s’il s’agit d’un client Windows ou d’un Windows Server ; ` +
      `${agree ? 'le verdict est le même pour les deux' : 'les verdicts diffèrent'}. ` +
      `Comme client : ${part(client)} Comme serveur : ${part(server)}`,
    settingsAgree: ({ verdict, target, settings, ofNodes }, _name, part) => {
      const reasons = settings.map(({ slugs, reason }) => `${slugs.join(', ')} : ${part(reason)}`);
      return `Tous les ${ofNodes ? 'nœuds des paramètres' : 'paramètres'} qui écrivent la paire donnent « ${verdict} » pour ${nameTarget(target)}. ${reasons.join(' ')}`;
    },
    notForServer: () =>
      'Aucune liste d’éditions de l’éditeur ne nomme une édition de Windows Server : le nœud MDM n’est pas documenté pour celui-ci.',
    notSettable: ({ access }) =>
      `Le nœud MDM ne permet que ${access.join(', ')} : il ne peut pas être défini.`,
    editionsUndocumented: () => 'L’éditeur ne documente aucune édition de Windows pour le nœud MDM.',
    editionNotListed: ({ edition, editions }) =>
      `Le nœud MDM n’est pas documenté pour ${edition} ; l’éditeur indique ${listEditions(editions, 'toutes les éditions pour PC de Windows 10 et 11')}.`,
    editionUnclear: ({ edition, listed }) =>
      `« ${edition} » peut désigner plusieurs éditions, et parmi elles le nœud MDM n’est documenté ` +
      `que pour ${listed.join(', ')} ; indiquez ce nom si c’est bien celle-là.`,
    editionsDiffer: ({ listed, others }) =>
      `Le nœud MDM est documenté pour ${listed.join(', ')}, mais pas pour ${others.join(', ')} ; posez la question pour une seule édition.`,
    notForPc: ({ editions }) =>
      `Le nœud MDM n’est documenté que pour ${editions.join(', ')}, pas pour un PC.`,
    notOfPc: ({ editions, supportedOn }) =>
      `Aucun document ne dit si le texte de compatibilité ${quote(supportedOn)} vaut pour ${editions.join(', ')}.`,
    wholePolicy: () =>
      'L’éditeur rattache le nœud MDM à la stratégie entière ; aucun document ne dit qu’il définit cette valeur.',
    catalogOnly: () =>
      'Seul le catalogue de paramètres d’Intune montre que ce modèle est ingéré ; aucun document ne le dit.',
    noNodeMinimum: () => 'L’éditeur ne documente aucun système minimum pour le nœud MDM.',
    settingsDiffer: ({ settings, ofNodes }) => {
      const verdicts = settings.map(({ slug, verdict }) => `${slug} (${verdict})`);
      return `Les ${ofNodes ? 'nœuds des paramètres' : 'paramètres'} qui écrivent la paire ont des verdicts différents : ${verdicts.join(', ')}.`;
    },
  },
  whyNoFloor: {
    bounded: (text) => `${documentOf(text)} limite les versions et ne décide pas pour celle-ci.`,
    closed: (text) => `${documentOf(text)} est une liste fermée de versions et ne décide pas pour celle-ci.`,
    product: (text) =>
      `${documentOf(text)} ne porte pas sur les seules versions de Windows : il nomme un autre produit ou un composant et ne donne donc pas de système minimum.`,
    edition: (text) =>
      `${documentOf(text)} dépend d’une édition, d’une fonctionnalité ou d’une mise à jour et ne donne donc pas de minimum.`,
    contradiction: (text) =>
      `${documentOf(text)} se contredit : sa version de Windows Server est plus ancienne que sa version cliente.`,
    unshipped: (text) => `${documentOf(text)} nomme une version qui n’est jamais sortie sous ce nom.`,
    placeholder: (text) => `${documentOf(text)} est un texte de remplissage et ne donne pas de minimum.`,
    unreadable: (text) => `${documentOf(text)} ne donne aucun minimum lisible.`,
    unresolved: () => 'Le paramètre renvoie à une définition de compatibilité qu’aucun fichier ne définit.',
    explained: (text) =>
      text === ''
        ? 'Une description ou une page de l’éditeur limite les versions et ne nomme pas celle-ci.'
        : `L’explication que l’éditeur donne du paramètre, ou une page de l’éditeur, admet moins de versions que le texte de compatibilité ${quote(text)} et ne nomme pas celle-ci.`,
  },
  sameTarget: 'La cible',
  hostOnly: 'C’est le minimum du système hôte ; la version du produit lui-même n’est pas vérifiée.',
  page: (says, url) =>
    `Le texte ne nomme que des clients ; la page de l’éditeur dit des serveurs : ${quote(says)} (${url}).`,
  definition: (name) =>
    `Le texte ne nomme aucune version de Windows Server ; la logique de sa définition ${name} n’a pas de fin et donne ce minimum.`,
  notes: {
    nodeLater: (slug, { mdm, minimum }) =>
      `${slug} : le verdict est celui de la stratégie de registre ; pour le nœud MDM, qui commence à ${minimum}, c’est « ${mdm} ».`,
    sharedBuild: (slug, { servers }) =>
      `${slug} : le build est aussi celui de ${servers.join(', ')} ; aucune liste d’éditions de l’éditeur ne nomme un serveur : le nœud MDM n’est pas documenté pour celui-ci.`,
    rolesOnly: (slug, { roles }) =>
      `${slug} : la base de référence de l’éditeur ne définit la valeur que pour ces rôles de serveur : ${roles.join(', ')}.`,
    optionClause: (slug, { clause }) =>
      `${slug} : son éditeur le limite, ou une de ses options : ${oneLine(clause)}.`,
    notInTemplates: (slug) =>
      `${slug} : le texte de compatibilité admet cette version de Windows, mais les modèles de l’éditeur pour elle n’ont pas encore la valeur ; de plus récents l’ont.`,
    verdictsDiffer: (slug, { mdm, registry }) =>
      `${slug} : pour le nœud MDM, le verdict est « ${mdm} » ; ce qui est documenté de la stratégie de registre, à lui seul, donne « ${registry} ».`,
    unreadableAlternatives: (slug, { alternatives }) =>
      `${slug} : des minimums documentés sans numéro de build lisible ont été laissés de côté : ${alternatives.join(', ')}.`,
    deprecated: (slug, { since }) =>
      `${slug} : l’éditeur marque le nœud MDM comme déconseillé à partir de ${since}.`,
    maybeDeprecated: (slug, { since }) =>
      `${slug} : l’éditeur marque le nœud MDM comme déconseillé à partir de ${since} ; on ne sait pas si la cible l’atteint.`,
    deprecatedUndated: (slug) =>
      `${slug} : l’éditeur marque le nœud MDM comme déconseillé, sans numéro de build.`,
    editionsLacking: (slug, { editions }) =>
      `${slug} : le nœud MDM n’est pas documenté pour ${editions.join(' et ')} ; aucune édition n’étant indiquée, seul le build est jugé.`,
  },
};
