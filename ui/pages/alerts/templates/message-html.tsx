import { createElement, Fragment, type ReactNode, useMemo } from 'react';

/** Tags that are shown; of others only what is in them. */
const SHOWN = new Set(
  'p br hr h1 h2 h3 h4 h5 h6 b strong i em u s del ins code pre blockquote ul ol li table thead tbody tfoot tr th td small sub sup span div'.split(
    ' ',
  ),
);
const DROPPED = new Set(['script', 'style', 'title', 'head', 'meta', 'iframe', 'object', 'template']);
const EMPTY = new Set(['br', 'hr']);
/** Headings of a message do not belong to the outline of the page. */
const HEADING = /^h[1-6]$/;

/** HTML of a message as elements: text, lists, tables and links; pictures are shown by their words. */
export function MessageHtml({ html }: { html: string }) {
  const body = useMemo(() => {
    // Styles are for mail programs; the policy of the page refuses them.
    const plain = html.replaceAll(/\s(style|bgcolor)="[^"]*"/g, '').replaceAll(/<(style|head)\b.*?<\/\1>/gs, '');
    return new DOMParser().parseFromString(plain, 'text/html').body;
  }, [html]);
  return <>{childrenOf(body)}</>;
}

function childrenOf(node: Node): ReactNode[] {
  return [...node.childNodes].map((child, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a message is drawn anew as a whole
    <Fragment key={i}>{shown(child)}</Fragment>
  ));
}

function shown(node: Node): ReactNode {
  if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? node.textContent : null;
  const tag = node.tagName.toLowerCase();
  if (DROPPED.has(tag)) return null;
  if (tag === 'img') return <em>{node.getAttribute('alt') ?? ''}</em>;
  if (tag === 'a') return <Anchor href={node.getAttribute('href')}>{childrenOf(node)}</Anchor>;
  if (HEADING.test(tag))
    return (
      <p>
        <b>{childrenOf(node)}</b>
      </p>
    );
  if (!SHOWN.has(tag)) return childrenOf(node);
  return EMPTY.has(tag) ? createElement(tag) : createElement(tag, null, ...childrenOf(node));
}

function Anchor({ href, children }: { href: string | null; children: ReactNode }) {
  if (!href || !/^(https?:|mailto:)/i.test(href)) return <u>{children}</u>;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
