import { defineType } from '../../catalog/index.js';
import { domains, owners } from '../../traits/index.js';
import { collectRoutes } from './collect-routes.js';

const path = '/v1/analytics/web/events';

export const webAnalyticEvent = defineType({
  name: 'webAnalyticEvent',
  path,
  schema: 'analytics/webAnalyticEvent',
  create: 'api/analytics/createWebAnalyticEvent',
  about: 'A kind of event of the web interface, such as the view of a page.',
  group: 'Web Analytics',
  traits: [owners, domains],
  filters: { eventType: { by: 'equals', field: 'eventType' } },
  routes: collectRoutes(path),
});
