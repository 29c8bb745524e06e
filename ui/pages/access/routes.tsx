import type { PageRoute } from '../../data/page-route.js';
import { say } from '../../words/define-words.js';
import { entityTitles } from '../../words/entities/entity-titles.js';
import { aboutSetting } from '../../words/settings/setting-about.js';

export const routes: readonly PageRoute[] = [
  {
    path: 'data-access-requests',
    page: () => import('./access-requests-page.js').then((m) => m.AccessRequestsPage),
    title: () => say(entityTitles)('accessRequests'),
    setting: { group: 'access', ...aboutSetting('accessRequests'), needs: ['task', 'ViewBasic'] },
  },
];
