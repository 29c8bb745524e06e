import type { SearchTokens, Sql } from '../../port.js';
import type { EntityRow } from '../../rows.js';
import { ENTITY_COLUMNS } from '../entities/entity-columns.js';

/** What the index keeps of one entity. */
export interface SearchDocument {
  id: string;
  type: string;
  /** How much its name says besides a word that is in it; the lower comes first. */
  weight: number;
  /** Fingerprint of everything below: an unchanged document is not written again. */
  hash: string;
  /** The folded name, for prefixes. */
  nameKey: string;
  name: string;
  /** Values that are counted by, as text of the search room. */
  facets: string;
  /** The same for names of parts. */
  parts: string;
  tokens: SearchTokens;
  /** Words of its names that others are compared with. */
  words: readonly string[];
}

/** What a document says of itself in the index. */
export interface IndexedRow {
  n: number;
  id: string;
  hash: string;
}

/** Entities that the transaction has touched since the last call; forgets them. */
export async function takeTouched(tx: Sql): Promise<string[]> {
  const rows = await tx.all<{ id: string }>('select distinct id from search_touched');
  if (rows.length > 0) await tx.run('delete from search_touched');
  return rows.map((row) => row.id);
}

/**
 * What the index has of entities, kept from other writers until the transaction ends: what is read after this is newer than
 * any document that another transaction has written of them.
 */
export function lockIndexed(tx: Sql, ids: readonly string[]): Promise<IndexedRow[]> {
  return tx.all<IndexedRow>(
    `select n, id, hash from search_doc where id in ${tx.dialect.list('$1')} order by id${tx.dialect.forUpdate}`,
    [JSON.stringify(ids)],
  );
}

/**
 * Writes documents; `known` are the rows that some of them have. Rows first, then all texts: a full-text index may write what
 * it holds in memory whenever another statement begins that could fail half way.
 */
export async function putSearchDocuments(
  tx: Sql,
  documents: readonly SearchDocument[],
  known: ReadonlyMap<string, IndexedRow>,
): Promise<void> {
  const old = documents.flatMap(({ id }) => known.get(id)?.n ?? []);
  const numbers: number[] = [];
  for (const document of documents) numbers.push(await putRow(tx, document));
  if (old.length > 0) await removeText(tx, old);
  const { putText, textValues } = tx.dialect.search;
  for (const [i, { tokens }] of documents.entries()) await tx.run(putText, textValues(numbers[i] as number, tokens));
}

const PUT = `insert into search_doc (id, type, weight, hash, name_key, name, facets, parts)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (id) do update set type = excluded.type, weight = excluded.weight, hash = excluded.hash,
    name_key = excluded.name_key, name = excluded.name, facets = excluded.facets, parts = excluded.parts
  returning n`;

async function putRow(
  tx: Sql,
  { id, type, weight, hash, nameKey, name, facets, parts }: SearchDocument,
): Promise<number> {
  const row = await tx.get<{ n: number }>(PUT, [id, type, weight, hash, nameKey, name, facets, parts]);
  if (!row) throw new Error(`no row of ${id} in the index`);
  return row.n;
}

/** Removes documents by their numbers. */
export async function removeSearchDocuments(tx: Sql, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  await removeText(tx, numbers);
  await tx.run(`delete from search_doc where n in (${numbers.map(Number).join(', ')})`);
}

async function removeText(tx: Sql, numbers: readonly number[]): Promise<void> {
  const { number } = tx.dialect.search;
  for (const n of numbers) await tx.run(`delete from search_text where ${number} = $1`, [n]);
}

/** A slice of all entities by id, for building and checking the index. */
export function entitiesAfter(sql: Sql, afterId: string, limit: number): Promise<EntityRow[]> {
  return sql.all<EntityRow>(`select ${ENTITY_COLUMNS} from entity where id > $1 order by id limit $2`, [
    afterId,
    limit,
  ]);
}

/** A slice of the index by id. */
export function indexedAfter(sql: Sql, afterId: string, limit: number): Promise<IndexedRow[]> {
  return sql.all<IndexedRow>('select n, id, hash from search_doc where id > $1 order by id limit $2', [afterId, limit]);
}

/** Documents of a slice of numbers whose entity is gone. */
export async function orphanNumbers(sql: Sql, limit: number): Promise<number[]> {
  const rows = await sql.all<{ n: number }>(
    'select d.n from search_doc d where not exists (select 1 from entity e where e.id = d.id) limit $1',
    [limit],
  );
  return rows.map((row) => row.n);
}

/** An edge into an entity, as the index needs it. */
export interface IndexedEdge {
  to_id: string;
  kind: string;
  from_id: string;
}

export function indexedEdges(sql: Sql, ids: readonly string[], kinds: readonly string[]): Promise<IndexedEdge[]> {
  return sql.all<IndexedEdge>(
    `select to_id, kind, from_id from relation
      where to_id in ${sql.dialect.list('$1')} and kind in ${sql.dialect.list('$2')} order by to_id, kind, ord, from_id`,
    [JSON.stringify(ids), JSON.stringify(kinds)],
  );
}

export function indexedTags(
  sql: Sql,
  ids: readonly string[],
): Promise<{ entity_id: string; part: string; tag_id: string }[]> {
  return sql.all(
    `select entity_id, part, tag_id from tag_usage where entity_id in ${sql.dialect.list('$1')}
      order by entity_id, part, ord, tag_id`,
    [JSON.stringify(ids)],
  );
}
