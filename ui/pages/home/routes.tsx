import { House } from 'lucide-react';
import type { PageRoute } from '../../data/page-route.js';
import { say } from '../../words/define-words.js';
import { shellWords } from '../../words/shell.js';

export const routes: readonly PageRoute[] = [
  {
    path: 'my-data',
    page: () => import('./my-data-page.js').then((m) => m.MyDataPage),
    title: () => say(shellWords)('myData'),
    nav: { section: 'top', icon: House, order: 1, key: 'h' },
  },
];
