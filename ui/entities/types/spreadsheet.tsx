import type { Spreadsheet } from 'cairn/contract';
import { Sheet } from 'lucide-react';
import { say } from '../../words/define-words.js';
import { typeWords } from '../../words/entities/types.js';
import { productName } from '../../words/products.js';
import { defineEntityPage } from '../entity-page.js';
import { sourceFact } from '../source-fact.js';

const t = say(typeWords);

export const spreadsheet = defineEntityPage<Spreadsheet>({
  type: 'spreadsheet',
  icon: Sheet,
  title: () => t('spreadsheet'),
  plural: () => t('spreadsheets'),
  path: '/v1/drives/spreadsheets',
  service: 'driveService',
  fields: ['worksheets'],
  tabs: [
    {
      key: 'worksheets',
      title: () => t('worksheets'),
      page: () => import('../references-tab.js').then((m) => m.referencesTab('worksheets')),
    },
  ],
  facts: [
    { label: () => t('service'), value: ({ serviceType }) => productName(serviceType) },
    { label: () => t('path'), value: ({ path }) => path },
    sourceFact,
  ],
});
