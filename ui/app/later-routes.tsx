import type { PageRoute } from '../data/page-route.js';
import { say } from '../words/define-words.js';
import { laterWords } from '../words/later.js';

type Name = Parameters<ReturnType<typeof say<'explore' | 'lineage'>>>[0] | string;

/** Addresses of the interface whose pages come later: each shows a sentence and a way on. Remove a row when its page is there. */
const LATER: Readonly<Record<string, readonly string[]>> = {
  lineage: ['lineage/*'],
  ingestion: [
    ':kind/:fqn/logs',
    'ingestionPipeline/*',
    'service/:category/:fqn/add-ingestion/*',
    'service/:category/:fqn/edit-ingestion/*',
  ],
  bulk: ['bulk/*'],
  insights: ['data-insights/*'],
  settings: ['settings/*'],
};

export const laterRoutes: readonly PageRoute[] = [
  ...Object.entries(LATER).flatMap(([name, paths]) =>
    paths.map((path) => ({
      path,
      page: () => import('./later-page.js').then(({ laterPage }) => laterPage(name as Name)),
      title: () => say(laterWords)(name as 'lineage'),
    })),
  ),
  { path: '*', page: () => import('./later-page.js').then(({ NotFoundPage }) => NotFoundPage) },
];
