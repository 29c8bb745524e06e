import { expect, it } from 'vitest';
import { createRegistry, defineType } from '../../catalog/index.js';
import { indexOfType, typesOfIndex } from './search-indexes.js';

// Types of its own, so that a new type changes nothing here.
const type = (name: string, dataAsset: boolean) =>
  defineType({ name, path: `/v1/${name}s`, schema: 'entity/data/x', create: 'api/data/x', about: '', dataAsset });
const registry = createRegistry([
  type('table', true),
  type('databaseSchema', true),
  type('ingestionPipeline', false),
  type('chart', true),
]);

it.each([
  ['table', ['table']],
  ['table_search_index', ['table']],
  ['databaseSchema', ['databaseSchema']],
  ['DATABASE_SCHEMA_search_index', ['databaseSchema']],
  ['page_search_index', []],
  ['test_case_result_search_index', []],
  ['unheard_of_search_index', null],
  ['chart', ['chart']],
  ['chart_search_index', ['chart']],
  ['dataAsset', ['chart', 'databaseSchema', 'table']],
])('knows %s', (index, types) => {
  expect(typesOfIndex(index, registry)?.toSorted() ?? null).toEqual(types);
});

it('names the index of a type', () => {
  expect(registry.types.map(indexOfType)).toContain('ingestion_pipeline_search_index');
});
