import { table } from '../../entities/index.js';
import { type EntityRow, type ListPlace, listEntities, type Store } from '../../storage/index.js';

const PAGE = 100;

/** The tables inside of a service, database or schema, by name. `after`: the place behind which to continue. */
export async function* tablesBelow(
  { id, fqn }: Pick<EntityRow, 'id' | 'fqn'>,
  store: Pick<Store, 'read'>,
  after?: ListPlace,
): AsyncGenerator<EntityRow, void> {
  for (let place = after, more = true; more; ) {
    const query = { type: table.name, below: { id, fqn }, limit: PAGE, ...(place ? { after: place } : {}) };
    const rows = await store.read((sql) => listEntities(sql, query));
    yield* rows;
    const last = rows.at(-1);
    more = rows.length === PAGE;
    if (last) place = placeOf(last);
  }
}

/** The position of a table in that order. */
export const placeOf = ({ fqn, id }: Pick<EntityRow, 'fqn' | 'id'>): ListPlace => ({ key: fqn, id });
