import type { SearchText, SearchTokens, Sql } from '../../port.js';
import type { SearchTables } from './search-tables.js';

/** What the index keeps of one entity. */
export interface SearchDocument {
  id: string;
  type: string;
  /** How much its name says besides a word that is in it; the lower comes first. */
  weight: number;
  /** Fingerprint of everything but `facets`: an unchanged document is not written again. */
  hash: string;
  /** The folded name, for prefixes. */
  nameKey: string;
  name: string;
  /** Values that are counted by, as text of the search room; many documents share one such text. */
  facets: string;
  /** Fingerprint of `facets`. */
  facetKey: string;
  /** Names of parts, as text of the search room. */
  parts: string;
  tokens: SearchTokens;
  /** Tokens of `facets` that are not among `tokens`; not part of the fingerprint. */
  counted: string;
  /** Words of each of its names that others are compared with. */
  words: readonly (readonly string[])[];
}

/** What the index says of a document. */
export interface IndexedRow {
  n: number;
  id: string;
  type: string;
  name: string;
  hash: string;
  weight: number;
  facet: number;
  facet_key: string;
}

/**
 * Entities that the transaction has touched since the last call; forgets them. When there are some, the state of the index stays
 * as it is until the commit.
 */
export async function takeTouched(tx: Sql): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(`delete from search_touched returning id${tx.dialect.search.lockShared}`);
  return [...new Set(rows.map((row) => row.id))];
}

function indexedColumns({ facet }: SearchTables): string {
  return `d.n, d.id, d.type, d.name, d.hash, d.weight, d.facet, (select c.key from ${facet} c where c.f = d.facet) as facet_key`;
}

/**
 * What the index has of entities, kept from other writers until the transaction ends: what is read after this is newer than
 * any document that another transaction has written of them.
 */
export async function lockIndexed(
  tx: Sql,
  tables: SearchTables,
  ids: readonly string[],
): Promise<ReadonlyMap<string, IndexedRow>> {
  const load = async (missing: readonly string[]) => {
    const rows = await tx.all<IndexedRow>(
      `select ${indexedColumns(tables)} from ${tables.doc} d where d.id in ${tx.dialect.list('$1')}
        order by d.id${tx.dialect.forUpdate}`,
      [JSON.stringify(missing)],
    );
    return new Map(rows.map((row) => [row.id, row]));
  };
  const from = { table: tables.doc, constant: [tables.facet] };
  return tx.remembered ? tx.remembered(from, 'indexed', ids, load) : load(ids);
}

/** What changed of a document: its combination is 0 when it went away. */
export type ChangedDocument = readonly [n: number, facet: number, weight: number];

/** Readers that are further behind than this look at all documents again. */
export const KEPT_CHANGES = 20_000;

const FORGOTTEN_AT_ONCE = 1_000;

/**
 * Notes what a commit changed, under the next number: where writers are serial, whoever has seen all up to a number finds what
 * came later behind it.
 */
async function noteChange(tx: Sql, { change }: SearchTables, rows: readonly ChangedDocument[]): Promise<void> {
  if (rows.length === 0 || tx.dialect.concurrentWriters) return;
  const text = `insert into ${change} (rows) values ($1) returning change`;
  const last = (await tx.get<{ change: number }>(text, [JSON.stringify(rows)]))?.change as number;
  if (last % FORGOTTEN_AT_ONCE === 0) await tx.run(`delete from ${change} where change <= $1`, [last - KEPT_CHANGES]);
}

/** The highest number of a document. Where writers are serial it is read once, and whoever takes one counts on. */
async function highestNumber(tx: Sql, { doc }: SearchTables): Promise<{ n: number }> {
  const load = async () => {
    const row = await tx.get<{ n: number }>(`select coalesce(max(n), 0) as n from ${doc}`);
    return new Map([[doc, row as { n: number }]]);
  };
  const found = tx.remembered ? await tx.remembered(doc, 'highest', [doc], load) : await load();
  return found.get(doc) as { n: number };
}

/** Writes the documents of a generation that nobody asks yet; none of them is there. */
export async function addSearchDocuments(
  tx: Sql,
  tables: SearchTables,
  documents: readonly SearchDocument[],
): Promise<void> {
  if (documents.length === 0) return;
  const { texts } = await putRows(tx, tables, documents, new Map());
  await putTexts(tx, tables, texts);
}

/** Writes documents, of which `known` are the rows that some have, and removes others by their numbers. */
export async function putSearchDocuments(
  tx: Sql,
  tables: SearchTables,
  documents: readonly SearchDocument[],
  known: ReadonlyMap<string, IndexedRow>,
  gone: readonly number[],
): Promise<void> {
  await removeRows(tx, tables, gone);
  const { changed, texts } = await putRows(tx, tables, documents, known);
  await noteChange(tx, tables, [...gone.map((n): ChangedDocument => [n, 0, 0]), ...changed]);
  await putTexts(tx, tables, texts);
}

interface NumberedText {
  n: number;
  text: SearchText;
}

