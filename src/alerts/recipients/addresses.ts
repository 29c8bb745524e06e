/** Where users and teams can be reached, by the channel of a destination. */
import { isObject, parseObject } from '../../../contract/index.js';
import type { Catalog } from '../../catalog/index.js';
import { DESTINATION_KINDS } from '../../destinations/index.js';
import { isMailAddress } from '../../egress/index.js';
import { openProfile } from '../../entities/index.js';
import type { EntityRow } from '../../storage/index.js';
import type { Recipient } from './recipient.js';

export const BY_MAIL = 'Email';

/** The address of a user or team for a channel; null if there is none. */
export function addressOf(person: EntityRow, channel: string, catalog: Pick<Catalog, 'contract' | 'sealer'>) {
  if (channel === BY_MAIL) {
    const { email } = parseObject(person.doc);
    return typeof email === 'string' && isMailAddress(email) ? recipient(person, email, {}) : null;
  }
  const provider = DESTINATION_KINDS[channel]?.profile;
  if (provider === undefined) return null;
  const { subscription } = openProfile(person, catalog);
  const config = isObject(subscription) ? subscription[provider] : undefined;
  if (!isObject(config) || typeof config.endpoint !== 'string' || config.endpoint === '') return null;
  return recipient(person, config.endpoint, config);
}

function recipient({ id }: EntityRow, address: string, config: Recipient['config']): Recipient {
  return { address, config, personId: id };
}

/** Removes duplicate addresses. HTTP addresses are equal only if headers, parameters and authentication agree as well. */
export function withoutDuplicates(recipients: readonly Recipient[], channel: string): Recipient[] {
  const byKey = new Map<string, Recipient>();
  for (const one of recipients) {
    const key = channel === BY_MAIL ? one.address.toLowerCase() : JSON.stringify([one.address, sentWith(one.config)]);
    if (!byKey.has(key)) byKey.set(key, one);
  }
  return [...byKey.values()];
}

function sentWith({ headers, queryParams, authType }: Recipient['config']): unknown {
  const sorted = (value: unknown) =>
    isObject(value) ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) : null;
  return [headers, queryParams, authType].map(sorted);
}
