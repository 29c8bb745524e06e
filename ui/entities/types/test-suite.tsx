import type { TestSuite } from 'cairn/contract';
import { CircleCheck } from 'lucide-react';
import { addressOf } from '../../data/addresses/addresses.js';
import { Link } from '../../kit/link.js';
import { say } from '../../words/define-words.js';
import { formatNumber } from '../../words/format.js';
import { observeWords } from '../../words/quality/observe.js';
import { defineEntityPage } from '../entity-page.js';
import { nameOf } from '../fields/values.js';

const t = say(observeWords);

export const testSuite = defineEntityPage<TestSuite>({
  type: 'testSuite',
  icon: CircleCheck,
  title: () => t('testSuite'),
  plural: () => t('testSuites'),
  path: '/v1/dataQuality/testSuites',
  isExplored: false,
  words: ['test-suites'],
  fields: ['summary'],
  lacks: ['votes', 'followers', 'extension', 'certification', 'dataProducts'],
  tabs: [
    {
      key: 'tests',
      title: () => t('tests'),
      // It counts those that ran; none may have.
      count: ({ summary }) => summary?.total || undefined,
      page: () => import('../quality/suite-tests-tab.js').then((m) => m.SuiteTestsTab),
    },
  ],
  facts: [
    {
      label: () => t('onTable'),
      value: ({ basicEntityReference }) =>
        basicEntityReference ? (
          <Link to={addressOf(basicEntityReference.type, basicEntityReference.fullyQualifiedName ?? '')}>
            {nameOf(basicEntityReference)}
          </Link>
        ) : undefined,
    },
    ...(['success', 'failed', 'aborted'] as const).map((state) => ({
      label: () => t(state === 'success' ? 'passed' : state),
      value: ({ summary }: TestSuite) => (summary?.[state] ? formatNumber(summary[state]) : undefined),
    })),
  ],
});
