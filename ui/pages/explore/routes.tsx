import { Compass } from 'lucide-react';
import type { PageRoute } from '../../data/page-route.js';
import { say } from '../../words/define-words.js';
import { shellWords } from '../../words/shell.js';

export const routes: readonly PageRoute[] = [
  {
    path: 'explore/:tab?',
    page: () => import('./explore-page.js').then((m) => m.ExplorePage),
    title: () => say(shellWords)('explore'),
    nav: { section: 'top', icon: Compass, order: 2, key: 'e' },
  },
];
