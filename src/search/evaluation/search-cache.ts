/**
 * What a reader that sees every change in order holds of all documents: facet tuple and weight, five bytes a document,
 * and the tuples themselves. Each search first applies the changes since the last one.
 */

import { parseObject } from '../../../contract/index.js';
import { present } from '../../context/index.js';
import {
  type ChangedDocument,
  type CurrentTables,
  changesAfter,
  docIdsOfEntities,
  documentsAfter,
  facetsAfter,
  lastChange,
  RETAINED_CHANGES,
  type SearchTables,
  type Sql,
} from '../../storage/index.js';
import type { Facets } from '../indexing/make-document.js';
import type { Decided } from './decide-facet-tuple.js';
import { type DocIdSet, NO_DOC_IDS, setOf } from './doc-id-set.js';
import { createFacetTuples } from './facet-tuples.js';
import type { Pace } from './pace.js';
import { createWordCache, type WordCache } from './word-cache.js';

export interface DocumentCache extends Omit<Decided, 'inheritance'> {
  /** Facet tuple by document id; 0 where there is no document. */
  facetOf: Int32Array;
  weightOf: Uint8Array;
  /** Greater than every document id. */
  end: number;
  /** The ids of all documents. */
  all(): DocIdSet;
  /** The newest change that was applied. */
  change: number;
  /**
   * Ids of the documents that were changed or deleted after a change; null when the log does not reach back that far.
   */
  changedSince(change: number): DocIdSet | null;
  words: WordCache;
}

/** Where rows are read from, and when to yield the event loop. */
interface Source {
  sql: Sql;
  tables: SearchTables;
  pace: Pace;
}

/** What evaluation works on: rows, the documents in memory, and what else decides in this snapshot. */
export interface DocIdWork extends Source {
  memory: DocumentCache;
  decided: Decided;
}

export interface TimedWork extends DocIdWork {
  /** In milliseconds. */
  now(): number;
}

export interface SearchCache {
  /** The documents as of the snapshot of `sql`. */
  current(sql: Sql, tables: CurrentTables, pace: Pace): Promise<DocumentCache>;
}

const DOCUMENTS_AT_ONCE = 10_000;
const CHANGES_AT_ONCE = 500;
const FACETS_AT_ONCE = 2_000;
/** The size of the change log. */
const LOGGED = 4_000;

interface Changed {
  change: number;
  n: number;
}

/** The changes after `after`, in order. */
interface Logged {
  after: number;
  rows: readonly Changed[];
}

interface State extends DocumentCache {
  /** The filling of the tables that this state was read from. */
  filling: string;
  /** Whether all documents were read once. */
  loaded: boolean;
  logged: Logged;
  facet: number;
  /** Document ids of containers and domains by term. */
  containers: Map<number, number>;
  /** Terms below this were checked for containers and domains; those in `unknown` have no document yet. */
  terms: number;
  unknown: Set<number>;
  everything: DocIdSet | null;
}

export function createSearchCache(): SearchCache {
  let state: State | null = null;
  let last: Promise<unknown> = Promise.resolve();

  async function update(sql: Sql, tables: CurrentTables, pace: Pace): Promise<DocumentCache> {
    const newest = await lastChange(sql, tables);
    if (!state?.loaded || isOutdated(state, tables, newest)) state = createState(tables);
    if (!state.loaded || state.change < newest) await applyChanges(state, newest, { sql, tables, pace });
    return state;
  }

  return {
    // Serialized: searches may share a snapshot.
    current(sql, tables, pace) {
      const next = last.then(() => update(sql, tables, pace));
      last = next.catch(() => {});
      return next;
    },
  };
}

function isOutdated(state: State, tables: CurrentTables, newest: number): boolean {
  return state.filling !== fillingOf(tables) || state.change > newest || state.change + RETAINED_CHANGES <= newest;
}

function fillingOf({ generation, filling }: CurrentTables): string {
  return `${generation} ${filling}`;
}

function createState(tables: CurrentTables): State {
  const combinations = createFacetTuples();
  const containers = new Map<number, number>();
  const state: State = {
    filling: fillingOf(tables),
    loaded: false,
    change: 0,
    facet: 0,
    tuples: combinations,
    containers,
    terms: 0,
    unknown: new Set(),
    facetOf: new Int32Array(1024),
    weightOf: new Uint8Array(1024),
    end: 1,
    everything: null,
    ofHolder: (term) => state.facetOf[containers.get(term) ?? 0] ?? 0,
    all: () => {
      state.everything ??= numbersIn(state);
      return state.everything;
    },
    logged: { after: 0, rows: [] },
    changedSince: (change) =>
      change < state.logged.after
        ? null
        : setOf(state.logged.rows.filter((row) => row.change > change).map(({ n }) => n)),
    words: createWordCache(),
  };
  return state;
}

