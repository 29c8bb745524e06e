/** Skipping what an alert has not read, and deleting alerts in the background. */
import { type EventSubscriptionOffset, parseObject } from '../../../contract/index.js';
import { type DataRoute, json, type Route, removeAsync, rowToChange, type SlicedRoute } from '../../catalog/index.js';
import { present } from '../../context/index.js';
import { eventSubscription } from '../../entities/index.js';
import { EVENTS_CHANNEL } from '../../events/index.js';
import { getAlertPosition, placeEvents } from '../../storage/index.js';
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
    description:
      'What the alert has not read is skipped, and never delivered. Deliveries that are on their way, or wait to be repeated, stay.',
    tag,
    answers: { 200: { description: 'Where the alert reads from now on', schema: 'events/eventSubscriptionOffset' } },
    errors: [404, 409],
  },
  async handle(request, scope) {
    const row = await rowToChange(eventSubscription, namingOf(request), 'all', scope, ['EditAll']);
    // What was committed before has a position then, and is skipped too.
    if ((await placeEvents(scope.sql)) > 0) scope.invalidate({ kind: 'wake', channel: EVENTS_CHANNEL });
    await skipToNewest(row.id, parseObject<StoredAlert>(row.doc), scope);
    return json<EventSubscriptionOffset>(200, offsetOf(present(await getAlertPosition(scope.sql, row.id))));
  },
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
