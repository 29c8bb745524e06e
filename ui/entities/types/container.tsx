import type { Container } from 'cairn/contract';
import { Box } from 'lucide-react';
import { say } from '../../words/define-words.js';
import { typeWords } from '../../words/entities/types.js';
import { formatBytes } from '../../words/format.js';
import { productName } from '../../words/products.js';
import { defineEntityPage } from '../entity-page.js';
import { sourceFact } from '../source-fact.js';

const t = say(typeWords);

export const container = defineEntityPage<Container>({
  type: 'container',
  icon: Box,
  title: () => t('container'),
  plural: () => t('containers'),
  path: '/v1/containers',
  service: 'storageService',
  fields: ['children', 'dataModel'],
  tabs: [
    {
      key: 'schema',
      title: () => t('columns'),
      page: () => import('../table/columns-tab.js').then((m) => m.partsTab('/dataModel/columns')),
    },
    {
      key: 'children',
      title: () => t('containers'),
      page: () => import('../references-tab.js').then((m) => m.referencesTab('children')),
    },
  ],
  facts: [
    { label: () => t('service'), value: ({ serviceType }) => productName(serviceType) },
    { label: () => t('prefix'), value: ({ prefix }) => prefix },
    { label: () => t('objects'), value: ({ numberOfObjects }) => numberOfObjects },
    { label: () => t('size'), value: ({ size }) => size && formatBytes(size) },
    { label: () => t('path'), value: ({ fullPath }) => fullPath },
    sourceFact,
  ],
});
