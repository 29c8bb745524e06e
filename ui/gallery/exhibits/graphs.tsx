import { Graph, type GraphEdge } from '../../kit/graph/graph.js';
import type { Exhibit } from '../exhibit.js';

const nodesOf = (keys: string) =>
  keys.split(' ').map((key, i) => ({
    key,
    label: key.replaceAll('-', ' '),
    to: '?show=graph',
    ...(i % 2 === 0 ? { note: 'warehouse.analytics' } : {}),
    isCenter: i === 0,
  }));
const edgesOf = (label: string, pairs: string): GraphEdge[] =>
  pairs.split(' ').map((pair) => {
    const [from = '', to = ''] = pair.split('>');
    return { from, to, label };
  });

const TABLES = nodesOf('orders customers countries payments refunds a-table-with-a-name-that-has-no-room-here');
const KEYS = [
  ...edgesOf('customer_id', 'orders>customers'),
  ...edgesOf('country_code', 'customers>countries orders>countries'),
  ...edgesOf('order_id', 'payments>orders refunds>orders'),
  ...edgesOf('payment_id', 'refunds>payments'),
  ...edgesOf(
    'a_column_whose_name_is_longer_than_the_room_between',
    'a-table-with-a-name-that-has-no-room-here>customers',
  ),
];
const TERMS = nodesOf('Revenue Basket Return');
const MANY = Array.from({ length: 12 }, (_, i) => `part-${i + 1}`);

export const graph: Exhibit = {
  name: 'graph',
  states: [
    ['Tables with keys', () => <Graph label="Tables" nodes={TABLES} edges={KEYS} />],
    [
      'A circle',
      () => (
        <Graph
          label="Terms"
          nodes={TERMS}
          edges={edgesOf('Related to', 'Revenue>Basket Basket>Return Return>Revenue')}
        />
      ),
    ],
    [
      'Many that lead to one',
      () => (
        <Graph
          label="Parts"
          nodes={nodesOf(['whole', ...MANY].join(' '))}
          edges={edgesOf('part of', MANY.map((part) => `${part}>whole`).join(' '))}
        />
      ),
    ],
  ],
};