async function applyChanges(state: State, newest: number, source: Source): Promise<void> {
  const { sql, tables } = source;
  await readFacetTuples(state, source);
  const changed = state.loaded ? await readChanges(state, source) : await readAll(state, source);
  state.everything = null;
  await findContainers(state, sql, tables);
  state.logged = changed === null ? { after: newest, rows: [] } : logged(state.logged, changed, newest);
  state.change = newest;
  state.loaded = true;
}

async function readFacetTuples(state: State, { sql, tables, pace }: Source): Promise<void> {
  for (let more = true; more; ) {
    const rows = await facetsAfter(sql, tables, state.facet, FACETS_AT_ONCE);
    for (const { f, facets } of rows) {
      state.tuples.add(f, parseObject<Facets>(facets));
      state.facet = f;
    }
    more = rows.length === FACETS_AT_ONCE;
    await pace.turn();
  }
}

/** Resolves to null: there is no log of single changes before this point. */
async function readAll(state: State, { sql, tables, pace }: Source): Promise<null> {
  let after = 0;
  for (let more = true; more; ) {
    const rows = await documentsAfter(sql, tables, after, DOCUMENTS_AT_ONCE);
    for (const row of rows) store(state, row);
    [after] = rows.at(-1) ?? [after];
    more = rows.length === DOCUMENTS_AT_ONCE;
    await pace.turn();
  }
  return null;
}

async function readChanges(state: State, { sql, tables, pace }: Source): Promise<Changed[]> {
  const changed: Changed[] = [];
  let after = state.change;
  for (let more = true; more; ) {
    const found = await changesAfter(sql, tables, after, CHANGES_AT_ONCE);
    for (const { change, rows } of found)
      for (const row of rows) {
        store(state, row);
        if (changed.length <= LOGGED) changed.push({ change, n: row[0] });
      }
    after = found.at(-1)?.change ?? after;
    more = found.length === CHANGES_AT_ONCE;
    await pace.turn();
  }
  return changed;
}

function store(state: State, [n, facet, weight]: ChangedDocument): void {
  grow(state, n);
  state.facetOf[n] = facet;
  state.weightOf[n] = weight;
}

function logged({ after, rows }: Logged, more: readonly Changed[], newest: number): Logged {
  if (more.length > LOGGED) return { after: newest, rows: [] };
  const all = [...rows, ...more];
  if (all.length <= LOGGED) return { after, rows: all };
  const dropped = all.length - LOGGED / 2;
  return { after: present(all[dropped - 1]).change, rows: all.slice(dropped) };
}

async function findContainers(state: State, sql: Sql, tables: SearchTables): Promise<void> {
  const { tuples: combinations, unknown, containers } = state;
  for (; state.terms < combinations.termCount; state.terms++)
    if (combinations.isContainer(state.terms) || combinations.fieldOf(state.terms) === combinations.field('d'))
      unknown.add(state.terms);
  if (unknown.size === 0) return;
  const ids = [...new Set([...unknown].map((term) => combinations.valueOf(term)))];
  const numbers = new Map((await docIdsOfEntities(sql, tables, ids)).map(({ id, n }) => [id, n]));
  for (const term of unknown) {
    const n = numbers.get(combinations.valueOf(term));
    if (n === undefined) continue;
    containers.set(term, n);
    unknown.delete(term);
  }
}

function grow(state: State, n: number): void {
  state.end = Math.max(state.end, n + 1);
  if (n < state.facetOf.length) return;
  const length = Math.max(n + 1, state.facetOf.length * 2);
  const facetOf = new Int32Array(length);
  const weightOf = new Uint8Array(length);
  facetOf.set(state.facetOf);
  weightOf.set(state.weightOf);
  Object.assign(state, { facetOf, weightOf });
}

function numbersIn({ facetOf, end }: State): DocIdSet {
  const numbers = new Int32Array(end);
  let size = 0;
  for (let n = 1; n < end; n++) if (facetOf[n] !== 0) numbers[size++] = n;
  return size === 0 ? NO_DOC_IDS : numbers.slice(0, size);
}
