import type { EventRow } from '../../rows.js';

const TIME = /,"timestamp":\d+/;

/**
 * The complete ChangeEvent as JSON text, assembled from the stored pieces. Its time is that of the row, which may be
 * later.
 */
export function eventText({ doc, at, change, entity }: Pick<EventRow, 'doc' | 'at' | 'change' | 'entity'>): string {
  let text = doc.slice(0, -1).replace(TIME, `,"timestamp":${at}`);
  if (change !== null) text += `,"changeDescription":${change},"incrementalChangeDescription":${change}`;
  if (entity !== null) text += `,"entity":${JSON.stringify(entity)}`;
  return `${text}}`;
}
