/**
 * Prepares destinations that somebody wants to try: checked as when they are saved, with their secrets in plain text. A mask stands
 * for the secret of the stored destination with the same id, for those who may change its alert, and only while it goes to the
 * address that it is stored for: otherwise anyone who can see an alert could send its secrets to a server of theirs.
 */
import { catalogError, type Destination } from '../../../contract/index.js';
import { equal, type Fields, isObject, readDocument, type Scope } from '../../catalog/index.js';
import { DESTINATION_KINDS } from '../../destinations/index.js';
import { allOf } from '../../rules/index.js';
import { listEntities } from '../../storage/index.js';
import { type SealedConfig, sealConfig } from '../service/seal-connection.js';
import { mask, openSecrets, refuseLooseMasks, sealedIn } from '../service/sealed-secrets.js';
import { checkDestination } from './destination-config.js';
import { eventSubscription } from './event-subscription.js';
import { destinationsOf, placeOf, SCHEMA, SEALED } from './settle-destinations.js';

export interface TriedDestination {
  /** As answers show it: secrets are masked. */
  shown: Destination;
  /** With its secrets. */
  config: Fields;
}

/** Alerts that may share the id of a destination. */
const MOST_HOLDERS = 20;

/** Throws 400 for the first one that cannot be tried. */
export async function openTried(given: readonly Destination[], scope: Scope): Promise<TriedDestination[]> {
  const tried: TriedDestination[] = [];
  for (const [i, destination] of given.entries()) tried.push(await openOne(destination, `destinations[${i}]`, scope));
  return tried;
}

async function openOne(given: Destination, property: string, scope: Scope): Promise<TriedDestination> {
  const { catalog } = scope;
  const { statusDetails: _, ...rest } = catalog.contract.withDefaults('events/eventSubscription#destination', given);
  if (rest.category !== 'External')
    throw catalogError('BAD_REQUEST', `${property}.category: only External destinations can be tested`);
  const kinds = Object.keys(DESTINATION_KINDS);
  if (!kinds.includes(rest.type))
    throw catalogError('BAD_REQUEST', `${property}.type: only ${kinds.join(', ')} can be tested`);
  checkDestination(rest, property, catalog.options);
  const stored = hasMask(rest.config, scope) ? await storedFor(rest, scope) : null;
  const place = placeOf(property);
  refuseLooseMasks(place, rest.config, stored?.sealed, scope);
  const { config, sealed } = sealConfig(place, rest.config, stored, scope);
  const open = openSecrets(SCHEMA, config, sealedIn(sealed), scope);
  return { shown: isObject(config) ? { ...rest, config } : rest, config: isObject(open) ? open : {} };
}

function hasMask(config: unknown, { catalog }: Scope): boolean {
  let found = false;
  catalog.contract.mapConnectionSecrets(SCHEMA, config, (secret) => {
    found ||= secret === mask;
    return secret;
  });
  return found;
}

/** The stored destination whose secrets may be sent to this address by the caller; null if there is none. */
async function storedFor({ id, config }: Destination, scope: Scope): Promise<SealedConfig | null> {
  if (id === undefined) return null;
  const { authorizer } = scope.catalog;
  const type = eventSubscription.name;
  const rows = await listEntities(scope.sql, {
    type,
    include: 'non-deleted',
    conditions: [{ by: 'contains', fields: ['destinations'], text: JSON.stringify(id) }],
    filter: allOf(['ViewBasic', 'EditAll'].map((operation) => authorizer.filter(scope.actor, operation, type))),
    limit: MOST_HOLDERS,
  });
  for (const row of rows) {
    const alert = readDocument(row);
    const stored = destinationsOf(alert).find((destination) => destination.id === id);
    const secrets = alert[SEALED];
    if (stored && isSameAddress(stored.config, config))
      return { config: stored.config, sealed: isObject(secrets) ? secrets[id] : undefined };
  }
  return null;
}

/** Everything that says where a secret goes; passwords in addresses are masked on both sides. */
function isSameAddress(stored: unknown, given: unknown): boolean {
  const addressOf = (config: unknown) => {
    const { endpoint, queryParams, authType } = isObject(config) ? config : {};
    const { type, tokenUrl } = isObject(authType) ? authType : {};
    return [endpoint, queryParams, type, tokenUrl].map((value) => value ?? null);
  };
  return equal(addressOf(stored), addressOf(given));
}
