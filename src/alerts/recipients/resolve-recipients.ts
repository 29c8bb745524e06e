/** Finds the recipients of an event for a destination. */
import { listOf } from '../../../contract/index.js';
import { systemActor } from '../../catalog/index.js';
import { addressOf, BY_MAIL, withoutDuplicates } from './addresses.js';
import { peopleOf } from './people-of.js';
import type { Recipient, ResolveRecipients } from './recipient.js';
import { maySee, type SeeingDeps, scopeOf } from './shown-to.js';

/**
 * Whoever may create alerts decides about external addresses. A user or team gets no message about an entity that the user, or a member
 * with the rights of the team, may not see.
 */
export function createRecipients(deps: SeeingDeps): ResolveRecipients {
  return async (query, sql) => {
    const { destination, config, event } = query;
    const channel = destination.type;
    if (destination.category === 'External') return withoutDuplicates(external(channel, config), channel);
    const seeing = { ...deps, sql };
    const people = await peopleOf(query, scopeOf(systemActor, seeing));
    const found: Recipient[] = [];
    for (const person of people) {
      const recipient = addressOf(person, channel, deps.catalog);
      if (recipient && (await maySee(person, event.row, seeing))) found.push(recipient);
    }
    return withoutDuplicates(found, channel);
  };
}

function external(channel: string, config: Recipient['config']): Recipient[] {
  const { endpoint, receivers } = config;
  if (channel === BY_MAIL)
    return listOf(receivers, (one) => typeof one === 'string').map((address) => ({ address, config: {} }));
  return typeof endpoint === 'string' && endpoint !== '' ? [{ address: endpoint, config }] : [];
}
