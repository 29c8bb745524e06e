/**
 * Changes that make no version: an edge (follower, vote), a point of a time series (profile, run status). They make an
 * event on the entity, in the caller's transaction, and move nothing else.
 */
import { parseObject } from '../../../contract/index.js';
import { first } from '../../context/index.js';
import { appendEvents } from '../../events/index.js';
import { type EntityRow, eventText } from '../../storage/index.js';
import { changeEvent } from '../change/change-event.js';
import type { FieldChange } from '../change/diff.js';
import type { EntityType, Fields } from '../define/define.js';
import { versionNumber } from '../document/version.js';
import { compose } from '../read/compose.js';
import { selectAll } from '../read/selection.js';
import { showEvent } from '../rights/shown-event.js';
import { createSight } from '../rights/sight.js';
import { json, type Reply, type Scope } from '../routes/route.js';
import { timeAfter } from './time-after.js';

export interface QuietChange {
  added?: readonly FieldChange[];
  updated?: readonly FieldChange[];
  deleted?: readonly FieldChange[];
}

/** Appends an `entityUpdated` event and resolves to it as the actor may see it, without the entity. */
export async function recordUpdate(
  type: EntityType,
  row: EntityRow,
  change: QuietChange,
  scope: Scope,
): Promise<Fields> {
  const text = first(await compose([row], type, selectAll(type), scope));
  const event = changeEvent(
    {
      kind: 'entityUpdated',
      type: type.name,
      id: row.id,
      fqn: row.fqn,
      from: row.version,
      to: row.version,
      at: timeAfter(row, scope),
      text,
      change: {
        fieldsAdded: [...(change.added ?? [])],
        fieldsUpdated: [...(change.updated ?? [])],
        fieldsDeleted: [...(change.deleted ?? [])],
        previousVersion: versionNumber(row.version),
      },
    },
    scope,
  );
  await appendEvents(scope.sql, [event]);
  const answer = parseObject(eventText({ ...event, entity: null }));
  await showEvent(answer, type, createSight(scope), scope);
  return answer;
}

/** The answer of a change that makes no version: its event. compat: the header says so. */
export function quietReply(event: Fields): Reply {
  return json(200, event, { 'X-OpenMetadata-Change': 'entityFieldsChanged' });
}
