import { type Block, cutText, type Inline, type Message, safeHref } from '../../mail/index.js';
import { chat } from '../chat.js';
import { fitItems } from '../fit-items.js';

const MOST_BYTES = 27_000;
const LONGEST_TEXT = 5000;
const MOST_RECORDS = 10;

/** Microsoft Teams: an Adaptive Card 1.4. A webhook of Teams takes 28 KB. */
export const msTeams = chat({ profile: 'msTeams', bodyOf: adaptiveCardBody });

function adaptiveCardBody({ subject, blocks }: Message): object {
  const elements = blocks.flatMap(elementsOf);
  return fitItems(elements, MOST_BYTES, (fitting) => {
    const isCut = fitting.length < elements.length;
    const body = [title(subject), ...fitting, ...(isCut ? [textBlock('… shortened')] : [])];
    const content = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      fallbackText: cutText(subject, 500),
      msteams: { width: 'Full' },
      body,
    };
    return {
      type: 'message',
      attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
    };
  });
}

const textBlock = (text: string) => ({ type: 'TextBlock', text: text || ' ', wrap: true });
const title = (subject: string) => ({
  ...textBlock(escapeMarkdown(cutText(subject, 500))),
  size: 'Large',
  weight: 'Bolder',
});
const emphasis = (item: object) => ({ type: 'Container', style: 'emphasis', items: [item] });

function elementsOf(block: Block): object[] {
  switch (block.kind) {
    case 'heading':
      return [{ ...textBlock(escapeMarkdown(cutText(block.text, LONGEST_TEXT))), weight: 'Bolder', size: 'Medium' }];
    case 'paragraph':
      return [textBlock(markdown(block.content))];
    case 'list':
      return [textBlock(block.items.map((item) => `- ${markdown(item).replaceAll('\n', ' ')}`).join('\r'))];
    case 'quote':
      return [emphasis(textBlock(markdown(block.content)))];
    case 'code':
      return [emphasis({ ...textBlock(escapeMarkdown(cutText(block.text, LONGEST_TEXT))), fontType: 'Monospace' })];
    case 'button': {
      const url = safeHref(block.href);
      return url === undefined
        ? []
        : [{ type: 'ActionSet', actions: [{ type: 'Action.OpenUrl', title: block.text, url }] }];
    }
    case 'grid':
      return records(block.header, block.rows);
    case 'image': {
      const url = safeHref(block.src);
      return url === undefined ? [] : [{ type: 'Image', url, altText: cutText(block.alt, 500) }];
    }
    case 'divider':
      return [{ ...textBlock(' '), separator: true }];
  }
}

/** Cards of this version have no grid, so each row is a group of names and values. */
function records(header: readonly string[], rows: readonly (readonly string[])[]): object[] {
  return rows.slice(0, MOST_RECORDS).flatMap((row, n) => [
    { ...textBlock(`Record ${n + 1}`), weight: 'Bolder' },
    {
      type: 'FactSet',
      facts: header.map((name, column) => ({
        title: escapeMarkdown(cutText(name, 100)) || ' ',
        value: escapeMarkdown(cutText(row[column] ?? '', 500)) || ' ',
      })),
    },
  ]);
}

const MARKS = { bold: '**', italic: '_', strike: '~~', code: '' };

/** Pieces after the limit are left out, so that no link is cut in the middle. */
function markdown(content: readonly Inline[]): string {
  let text = '';
  for (const { text: given, style, href } of content) {
    const escaped = escapeMarkdown(cutText(given, LONGEST_TEXT));
    const url = safeHref(href)?.replaceAll('(', '%28').replaceAll(')', '%29');
    const mark = style === undefined ? '' : MARKS[style];
    const styled = mark === '' ? escaped : escaped.replace(/[^\s](?:[^\n]*[^\s])?/g, (line) => mark + line + mark);
    const piece = url === undefined ? styled : `[${styled}](${url})`;
    if (text.length + piece.length > LONGEST_TEXT) return `${text}…`;
    text += piece;
  }
  return text;
}

/** Characters that begin a format, a link or a list in the Markdown of cards. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_[\]~`<]/g, '\\$&').replace(/^(\s*)([-+#>]|\d+\.)/gm, '$1\\$2');
}
