/** `POST testDestination`: sends a test message to each destination and tells what came of it. */
import { STATUS_CODES } from 'node:http';
import {
  catalogError,
  type Destination as GivenDestination,
  type TestDestinationStatus,
} from '../../../contract/index.js';
import {
  type ActionRoute,
  type ActionScope,
  json,
  type Reply,
  type Request,
  readBody,
  type Scope,
} from '../../catalog/index.js';
import { present } from '../../context/index.js';
import { eventSubscription, openTried, type TriedDestination } from '../../entities/index.js';
import { PRODUCT } from '../../mail/index.js';
import type { AlertDeps } from '../alert-deps.js';
import { type Attempt, createDestinations, type Destinations, timeoutsOf } from '../destinations/index.js';
import { mayCreate } from './may-create.js';

const { name: tag, path } = eventSubscription;
const MOST_DESTINATIONS = 20;
const AT_ONCE = 5;

export function testDestinationRoute(deps: AlertDeps): ActionRoute {
  return {
    kind: 'action',
    method: 'POST',
    path: `${path}/testDestination`,
    docs: {
      operationId: 'testAlertDestinations',
      summary: 'Test destinations of alerts',
      description:
        `Sends a test message to each destination, at most ${MOST_DESTINATIONS} of the category External, and returns them in the same order with what came of it. ` +
        'A webhook is sent by the `httpMethod` of its config. A masked secret stands for that of the stored destination with the same `id`, if the caller may edit its alert and the address is the stored one.',
      tag,
      body: { schema: 'events/api/testEventSubscriptionDestination', required: true },
      answers: {
        200: {
          description: 'The destinations, each with its `statusDetails`',
          schema: { arrayOf: 'events/eventSubscription#destination' },
        },
      },
    },
    handle: (request, scope) => testAll(request, scope, deps),
  };
}

async function testAll(request: Request, scope: ActionScope, { config, mail }: AlertDeps): Promise<Reply> {
  const tried = await scope.readAs((inner) => openGiven(request, inner));
  const destinations = createDestinations({
    ...config,
    mailer: (message, limits) => mail.send(message, scope.read, limits),
    surroundings: { publicUrl: scope.catalog.options.publicUrl, product: PRODUCT },
    now: scope.context.now,
  });
  try {
    const tested: GivenDestination[] = [];
    for (let at = 0; at < tried.length; at += AT_ONCE)
      tested.push(
        ...(await Promise.all(tried.slice(at, at + AT_ONCE).map((one) => testOne(one, destinations, scope)))),
      );
    return json<GivenDestination[]>(200, tested);
  } finally {
    await destinations.close();
  }
}

async function openGiven(request: Request, scope: Scope): Promise<TriedDestination[]> {
  await mayCreate(scope);
  const { destinations = [] } = readBody(request, 'events/api/testEventSubscriptionDestination', scope);
  if (destinations.length === 0) throw catalogError('BAD_REQUEST', 'destinations must have at least one destination');
  if (destinations.length > MOST_DESTINATIONS)
    throw catalogError('BAD_REQUEST', `destinations must have at most ${MOST_DESTINATIONS} destinations`);
  return openTried(destinations, scope);
}

async function testOne(
  { shown, config }: TriedDestination,
  destinations: Destinations,
  { context }: ActionScope,
): Promise<GivenDestination> {
  const destination = present(destinations.get(shown.type), shown.type);
  const message = { id: context.id(), at: context.now() };
  const target = { config, receivers: [], ...timeoutsOf(shown) };
  const attempt = await destination.test(message, target, new AbortController().signal);
  return { ...shown, statusDetails: statusOf(attempt, context.now()) };
}

function statusOf({ outcome, statusCode, reason, answer }: Attempt, timestamp: number): TestDestinationStatus {
  return {
    status: outcome === 'delivered' ? 'Success' : 'Failed',
    ...(reason === undefined ? {} : { reason }),
    ...(statusCode === undefined ? {} : { statusCode, statusInfo: STATUS_CODES[statusCode] ?? '' }),
    ...(answer === undefined ? {} : { entity: answer }),
    timestamp,
  };
}
