/** Joins several messages into one. Pure. */
import { type Block, cutText, type Inline, type Message } from '../../mail/index.js';

/** Up to this many events are shown in full; of further ones only the first line. */
const MOST_IN_FULL = 5;
const LONGEST_TITLE = 200;

/** `count`: the number of all events, including those that are not listed. */
export function digestOf(messages: readonly Message[], { title, count }: { title: string; count: number }): Message {
  const subject = `[${cutText(title, LONGEST_TITLE)}] ${count} events`;
  if (count <= MOST_IN_FULL) {
    const blocks = messages.flatMap((one, i): readonly Block[] => [
      ...(i > 0 ? [{ kind: 'divider' } satisfies Block] : []),
      ...one.blocks,
    ]);
    return { subject, blocks };
  }
  const items = messages.map(firstLine);
  if (count > messages.length) items.push([{ text: `… and ${count - messages.length} more` }]);
  // Channels limit the length of a list.
  const blocks: Block[] = [];
  for (let at = 0; at < items.length; at += 10) blocks.push({ kind: 'list', items: items.slice(at, at + 10) });
  return { subject, blocks };
}

function firstLine({ subject, blocks }: Message): readonly Inline[] {
  const first = blocks.find((block) => block.kind === 'paragraph');
  return first?.kind === 'paragraph' ? first.content : [{ text: subject }];
}
