/**
 * Unversioned changes: of an edge (follower, vote) or a time series (profile, run status). They create an event on the
 * entity, in the caller's transaction, and do not touch its row.
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
import { replyWith } from '../read/read.js';
import { selectAll } from '../read/selection.js';
import { showEvent } from '../rights/shown-event.js';
import { createSight } from '../rights/sight.js';
import { jsonText, type Reply, type Scope } from '../routes/route.js';
import { timeAfter } from './time-after.js';

export interface QuietChange {
  added?: readonly FieldChange[];
  updated?: readonly FieldChange[];
  deleted?: readonly FieldChange[];
}

/** Appends an `entityUpdated` event. Resolves to the event without the entity, filtered by the actor's rights. */
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

/** Response to an unversioned change: its event, with the entity as the actor sees it. compat: clients expect the header. */
export async function quietReply(
  event: Fields,
  type: EntityType,
  row: EntityRow,
  fields: string | undefined,
  scope: Scope,
): Promise<Reply> {
  const { body } = await replyWith(type, row, fields, scope);
  const text = `${JSON.stringify(event).slice(0, -1)},"entity":${body}}`;
  return jsonText(200, text, { 'X-OpenMetadata-Change': 'entityFieldsChanged' });
}
