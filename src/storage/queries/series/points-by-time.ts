import type { Sql } from '../../port.js';
import type { SeriesRow } from '../../rows.js';
import { createParameters } from '../parameters.js';

/** Position of a point among all of its kind, newest first. */
export type PointPlace = Pick<SeriesRow, 'at' | 'entity_id' | 'key'>;

export interface KindRange {
  kind: string;
  /** Milliseconds, both bounds inclusive. */
  from: number;
  to: number;
  /** Points after this place. */
  after?: PointPlace;
  /** The nearest points before this place instead, oldest first. */
  before?: PointPlace | undefined;
  limit: number;
}

/** Points of a kind on any entity, newest first; every page costs the same, wherever it is. */
export function listPointsByTime(sql: Sql, { kind, from, to, after, before, limit }: KindRange): Promise<SeriesRow[]> {
  const parameters = createParameters(
    kind,
    before ? Math.max(from, before.at) : from,
    after ? Math.min(to, after.at) : to,
  );
  const place = after ?? before;
  const behind = place
    ? ` and (at, entity_id, key) ${after ? '<' : '>'} (${parameters.add(place.at)}, ${parameters.add(place.entity_id)}, ${parameters.add(place.key)})`
    : '';
  const order = before && !after ? 'asc' : 'desc';
  return sql.all<SeriesRow>(
    `select entity_id, kind, key, at, doc from series where kind = $1 and at >= $2 and at <= $3${behind}
      order by at ${order}, entity_id ${order}, key ${order} limit ${parameters.add(limit)}`,
    parameters.values,
  );
}

/** The point of a kind with this time and key, on any entity. */
export function findPoint(sql: Sql, kind: string, at: number, key: string): Promise<SeriesRow | undefined> {
  return sql.get<SeriesRow>(
    'select entity_id, kind, key, at, doc from series where kind = $1 and at = $2 and key = $3',
    [kind, at, key],
  );
}
