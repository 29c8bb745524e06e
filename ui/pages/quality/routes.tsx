import { CircleAlert, CircleCheck } from 'lucide-react';
import type { PageRoute } from '../../data/page-route.js';
import { say } from '../../words/define-words.js';
import { observeWords } from '../../words/quality/observe.js';

const t = say(observeWords);

export const routes: readonly PageRoute[] = [
  {
    path: 'data-quality/:tab?',
    page: () => import('./quality-page.js').then((m) => m.QualityPage),
    title: () => t('quality'),
    nav: { section: 'observe', icon: CircleCheck, order: 1, needs: ['testCase', 'ViewBasic'], key: 'q' },
  },
  {
    path: 'data-quality/add-test',
    page: () => import('./new-test-page.js').then((m) => m.NewTestPage),
    title: () => t('addTest'),
  },
  {
    path: 'incident-manager',
    page: () => import('./incidents-page.js').then((m) => m.IncidentsPage),
    title: () => t('incidents'),
    nav: { section: 'observe', icon: CircleAlert, order: 10, needs: ['testCase', 'ViewBasic'], key: 'i' },
  },
];
