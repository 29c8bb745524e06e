import { type Block, cutText, type Inline, type Message, safeHref } from '../../mail/index.js';
import { chat } from '../chat.js';

const MOST_BLOCKS = 50;
const LONGEST_HEADER = 150;
const LONGEST_SECTION = 3000;
const LONGEST_FALLBACK = 3000;
const MOST_ROWS = 100;
const MOST_COLUMNS = 20;
const MOST_CELL_TEXT = 10_000;

/** Slack: blocks of the Block Kit, whose limits are those of docs.slack.dev/reference/block-kit/blocks. */
export const slack = chat({ profile: 'slack', bodyOf: slackBody });

function slackBody({ subject, blocks }: Message): object {
  const [table] = blocks.filter((block) => block.kind === 'grid');
  const shown = [header(subject), ...blocks.flatMap(blocksOf)].slice(0, MOST_BLOCKS);
  return {
    // The text for notifications and screen readers.
    text: cutText(escapeMrkdwn(subject), LONGEST_FALLBACK),
    blocks: shown,
    ...(table ? { attachments: [{ blocks: [grid(table.header, table.rows)] }] } : {}),
  };
}

const header = (text: string) => ({
  type: 'header',
  text: { type: 'plain_text', text: cutText(text, LONGEST_HEADER), emoji: false },
});

function blocksOf(block: Block): object[] {
  switch (block.kind) {
    case 'heading':
      return [section([{ text: block.text, style: 'bold' }])];
    case 'paragraph':
      return [section(block.content)];
    case 'list':
      return [section(block.items.flatMap((item, n) => [{ text: n === 0 ? '• ' : '\n• ' }, ...item]))];
    case 'quote':
      return [section(block.content, (text) => text.replace(/^/gm, '> '))];
    case 'code':
      return [section([{ text: block.text }], (text) => `\`\`\`${text.replaceAll('```', "'''")}\`\`\``)];
    case 'button':
      return safeHref(block.href) === undefined ? [] : [section([{ text: block.text, href: block.href }])];
    case 'image':
      return imageOf(block.src, block.alt);
    case 'divider':
      return [{ type: 'divider' }];
    case 'grid':
      return [];
  }
}

const LONGEST_ADDRESS = 3000;
const LONGEST_ALT = 2000;

function imageOf(src: string, alt: string): object[] {
  const url = safeHref(src);
  if (url === undefined || url.length > LONGEST_ADDRESS) return [];
  return [{ type: 'image', image_url: url, alt_text: cutText(alt || ' ', LONGEST_ALT) }];
}

/** Pieces that would make the text too long are cut or left out, so that no link or escape is cut in the middle. */
function section(content: readonly Inline[], wrap = (text: string) => text): object {
  const room = (text: string) => wrap(text).length <= LONGEST_SECTION;
  let text = '';
  for (const piece of content) {
    const whole = text + mrkdwn(piece);
    if (!room(whole)) {
      text = appendCut(text, piece, room);
      break;
    }
    text = whole;
  }
  return { type: 'section', text: { type: 'mrkdwn', text: wrap(text) || ' ', verbatim: true } };
}

function appendCut(text: string, { text: rest }: Inline, room: (text: string) => boolean): string {
  for (let length = Math.min(rest.length, LONGEST_SECTION); length > 1; length = Math.floor(length / 2)) {
    const longer = text + escapeMrkdwn(cutText(rest, length));
    if (room(longer)) return longer;
  }
  return text;
}

const MARKS = { bold: '*', italic: '_', strike: '~', code: '`' };

function mrkdwn({ text, style, href }: Inline): string {
  const safe = safeHref(href);
  if (safe !== undefined) {
    const label = escapeMrkdwn(text).replace(/[|\n]/g, ' ');
    return `<${escapeMrkdwn(safe).replaceAll('|', '%7C')}|${label}>`;
  }
  const escaped = escapeMrkdwn(text);
  // Formatting marks work only next to text, and not across lines.
  return style === undefined
    ? escaped
    : escaped.replace(/[^\s](?:[^\n]*[^\s])?/g, (line) => MARKS[style] + line + MARKS[style]);
}

/** Escapes the three control characters of Slack, so that text cannot make links or mentions. */
function escapeMrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function grid(head: readonly string[], rows: readonly (readonly string[])[]): object {
  let left = MOST_CELL_TEXT;
  const cell = (text: string) => {
    const shown = cutText(text || ' ', Math.max(1, Math.min(left, 500)));
    left -= shown.length;
    return { type: 'raw_text', text: shown };
  };
  const cells = [head, ...rows].slice(0, MOST_ROWS);
  const fitting = [];
  for (const row of cells) {
    if (left < MOST_COLUMNS) break;
    fitting.push(row.slice(0, MOST_COLUMNS).map(cell));
  }
  return { type: 'table', rows: fitting };
}
