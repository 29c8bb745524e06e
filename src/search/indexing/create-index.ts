/**
 * Keeps the index consistent with the stored entities: within the transaction of every write, during a rebuild, and in
 * checks.
 */
import type { Registry } from '../../catalog/index.js';
import { groupBy } from '../../context/index.js';
import {
  addLate,
  addSearchDocuments,
  entitiesBetween,
  type IndexedEdge,
  type IndexedEntity,
  type IndexedRow,
  type IndexedTag,
  indexedAround,
  indexedEntities,
  lockIndexed,
  putSearchDocuments,
  type SearchDocument,
  type SearchTables,
  type Sql,
  takeTouched,
} from '../../storage/index.js';
import { createLearnedWords, type LearnedWords } from '../words/learned-words.js';
import { createDocumentMaker, INDEXED_EDGES } from './make-document.js';

/** The documents of a range of entities, and the words of all of them. */
export interface DocumentSlice {
  documents: readonly SearchDocument[];
  words: readonly string[];
}

/** One filling of the tables of a generation. */
export interface IndexFill {
  tables: SearchTables;
  filling: string;
}

export interface SearchIndex {
  /**
   * Updates the index with all changes of the transaction so far. Called last in every write, so that entities and
   * index are committed together.
   */
  flush(tx: Sql): Promise<void>;
  /**
   * Updates the documents of these entities and removes those of deleted entities. Resolves to the number of documents
   * written. At most once per transaction.
   */
  put(tx: Sql, into: IndexFill, ids: readonly string[]): Promise<number>;
  /** Inserts documents that the tables do not have yet, and rebuilds those of `late`. At most once per transaction. */
  add(tx: Sql, into: IndexFill, slice: DocumentSlice, late: readonly string[]): Promise<void>;
  /** The documents that these rows should have, in order. */
  documents(sql: Sql, rows: readonly IndexedEntity[]): Promise<SearchDocument[]>;
  /** The documents of the entities with ids after `after` up to `upTo`. */
  slice(sql: Sql, after: string, upTo: string): Promise<DocumentSlice>;
  /** Clears the cache of words; to be called when a commit failed, as words seen in it may not be stored. */
  forget(): void;
}

const SLICE = 200;

export function createSearchIndex({ registry }: { registry: Pick<Registry, 'find'> }): SearchIndex {
  const { documents, make } = createDocumentReader(registry);
  const learnedWords = createLearnedWords();
  const { learn, forget } = learnedWords;
  const { update, updateAll } = createUpdater(make, learnedWords);

  return {
    documents,
    put: updateAll,
    forget,
    async flush(tx) {
      const touched = await takeTouched(tx);
      if (touched === null) return;
      const { ids, current, shadow } = touched;
      await updateAll(tx, { tables: current, filling: current.filling }, ids);
      if (shadow === null) return;
      await updateAll(
        tx,
        shadow,
        ids.filter((id) => id <= shadow.after),
      );
      await addLate(
        tx,
        ids.filter((id) => id > shadow.after),
      );
    },
    async add(tx, into, { documents: made, words }, late) {
      await addSearchDocuments(tx, into.tables, made);
      const changed = await update(tx, into, late);
      await learn(tx, into.tables, into.filling, [words, ...wordsOf(changed)]);
    },
    async slice(sql, after, upTo) {
      const made = await documents(sql, await entitiesBetween(sql, after, upTo));
      return {
        documents: made.map((document) => ({ ...document, words: [] })),
        words: [...new Set(wordsOf(made).flat())],
      };
    },
  };
}

function createDocumentReader(registry: Pick<Registry, 'find'>) {
  const makeDocument = createDocumentMaker();

  async function documents(sql: Sql, rows: readonly IndexedEntity[]): Promise<SearchDocument[]> {
    const ids = rows.filter((row) => registry.find(row.type)).map((row) => row.id);
    const { edges, tags } = await indexedAround(sql, ids, INDEXED_EDGES);
    return make(rows, edges, tags);
  }

  function make(
    rows: readonly IndexedEntity[],
    edges: readonly IndexedEdge[],
    tags: readonly IndexedTag[],
  ): SearchDocument[] {
    const edgesOf = groupBy(edges, (edge) => edge.to_id);
    const tagsOf = groupBy(tags, (usage) => usage.entity_id);
    return rows.flatMap((row) => {
      const type = registry.find(row.type);
      return type
        ? [makeDocument(type, row, { edges: edgesOf.get(row.id) ?? [], tags: tagsOf.get(row.id) ?? [] })]
        : [];
    });
  }

  return { documents, make };
}

function createUpdater(make: ReturnType<typeof createDocumentReader>['make'], { learn }: LearnedWords) {
  /** Resolves to the documents that were written; the caller must add their words to the vocabulary. */
  async function update(tx: Sql, { tables }: IndexFill, ids: readonly string[]): Promise<SearchDocument[]> {
    if (ids.length === 0) return [];
    // In this order: what is read after the lock is newer than any document that another transaction has written.
    const [known, rows, { edges, tags }] = await Promise.all([
      lockIndexed(tx, tables, ids),
      indexedEntities(tx, ids),
      indexedAround(tx, ids, INDEXED_EDGES),
    ]);
    const there = new Set(rows.map((row) => row.id));
    const gone = [...known.values()].filter(({ id }) => !there.has(id)).map(({ n }) => n);
    const changed = make(rows, edges, tags).filter((document) => !isSame(document, known.get(document.id)));
    await putSearchDocuments(tx, tables, changed, known, gone);
    return changed;
  }

  async function updateAll(tx: Sql, into: IndexFill, ids: readonly string[]): Promise<number> {
    const words: (readonly string[])[] = [];
    let written = 0;
    for (let i = 0; i < ids.length; i += SLICE) {
      const changed = await update(tx, into, ids.slice(i, i + SLICE));
      for (const list of wordsOf(changed)) words.push(list);
      written += changed.length;
    }
    await learn(tx, into.tables, into.filling, words);
    return written;
  }

  return { update, updateAll };
}

/** Whether the index has the current document. */
export function isSame({ hash, facetKey }: SearchDocument, row: IndexedRow | undefined): boolean {
  return row !== undefined && row.hash === hash && row.facet_key === facetKey;
}

function wordsOf(documents: readonly SearchDocument[]): (readonly string[])[] {
  return documents.flatMap(({ words }) => words);
}
