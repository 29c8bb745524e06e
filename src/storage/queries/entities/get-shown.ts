/** Lookups for responses, in every deletion state. Rows may be cached; callers must not modify them. */
import { cached, gathered, type Sql } from '../../port.js';
import type { ShownRow } from '../../rows.js';
import { createParameters, isOneOf } from '../parameters.js';
import { hashFqn, namedRows, SHOWN_COLUMNS } from './entity-columns.js';

const BY_ID = `select ${SHOWN_COLUMNS} from entity where id = $1`;
const BY_FQN = `select ${SHOWN_COLUMNS} from entity where type = $1 and fqn_hash = $2`;

export function getShownById(sql: Sql, id: string): Promise<ShownRow | undefined> {
  if (!sql.dialect.remote) return sql.get<ShownRow>(BY_ID, [id]);
  const load = (ids: readonly string[]) => {
    const parameters = createParameters();
    const condition = isOneOf('id', ids, sql.dialect, parameters);
    return sql.all<ShownRow>(`select ${SHOWN_COLUMNS} from entity where ${condition}`, parameters.values);
  };
  return keptRow(sql, `row ${id}`, () => gathered(sql, 'rows', [id], load, (row) => row.id));
}

export function getShownByFqn(sql: Sql, type: string, fqn: string): Promise<ShownRow | undefined> {
  if (!sql.dialect.remote) return sql.get<ShownRow>(BY_FQN, [type, hashFqn(fqn)]);
  const load = (fqns: readonly string[]) => {
    const { condition, values } = namedRows(sql, type, fqns);
    return sql.all<ShownRow>(`select ${SHOWN_COLUMNS} from entity where ${condition}`, values);
  };
  return keptRow(sql, `row ${type} ${fqn}`, () => gathered(sql, `rows ${type}`, [fqn], load, (row) => row.fqn));
}

/** Looking up a row is a round trip, so it is cached. */
async function keptRow(
  sql: Sql,
  name: string,
  load: () => Promise<readonly ShownRow[]>,
): Promise<ShownRow | undefined> {
  const [row] = await cached(sql, name, load, weightOf);
  return row;
}

function weightOf([row]: readonly ShownRow[]): number {
  return row === undefined ? 50 : row.doc.length + (row.extra?.length ?? 0) + (row.cuts?.length ?? 0) + 300;
}
