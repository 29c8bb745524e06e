import type { Pipeline } from 'cairn/contract';
import { Workflow } from 'lucide-react';
import { part } from '../../kit/states/part.js';
import { say } from '../../words/define-words.js';
import { typeWords } from '../../words/entities/types.js';
import { productName } from '../../words/products.js';
import { scheduleText } from '../../words/schedule.js';
import { defineEntityPage } from '../entity-page.js';
import { sourceFact } from '../source-fact.js';

const t = say(typeWords);
const LastRun = part(() => import('../pipeline/run-state.js').then((m) => m.LastRun), null);

export const pipeline = defineEntityPage<Pipeline>({
  type: 'pipeline',
  icon: Workflow,
  title: () => t('pipeline'),
  plural: () => t('pipelines'),
  path: '/v1/pipelines',
  service: 'pipelineService',
  fields: ['tasks', 'scheduleInterval', 'pipelineStatus'],
  tabs: [
    {
      key: 'tasks',
      title: () => t('tasks'),
      page: () => import('../table/columns-tab.js').then((m) => m.partsTab('/tasks')),
    },
    {
      key: 'executions',
      title: () => t('runs'),
      page: () => import('../pipeline/runs-tab.js').then((m) => m.RunsTab),
    },
  ],
  facts: [
    { label: () => t('service'), value: ({ serviceType }) => productName(serviceType) },
    { label: () => t('schedule'), value: ({ scheduleInterval }) => scheduleInterval && scheduleText(scheduleInterval) },
    { label: () => t('state'), value: ({ state }) => state },
    {
      label: () => t('lastRun'),
      value: ({ pipelineStatus }) => pipelineStatus && <LastRun {...pipelineStatus} />,
    },
    sourceFact,
  ],
});
