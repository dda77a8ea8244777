/** The sentences of stored answers, in English and French; those made at query time are in `runtime/messages/`. */

import type { ListFacts } from '../../runtime/contract/match.ts';
import type { Lifecycle } from '../../runtime/contract/product.ts';
import { type Messages, textsIn } from '../../runtime/messages/index.ts';
import { verifyEn } from '../../runtime/messages/verify-en.ts';
import { verifyFr } from '../../runtime/messages/verify-fr.ts';

/** `slugs` are joined by commas. */
const en = {
  /** `wanted`: the scope of the hive. `shown`: the scope of the node that the answer shows. */
  noScope: (slug: string, wanted: string, shown: string) =>
    `The MDM mapping of ${slug} has no ${wanted} node; the answer names the ${shown} node, which writes the other hive.`,
  notOfScope: (slug: string, uri: string) =>
    `${slug}: the vendor maps ${uri} to this policy, which does not have the scope of that node; the mapping is not used.`,
  severalNodes: (slug: string, count: number) =>
    `The vendor documents ${count} MDM nodes for ${slug}; cspAlternatives of resolve lists the others.`,
  intuneOnly: (slug: string) =>
    `${slug}: Microsoft’s list of keys does not allow this template to be ingested; only Intune’s settings catalog shows that it is.`,
  placeholder: (slug: string) =>
    `${slug}: {} in the OMA-URI of the MDM node stands for a name that the server or the administrator chooses, such as the tenant’s ID.`,
  wholePolicy: (slug: string) =>
    `${slug}: the vendor maps the MDM node to the policy as a whole; no document says that it sets this value.`,
  setsPolicy: verifyEn.wholePolicy,
  removedIn: (slug: string, version: string) =>
    `${slug}: version ${version} of the vendor’s templates no longer has this setting, or no longer writes this value; it is not current.`,
  lastSeenIn: (slug: string, version: string) =>
    `${slug} was last seen in version ${version}; later versions of the product lack its template, so nothing says whether it is current.`,
  communityOnly: (slugs: string) =>
    `Only a community template documents ${slugs}; no vendor’s source in this dataset version does.`,
  communitySource: (slug: string, source: string) =>
    `A community template (${source}) documents ${slug}, not a vendor’s source.`,
  list: (slug: string, { explicitValue, valuePrefix }: ListFacts) =>
    `${slug} writes a list under this key; ` +
    (explicitValue
      ? 'the administrator chooses the value names.'
      : valuePrefix === undefined
        ? 'the name of each value is its data.'
        : `its values are named ${valuePrefix}1, ${valuePrefix}2 and so on.`),
  documentedOnly: (uri: string) =>
    `${uri} is documented, but no registry setting of this dataset version backs it.`,
  securityNode: (uri: string) =>
    `${uri} is documented and writes no registry value by design: audit, user-rights and account policies are kept in the security database.`,
  /** `places` are paths in the record. */
  partialTexts: (served: string, places: string) =>
    `This dataset version lacks some texts in the language asked for; they are served in ${served}: ${places}.`,
  lifecycle: (slug: string, { state, evidence: { kind, text } }: Lifecycle) =>
    `${slug}: the vendor marks the setting as ${state} (${kind} “${text}”).`,
};

type OwnMessages = typeof en;

const STATES_FR: Record<Lifecycle['state'], string> = {
  deprecated: 'déconseillé',
  obsolete: 'obsolète',
  removed: 'supprimé',
};

const fr: OwnMessages = {
  noScope: (slug, wanted, shown) =>
    `La correspondance MDM de ${slug} n’a pas de nœud ${wanted} ; la réponse indique le nœud ${shown}, qui écrit dans l’autre ruche.`,
  notOfScope: (slug, uri) =>
    `${slug} : l’éditeur rattache ${uri} à cette stratégie, qui n’a pas l’étendue de ce nœud ; cette correspondance n’est pas retenue.`,
  severalNodes: (slug, count) =>
    `L’éditeur documente ${count} nœuds MDM pour ${slug} ; cspAlternatives de resolve indique les autres.`,
  intuneOnly: (slug) =>
    `${slug} : la liste de clés de Microsoft n’autorise pas l’ingestion de ce modèle ; seul le catalogue de paramètres d’Intune montre qu’elle a lieu.`,
  placeholder: (slug) =>
    `${slug} : {} dans l’OMA-URI du nœud MDM tient lieu d’un nom que choisit le serveur ou l’administrateur, tel que l’identifiant du locataire.`,
  wholePolicy: (slug) =>
    `${slug} : l’éditeur rattache le nœud MDM à la stratégie entière ; aucun document ne dit qu’il définit cette valeur.`,
  setsPolicy: verifyFr.wholePolicy,
  removedIn: (slug, version) =>
    `${slug} : la version ${version} des modèles de l’éditeur n’a plus ce paramètre, ou n’écrit plus cette valeur ; il n’est plus actuel.`,
  lastSeenIn: (slug, version) =>
    `${slug} a été vu pour la dernière fois dans la version ${version} ; son modèle manque aux versions suivantes du produit, et rien ne dit s’il est encore actuel.`,
  communityOnly: (slugs) =>
    `Seul un modèle de la communauté documente ${slugs} ; aucune source d’un éditeur dans cette version du jeu de données ne le fait.`,
  communitySource: (slug, source) =>
    `Un modèle de la communauté (${source}) documente ${slug}, non une source d’un éditeur.`,
  list: (slug, { explicitValue, valuePrefix }) =>
    `${slug} écrit une liste sous cette clé ; ` +
    (explicitValue
      ? 'l’administrateur choisit les noms de valeur.'
      : valuePrefix === undefined
        ? 'le nom de chaque valeur est sa donnée.'
        : `ses valeurs se nomment ${valuePrefix}1, ${valuePrefix}2 et ainsi de suite.`),
  documentedOnly: (uri) =>
    `${uri} est documenté, mais aucun paramètre de registre de cette version du jeu de données ne lui correspond.`,
  securityNode: (uri) =>
    `${uri} est documenté et n’écrit par conception aucune valeur de registre : les stratégies d’audit, de droits d’utilisateur et de comptes sont conservées dans la base de sécurité.`,
  partialTexts: (served, places) =>
    `Certains textes manquent à cette version du jeu de données dans la langue demandée et sont servis dans la langue ${served} : ${places}.`,
  lifecycle: (slug, { state, evidence: { kind, text } }) =>
    `${slug} : l’éditeur marque le paramètre comme ${STATES_FR[state]} (${kind === 'title' ? 'titre' : 'catégorie'} « ${text} »).`,
};

export const STORED_TEXTS = { en, fr };

const ALL_TEXTS = { en: { ...textsIn('en'), ...en }, fr: { ...textsIn('fr'), ...fr } };

export type StoredMessages = Messages & OwnMessages;

/** All sentences of stored answers, including those that look-ups have as well. */
export const storedTexts = (lang: string): StoredMessages => textsIn(lang, ALL_TEXTS);
