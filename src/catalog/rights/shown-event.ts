/** Filters a change event by the rights of a reader: the entity in it and the change description. */
import { parseObject } from '../../../contract/index.js';
import type { EntityType, Fields } from '../define/define.js';
import type { Scope } from '../routes/route.js';
import type { Sight } from './sight.js';
import { showValues } from './visible.js';

/**
 * Edits the event in place. `hidden`: guarded fields to remove; given if the entity is gone, so that rules cannot query
 * it.
 */
export async function showEvent(
  event: Fields,
  type: EntityType,
  sight: Sight,
  scope: Scope,
  hidden?: ReadonlySet<string>,
): Promise<void> {
  // The event is filtered like an entity, because its change descriptions have the same form.
  const { changeDescription, incrementalChangeDescription } = event;
  const change: Fields = { id: event.entityId, changeDescription, incrementalChangeDescription };
  const entity = typeof event.entity === 'string' ? parseObject(event.entity) : null;
  await showValues(entity ? [change, entity] : [change], type, sight, scope, hidden);
  for (const key of ['changeDescription', 'incrementalChangeDescription'])
    if (event[key] !== undefined) event[key] = change[key];
  if (entity) event.entity = JSON.stringify(entity);
}
