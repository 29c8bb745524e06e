import type { Metric } from 'cairn/contract';
import { Gauge } from 'lucide-react';
import { say } from '../../words/define-words.js';
import { typeWords } from '../../words/entities/types.js';
import { wordOf } from '../../words/format.js';
import { defineEntityPage } from '../entity-page.js';
import { sourceFact } from '../source-fact.js';

const t = say(typeWords);

export const metric = defineEntityPage<Metric>({
  type: 'metric',
  icon: Gauge,
  title: () => t('metric'),
  plural: () => t('metrics'),
  path: '/v1/metrics',
  fields: ['relatedMetrics', 'derivedFrom'],
  tabs: [
    {
      key: 'expression',
      title: () => t('expression'),
      page: () => import('../metric/definition-tab.js').then((m) => m.DefinitionTab),
    },
    {
      key: 'related_metrics',
      title: () => t('relatedMetrics'),
      page: () => import('../metric/related-tab.js').then((m) => m.RelatedTab),
    },
    {
      key: 'assets',
      title: () => t('assets'),
      page: () => import('../assets/assets-tab.js').then((m) => m.AssetsTab),
    },
  ],
  facts: [
    { label: () => t('kind'), value: ({ metricType }) => wordOf(metricType) },
    { label: () => t('granularity'), value: ({ granularity }) => wordOf(granularity) },
    { label: () => t('unit'), value: (one) => one.customUnitOfMeasurement || wordOf(one.unitOfMeasurement) },
    sourceFact,
  ],
});
