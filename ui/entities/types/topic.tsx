import type { Topic } from 'cairn/contract';
import { MessageSquare } from 'lucide-react';
import { say } from '../../words/define-words.js';
import { typeWords } from '../../words/entities/types.js';
import { formatNumber } from '../../words/format.js';
import { productName } from '../../words/products.js';
import { defineEntityPage } from '../entity-page.js';
import { sourceFact } from '../source-fact.js';

const t = say(typeWords);

const daysOf = (milliseconds: number) =>
  formatNumber(milliseconds / 86_400_000, {
    style: 'unit',
    unit: 'day',
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  });

export const topic = defineEntityPage<Topic>({
  type: 'topic',
  icon: MessageSquare,
  title: () => t('topic'),
  plural: () => t('topics'),
  path: '/v1/topics',
  service: 'messagingService',
  fields: [],
  tabs: [
    {
      key: 'schema',
      title: () => t('fields'),
      page: () => import('../table/columns-tab.js').then((m) => m.partsTab('/messageSchema/schemaFields')),
    },
  ],
  facts: [
    { label: () => t('service'), value: ({ serviceType }) => productName(serviceType) },
    { label: () => t('schemaType'), value: ({ messageSchema }) => messageSchema?.schemaType },
    { label: () => t('partitions'), value: ({ partitions }) => partitions },
    { label: () => t('replicas'), value: ({ replicationFactor }) => replicationFactor },
    { label: () => t('retention'), value: ({ retentionTime }) => retentionTime && daysOf(retentionTime) },
    sourceFact,
  ],
});
