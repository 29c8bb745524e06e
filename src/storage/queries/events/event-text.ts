import type { EventRow } from '../../rows.js';

/** The whole ChangeEvent as JSON text, from the pieces that are stored. */
export function eventText({ doc, change, entity }: Pick<EventRow, 'doc' | 'change' | 'entity'>): string {
  let text = doc.slice(0, -1);
  if (change !== null) text += `,"changeDescription":${change},"incrementalChangeDescription":${change}`;
  if (entity !== null) text += `,"entity":${JSON.stringify(entity)}`;
  return `${text}}`;
}
