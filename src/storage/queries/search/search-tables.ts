import { cached, type GenerationTables, type Sql, type TouchedRow } from '../../port.js';
import { getSearchState, getSearchStates, putSearchState } from './search-state.js';

/**
 * The tables of one generation of the index. There are two: one serves searches and is updated by every write, the
 * other is empty or under construction.
 */
export interface SearchTables extends GenerationTables {
  readonly generation: Generation;
}

export type Generation = 1 | 2;

export const GENERATIONS: readonly Generation[] = [1, 2];

/** The generation in use, and an id of its filling: the two generations are alternately emptied and refilled. */
export interface CurrentTables extends SearchTables {
  readonly filling: string;
}

/** The generations that writes must update: the one in use and, during a build, the new one. */
export interface IndexState {
  current: CurrentTables;
  shadow: Shadow | null;
}

/** A generation under construction: it contains the documents of entities up to an id; later ones follow. */
export interface Shadow {
  tables: SearchTables;
  filling: string;
  after: string;
}

const CURRENT = 'generation';
const SHADOW = 'shadow';

const TABLES: Readonly<Record<Generation, SearchTables>> = { 1: named(1), 2: named(2) };

export function searchTables(generation: Generation): SearchTables {
  return TABLES[generation];
}

export function otherGeneration({ generation }: SearchTables): SearchTables {
  return TABLES[generation === 1 ? 2 : 1];
}

/** The generation that serves searches, in the snapshot of `sql`. */
export function currentTables(sql: Sql): Promise<CurrentTables> {
  return cached(
    sql,
    'search.generation',
    async () => parseCurrent(await getSearchState(sql, CURRENT)),
    () => 1,
  );
}

/** Both generations as the transaction sees them. */
export async function indexState(tx: Sql): Promise<IndexState> {
  const load = () => getSearchStates(tx, [CURRENT, SHADOW]);
  const values = await (tx.remembered ? tx.remembered('search_state', 'values', [CURRENT, SHADOW], load) : load());
  return parseState(values.get(CURRENT) ?? null, values.get(SHADOW) ?? null);
}

/** The entities that a transaction has touched, and the generations to update. */
export interface Touched extends IndexState {
  ids: readonly string[];
}

/**
 * Takes and clears the entities that the transaction has touched since the last call; null if there are none. The
 * state of the index stays as it is until the commit.
 */
export async function takeTouched(tx: Sql): Promise<Touched | null> {
  const { takeTouched: take } = tx.dialect.search;
  if (take === null) {
    const rows = await tx.all<{ id: string }>('delete from search_touched returning id');
    return rows.length === 0 ? null : { ids: [...new Set(rows.map((row) => row.id))], ...(await indexState(tx)) };
  }
  const { rows: early, isCurrent } = (await tx.ahead?.take()) ?? { rows: [], isCurrent: false };
  const late = isCurrent ? [] : await tx.all<TouchedRow>(take);
  const rows = [...early, ...late].filter(({ ids }) => ids !== null);
  const [row] = rows; // the state is the same in all
  if (!row) return null;
  const ids = new Set(rows.flatMap(({ ids }) => ids?.split(' ') ?? []));
  return { ids: [...ids], ...parseState(row.current, row.shadow) };
}

/** Where entities and what belongs to them are stored: the last step's first query travels with what follows. */
export function announceEnd(tx: Sql): void {
  const { takeTouched: take } = tx.dialect.search;
  if (take !== null) tx.ahead?.send(take);
}

export async function putCurrent(tx: Sql, { generation }: SearchTables, filling: string): Promise<void> {
  await putSearchState(tx, CURRENT, `${generation} ${filling}`);
}

/** null: none is under construction. */
export async function putShadow(tx: Sql, shadow: Shadow | null): Promise<void> {
  const value = shadow === null ? '' : `${shadow.tables.generation} ${shadow.filling} ${shadow.after}`;
  await putSearchState(tx, SHADOW, value);
}

function parseState(current: string | null, shadow: string | null): IndexState {
  return { current: parseCurrent(current), shadow: shadow ? parseShadow(shadow) : null };
}

function parseCurrent(value: string | null): CurrentTables {
  const [generation, filling = ''] = (value ?? '1').split(' ');
  return { ...TABLES[generation === '2' ? 2 : 1], filling };
}

function parseShadow(value: string): Shadow {
  const [generation, filling = '', after = ''] = value.split(' ');
  return { tables: TABLES[generation === '2' ? 2 : 1], filling, after };
}

function named(generation: Generation): SearchTables {
  const table = (name: string) => `search_${name}_${generation}`;
  return {
    generation,
    doc: table('doc'),
    text: table('text'),
    facet: table('facet'),
    change: table('change'),
    word: table('word'),
    wordKey: table('word_key'),
  };
}
