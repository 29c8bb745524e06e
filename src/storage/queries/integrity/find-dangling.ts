import type { Sql } from '../../port.js';

/** A row that refers to an entity which does not exist. */
export interface Dangling {
  /** Which row: `relation owns from … to …`. */
  what: string;
  /** The id of the missing entity. */
  missing: string;
}

/** Rows of all tables that refer to missing entities; at most `limit` of each table. */
export async function findDangling(sql: Sql, limit: number): Promise<Dangling[]> {
  const found: Dangling[] = [];
  for (const text of QUERIES) found.push(...(await sql.all<Dangling>(`${text} limit $1`, [limit])));
  return found;
}

const absent = (column: string) => `not exists (select 1 from entity e where e.id = ${column})`;

const QUERIES: readonly string[] = [
  `select 'container of ' || c.fqn as what, c.parent_id as missing from entity c
    where c.parent_id is not null and ${absent('c.parent_id')}`,
  `select 'relation ' || r.kind || ' of ' || r.from_type || ' to ' || r.to_type || ' ' || r.to_id as what,
    r.from_id as missing from relation r where ${absent('r.from_id')}`,
  `select 'relation ' || r.kind || ' from ' || r.from_type || ' ' || r.from_id || ' to ' || r.to_type as what,
    r.to_id as missing from relation r where ${absent('r.to_id')}`,
  `select 'tag ' || u.tag_id || ' of ' || u.part as what, u.entity_id as missing from tag_usage u
    where ${absent('u.entity_id')}`,
  `select 'tag of ' || u.entity_id || ' ' || u.part as what, u.tag_id as missing from tag_usage u
    where ${absent('u.tag_id')}`,
  `select 'history, version ' || h.version as what, h.entity_id as missing from history h
    where ${absent('h.entity_id')}`,
];
