/** `POST testDestination`: sends a test message to each destination and returns the results. */
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
import { type Attempt, createDestinations, type Destinations, timeoutsOf } from '../../destinations/index.js';
import { eventSubscription, openTried, type TriedDestination } from '../../entities/index.js';
import type { Message } from '../../mail/index.js';
import type { AlertDeps } from '../alert-deps.js';
import { createDescriber, surroundingsOf } from '../messages/index.js';
import { mayCreate } from './may-create.js';

const { name: tag, path } = eventSubscription;
const MOST_DESTINATIONS = 20;
const AT_ONCE = 5;
/** For all of them. */
const MOST_MS = 120_000;

export function testDestinationRoute(deps: AlertDeps): ActionRoute {
  return {
    kind: 'action',
    method: 'POST',
    path: `${path}/testDestination`,
    docs: {
      operationId: 'testAlertDestinations',
      summary: 'Test destinations of alerts',
      description:
        `Sends a test message to each destination, at most ${MOST_DESTINATIONS} of the category External, and returns them in the same order with the results. ` +
        'Webhooks use the `httpMethod` of the config. A masked secret is replaced by that of the stored destination with the same `id`, if the caller may edit its alert and the address is unchanged.',
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

async function testAll(request: Request, scope: ActionScope, deps: AlertDeps): Promise<Reply> {
  const { destinations: tried } = await scope.readAs((inner) =>
    openGiven(inner, () => readBody(request, 'events/api/testEventSubscriptionDestination', inner)),
  );
  return json<GivenDestination[]>(200, await sendTests(tried, undefined, scope, deps));
}

/** Sends the message, or the fixed one, to each destination. */
export async function sendTests(
  tried: readonly TriedDestination[],
  message: Message | undefined,
  scope: ActionScope,
  { config, mail }: AlertDeps,
): Promise<GivenDestination[]> {
  const surroundings = surroundingsOf(scope.catalog, scope.read);
  const destinations = createDestinations({
    ...config,
    mailer: (one, limits) => mail.send(one, scope.read, limits),
    surroundings,
    describer: createDescriber(surroundings),
    now: scope.context.now,
  });
  const sending = { destinations, message, scope, signal: AbortSignal.timeout(MOST_MS) };
  try {
    const tested: GivenDestination[] = [];
    for (let at = 0; at < tried.length; at += AT_ONCE)
      tested.push(...(await Promise.all(tried.slice(at, at + AT_ONCE).map((one) => testOne(one, sending)))));
    return tested;
  } finally {
    await destinations.close();
  }
}

/** The destinations of a request, for those who may create alerts. */
export async function openGiven<B extends { destinations?: GivenDestination[] }>(
  scope: Scope,
  read: () => B,
): Promise<Omit<B, 'destinations'> & { destinations: TriedDestination[] }> {
  await mayCreate(scope);
  const body = read();
  const { destinations = [] } = body;
  if (destinations.length === 0) throw catalogError('BAD_REQUEST', 'destinations must have at least one destination');
  if (destinations.length > MOST_DESTINATIONS)
    throw catalogError('BAD_REQUEST', `destinations must have at most ${MOST_DESTINATIONS} destinations`);
  return { ...body, destinations: await openTried(destinations, scope) };
}

interface SendingTests {
  destinations: Destinations;
  message: Message | undefined;
  scope: ActionScope;
  /** Ends what takes too long. */
  signal: AbortSignal;
}

async function testOne(
  { shown, config }: TriedDestination,
  { destinations, message, scope: { context }, signal }: SendingTests,
): Promise<GivenDestination> {
  const destination = present(destinations.get(shown.type), shown.type);
  const sent = { id: context.id(), at: context.now(), ...(message === undefined ? {} : { message }) };
  const target = { config, receivers: [], ...timeoutsOf(shown) };
  const attempt = await destination.test(sent, target, signal);
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
