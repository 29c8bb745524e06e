/**
 * What people read, without the format of a channel: mail and each chat product render it. Texts are plain; whoever
 * renders them escapes them.
 */
export interface Message {
  /** One line. */
  subject: string;
  blocks: readonly Block[];
}

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; content: readonly Inline[] }
  | { kind: 'list'; items: readonly (readonly Inline[])[] }
  | { kind: 'quote'; content: readonly Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'grid'; header: readonly string[]; rows: readonly (readonly string[])[] }
  /** The one thing that the reader may want to do. */
  | { kind: 'button'; text: string; href: string }
  | { kind: 'image'; src: string; alt: string }
  | { kind: 'divider' };

/** A piece of a line. */
export interface Inline {
  text: string;
  style?: 'bold' | 'italic' | 'code' | 'strike';
  href?: string;
}

export const plain = (text: string): Inline => ({ text });
export const bold = (text: string): Inline => ({ text, style: 'bold' });
export const linked = (text: string, href: string): Inline => ({ text, href });
export const paragraph = (...content: Inline[]): Block => ({ kind: 'paragraph', content });

/** The address if it is one that a reader may be sent to; undefined otherwise. */
export function safeHref(href: string | undefined): string | undefined {
  if (href === undefined || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined;
}

/** At most so many UTF-16 units, ending in an ellipsis if it was longer; never half a character. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = /[\ud800-\udbff]$/.test(text.slice(0, most - 1)) ? most - 2 : most - 1;
  return `${text.slice(0, end)}…`;
}
