import type { PageRoute } from '../../data/page-route.js';
import { say } from '../../words/define-words.js';
import { aboutSetting } from '../../words/settings/setting-about.js';
import { settingsWords } from '../../words/settings/settings.js';

const t = say(settingsWords);

export const routes: readonly PageRoute[] = [
  {
    path: 'settings/governance/workflows',
    page: () => import('./workflows-page.js').then((m) => m.WorkflowsPage),
    title: () => t('workflows'),
    setting: { group: 'governance', ...aboutSetting('workflows'), needs: ['workflowDefinition', 'ViewBasic'] },
  },
  {
    path: 'settings/governance/workflows/:name',
    page: () => import('./workflow-page.js').then((m) => m.WorkflowPage),
    title: () => t('workflows'),
  },
];
