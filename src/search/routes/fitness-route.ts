import { operationsRefused } from '../../../contract/index.js';
import { type DataRoute, json, type Scope } from '../../catalog/index.js';
import { countByType } from '../../storage/index.js';
import { runSearch } from '../hits/run-search.js';
import { ALL } from '../query/search-query.js';
import { searchRoute } from './search-route.js';

/** Compares the numbers of entities and documents of each type, to show whether the index is complete. */
export function fitnessRoute(): DataRoute {
  return searchRoute('/fitness', {
    id: 'getSearchFitness',
    path: '/v1/system/search',
    tag: 'System',
    summary: 'Compare the number of entities and search documents by type',
    handle: async (_request, scope) => {
      if (!scope.actor.isAdmin) throw operationsRefused(scope.actor, ['ViewAll']);
      const stored = new Map<string, number>();
      for (const { type, count } of await countByType(scope.sql)) stored.set(type, (stored.get(type) ?? 0) + count);
      const types: { type: string; entities: number; documents: number }[] = [];
      for (const { name } of scope.catalog.registry.types)
        types.push({ type: name, entities: stored.get(name) ?? 0, documents: await countDocuments(name, scope) });
      const fit = types.every(({ entities, documents }) => entities === documents);
      return json(200, { status: fit ? 'fit' : 'incomplete', types });
    },
  });
}

async function countDocuments(type: string, scope: Scope): Promise<number> {
  const everything = { query: ALL, filter: ALL, postFilter: ALL, types: [type], deleted: null, exact: true };
  return (await runSearch({ ...everything, from: 0, size: 0, sort: null, after: null }, scope)).total;
}
