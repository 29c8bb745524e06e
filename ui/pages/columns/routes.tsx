import type { PageRoute } from '../../data/page-route.js';
import { say } from '../../words/define-words.js';
import { aboutSetting } from '../../words/settings/setting-about.js';
import { settingsWords } from '../../words/settings/settings.js';

export const routes: readonly PageRoute[] = [
  {
    path: 'columns',
    page: () => import('./columns-page.js').then((m) => m.ColumnsPage),
    title: () => say(settingsWords)('columns'),
    setting: { group: 'governance', ...aboutSetting('columns') },
  },
];
