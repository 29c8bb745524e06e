import { lazy, Suspense } from 'react';
import classes from './markdown.module.css';

const Rendered = lazy(() => import('./markdown-rendered.js').then((m) => ({ default: m.MarkdownRendered })));

/** Without these a text is what it seems, and nothing has to be loaded to show it. */
const MARKS = /[*_`#<[\]|~\\&]|^\s*(?:[-+>]|\d+[.)])\s|https?:|\n/m;

/** A description: Markdown with the HTML that an allow-list knows. */
export function Markdown({ text }: { text: string }) {
  if (!MARKS.test(text))
    return (
      <div className={classes.markdown}>
        <p>{text}</p>
      </div>
    );
  return (
    <Suspense fallback={<div className={classes.plain}>{text}</div>}>
      <div className={classes.markdown}>
        <Rendered text={text} />
      </div>
    </Suspense>
  );
}

/** Markdown as one line of plain text, for lists. */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`#>|~]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
