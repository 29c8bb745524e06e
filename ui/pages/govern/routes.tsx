import { Boxes, Gauge, Shapes, Tags } from 'lucide-react';
import type { PageRoute } from '../../data/page-route.js';
import { say } from '../../words/define-words.js';
import { shellWords } from '../../words/shell.js';

const t = say(shellWords);

const tags = () => import('./tags/tags-page.js').then((m) => m.TagsPage);

export const routes: readonly PageRoute[] = [
  {
    path: 'domain/*',
    page: () => import('./domains/domains-page.js').then((m) => m.DomainsPage),
    title: () => t('domains'),
    nav: { section: 'govern', icon: Shapes, order: 1, key: 'd' },
  },
  {
    path: 'glossary/*',
    page: () => import('./glossary/glossaries-page.js').then((m) => m.GlossariesPage),
    title: () => t('glossaries'),
    nav: { section: 'govern', icon: Boxes, order: 2, key: 'l' },
  },
  {
    path: 'glossary-term/:name/*',
    page: () => import('./term-address-page.js').then((m) => m.TermAddressPage),
    title: () => t('glossaries'),
  },
  {
    path: 'tags/*',
    page: tags,
    title: () => t('tags'),
    nav: { section: 'govern', icon: Tags, order: 3, key: 't' },
  },
  { path: 'tag/*', page: tags, title: () => t('tags') },
  {
    path: 'metrics/:form?',
    page: () => import('./metrics-page.js').then((m) => m.MetricsPage),
    title: () => t('metrics'),
    nav: { section: 'govern', icon: Gauge, order: 4, key: 'm' },
  },
  {
    path: 'dataProduct/:name/*',
    page: () => import('./domains/data-product-page.js').then((m) => m.DataProductPage),
    title: () => t('dataProducts'),
  },
  {
    path: 'query-view/:name/*',
    page: () => import('./query-page.js').then((m) => m.QueryAddressPage),
    title: () => t('queries'),
  },
  {
    path: 'query/:name/*',
    page: () => import('./query-page.js').then((m) => m.QueryPage),
    title: () => t('queries'),
  },
];
