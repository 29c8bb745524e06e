// The two parts of a mail: HTML for most programs, text for the others and for people who prefer it.
import { type Block, type Inline, type Message, safeHref } from './message.js';

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** `footer` is a line below the message, such as who sends it. */
export function renderMail({ subject, blocks }: Message, footer: string): MailText {
  return {
    subject,
    text: `${[...blocks.map(textOf), `-- \n${footer}`].join('\n\n')}\n`,
    html: page(subject, renderBlocks(blocks), footer),
  };
}

/** The blocks alone, as HTML. */
export const renderBlocks = (blocks: readonly Block[]): string => blocks.map(htmlOf).join('\n');

/** For text and for values of attributes in double quotes. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

// Programs that show mail know few styles, and those only at the element.
const STYLES = {
  body: 'margin:0;padding:24px;background:#f4f5f7;font:15px/1.5 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;color:#1f2937',
  card: 'max-width:640px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px;overflow-wrap:anywhere',
  heading: 'margin:16px 0 8px;font-size:18px',
  quote: 'margin:12px 0;padding:4px 12px;border-left:4px solid #d1d5db;color:#4b5563',
  code: 'margin:12px 0;padding:12px;background:#f3f4f6;border-radius:4px;white-space:pre-wrap;font-size:13px',
  cell: 'padding:4px 8px;border:1px solid #d1d5db;text-align:left;vertical-align:top',
  button:
    'display:inline-block;padding:10px 20px;background:#2563eb;color:#ffffff;border-radius:6px;text-decoration:none',
  footer: 'max-width:640px;margin:12px auto 0;color:#6b7280;font-size:13px',
};

function page(subject: string, body: string, footer: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="${STYLES.body}">
<div style="${STYLES.card}">
${body}
</div>
<p style="${STYLES.footer}">${escapeHtml(footer)}</p>
</body></html>
`;
}

function htmlOf(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h2 style="${STYLES.heading}">${escapeHtml(block.text)}</h2>`;
    case 'paragraph':
      return `<p>${inlineHtml(block.content)}</p>`;
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${inlineHtml(item)}</li>`).join('')}</ul>`;
    case 'quote':
      return `<blockquote style="${STYLES.quote}">${inlineHtml(block.content)}</blockquote>`;
    case 'code':
      return `<pre style="${STYLES.code}">${escapeHtml(block.text)}</pre>`;
    case 'grid':
      return gridHtml(block.header, block.rows);
    case 'button':
      return `<p>${anchor(escapeHtml(block.text), block.href, STYLES.button)}</p>`;
    case 'image':
      return imageHtml(block.src, block.alt);
    case 'divider':
      return '<hr>';
  }
}

function inlineHtml(content: readonly Inline[]): string {
  const tags = { bold: 'b', italic: 'i', code: 'code', strike: 's' };
  return content
    .map(({ text, style, href }) => {
      const escaped = escapeHtml(text).replace(/\n/g, '<br>');
      const styled = style === undefined ? escaped : `<${tags[style]}>${escaped}</${tags[style]}>`;
      return href === undefined ? styled : anchor(styled, href);
    })
    .join('');
}

function anchor(html: string, href: string, style?: string): string {
  const safe = safeHref(href);
  if (safe === undefined) return html;
  return `<a href="${escapeHtml(safe)}"${style === undefined ? '' : ` style="${style}"`}>${html}</a>`;
}

function imageHtml(src: string, alt: string): string {
  const safe = safeHref(src);
  if (safe === undefined) return '';
  return `<p><img src="${escapeHtml(safe)}" alt="${escapeHtml(alt)}" style="max-width:100%"></p>`;
}

function gridHtml(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${tag} style="${STYLES.cell}">${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((cells) => row(cells, 'td')).join('');
  return `<table style="border-collapse:collapse">${row(header, 'th')}${body}</table>`;
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `${block.text}\n${'='.repeat(Math.min(block.text.length, 72))}`;
    case 'paragraph':
      return inlineText(block.content);
    case 'list':
      return block.items.map((item) => `- ${inlineText(item)}`).join('\n');
    case 'quote':
      return inlineText(block.content).replace(/^/gm, '> ');
    case 'code':
      return block.text.replace(/^/gm, '    ');
    case 'grid':
      return [block.header, ...block.rows].map((cells) => cells.join(' | ')).join('\n');
    case 'button':
      return `${block.text}: ${safeHref(block.href) ?? ''}`;
    case 'image':
      return [block.alt, safeHref(block.src) ?? ''].filter((text) => text !== '').join(': ');
    case 'divider':
      return '----------------------------------------';
  }
}

function inlineText(content: readonly Inline[]): string {
  const styled = ({ text, style }: Inline) => (style === 'strike' ? `[-${text}-]` : text);
  return content
    .map((piece) => {
      const safe = safeHref(piece.href);
      return safe === undefined || piece.text === safe ? styled(piece) : `${styled(piece)} (${safe})`;
    })
    .join('');
}
