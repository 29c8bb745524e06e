import type { Sql } from '../../port.js';
import type { IndexedRow, SearchDocument } from './search-documents.js';
import type { SearchTables } from './search-tables.js';

/** The ids of facet tuples by key; new ones are added. */
export async function numbersOfFacets(
  tx: Sql,
  { facet }: SearchTables,
  documents: readonly SearchDocument[],
  known: ReadonlyMap<string, IndexedRow>,
): Promise<Map<string, number>> {
  const stay = new Map([...known.values()].map((row) => [row.facet_key, row.facet]));
  const texts = new Map(documents.map(({ facetKey, facets }) => [facetKey, facets]));
  const load = async (keys: readonly string[]) => {
    const rows = await tx.all<{ key: string; f: number }>(
      `select key, f from ${facet} where key in ${tx.dialect.list('$1')}`,
      [JSON.stringify(keys)],
    );
    return new Map(rows.map(({ key, f }) => [key, f]));
  };
  const keys = [...texts.keys()].filter((key) => !stay.has(key));
  const found =
    keys.length === 0 ? [] : await (tx.remembered ? tx.remembered(facet, 'numbers', keys, load) : load(keys));
  const numbers = new Map([...stay, ...found]);
  for (const key of keys.filter((one) => !numbers.has(one)).sort()) {
    const added = await tx.get<{ f: number }>(
      `insert into ${facet} (key, facets) values ($1, $2) on conflict (key) do update set key = excluded.key returning f`,
      [key, texts.get(key) as string],
    );
    numbers.set(key, (added as { f: number }).f);
  }
  return numbers;
}
