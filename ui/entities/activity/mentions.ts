// Messages name people and other things by entity links, `<#E::user::lena|@Lena Novak>`; people type and read the text of the link. Pure.
import { addressOf } from '../../data/addresses/addresses.js';

const MENTION = /<#E::(\w+)::([^<>|\n]{1,512})(?:\|([^<>\n]*))?>/g;

/** The links of mentions, by the text of each: `@Lena Novak`. */
export type Mentions = ReadonlyMap<string, string>;

export interface Typed {
  text: string;
  mentions: Mentions;
}

/** A message as Markdown, with links to what it mentions. */
export function toMarkdown(message: string): string {
  return message.replaceAll(MENTION, (_, type: string, name: string, text?: string) => {
    const [fqn = ''] = name.split('::');
    // Parentheses end the address of a link.
    const address = addressOf(type, fqn).replaceAll('(', '%28').replaceAll(')', '%29');
    return `[${(text || `@${fqn}`).replaceAll(/[\\[\]*_`<>]/g, '\\$&')}](${address})`;
  });
}

/** A message as it is edited. */
export function toTyped(message: string): Typed {
  const mentions = new Map<string, string>();
  const text = message.replaceAll(MENTION, (link, _, name: string, shown?: string) => {
    const label = shown || `@${name}`;
    mentions.set(label, link);
    return label;
  });
  return { text, mentions };
}

/** What was typed, as it is sent. */
export function toMessage({ text, mentions }: Typed): string {
  if (mentions.size === 0) return text;
  // The longest first: one name may begin with another.
  const labels = [...mentions.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const any = new RegExp(`(?:${labels.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  return text.replaceAll(any, (label) => mentions.get(label) ?? label);
}

/** A user or team as a mention: its text and its link. Null if a link cannot contain the name. */
export function mentionOf({ type, fqn, name }: { type: string; fqn: string; name: string }): [string, string] | null {
  if (/[<>|\n]|::/.test(fqn)) return null;
  const label = `@${name.replaceAll(/[<>|\n]/g, ' ')}`;
  return [label, `<#E::${type}::${fqn}|${label}>`];
}

/** What is typed behind an `@` before the caret, and where it begins. */
export function mentionAt(text: string, caret: number): { from: number; text: string } | null {
  const [found, , name] = /(^|\s)@([\p{L}\p{N}._-]{0,40})$/u.exec(text.slice(0, caret)) ?? [];
  return found === undefined || name === undefined ? null : { from: caret - name.length - 1, text: name };
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
