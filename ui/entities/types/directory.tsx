import type { Directory } from 'cairn/contract';
import { Folder } from 'lucide-react';
import { say } from '../../words/define-words.js';
import { typeWords } from '../../words/entities/types.js';
import { kindText } from '../../words/format.js';
import { productName } from '../../words/products.js';
import { defineEntityPage } from '../entity-page.js';
import { sourceFact } from '../source-fact.js';

const t = say(typeWords);

export const directory = defineEntityPage<Directory>({
  type: 'directory',
  icon: Folder,
  title: () => t('directory'),
  plural: () => t('directories'),
  path: '/v1/drives/directories',
  service: 'driveService',
  fields: ['children'],
  tabs: [
    {
      key: 'children',
      title: () => t('files'),
      page: () => import('../references-tab.js').then((m) => m.referencesTab('children')),
    },
  ],
  facts: [
    { label: () => t('service'), value: ({ serviceType }) => productName(serviceType) },
    { label: () => t('kind'), value: ({ directoryType }) => kindText(directoryType) },
    { label: () => t('path'), value: ({ path }) => path },
    sourceFact,
  ],
});
