import type { StoredProcedure } from 'cairn/contract';
import { SquareFunction } from 'lucide-react';
import { say } from '../../words/define-words.js';
import { typeWords } from '../../words/entities/types.js';
import { kindText } from '../../words/format.js';
import { productName } from '../../words/products.js';
import { defineEntityPage } from '../entity-page.js';
import { sourceFact } from '../source-fact.js';

const t = say(typeWords);

export const storedProcedure = defineEntityPage<StoredProcedure>({
  type: 'storedProcedure',
  icon: SquareFunction,
  title: () => t('storedProcedure'),
  plural: () => t('storedProcedures'),
  path: '/v1/storedProcedures',
  fields: [],
  tabs: [
    {
      key: 'code',
      title: () => t('code'),
      page: () => import('../code-tab.js').then((m) => m.codeTab('/storedProcedureCode/code')),
    },
  ],
  facts: [
    { label: () => t('service'), value: ({ serviceType }) => productName(serviceType) },
    { label: () => t('kind'), value: ({ storedProcedureType }) => kindText(storedProcedureType) },
    sourceFact,
  ],
});
