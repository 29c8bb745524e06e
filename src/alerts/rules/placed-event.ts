import { parseObject } from '../../../contract/index.js';
import type { PlacedEventRow } from '../../storage/index.js';

/** An event as the log has it, from its text. */
export function placedEvent(doc: string, position: number): PlacedEventRow {
  const event = parseObject(doc);
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    ...{ position, doc, id: text(event.id), kind: text(event.eventType), entity_type: text(event.entityType) },
    ...{ entity_id: text(event.entityId), entity_fqn: text(event.entityFullyQualifiedName) },
    ...{ user_name: text(event.userName), at: Number(event.timestamp) },
  };
}
