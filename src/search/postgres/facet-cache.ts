/**
 * A cache of facet tuples. A tuple never changes under its id, so entries are valid for one filling of the tables; the
 * tuple of a container is read again for each request, as any server may change it.
 */
import {
  type CurrentTables,
  connectionValue,
  docIdsOfEntities,
  facetsAfter,
  facetsByDocId,
  facetsOfDocIds,
  type Sql,
} from '../../storage/index.js';
import type { Decided, Inheritance } from '../evaluation/decide-facet-tuple.js';
import { createFacetTuples, type FacetTuples } from '../evaluation/facet-tuples.js';
import type { Facets } from '../indexing/make-document.js';

interface Known {
  filling: string;
  tuples: FacetTuples;
  /** Document ids of containers and domains by term. An entity has the same id for as long as it exists. */
  numbers: Map<number, number>;
}

/** Facet tuples as one request sees them. */
export interface FacetCache extends Decided {
  /** Loads the tuples that are not cached. */
  learn(facets: Iterable<number>): Promise<void>;
  /** Loads the current tuples of the containers, and of the domains that pass on owners, that these tuples name. */
  learnContainers(facets: Iterable<number>): Promise<void>;
}

export function openFacetCache(sql: Sql, tables: CurrentTables, inheritance: Inheritance): FacetCache {
  const { tuples: combinations, numbers } = connectionValue(sql, 'search facets', createHolder).of(tables);
  /** Facet tuples of containers and domains by term. */
  const containers = new Map<number, number>();

  async function learn(facets: Iterable<number>): Promise<void> {
    const missing = new Set<number>();
    for (const facet of facets) if (!combinations.has(facet)) missing.add(facet);
    for (const { f, facets: text } of await facetsByDocId(sql, [...missing]))
      combinations.add(f, JSON.parse(text) as Facets);
  }

  async function learnContainers(facets: Iterable<number>): Promise<void> {
    const terms = termsOfHolders(facets);
    if (terms.size === 0) return;
    await number([...terms].filter((term) => !numbers.has(term)));
    const found = await read(terms);
    const gone = [...terms].filter((term) => !found.has(term) && numbers.has(term));
    if (gone.length > 0) {
      for (const term of gone) numbers.delete(term);
      await number(gone);
      for (const [term, facet] of await read(gone)) found.set(term, facet);
    }
    for (const term of terms) containers.set(term, found.get(term) ?? 0);
    await learn(found.values());
    await learnContainers(found.values()); // of domains; containers name no others than what lies in them
  }

  /** The terms that name containers and domains to inherit from, as far as they are not loaded. */
  function termsOfHolders(facets: Iterable<number>): Set<number> {
    const terms = new Set<number>();
    const domains = combinations.field('d');
    const types = new Set(inheritance.ofDomains.map((type) => combinations.term('y', type)));
    for (const facet of facets) {
      const ofDomains = types.size > 0 && combinations.some(facet, (term) => types.has(term));
      combinations.some(facet, (term) => {
        const isHolder = combinations.isContainer(term) || (ofDomains && combinations.fieldOf(term) === domains);
        if (isHolder && !containers.has(term)) terms.add(term);
        return false;
      });
    }
    return terms;
  }

  async function number(terms: readonly number[]): Promise<void> {
    if (terms.length === 0) return;
    const ids = [...new Set(terms.map((term) => combinations.valueOf(term)))];
    const rows = new Map((await docIdsOfEntities(sql, tables, ids)).map(({ id, n }) => [id, n]));
    for (const term of terms) {
      const n = rows.get(combinations.valueOf(term));
      if (n !== undefined) numbers.set(term, n);
    }
  }

  async function read(terms: Iterable<number>): Promise<Map<number, number>> {
    const asked = [...terms].flatMap((term) => numbers.get(term) ?? []);
    const facets = await facetsOfDocIds(sql, tables, asked);
    const found = new Map<number, number>();
    for (const term of terms) {
      const facet = facets.get(numbers.get(term) ?? -1);
      if (facet !== undefined) found.set(term, facet);
    }
    return found;
  }

  const ofHolder = (term: number) => containers.get(term) ?? 0;
  return { tuples: combinations, ofHolder, inheritance, learn, learnContainers };
}

const SLICE = 2_000;
const MOST_WARMED = 200_000;

/** Loads facet tuples ahead of the first search, in slices. */
export async function warmFacets(sql: Sql, tables: CurrentTables): Promise<void> {
  const { tuples: combinations } = connectionValue(sql, 'search facets', createHolder).of(tables);
  let after = 0;
  for (let read = 0; read < MOST_WARMED; read += SLICE) {
    const rows = await facetsAfter(sql, tables, after, SLICE);
    for (const { f, facets } of rows) if (!combinations.has(f)) combinations.add(f, JSON.parse(facets) as Facets);
    after = rows.at(-1)?.f ?? after;
    if (rows.length < SLICE) return;
  }
}

/** The cache of the current filling of the tables; ids mean something else in the next. */
function createHolder() {
  let known: Known | null = null;
  return {
    of({ generation, filling }: CurrentTables): Known {
      const name = `${generation} ${filling}`;
      if (known?.filling !== name) known = { filling: name, tuples: createFacetTuples(), numbers: new Map() };
      return known;
    },
  };
}
