/** Reduces an HTML page to what mail may contain: text with styles, tables, links and pictures. Pure. */
import { escapeHtml, safeHref } from '../../mail/index.js';
import { walkHtml } from './walk-html.js';

const TAGS = new Set(
  'html head meta title body div span p br hr h1 h2 h3 h4 h5 h6 b strong i em u s del strike ins code pre blockquote ul ol li table thead tbody tfoot tr th td a img center small sub sup'.split(
    ' ',
  ),
);
const EMPTY = new Set(['br', 'hr', 'img', 'meta']);
/** Tags that are removed with their content. */
const DROPPED = new Set('script style iframe object embed svg math noscript template textarea select form'.split(' '));
const ATTRIBUTES = new Set(
  'style align valign width height border cellpadding cellspacing bgcolor colspan rowspan alt title lang charset dir'.split(
    ' ',
  ),
);

/** Throws a `TemplateError` for a page that is nested too deeply. */
export function safeMailHtml(html: string): string {
  const pieces: string[] = [];
  let dropped = 0;
  walkHtml(html, {
    onprocessinginstruction(name, data) {
      if (dropped === 0 && /^!doctype$/i.test(name)) pieces.push(`<${data}>\n`);
    },
    onopentag(tag, attributes) {
      if (dropped > 0 || DROPPED.has(tag)) dropped++;
      else if (TAGS.has(tag)) pieces.push(`<${tag}${attributesOf(attributes)}>`);
    },
    ontext(text) {
      if (dropped === 0) pieces.push(escapeHtml(text));
    },
    onclosetag(tag) {
      if (dropped > 0) dropped--;
      else if (TAGS.has(tag) && !EMPTY.has(tag)) pieces.push(`</${tag}>`);
    },
  });
  return pieces.join('');
}

function attributesOf(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .flatMap(([name, value]) => {
      const shown = name === 'href' || name === 'src' ? safeHref(value) : ATTRIBUTES.has(name) ? value : undefined;
      const isUnsafe = shown === undefined || (name === 'style' && /url\s*\(|expression|@import|\\/i.test(shown));
      return isUnsafe ? [] : [` ${name}="${escapeHtml(shown)}"`];
    })
    .join('');
}
