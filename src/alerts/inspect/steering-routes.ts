/** Skipping what an alert has not read, and deleting alerts in the background. */
import { type EventSubscriptionOffset, parseObject } from '../../../contract/index.js';
import {
  type Command,
  type DataRoute,
  findForWrite,
  json,
  type Route,
  removeAsync,
  rowToChange,
  type Scope,
  type SlicedRoute,
} from '../../catalog/index.js';
import { present } from '../../context/index.js';
import { eventSubscription } from '../../entities/index.js';
import { EVENTS_CHANNEL } from '../../events/index.js';
import { type EntityRow, getAlertPosition, placeEvents } from '../../storage/index.js';
import { skipToNewest } from '../delivery/index.js';
import { namingOf, type StoredAlert } from './named-alert.js';
import { offsetOf } from './progress.js';

const { name: tag, path } = eventSubscription;

const syncRoute: DataRoute = {
  kind: 'write',
  method: 'PUT',
  path: `${path}/name/{name}/syncOffset`,
  docs: {
    operationId: 'skipAlertEvents',
    summary: 'Move an alert behind the newest event',
    description: 'Skips all unread events: they are never delivered. Pending deliveries and retries are not affected.',
    tag,
    answers: { 200: { description: 'The new position of the alert', schema: 'events/eventSubscriptionOffset' } },
    errors: [404, 409],
  },
  async handle(request, scope) {
    return json(
      200,
      await skip(await rowToChange(eventSubscription, namingOf(request), 'all', scope, ['EditAll']), scope),
    );
  },
};

async function skip({ id, doc }: EntityRow, scope: Scope): Promise<EventSubscriptionOffset> {
  // What was committed before has a position then, and is skipped too.
  if ((await placeEvents(scope.sql)) > 0) scope.invalidate({ kind: 'wake', channel: EVENTS_CHANNEL });
  await skipToNewest(id, parseObject<StoredAlert>(doc), scope);
  return offsetOf(present(await getAlertPosition(scope.sql, id)));
}

/** For the command line: the id of an alert, answered with its offset. */
export const SYNC = 'alerts.sync';
export const syncCommand: Command = {
  name: SYNC,
  run: async (id, scope) => skip(await findForWrite(eventSubscription, { id: String(id) }, 'all', scope), scope),
};

const prefixRoute: SlicedRoute = {
  kind: 'sliced',
  method: 'DELETE',
  path: `${path}/prefix/{id}`,
  docs: {
    operationId: 'deleteAlertInBackground',
    summary: 'Delete an alert in the background',
    description: 'The same as `DELETE async/{id}`.',
    tag,
    answers: {
      202: {
        description: 'The deletion has started',
        schema: { inline: { type: 'object', properties: { jobId: { type: 'string' }, message: { type: 'string' } } } },
      },
    },
    errors: [404, 409, 412],
  },
  handle: (request, scope) => removeAsync(eventSubscription, request, scope),
};

export const steeringRoutes: readonly Route[] = [syncRoute, prefixRoute];
