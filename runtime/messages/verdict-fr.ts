import type { Messages } from './verdict.ts';

const quote = (text: string) => `« ${text} »`;

export const fr: Messages = {
  noTarget: 'Aucun système cible n’a été indiqué.',
  unreadable:
    'Le système cible n’a pas été reconnu ; indiquez une famille avec sa version ("Windows 11 23H2", ' +
    '"Windows Server 2022", "LTSC 2021") ou un numéro de build ("22631", "10.0.22631.3007").',
  ambiguousLabel: (candidates, family, build) =>
    `Le libellé correspond à plusieurs versions : ${candidates} ; indiquez la famille avec le libellé ` +
    `("${family}") ou un numéro de build ("${build}").`,
  ambiguousFamily: (candidates) =>
    `Le système cible nomme une famille sans version : ${candidates} ; ajoutez le libellé ou un numéro de build.`,
  frozenLabel: (candidates) =>
    `« 2009 » est le ReleaseId que Windows affiche dans toutes les versions à partir de 20H2 : ${candidates} ; ` +
    'indiquez le libellé de la version ou un numéro de build.',
  noSuchLabel: (family, label, labels) =>
    `${family} n’a pas de version ${label} ; ses versions sont ${labels}.`,
  contradiction: (named, build, owners) =>
    owners === ''
      ? `« ${named} » et le build ${build} se contredisent ; n’indiquez que l’un des deux.`
      : `« ${named} » et le build ${build} (${owners}) se contredisent ; n’indiquez que l’un des deux.`,
  reached: (target, required) => `${target} atteint le minimum documenté ${required}.`,
  reachedFirst: (target, first, required) =>
    `${target} atteint le minimum documenté ${required} : sa première révision est ${first}, et les deux ` +
    'partagent la même branche de mises à jour.',
  belowRevision: (target, required) =>
    `${target} est en dessous de la révision du minimum documenté ${required}.`,
  needsRevision: (base, revision, required) =>
    `Le minimum documenté est ${required} ; indiquez la révision : ${base} l’atteint à partir de la révision ${revision}.`,
  below: (target, required) => `${target} n’atteint pas le minimum documenté ${required}.`,
  later: (target, required) => `${target} est postérieur au minimum documenté ${required}.`,
  datedBefore: (target, targetDate, required, requiredDate) =>
    `${target} a un numéro supérieur au minimum documenté ${required}, mais est sorti avant lui ` +
    `(${targetDate}, ${requiredDate}) sur une branche à part.`,
  between: (target, alternatives) =>
    `L’éditeur indique des minimums avant et après ${target}, mais aucun pour sa branche : ${alternatives}.`,
  noReadableMinimum: (text) =>
    `Le minimum documenté ${quote(text)} ne contient aucun numéro de build lisible.`,
  noMinimum: 'L’éditeur ne documente aucun système minimum pour ce paramètre.',
  lineNotNamed: (line, text) =>
    `Le texte de compatibilité ${quote(text)} ne nomme aucune version de ${line === 'client' ? 'Windows client' : 'Windows Server'}.`,
  why: {
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
  bothLines: (target, agree, client, server) =>
    agree
      ? `Comme client : ${client} Comme serveur : ${server}`
      : `${target} ne dit pas s’il s’agit d’un client Windows ou d’un Windows Server, et les verdicts diffèrent. ` +
        `Comme client : ${client} Comme serveur : ${server}`,
  hostOnly: 'C’est le minimum du système hôte ; la version du produit lui-même n’est pas vérifiée.',
  verdictsDiffer: (slug, mdm, registry) =>
    `${slug} : le verdict "${mdm}" concerne le nœud MDM ; pour la stratégie de registre elle-même, c’est "${registry}".`,
  unreadableAlternatives: (slug, texts) =>
    `${slug} : des minimums documentés sans numéro de build lisible ont été laissés de côté : ${texts}.`,
  deprecated: (slug, since) => `${slug} : l’éditeur marque le nœud MDM comme obsolète à partir de ${since}.`,
  maybeDeprecated: (slug, since) =>
    `${slug} : l’éditeur marque le nœud MDM comme obsolète à partir de ${since} ; sans révision, on ne sait pas si la cible l’atteint.`,
  deprecatedUndated: (slug) => `${slug} : l’éditeur marque le nœud MDM comme obsolète, sans numéro de build.`,
  allAgree: (verdict, reasons) =>
    `Tous les paramètres qui écrivent la paire donnent "${verdict}". ${reasons}`,
  disagree: (verdicts) => `Les paramètres qui écrivent la paire diffèrent : ${verdicts}.`,
};
