// Files that one rule of `rules.mjs` does not apply to, each with its reason: `{ path, rule, reason }`.
export const EXCEPTIONS = [
  ...['client/client.ts', 'client/client-error.ts'].map((path) => ({
    path,
    rule: 'clock',
    reason: 'the client runs in programs of others, which have no context; tests pass their own',
  })),
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
  {
    path: 'src/destinations/kinds/slack.ts',
    rule: 'type-name',
    reason: "'table' is a kind of block in Slack's Block Kit here",
  },
  {
    path: 'src/feed/activity.ts',
    rule: 'type-name',
    reason: "'domain' is a query parameter of the interface here",
  },
  {
    path: 'src/feed/attachments.ts',
    rule: 'type-name',
    reason: "'file' is a field of the uploaded form here",
  },
  {
    path: 'src/feed/thread-document.ts',
    rule: 'type-name',
    reason: "'user' is a value of `generatedBy` here",
  },
  {
    path: 'src/odcs/normalize.ts',
    rule: 'type-name',
    reason: "'team' is a member of documents of the standard here",
  },
  {
    path: 'src/odcs/quality-rule.ts',
    rule: 'type-name',
    reason: "'metric' is a kind of quality rule here",
  },
  ...[
    'src/catalog/properties/extension-values.ts',
    'src/search/hits/aggregate.ts',
    'src/search/query/compile-fields.ts',
    'src/search/query/search-fields.ts',
    'src/feed/thread-list.ts',
    'src/feed/thread-routes.ts',
    'src/storage/queries/conversations/threads.ts',
    'src/storage/queries/entities/entity-columns.ts',
    'src/storage/queries/relations/tag-usages.ts',
    'src/system/change-summary-routes.ts',
    'src/system/usage-routes.ts',
  ].map((path) => ({ path, rule: 'type-name', reason: "'type' is a field, a column or a kind of search field here" })),
];
