/** Names of indexes and aliases, as clients ask for them. */
import { catalogError } from '../../contract/index.js';
import type { Registry } from '../catalog/index.js';

/** Where the name of an index is not the name of its type in snake case. */
const named: Readonly<Record<string, string>> = {
  searchIndex: 'search_entity_search_index',
  mlmodel: 'mlmodel_search_index',
};

/** Types whose entities are data assets. */
const dataAssets = [
  'apiCollection',
  'apiEndpoint',
  'chart',
  'container',
  'dashboard',
  'dashboardDataModel',
  'database',
  'databaseSchema',
  'dataProduct',
  'directory',
  'file',
  'glossaryTerm',
  'metric',
  'mlmodel',
  'pipeline',
  'query',
  'searchIndex',
  'spreadsheet',
  'storedProcedure',
  'table',
  'tag',
  'topic',
  'worksheet',
];

/** Indexes that clients know whether or not there is anything in them. */
const known = [
  ...dataAssets,
  ...[
    'api',
    'dashboard',
    'database',
    'drive',
    'llm',
    'mcp',
    'messaging',
    'metadata',
    'mlmodel',
    'pipeline',
    'search',
    'security',
    'storage',
  ].map((family) => `${family}Service`),
  ...[
    'classification',
    'domain',
    'glossary',
    'ingestionPipeline',
    'team',
    'user',
    'testCase',
    'testSuite',
    'testCaseResult',
  ],
  ...[
    'testCaseResolutionStatus',
    'dataContract',
    'column',
    'page',
    'role',
    'policy',
    'persona',
    'bot',
    'entityReportData',
  ],
];

/** `databaseSchema` is `database_schema_search_index`. */
export function indexOfType(type: string): string {
  return named[type] ?? `${type.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_search_index`;
}

/** The registered types behind one name of an index, alias or type; null when nobody knows the name. */
export function typesOfIndex(index: string, registry: Registry): string[] | null {
  const registered = registry.types.map((type) => type.name);
  // What clients cannot create belongs to the program and is found by its own index only.
  if (index === 'all' || index === '*' || index === 'all_search_index')
    return registry.types.filter((type) => type.create !== null).map((type) => type.name);
  if (index === 'dataAsset' || index === 'data_asset_search_index')
    return registered.filter((type) => dataAssets.includes(type));
  const lower = index.toLowerCase();
  const type = [...registered, ...known].find(
    (name) => name === index || indexOfType(name) === lower || name.toLowerCase() === lower,
  );
  if (type === undefined) return null;
  return registered.includes(type) ? [type] : [];
}

/** The types behind the names in a parameter, separated by commas. 400 names the one that nobody knows. */
export function readIndexes(text: string | undefined, registry: Registry, fallback = 'table_search_index'): string[] {
  const types = new Set<string>();
  for (const part of (text === undefined || text === '' ? fallback : text).split(',').slice(0, 100)) {
    const found = typesOfIndex(part.trim(), registry);
    if (!found) throw catalogError('BAD_REQUEST', `index ${JSON.stringify(part.trim().slice(0, 100))} does not exist`);
    for (const type of found) types.add(type);
  }
  return [...types];
}
