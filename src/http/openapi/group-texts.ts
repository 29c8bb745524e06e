/** Descriptions of operation groups that belong to no type; types declare their own. */
export const GROUP_TEXTS: ReadonlyMap<string, string> = new Map([
  ['Apps', 'The application that rebuilds the search index: runs, progress, control.'],
  ['CSV Jobs', 'Background exports and their files.'],
  ['Change Summary', 'Who last changed each field of an entity, when and how.'],
  ['Columns', 'Columns of all tables by name: single columns, the grid of all names, bulk updates.'],
  ['Entity Profiles', 'Individual profiles of tables and columns.'],
  ['Events', 'Change events of the catalog, in order.'],
  ['Jobs', 'Background jobs: state, progress, cancel.'],
  ['Limits', 'Limits of the catalog.'],
  ['Permissions', 'Permissions of users, and where they come from.'],
  ['Query Costs', 'Query costs, aggregated by service.'],
  ['Report Data', 'Reports about the use of the catalog: users and their sessions, views of entities, costs.'],
  ['Search', 'Search over everything the caller may see: hits, counts, suggestions, exports.'],
  ['System', 'Server settings, state and version.'],
  ['Usage', 'Usage counts of entities and their percentile ranks.'],
]);
