/** Pages that the suite opens in both themes: the address, and what its `h1` says. Each area adds its own. */
export const PAGES: readonly [path: string, heading: string | RegExp][] = [
  ['/my-data', /^Welcome/],
  ['/settings', 'Settings'],
  ['/settings/preferences/appearance', 'Appearance'],
  ['/table/warehouse.analytics.facts.fct_orders', 'fct_orders'],
  ['/table/warehouse.analytics.facts.fct_orders/sample_data', 'fct_orders'],
  ['/table/warehouse.analytics.facts.fct_orders/versions/0.1', 'fct_orders'],
  ['/database/warehouse.analytics', 'analytics'],
  ['/databaseSchema/warehouse.analytics.facts', 'facts'],
  ['/explore', 'Explore'],
  ['/explore/tables?search=orders', 'Explore'],
  ['/observability/alerts', 'Alerts'],
  ['/observability/alerts/add', 'Add an alert'],
  ['/settings/notifications', 'Notifications'],
  ['/settings/notifications/add-notification', 'Add a notification'],
  ['/settings/notifications/templates', 'Message templates'],
  ['/settings/notifications/templates/add-template', 'Add a template'],
  ['/settings/notifications/templates/system-notification-entity-updated', 'Entity Updated'],
  ['/domain', 'Domains'],
  ['/domain/Sales', 'Sales'],
  ['/domain/Sales/assets', 'Sales'],
  ['/glossary', 'Glossaries'],
  ['/tags', 'Classifications'],
  ['/tags/Trust', 'Trust'],
  ['/tag/Trust.Certified/assets', 'Certified'],
  ['/metrics', 'Metrics'],
  ['/explore-nothing/here', 'There is no page at this address'],
];

/** Those that nobody needs to be signed in for. */
export const OPEN_PAGES: readonly [path: string, heading: string | RegExp][] = [
  ['/my-data', 'Sign in to Cairn'],
  ['/signin', 'Sign in to Cairn'],
  ['/signup', 'Create an account'],
  ['/forgot-password', 'Forgotten password'],
  ['/users/password/reset?user=a&token=b', 'Choose a new password'],
];
