// Places where a rule of the house does not hold, each with its reason: `{ path, rule, reason }`.
export const EXCEPTIONS = [
  {
    path: 'src/search/query/parse-query-dsl.ts',
    rule: 'type-name',
    reason: "'query' is a key of the query DSL here",
  },
  {
    path: 'src/search/routes/export-jobs.ts',
    rule: 'type-name',
    reason: "'query' is a property of the job's input here",
  },
  {
    path: 'src/access/seed/seed-policies.ts',
    rule: 'type-name',
    reason: 'policies as data, with the resources that their rules name, as clients know them',
  },
  {
    path: 'src/access/seed/seed-resources.ts',
    rule: 'type-name',
    reason: 'groups of resources of the seeded policies, also of types that are not registered yet',
  },
  ...[
    'src/catalog/properties/extension-values.ts',
    'src/search/hits/aggregate.ts',
    'src/search/query/compile-fields.ts',
    'src/search/query/search-fields.ts',
    'src/storage/queries/entities/entity-columns.ts',
    'src/storage/queries/relations/tag-usages.ts',
    'src/system/change-summary-routes.ts',
    'src/system/usage-routes.ts',
  ].map((path) => ({ path, rule: 'type-name', reason: "'type' is a field, a column or a kind of search field here" })),
];
