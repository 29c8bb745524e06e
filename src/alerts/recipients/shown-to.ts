/** Reduces an event to what its recipient may see. */
import type { Access } from '../../access/index.js';
import { type Actor, type Catalog, createEventView, type Scope } from '../../catalog/index.js';
import type { Context } from '../../context/index.js';
import { actorOf } from '../../entities/index.js';
import { type EntityRow, getEntityById, type PlacedEventRow, type Sql, type Store } from '../../storage/index.js';

export interface SeeingDeps {
  catalog: Catalog;
  context: Context;
  access: Pick<Access, 'authorizer' | 'rights'>;
}

interface Seeing extends SeeingDeps {
  sql: Sql;
}

/** The event as the user or team may see it now; null if they may see nothing of it. */
export type ShownTo = (personId: string, event: PlacedEventRow) => Promise<PlacedEventRow | null>;

export function createShownTo({ store, ...deps }: SeeingDeps & { store: Pick<Store, 'read'> }): ShownTo {
  const { access, context } = deps;
  return (id, event) => {
    const caller = { actor: { id, name: '', isAdmin: false, isBot: false }, bearer: null, now: context.now() };
    return access.rights.read(store.read, caller, async (sql) => {
      const person = await getEntityById(sql, id);
      return person?.deleted === 0 ? viewOf(person, event, { ...deps, sql }) : null;
    });
  };
}

/**
 * Whether the person may see anything of the event. If the snapshot is older than the cached rights, this cannot be decided, and rights
 * from it must not be cached: it is decided when the message is sent.
 */
export async function maySee(person: EntityRow, event: PlacedEventRow, seeing: Seeing): Promise<boolean> {
  const { authorizer, rights } = seeing.access;
  if (!(await rights.follow(seeing.sql))) return true;
  await authorizer.prepare(actorOf(person), seeing.sql);
  return (await viewOf(person, event, seeing)) !== null;
}

/** The rights of the person must be prepared. */
function viewOf(person: EntityRow, event: PlacedEventRow, seeing: Seeing): Promise<PlacedEventRow | null> {
  return createEventView(scopeOf(actorOf(person), seeing))(event);
}

export function scopeOf(actor: Actor, { catalog, context, sql }: Seeing): Scope {
  return { catalog, context, actor, sql, reopen: (work) => work(sql), invalidate: () => {} };
}
