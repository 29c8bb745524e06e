/** Finds the recipients of an event for a destination. */
import { listOf, parseObject } from '../../../contract/index.js';
import type { AccessAuthorizer, CurrentRights } from '../../access/index.js';
import { type Catalog, createEventView, type Scope, systemActor } from '../../catalog/index.js';
import type { Context } from '../../context/index.js';
import type { EntityRow, PlacedEventRow, Sql } from '../../storage/index.js';
import { addressOf, BY_MAIL, withoutDuplicates } from './addresses.js';
import { peopleOf } from './people-of.js';
import type { Recipient, ResolveRecipients } from './recipient.js';

export interface RecipientDeps {
  catalog: Catalog;
  context: Context;
  authorizer: Pick<AccessAuthorizer, 'prepare'>;
  rights: Pick<CurrentRights, 'follow'>;
}

/**
 * External addresses, and those of teams, are used with the right of whoever may create alerts. A user gets nothing about
 * what the user may not see.
 */
export function createRecipients(deps: RecipientDeps): ResolveRecipients {
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

/** What of an event a user may see; null for nothing. */
export async function eventFor(
  user: Pick<EntityRow, 'id' | 'name' | 'doc'>,
  event: PlacedEventRow,
  seeing: Seeing,
): Promise<PlacedEventRow | null> {
  const { isAdmin, isBot } = parseObject(user.doc);
  const actor = { id: user.id, name: user.name, isAdmin: isAdmin === true, isBot: isBot === true };
  await seeing.rights.follow(seeing.sql);
  await seeing.authorizer.prepare(actor, seeing.sql);
  return createEventView(scopeOf(actor, seeing))(event);
}

interface Seeing extends RecipientDeps {
  sql: Sql;
}

async function maySee(person: EntityRow, event: PlacedEventRow, seeing: Seeing): Promise<boolean> {
  if (person.type !== seeing.catalog.registry.targetOf('users').name) return true;
  return (await eventFor(person, event, seeing)) !== null;
}

function scopeOf(actor: Scope['actor'], { catalog, context, sql }: Seeing): Scope {
  return { catalog, context, actor, sql, reopen: (work) => work(sql), invalidate: () => {} };
}
