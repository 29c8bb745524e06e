import { present } from '../../../context/index.js';
import { mayHave, type SearchText, type SearchTokens, type Sql } from '../../port.js';
import { createParameters, isOneOf } from '../parameters.js';
import { numbersOfFacets } from './facet-numbers.js';
import { putTogether } from './put-together.js';
import { currentTables, type SearchTables } from './search-tables.js';

/** What the index stores of one entity. */
export interface SearchDocument {
  id: string;
  type: string;
  /** How much the name contains beyond the matched word; lower ranks first. */
  weight: number;
  /** Hash of everything but `facets`: an unchanged document is not rewritten. */
  hash: string;
  /** The folded name, for prefix searches. */
  nameKey: string;
  name: string;
  /** Facet values, as serialized by the search module; many documents share one such text. */
  facets: string;
  /** Hash of `facets`. */
  facetKey: string;
  /** Names of parts, as serialized by the search module. */
  parts: string;
  /** Names and metadata of columns in short, as serialized by the search module; empty for types without columns. */
  columns: string;
  tokens: SearchTokens;
  /** Tokens of `facets` that are not among `tokens`; not part of the hash. */
  counted: string;
  /** The words of each of its names, for typo correction. */
  words: readonly (readonly string[])[];
}

/** What the index has stored for a document. */
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

function indexedColumns({ facet }: SearchTables): string {
  return `d.n, d.id, d.type, d.name, d.hash, d.weight, d.facet, (select c.key from ${facet} c where c.f = d.facet) as facet_key`;
}

/**
 * The index rows of entities, locked until the end of the transaction: anything read after this is newer than any of
 * their documents written by other transactions.
 */
export async function lockIndexed(
  tx: Sql,
  tables: SearchTables,
  ids: readonly string[],
): Promise<ReadonlyMap<string, IndexedRow>> {
  const load = async (missing: readonly string[]) => {
    const parameters = createParameters();
    const rows = await tx.all<IndexedRow>(
      `select ${indexedColumns(tables)} from ${tables.doc} d where ${isOneOf('d.id', missing, tx.dialect, parameters)}
        order by d.id${tx.dialect.forUpdate}`,
      parameters.values,
    );
    return new Map(rows.map((row) => [row.id, row]));
  };
  const from = { table: tables.doc, constant: [tables.facet] };
  if (tx.remembered) return tx.remembered(from, 'indexed', ids, load);
  const given = mayHave(tx, tables.doc, ids);
  return given.length === 0 ? new Map() : load(given);
}

/** A change of a document; its facet tuple is 0 if it was removed. */
export type ChangedDocument = readonly [n: number, facet: number, weight: number];

/** Readers that lag by more than this reload all documents. */
export const RETAINED_CHANGES = 20_000;

const FORGOTTEN_AT_ONCE = 1_000;

/**
 * Records what a commit changed, under the next number. Where writers are serial, a reader that has seen everything up
 * to a number finds all later changes after it.
 */
async function noteChange(tx: Sql, { change }: SearchTables, rows: readonly ChangedDocument[]): Promise<void> {
  if (rows.length === 0 || tx.dialect.concurrentWriters) return;
  const text = `insert into ${change} (rows) values ($1) returning change`;
  const last = (await tx.get<{ change: number }>(text, [JSON.stringify(rows)]))?.change as number;
  if (last % FORGOTTEN_AT_ONCE === 0)
    await tx.run(`delete from ${change} where change <= $1`, [last - RETAINED_CHANGES]);
}

/** The highest document id. Where writers are serial it is read once, and callers increment it themselves. */
async function highestNumber(tx: Sql, { doc }: SearchTables): Promise<{ n: number }> {
  const load = async () => {
    const row = await tx.get<{ n: number }>(`select coalesce(max(n), 0) as n from ${doc}`);
    return new Map([[doc, row as { n: number }]]);
  };
  const found = tx.remembered ? await tx.remembered(doc, 'highest', [doc], load) : await load();
  return found.get(doc) as { n: number };
}

/** Inserts documents into a generation that is not searched yet; none of them exists. */
export async function addSearchDocuments(
  tx: Sql,
  tables: SearchTables,
  documents: readonly SearchDocument[],
): Promise<void> {
  if (documents.length === 0) return;
  await putAll(tx, tables, documents, new Map());
}

/** Writes documents, where `known` are the existing rows of some of them, and removes others by document id. */
export async function putSearchDocuments(
  tx: Sql,
  tables: SearchTables,
  documents: readonly SearchDocument[],
  known: ReadonlyMap<string, IndexedRow>,
  gone: readonly number[],
): Promise<void> {
  await removeRows(tx, tables, gone);
  const changed = await putAll(tx, tables, documents, known);
  await noteChange(tx, tables, [...gone.map((n): ChangedDocument => [n, 0, 0]), ...changed]);
}

async function putAll(
  tx: Sql,
  tables: SearchTables,
  documents: readonly SearchDocument[],
  known: ReadonlyMap<string, IndexedRow>,
): Promise<ChangedDocument[]> {
  const { writing } = tx.dialect.search;
  if (documents.length === 0) return [];
  if (writing.kind === 'together') {
    await putTogether(tx, writing, tables, documents, known);
    return [];
  }
  const { changed, texts } = await putRows(tx, tables, documents, known);
  const putText = writing.putText(tables.text);
  for (const { n, text } of texts) await tx.run(putText, writing.textValues(n, text));
  return changed;
}

