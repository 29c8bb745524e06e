/** Finds the recipients of an event for a destination. */
import { listOf, parseObject } from '../../../contract/index.js';
import type { AccessAuthorizer, CurrentRights } from '../../access/index.js';
import { type Catalog, createEventView, type Scope, systemActor } from '../../catalog/index.js';
import type { Context } from '../../context/index.js';
import type { EntityRow, PlacedEventRow, Sql, Store } from '../../storage/index.js';
import { readEvent } from '../rules/read-event.js';
import { addressOf, BY_MAIL, withoutDuplicates } from './addresses.js';
import { peopleOf } from './people-of.js';
import type { Addressed, Recipient, ResolveRecipients } from './recipient.js';

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
  return async (destination, event, read) => {
    if (destination.category === 'External') return withoutDuplicates(external(destination), destination.type);
    return read(async (sql) => {
      const seeing = { ...deps, sql, read };
      const people = await peopleOf({ destination, event: readEvent(event) }, scopeOf(systemActor, seeing));
      const reached = people.flatMap((person) => {
        const recipient = addressOf(person, destination.type, deps.catalog);
        return recipient ? [{ person, recipient }] : [];
      });
      const found: Recipient[] = [];
      for (const { person, recipient } of reached) if (await maySee(person, event, seeing)) found.push(recipient);
      return withoutDuplicates(found, destination.type);
    });
  };
}

function external({ type, config = {} }: Addressed): Recipient[] {
  const { endpoint, receivers } = config;
  if (type === BY_MAIL)
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
  read: Store['read'];
}

async function maySee(person: EntityRow, event: PlacedEventRow, seeing: Seeing): Promise<boolean> {
  if (person.type !== seeing.catalog.registry.targetOf('users').name) return true;
  return (await eventFor(person, event, seeing)) !== null;
}

function scopeOf(actor: Scope['actor'], { catalog, context, sql, read }: Seeing): Scope {
  return { catalog, context, actor, sql, reopen: read, invalidate: () => {} };
}
