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
];
