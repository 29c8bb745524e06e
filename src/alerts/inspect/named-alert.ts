import { type EventSubscription, parseObject, type Stored } from '../../../contract/index.js';
import { type EntityKey, parameter, type Request, readRow, type Scope } from '../../catalog/index.js';
import { eventSubscription } from '../../entities/index.js';
import type { EntityRow } from '../../storage/index.js';

export type StoredAlert = Stored<EventSubscription>;

export interface NamedAlert {
  row: EntityRow;
  /** As stored, with masked secrets. */
  alert: StoredAlert;
}

/** `{id}` or `{name}` of the path. */
export function namingOf(request: Request): EntityKey {
  return 'id' in request.params ? { id: parameter(request, 'id') } : { fqn: parameter(request, 'name') };
}

/** The alert that the path names. 404, or 403 for those who may not see all of it. */
export async function readAlert(request: Request, scope: Scope): Promise<NamedAlert> {
  const row = await readRow(eventSubscription, namingOf(request), 'all', scope, ['ViewAll']);
  return { row, alert: parseObject<StoredAlert>(row.doc) };
}
