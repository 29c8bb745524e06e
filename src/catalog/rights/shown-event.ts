/** A change event as far as one reader may see it: the entity in it and what it says of the change. */
import { parseObject } from '../../../contract/index.js';
import type { EntityType, Fields } from '../define/define.js';
import type { Scope } from '../routes/route.js';
import type { Sight } from './sight.js';
import { showValues } from './visible.js';

/** Changes the event. `hidden`: guarded fields that are not shown, where the entity is gone and only facts could decide. */
export async function showEvent(
  event: Fields,
  type: EntityType,
  sight: Sight,
  scope: Scope,
  hidden?: ReadonlySet<string>,
): Promise<void> {
  // The event itself stands for its entity: its change descriptions are of the same form.
  const { changeDescription, incrementalChangeDescription } = event;
  const change: Fields = { id: event.entityId, changeDescription, incrementalChangeDescription };
  const entity = typeof event.entity === 'string' ? parseObject(event.entity) : null;
  await showValues(entity ? [change, entity] : [change], type, sight, scope, hidden);
  for (const key of ['changeDescription', 'incrementalChangeDescription'])
    if (event[key] !== undefined) event[key] = change[key];
  if (entity) event.entity = JSON.stringify(entity);
}