// Rows first, then all texts: a full-text index may write what it holds in memory whenever another statement begins that could
// fail half way.
async function putRows(
  tx: Sql,
  tables: SearchTables,
  documents: readonly SearchDocument[],
  known: ReadonlyMap<string, IndexedRow>,
): Promise<{ changed: ChangedDocument[]; texts: NumberedText[] }> {
  const changed: ChangedDocument[] = [];
  const texts: NumberedText[] = [];
  if (documents.length === 0) return { changed, texts };
  const facets = await numbersOfFacets(tx, tables, documents);
  const { search } = tx.dialect;
  const statements = statementsOf(tables);
  const highest = tx.dialect.concurrentWriters ? null : await highestNumber(tx, tables);
  for (const document of documents) {
    const { id, type, weight, hash, nameKey, name, parts } = document;
    const row = known.get(id);
    const facet = facets.get(document.facetKey) as number;
    let n = row?.n;
    if (row?.name === name && row.type === type) {
      if (row.hash === hash) await tx.run(statements.facet, [facet, row.n], [id]);
      else if (row.facet_key === document.facetKey && row.weight === weight)
        await tx.run(statements.text, [hash, parts, row.n], [id]);
      else await tx.run(statements.update, [facet, weight, hash, parts, row.n], [id]);
    } else {
      const values = [id, type, facet, weight, hash, nameKey, name, parts];
      if (row === undefined && highest !== null) {
        highest.n += 1;
        n = highest.n;
        await tx.run(statements.insert, [...values, n], [id]);
      } else n = (await tx.get<{ n: number }>(statements.put, values))?.n;
    }
    changed.push([n as number, facet, weight]);
    if (row?.hash !== hash || (search.textHoldsFacets && row.facet_key !== document.facetKey))
      texts.push({ n: n as number, text: { ...document, facet } });
  }
  return { changed, texts };
}

async function putTexts(tx: Sql, tables: SearchTables, texts: readonly NumberedText[]): Promise<void> {
  const { putText, textValues } = tx.dialect.search;
  const text = putText(tables.text);
  for (const one of texts) await tx.run(text, textValues(one.n, one.text));
}

function statementsOf({ doc }: SearchTables): Record<'facet' | 'text' | 'update' | 'insert' | 'put', string> {
  return {
    insert: `insert into ${doc} (id, type, facet, weight, hash, name_key, name, parts, n)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    // Updates leave out what indexes hold and what stays.
    facet: `update ${doc} set facet = $1 where n = $2`,
    text: `update ${doc} set hash = $1, parts = $2 where n = $3`,
    update: `update ${doc} set facet = $1, weight = $2, hash = $3, parts = $4 where n = $5`,
    put: `insert into ${doc} (id, type, facet, weight, hash, name_key, name, parts)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (id) do update set type = excluded.type, facet = excluded.facet, weight = excluded.weight,
        hash = excluded.hash, name_key = excluded.name_key, name = excluded.name, parts = excluded.parts
      returning n`,
  };
}

/** The numbers of combinations by their keys; new ones are added. */
async function numbersOfFacets(
  tx: Sql,
  { facet }: SearchTables,
  documents: readonly SearchDocument[],
): Promise<Map<string, number>> {
  const texts = new Map(documents.map(({ facetKey, facets }) => [facetKey, facets]));
  const load = async (keys: readonly string[]) => {
    const rows = await tx.all<{ key: string; f: number }>(
      `select key, f from ${facet} where key in ${tx.dialect.list('$1')}`,
      [JSON.stringify(keys)],
    );
    return new Map(rows.map(({ key, f }) => [key, f]));
  };
  const keys = [...texts.keys()];
  const numbers = new Map(await (tx.remembered ? tx.remembered(facet, 'numbers', keys, load) : load(keys)));
  for (const key of keys.filter((one) => !numbers.has(one)).sort()) {
    const added = await tx.get<{ f: number }>(
      `insert into ${facet} (key, facets) values ($1, $2) on conflict (key) do update set key = excluded.key returning f`,
      [key, texts.get(key) as string],
    );
    numbers.set(key, (added as { f: number }).f);
  }
  return numbers;
}

async function removeRows(tx: Sql, tables: SearchTables, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  const { number } = tx.dialect.search;
  const list = `(${numbers.map(Number).join(', ')})`;
  await tx.run(`delete from ${tables.text} where ${number} in ${list}`);
  await tx.run(`delete from ${tables.doc} where n in ${list}`);
}

/** Whether the table of tokens has those of a document. */
export async function hasTokens(sql: Sql, tables: SearchTables, n: number, text: SearchText): Promise<boolean> {
  const { hasText, textParameters } = sql.dialect.search;
  const found = await sql.get(
    `select 1 as found from ${tables.text} where ${hasText(tables.text)}`,
    textParameters(n, text),
  );
  return found !== undefined;
}

/** Has the documents of entities written again at the end of the transaction; resolves to the number of such entities. */
export async function renewDocuments(tx: Sql, { doc }: SearchTables, ids: readonly string[]): Promise<number> {
  const list = [JSON.stringify(ids)];
  const given = tx.dialect.list('$1');
  await tx.run(`update ${doc} set hash = '' where id in ${given}`, list);
  await tx.run(`insert into search_touched (id) select value from ${given} as given`, list);
  const row = await tx.get<{ count: number }>(`select count(*) as count from entity where id in ${given}`, list);
  return row?.count ?? 0;
}

/** A row of the index with all that it says of the entity. */
export interface WholeIndexedRow extends IndexedRow {
  name_key: string;
  parts: string;
  facets: string;
}

/** A slice of the index by id. */
export function indexedAfter(
  sql: Sql,
  tables: SearchTables,
  afterId: string,
  limit: number,
): Promise<WholeIndexedRow[]> {
  return sql.all(
    `select ${indexedColumns(tables)}, d.name_key, d.parts, (select c.facets from ${tables.facet} c where c.f = d.facet) as facets from ${tables.doc} d where d.id > $1 order by d.id limit $2`,
    [afterId, limit],
  );
}

/** Documents of a slice of numbers whose entity is gone. */
export async function orphanNumbers(sql: Sql, { doc }: SearchTables, limit: number): Promise<number[]> {
  const rows = await sql.all<{ n: number }>(
    `select d.n from ${doc} d where not exists (select 1 from entity e where e.id = d.id) limit $1`,
    [limit],
  );
  return rows.map((row) => row.n);
}
