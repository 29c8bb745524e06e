/** Loads the edges of several traits together, so that the traits of a response share queries. */
import { present } from '../../context/index.js';
import {
  cachesRows,
  type EdgeRow,
  type GroupEdges,
  groupEdges,
  relationsFrom,
  relationsOf,
  relationsTo,
  type ShownRow,
} from '../../storage/index.js';
import type { Trait } from '../define/trait.js';
import { containersOf } from '../document/containers.js';
import type { Scope } from '../routes/route.js';

/** Items of a list in responses to writes, events and versions; longer ones of traits with `long` are left out there. */
export const MOST_LISTED = 1000;

interface Group {
  end: 'to' | 'from';
  inherited: boolean;
  kinds: string[];
  /** Those of the kinds that are left out where there are too many. */
  long: string[];
}

export interface TraitEdges {
  edges: EdgeRow[];
  /** Ids of the entities whose edges were left out because they are too many. */
  left: ReadonlySet<string>;
}

/** Edges by trait, for traits that declare `edges`. `short`: without long lists of traits that may have such. */
export async function loadSharedEdges(
  traits: readonly Trait[],
  rows: readonly ShownRow[],
  scope: Scope,
  short = false,
): Promise<ReadonlyMap<Trait, TraitEdges>> {
  if (traits.length === 0) return new Map();
  const groups = new Map<string, Group>();
  const groupOf = new Map<Trait, Group>();
  for (const trait of traits) {
    if (!trait.edges) continue;
    const { end, kind, inherited = false } = trait.edges;
    const group = groups.get(`${end} ${inherited}`) ?? { end, inherited, kinds: [], long: [] };
    group.kinds.push(kind);
    if (short && trait.long) group.long.push(kind);
    groups.set(`${end} ${inherited}`, group);
    groupOf.set(trait, group);
  }
  const loaded = cachesRows(scope.sql)
    ? await loadOwnTogether([...groups.values()], rows, scope)
    : await loadEach([...groups.values()], rows, scope);
  return new Map([...groupOf].map(([trait, group]) => [trait, edgesOf(trait, loaded.get(group))]));
}

function edgesOf({ edges: declared }: Trait, { edges, long }: GroupEdges = { edges: [], long: [] }): TraitEdges {
  return {
    edges: edges.filter(({ kind }) => kind === declared?.kind),
    left: new Set(long.filter(({ kind }) => kind === declared?.kind).map(({ id }) => id)),
  };
}

type Loaded = Map<Group, GroupEdges>;

async function loadEach(groups: readonly Group[], rows: readonly ShownRow[], scope: Scope): Promise<Loaded> {
  const loaded = await Promise.all(
    (['to', 'from'] as const).map(async (end) => {
      const ofEnd = groups.filter((group) => group.end === end);
      const given = ofEnd.map((group) => ({ ids: idsOf(group, rows), kinds: group.kinds, bound: boundOf([group]) }));
      const found = await relationsOf(scope.sql, end, given);
      return ofEnd.map((group, i) => [group, present(found[i])] as const);
    }),
  );
  return new Map(loaded.flat());
}

function boundOf(groups: readonly Group[]): { kinds: readonly string[]; most: number } | undefined {
  const kinds = groups.flatMap(({ long }) => long);
  return kinds.length === 0 ? undefined : { kinds, most: MOST_LISTED };
}

/**
 * For connections that cache rows: the containers' edges are usually cached, so the rows' own edges are loaded
 * separately, those of all groups in one query per end.
 */
async function loadOwnTogether(groups: readonly Group[], rows: readonly ShownRow[], scope: Scope): Promise<Loaded> {
  const loaded: Loaded = new Map();
  const ids = rows.map((row) => row.id);
  for (const end of ['to', 'from'] as const) {
    const ofEnd = groups.filter((group) => group.end === end);
    if (ofEnd.length === 0) continue;
    const load = end === 'to' ? relationsTo : relationsFrom;
    const kinds = ofEnd.flatMap((group) => group.kinds);
    const { edges: own, long } = await groupEdges(scope.sql, end, { ids, kinds, bound: boundOf(ofEnd) });
    for (const group of ofEnd) {
      const above = group.inherited ? containerIds(rows).filter((id) => !ids.includes(id)) : [];
      const edges = above.length === 0 ? own : [...own, ...(await load(scope.sql, above, group.kinds))];
      loaded.set(group, { edges, long });
    }
  }
  return loaded;
}

function containerIds(rows: readonly ShownRow[]): string[] {
  const ids = new Set<string>();
  let last: string | null = null;
  for (const row of rows) {
    if (row.refs === last) continue;
    last = row.refs;
    for (const [, id] of containersOf(row)) ids.add(id);
  }
  return [...ids];
}

function idsOf({ inherited }: Group, rows: readonly ShownRow[]): string[] {
  const ids = new Set(rows.map((row) => row.id));
  if (inherited) for (const id of containerIds(rows)) ids.add(id);
  return [...ids];
}
