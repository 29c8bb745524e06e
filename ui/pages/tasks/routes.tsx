import type { PageRoute } from '../../data/page-route.js';
import { say } from '../../words/define-words.js';
import { entityTitles } from '../../words/entities/entity-titles.js';

const t = say(entityTitles);

/** Where messages about tasks, announcements, conversations and contracts lead. */
export const routes: readonly PageRoute[] = [
  {
    path: 'task/:name',
    page: () => import('./task-page.js').then((m) => m.TaskPage),
    title: () => t('task'),
  },
  {
    path: 'announcement/:name',
    page: () => import('./announcement-page.js').then((m) => m.AnnouncementPage),
    title: () => t('announcement'),
  },
  {
    path: 'THREAD/:name',
    page: () => import('./thread-page.js').then((m) => m.ThreadPage),
    title: () => t('activity'),
  },
  {
    path: 'dataContract/:name',
    page: () => import('./contract-page.js').then((m) => m.ContractPage),
    title: () => t('contract'),
  },
];
