import type { TestCase } from 'cairn/contract';
import { CircleCheck } from 'lucide-react';
import { part } from '../../kit/states/part.js';
import { say } from '../../words/define-words.js';
import { sentenceCase } from '../../words/format.js';
import { observeWords } from '../../words/quality/observe.js';
import { defineEntityPage } from '../entity-page.js';
import { nameOf } from '../fields/values.js';

const t = say(observeWords);
const TestFact = part(() => import('../quality/test-facts.js').then((m) => m.TestFact));

/** Loaded with the page, not with the list of all types. */
function factOf(fact: 'status' | 'table' | 'parameters') {
  return (test: TestCase) => <TestFact part={fact} test={test} />;
}

export const testCase = defineEntityPage<TestCase>({
  type: 'testCase',
  icon: CircleCheck,
  title: () => t('testCase'),
  plural: () => t('testCases'),
  path: '/v1/dataQuality/testCases',
  words: ['test-case'],
  fields: ['testDefinition', 'testSuite', 'incidentId', 'inspectionQuery'],
  lacks: ['votes', 'extension', 'certification'],
  tabs: [
    {
      key: 'test-case-results',
      title: () => t('results'),
      page: () => import('../quality/results-tab.js').then((m) => m.ResultsTab),
    },
    {
      key: 'sql-query',
      title: () => t('sql'),
      page: () => import('../quality/sql-tab.js').then((m) => m.SqlTab),
    },
    {
      key: 'issues',
      title: () => t('incident'),
      page: () => import('../quality/issues-tab.js').then((m) => m.IssuesTab),
    },
  ],
  facts: [
    { label: () => t('state'), value: factOf('status') },
    { label: () => t('onTable'), value: factOf('table') },
    { label: () => t('definition'), value: ({ testDefinition }) => sentenceCase(nameOf(testDefinition)) },
    { label: () => t('parameters'), value: factOf('parameters') },
  ],
});
