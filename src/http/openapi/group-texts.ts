/** What the groups of operations are that belong to no type; those of types say it in their declaration. */
export const GROUP_TEXTS: ReadonlyMap<string, string> = new Map([
  ['Apps', 'The application that builds the search index anew: its runs, its progress, its control.'],
  ['CSV Jobs', 'Exports that run in the background, and their files.'],
  ['Change Summary', 'Who changed each field of an entity last, when and by what means.'],
  ['Columns', 'Columns of all tables by name: one of them, the grid of all names, updates of many at once.'],
  ['Entity Profiles', 'Profiles of tables and columns, one by one.'],
  ['Events', 'What changed in the catalog, in the order in which it did.'],
  ['Limits', 'Limits on what may be catalogued.'],
  ['Permissions', 'What users may do, and why.'],
  ['Query Costs', 'What queries cost, summed up by service.'],
  ['Search', 'Search in everything that the caller may see: hits, counts, suggestions, exports.'],
  ['System', 'Settings of the server, its state and its version.'],
  ['Types', 'The types of entities with their schemas.'],
  ['Usage', 'How often entities are used, and how they rank.'],
]);
