/**
 * Completes, checks and seals the destinations of an alert. Each has an id, and its secrets are sealed below that id, so that a
 * mask keeps the secret of the same destination wherever it stands in the list.
 */
import { catalogError, type Destination } from '../../../contract/index.js';
import { type Fields, isObject, type Scope } from '../../catalog/index.js';
import { sealConfig } from '../service/seal-connection.js';
import { openSecrets, refuseLooseMasks, sealedIn } from '../service/sealed-secrets.js';
import { checkDestination } from './destination-config.js';

export const SEALED = '$destinations';
/** Declares the secrets of all kinds of destinations; values that look like secrets count, too. */
export const SCHEMA = 'entity/events/webhook';

/** Each is a message for every event. */
const MOST_DESTINATIONS = 100;

export function settleDestinations(after: Fields, before: Fields | null, scope: Scope): void {
  const stored = destinationsOf(before);
  const storedSecrets = before?.[SEALED];
  const secrets: Fields = {};
  const taken = new Set<string>();
  if (destinationsOf(after).length > MOST_DESTINATIONS)
    throw catalogError('BAD_REQUEST', `destinations must have at most ${MOST_DESTINATIONS} destinations`);
  after.destinations = destinationsOf(after).map((given, i) => {
    const property = `destinations[${i}]`;
    const { statusDetails: _, ...rest } = scope.catalog.contract.withDefaults(
      'events/eventSubscription#destination',
      given,
    );
    const id = given.id ?? scope.context.id();
    if (taken.has(id)) throw catalogError('BAD_REQUEST', `${property}: another destination has the id ${id}`);
    taken.add(id);
    checkDestination(rest, property, scope.catalog.options);
    const earlier = stored.find((destination) => destination.id === id);
    const sealedEarlier = isObject(storedSecrets) ? storedSecrets[id] : undefined;
    if (rest.config === undefined) return { id, ...rest };
    const place = placeOf(property);
    refuseLooseMasks(place, rest.config, sealedEarlier, scope);
    const { config, sealed } = sealConfig(
      place,
      rest.config,
      earlier ? { config: earlier.config, sealed: sealedEarlier } : null,
      scope,
    );
    if (sealed !== undefined) secrets[id] = sealed;
    return { ...rest, id, config };
  });
  if (Object.keys(secrets).length > 0) after[SEALED] = secrets;
  else delete after[SEALED];
}

/** The configuration of a stored destination with its secrets in plain text. */
export function openDestination(alert: Fields, id: string, scope: Pick<Scope, 'catalog'>): Fields {
  const secrets = alert[SEALED];
  const sealed = sealedIn(isObject(secrets) ? secrets[id] : undefined);
  const config = destinationsOf(alert).find((destination) => destination.id === id)?.config;
  const open = openSecrets(SCHEMA, config, sealed, scope);
  return isObject(open) ? open : {};
}

/** Where the secrets of a destination are, for messages. */
export const placeOf = (property: string) => ({
  schema: SCHEMA,
  property: `${property}.config`,
  holder: 'the destination with the same id',
});

export function destinationsOf(alert: Fields | null): Destination[] {
  const { destinations } = alert ?? {};
  return Array.isArray(destinations) ? destinations : [];
}
