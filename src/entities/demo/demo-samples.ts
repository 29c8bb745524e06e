/** What is in a topic, a container and a search index of the sample. */
import type { Scope } from '../../catalog/index.js';
import { getEntityByFqn } from '../../storage/index.js';
import { storeSample } from '../sample-data.js';

const COUNTRIES = ['DE', 'FR', 'JP', 'CZ'] as const;

export async function storeSamples(scope: Scope): Promise<void> {
  const samples = [
    ['topic', 'events.cart_changed', { messages: carts(scope.context.now()) }],
    ['container', 'lake.landing', { columns: ['sku', 'country_code', 'target'], rows: targets() }],
    ['searchIndex', 'shop_search.catalogue', { messages: found() }],
  ] as const;
  for (const [type, fqn, data] of samples) {
    const row = await getEntityByFqn(scope.sql, type, fqn);
    if (row) await storeSample(row.id, data, scope);
  }
}

function carts(now: number): string[] {
  return ['added', 'added', 'removed'].map((action, i) =>
    JSON.stringify({ visitor_id: `v-${7_310 + i}`, product_id: 4_402 + 7 * i, action, happened_at: now - 9_000 * i }),
  );
}

function targets(): unknown[][] {
  return Array.from({ length: 12 }, (_, i) => [
    `SKU-${1_040 + 3 * Math.floor(i / COUNTRIES.length)}`,
    COUNTRIES[i % COUNTRIES.length],
    1_200 + 85 * i,
  ]);
}

function found(): string[] {
  return [
    { title: 'Kettle, 1.7 l', sku: 'SKU-1040', list_price: 39.9 },
    { title: 'Tea pot, cast iron', sku: 'SKU-1043', list_price: 64 },
  ].map((document) => JSON.stringify(document));
}
