/** Keeps the index in step with what is stored: in the transaction of every write, when it is built anew, when it is checked. */
import type { Registry } from '../catalog/index.js';
import {
  addWords,
  type EntityRow,
  getEntitiesByIds,
  type IndexedRow,
  indexedEdges,
  indexedTags,
  lockIndexed,
  putSearchDocuments,
  removeSearchDocuments,
  type SearchDocument,
  type Sql,
  takeTouched,
  unknownWords,
} from '../storage/index.js';
import { INDEXED_EDGES, makeDocument } from './make-document.js';
import { isForgiven, wordKeys } from './near-words.js';

export interface SearchIndex {
  /**
   * Brings the index up to what the transaction has changed so far. Called last in every write, so that what is stored
   * and what is found are committed together.
   */
  flush(tx: Sql): Promise<void>;
  /**
   * Brings the documents of these entities up to date and removes those of entities that are gone; with `anew` unchanged ones
   * are written too. Resolves to how many were written.
   */
  put(tx: Sql, ids: readonly string[], anew: boolean): Promise<number>;
  /** The documents of these rows as they should be, in order. */
  documents(sql: Sql, rows: readonly EntityRow[]): Promise<SearchDocument[]>;
}

const SLICE = 200;

export function createSearchIndex({ registry }: { registry: Pick<Registry, 'find'> }): SearchIndex {
  async function documents(sql: Sql, rows: readonly EntityRow[]): Promise<SearchDocument[]> {
    const known = rows.flatMap((row) => {
      const type = registry.find(row.type);
      return type ? [{ row, type }] : [];
    });
    const ids = known.map(({ row }) => row.id);
    const edges = grouped(await indexedEdges(sql, ids, INDEXED_EDGES), (edge) => edge.to_id);
    const tags = grouped(await indexedTags(sql, ids), (usage) => usage.entity_id);
    return known.map(({ row, type }) =>
      makeDocument(type, row, { edges: edges.get(row.id) ?? [], tags: tags.get(row.id) ?? [] }),
    );
  }

  async function put(tx: Sql, ids: readonly string[], anew: boolean): Promise<number> {
    const known = byId(await lockIndexed(tx, ids));
    const rows = await getEntitiesByIds(tx, ids);
    const there = new Set(rows.map((row) => row.id));
    await removeSearchDocuments(
      tx,
      [...known.values()].filter(({ id }) => !there.has(id)).map(({ n }) => n),
    );
    if (rows.length === 0) return 0;
    const wanted = await documents(tx, rows);
    const changed = anew ? wanted : wanted.filter((document) => known.get(document.id)?.hash !== document.hash);
    await putSearchDocuments(tx, changed, known);
    await learnWords(tx, changed);
    return changed.length;
  }

  return {
    documents,
    put,
    async flush(tx) {
      const ids = await takeTouched(tx);
      for (let i = 0; i < ids.length; i += SLICE) await put(tx, ids.slice(i, i + SLICE), false);
    },
  };
}

async function learnWords(tx: Sql, documents: readonly SearchDocument[]): Promise<void> {
  const words = new Set(documents.flatMap((document) => document.words));
  const fresh = await unknownWords(tx, [...words].sort());
  if (fresh.length > 0)
    await addWords(
      tx,
      fresh.map((word) => ({ word, keys: isForgiven(word) ? wordKeys(word) : [] })),
    );
}

function byId(rows: readonly IndexedRow[]): Map<string, IndexedRow> {
  return new Map(rows.map((row) => [row.id, row]));
}

function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
