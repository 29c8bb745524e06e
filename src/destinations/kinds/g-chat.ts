import { type Block, cutText, escapeHtml, type Inline, type Message, safeHref } from '../../mail/index.js';
import { chat } from '../chat.js';
import { fitItems } from '../fit-items.js';

const MOST_BYTES = 31_000;
const LONGEST_TEXT = 4096;
const LONGEST_TITLE = 200;
const MOST_WIDGETS = 90;

/** Google Chat: a card (cardsV2). A message of Chat takes 32,000 bytes. */
export const gChat = chat({ profile: 'gChat', bodyOf: chatCardBody });

function chatCardBody({ subject, blocks }: Message): object {
  const widgets = blocks.flatMap(widgetsOf);
  const most = widgets.slice(0, MOST_WIDGETS);
  return fitItems(most, MOST_BYTES, (fitting) => {
    const isCut = fitting.length < widgets.length;
    const shown = [...fitting, ...(isCut || fitting.length === 0 ? [paragraph('… shortened')] : [])];
    const card = { header: { title: cutText(subject, LONGEST_TITLE) }, sections: [{ widgets: shown }] };
    return { cardsV2: [{ cardId: 'event', card }] };
  });
}

const paragraph = (text: string) => ({ textParagraph: { text: text || ' ' } });

function widgetsOf(block: Block): object[] {
  switch (block.kind) {
    case 'heading':
      return [paragraph(html([{ text: block.text, style: 'bold' }]))];
    case 'paragraph':
      return [paragraph(html(block.content))];
    case 'list':
      return [paragraph(html(block.items.flatMap((item, n) => [{ text: n === 0 ? '• ' : '\n• ' }, ...item])))];
    case 'quote':
      return [paragraph(html(block.content.map((piece) => ({ ...piece, style: piece.style ?? 'italic' }))))];
    case 'code':
      return [paragraph(html([{ text: block.text }]))];
    case 'button': {
      const url = safeHref(block.href);
      return url === undefined
        ? []
        : [{ buttonList: { buttons: [{ text: block.text, onClick: { openLink: { url } } }] } }];
    }
    case 'grid':
      return [block.header, ...block.rows].map((row) => paragraph(html([{ text: row.join(' | ') }])));
    case 'image': {
      const imageUrl = safeHref(block.src);
      return imageUrl === undefined ? [] : [{ image: { imageUrl, altText: cutText(block.alt, 500) } }];
    }
    case 'divider':
      return [{ divider: {} }];
  }
}

const TAGS = { bold: 'b', italic: 'i', strike: 's', code: '' };

/** Pieces that do not fit are cut before they are escaped, so that no tag is left open. */
function html(content: readonly Inline[]): string {
  let text = '';
  for (const piece of content) {
    const whole = tagged(piece);
    if (text.length + whole.length > LONGEST_TEXT) {
      // An escaped character takes up to six.
      const room = Math.floor((LONGEST_TEXT - text.length) / 6) - 1;
      return room > 1 ? text + escaped(cutText(piece.text, room)) : text;
    }
    text += whole;
  }
  return text;
}

function tagged({ text, style, href }: Inline): string {
  const tag = style === undefined ? '' : TAGS[style];
  const inner = tag === '' ? escaped(text) : `<${tag}>${escaped(text)}</${tag}>`;
  const url = safeHref(href);
  return url === undefined ? inner : `<a href="${escapeHtml(url)}">${inner}</a>`;
}

const escaped = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');