// Rows first, then all texts: a full-text index may flush its buffers whenever another statement begins that could
// fail halfway.
async function putRows(
  tx: Sql,
  tables: SearchTables,
  documents: readonly SearchDocument[],
  known: ReadonlyMap<string, IndexedRow>,
): Promise<{ changed: ChangedDocument[]; texts: { n: number; text: SearchText }[] }> {
  const changed: ChangedDocument[] = [];
  const texts: { n: number; text: SearchText }[] = [];
  const facets = await numbersOfFacets(tx, tables, documents, known);
  const statements = statementsOf(tables);
  const highest = await highestNumber(tx, tables);
  for (const document of documents) {
    const { id, type, weight, hash, nameKey, name, parts, columns } = document;
    const row = known.get(id);
    const facet = present(facets.get(document.facetKey));
    const n = row?.n ?? ++highest.n;
    if (row === undefined)
      await tx.run(statements.insert, [id, type, facet, weight, hash, nameKey, name, parts, columns, n], [id]);
    else if (row.name !== name || row.type !== type)
      await tx.run(statements.replace, [type, facet, weight, hash, nameKey, name, parts, columns, n], [id]);
    else if (row.hash === hash) await tx.run(statements.facet, [facet, n], [id]);
    else if (row.facet_key === document.facetKey && row.weight === weight)
      await tx.run(statements.text, [hash, parts, columns, n], [id]);
    else await tx.run(statements.update, [facet, weight, hash, parts, columns, n], [id]);
    changed.push([n, facet, weight]);
    if (row?.hash !== hash) texts.push({ n, text: { ...document, facet } });
  }
  return { changed, texts };
}

function statementsOf({ doc }: SearchTables): Record<'facet' | 'text' | 'update' | 'insert' | 'replace', string> {
  return {
    insert: `insert into ${doc} (id, type, facet, weight, hash, name_key, name, parts, columns, n)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    // Updates leave out indexed columns and constant ones.
    facet: `update ${doc} set facet = $1 where n = $2`,
    text: `update ${doc} set hash = $1, parts = $2, columns = $3 where n = $4`,
    update: `update ${doc} set facet = $1, weight = $2, hash = $3, parts = $4, columns = $5 where n = $6`,
    replace: `update ${doc} set type = $1, facet = $2, weight = $3, hash = $4, name_key = $5, name = $6, parts = $7, columns = $8
      where n = $9`,
  };
}

async function removeRows(tx: Sql, tables: SearchTables, docIds: readonly number[]): Promise<void> {
  if (docIds.length === 0) return;
  const { number } = tx.dialect.search;
  const list = `(${docIds.map(Number).join(', ')})`;
  await tx.run(`delete from ${tables.text} where ${number} in ${list}`);
  await tx.run(`delete from ${tables.doc} where n in ${list}`);
}

/** Whether the table of tokens has exactly these tokens of a document. */
export async function hasTokens(sql: Sql, tables: SearchTables, n: number, text: SearchText): Promise<boolean> {
  const { hasText, textParameters } = sql.dialect.search;
  const found = await sql.get(
    `select 1 as found from ${tables.text} where ${hasText(tables.text)}`,
    textParameters(n, text),
  );
  return found !== undefined;
}

/**
 * Schedules the documents of entities for rewriting at the end of the transaction; resolves to the number of entities.
 */
export async function renewDocuments(tx: Sql, { doc }: SearchTables, ids: readonly string[]): Promise<number> {
  const list = [JSON.stringify(ids)];
  const given = tx.dialect.list('$1');
  await tx.run(`update ${doc} set hash = '' where id in ${given}`, list);
  await tx.run(`insert into search_touched (id) select value from ${given} as given`, list);
  const row = await tx.get<{ count: number }>(`select count(*) as count from entity where id in ${given}`, list);
  return row?.count ?? 0;
}

/** A complete row of the index. */
export interface WholeIndexedRow extends IndexedRow {
  name_key: string;
  parts: string;
  columns: string | null;
  facets: string;
}

/** A slice of the index, by entity id. */
export function indexedAfter(
  sql: Sql,
  tables: SearchTables,
  afterId: string,
  limit: number,
): Promise<WholeIndexedRow[]> {
  return sql.all(
    `select ${indexedColumns(tables)}, d.name_key, d.parts, d.columns, (select c.facets from ${tables.facet} c where c.f = d.facet) as facets from ${tables.doc} d where d.id > $1 order by d.id limit $2`,
    [afterId, limit],
  );
}

/** What documents hold of the columns of entities, by id; null where a document was written before they held it. */
export async function columnDigests(sql: Sql, ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const { doc } = await currentTables(sql);
  const { among, search } = sql.dialect;
  // One text instead of thousands of rows.
  const row = await sql.get<{ lines: string | null }>(
    `select ${search.lines(`id || coalesce(' ' || columns, '')`)} as lines from ${doc} where id ${among('$1')}`,
    [JSON.stringify(ids)],
  );
  return new Map(row?.lines?.split('\n').map(splitLine));
}

function splitLine(line: string): [id: string, columns: string | null] {
  const end = line.indexOf(' ');
  return end < 0 ? [line, null] : [line.slice(0, end), line.slice(end + 1)];
}

/** Document ids, in a slice, whose entity no longer exists. */
export async function orphanDocIds(sql: Sql, { doc }: SearchTables, limit: number): Promise<number[]> {
  const rows = await sql.all<{ n: number }>(
    `select d.n from ${doc} d where not exists (select 1 from entity e where e.id = d.id) limit $1`,
    [limit],
  );
  return rows.map((row) => row.n);
}
