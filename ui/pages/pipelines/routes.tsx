import { Workflow } from 'lucide-react';
import type { PageRoute } from '../../data/page-route.js';
import { say } from '../../words/define-words.js';
import { observeWords } from '../../words/quality/observe.js';

export const routes: readonly PageRoute[] = [
  {
    path: 'observability/pipelines',
    page: () => import('./pipelines-page.js').then((m) => m.PipelinesPage),
    title: () => say(observeWords)('pipelines'),
    nav: { section: 'observe', icon: Workflow, order: 5, needs: ['pipeline', 'ViewBasic'] },
  },
];
