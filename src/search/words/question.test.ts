import { expect, it } from 'vitest';
import { entityTypes } from '../../entities/index.js';
import { plainText } from '../hits/run-search.js';
import { parseQueryString } from '../query/parse-query-string.js';
import { readQuestion } from './question.js';
import { typeWords } from './type-words.js';

const typesOf = typeWords({ types: entityTypes });
const parse = (text: string) => parseQueryString(text, null, 'and', typesOf);

const contentOf = (text: string) => {
  const query = parse(text);
  return plainText(readQuestion(query, typesOf)?.query ?? query);
};

it.each([
  ['which tables hold the e-mail addresses of customers', 'e-mail addresses customers', ['table']],
  ['where do we keep refunds?', 'refunds', []],
  ['show me the dashboards about churn', 'churn', ['dashboard']],
  ['is there an orders table', 'orders', ['table']],
  ['Which data products are about gift cards?', 'gift cards', ['dataProduct']],
  ['what tables store invoices', 'invoices', ['table']],
  ["what's in the customer's basket", 'customer basket', []],
  ['please list all pipelines of billing', 'billing', ['ingestionPipeline', 'pipeline']],
])('extracts the content of %s', (text, content, kinds) => {
  expect(contentOf(text)).toBe(content);
  expect(readQuestion(parse(text), typesOf)).toMatchObject({ kinds });
});

it.each([
  ['churn of customers', 'churn customers'],
  ['the order', 'order'],
  ['list price', 'list price'],
  ['store sales', 'store sales'],
  ['stores of data', 'stores data'],
  ['WHO cases by region', 'WHO cases region'],
  ['tickets of IT', 'tickets IT'],
])('removes only function words from %s', (text, content) => {
  expect(contentOf(text)).toBe(content);
});

it.each(['who', 'who is who', 'is_active', 'what have we', 'customer orders'])('leaves %s as it is', (text) => {
  expect(contentOf(text)).toBe(text);
});

it('uses the frame of a request as content where there is no other', () => {
  expect(contentOf('where are the tables')).toBe('tables');
  expect(contentOf('what is stored')).toBe('stored');
});

it.each([
  '"the order of the day"',
  'which "the order"',
  'name:the order',
  'the AND order',
  '+the order',
  'where -the',
  'the OR order',
])('does not touch %s', (text) => {
  expect(readQuestion(parse(text), typesOf)).toBeNull();
});

it('reads a question mark as a wildcard outside questions', () => {
  expect(parse('daily pay?')).toMatchObject({ must: [{}, { kind: 'wildcard' }] });
});
