import { expect, it } from 'vitest';
import { interfaceTypes } from '../../../contract/index.js';
import { createRegistry } from '../../catalog/index.js';
import { entityTypes } from '../../entities/index.js';
import { indexOfType, typesOfIndex } from './search-indexes.js';

const registry = createRegistry(entityTypes);

it('does not list registered types as known to the interface only', () => {
  expect(entityTypes.filter(({ name }) => Object.hasOwn(interfaceTypes, name))).toEqual([]);
});

it.each([
  ['table', ['table']],
  ['table_search_index', ['table']],
  ['databaseSchema', ['databaseSchema']],
  ['DATABASE_SCHEMA_search_index', ['databaseSchema']],
  ['topic_search_index', []],
  ['search_entity_search_index', []],
  ['mlmodel_search_index', []],
  ['dashboard_service_search_index', []],
  ['unheard_of_search_index', null],
  ['dataAsset', ['dataProduct', 'database', 'databaseSchema', 'query', 'storedProcedure', 'table', 'tag']],
])('knows %s', (index, types) => {
  expect(typesOfIndex(index, registry)).toEqual(types);
});

it('names the index of a type', () => {
  expect(registry.types.map(indexOfType)).toContain('ingestion_pipeline_search_index');
});
