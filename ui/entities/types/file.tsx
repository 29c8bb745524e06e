import type { File } from 'cairn/contract';
import { FileText } from 'lucide-react';
import { say } from '../../words/define-words.js';
import { typeWords } from '../../words/entities/types.js';
import { formatBytes } from '../../words/format.js';
import { productName } from '../../words/products.js';
import { defineEntityPage } from '../entity-page.js';
import { sourceFact } from '../source-fact.js';

const t = say(typeWords);

export const file = defineEntityPage<File>({
  type: 'file',
  icon: FileText,
  title: () => t('file'),
  plural: () => t('files'),
  path: '/v1/drives/files',
  service: 'driveService',
  fields: ['columns'],
  tabs: [
    {
      key: 'schema',
      title: () => t('columns'),
      page: () => import('../table/columns-tab.js').then((m) => m.partsTab('/columns')),
    },
  ],
  facts: [
    { label: () => t('service'), value: ({ serviceType }) => productName(serviceType) },
    { label: () => t('kind'), value: ({ fileType }) => fileType },
    { label: () => t('path'), value: ({ path }) => path },
    { label: () => t('size'), value: ({ size }) => size && formatBytes(size) },
    sourceFact,
  ],
});
