/** The changes of one's own values, for the terminal and for review. */
import { nameOf, placeOf, writtenText } from '../item-text.ts';
import { markdownTable, markdownText } from '../markdown.ts';
import { folded } from '../table.ts';
import { visible } from '../visible.ts';
import type { OwnChange } from './only.ts';
import { shortened } from './render.ts';

export function ownText(title: string, changes: readonly OwnChange[], faults: readonly string[]): string {
  const texts = changes.flatMap((change) => [
    `${placeOf(change.item)}: ${writtenText(change.item)}`,
    ...sentencesOf(change).map((sentence) => `  ${sentence}`),
  ]);
  return [title, ...texts, ...faults].map(folded).join('');
}

export function ownMarkdown(title: string, changes: readonly OwnChange[], faults: readonly string[]): string {
  const rows = changes.map((change) =>
    [placeOf(change.item), nameOf(change.item), sentencesOf(change).join('; ')].map(markdownText),
  );
  const table = rows.length > 0 ? `${markdownTable(['place', 'value', 'what changes'], rows)}\n` : '';
  return `# ${visible(title)}\n\n${table}${faults.map((fault) => `* ${markdownText(fault)}\n`).join('')}`;
}

function sentencesOf({ documented, gained, lost, mapping, data, ...change }: OwnChange): string[] {
  const [more, fewer] = [gained.join(', '), lost.join(', ')];
  return [
    documented === 'newly' && `newly documented, by ${more}`,
    documented === 'no-longer' && `no longer documented; it was by ${fewer}`,
    documented === undefined && more !== '' && `written by ${more} too`,
    documented === undefined && fewer !== '' && `no longer written by ${fewer}`,
    mapping && `MDM mapping ${mapping}`,
    change.floorMoved && 'a documented minimum or a verdict changed',
    data && `its data was ${data.before}, now it is ${data.after}`,
    ...change.facts.map(({ slug, fact, before = '–', after = '–' }) => {
      const setting = change.slugs.length > 1 ? `${slug} ` : '';
      return `${setting}${fact}: ${shortened(before)} → ${shortened(after)}`;
    }),
  ].filter((sentence) => typeof sentence === 'string');
}
