import type { PageRoute } from '../../data/page-route.js';
import { say } from '../../words/define-words.js';
import { serviceWords } from '../../words/services.js';
import { aboutSetting } from '../../words/settings/setting-about.js';
import { settingsWords } from '../../words/settings/settings.js';

const title = () => say(settingsWords)('services');

export const routes: readonly PageRoute[] = [
  {
    path: 'settings/services/:kind?',
    page: () => import('./services-page.js').then((m) => m.ServicesPage),
    title,
    setting: { group: 'services', ...aboutSetting('services') },
  },
  {
    path: ':category/add-service',
    page: () => import('./add/add-service-page.js').then((m) => m.AddServicePage),
    title: () => say(serviceWords)('add'),
  },
  { path: 'service/:category/:name/*', page: () => import('./service-route.js').then((m) => m.ServiceRoute), title },
];
