import { expect, it } from 'vitest';
import { endingOf, verdictOf } from './path-decision.js';

it('decides whether all, none or some texts with a prefix match', () => {
  const cases: [string, string, string][] = [
    ['shop.%', 'shop.', 'yes'],
    ['shop.%', 'shop.sales.', 'yes'],
    ['shop.%', 'store.', 'no'],
    ['shop.%.orders', 'shop.sales.', 'open'],
    ['%', 'anything.', 'yes'],
    ['%sales%', 'shop.sales.', 'yes'],
    ['%sales%', 'shop.other.', 'open'],
    ['s_op.sales.public.orders', 'shop.sales.public.', 'open'],
    ['s_op.sales', 'shop.sales.', 'no'],
    ['shop\\_x.%', 'shop_x.', 'yes'],
    ['shop\\_x.%', 'shopax.', 'no'],
    ['', 'a.', 'no'],
  ];
  for (const [pattern, beginning, verdict] of cases)
    expect(verdictOf(pattern, beginning), `${pattern} ${beginning}`).toBe(verdict);
});

it('returns the suffix of names', () => {
  expect(endingOf('%audit_t1')).toBe('t1');
  expect(endingOf('%audit\\_t1')).toBe('audit_t1');
  expect(endingOf('shop.%')).toBe('');
  expect(endingOf('shop.%.orders')).toBe('orders');
});
