import { describe, expect, it } from 'vitest';
import { indexTokens, splitWords, stem, wholeToken } from './tokenize.js';

describe('tokenize', () => {
  it.each([
    ['customer_orders', ['customer', 'order', 'customerorders', 'orders']],
    ['customerOrders2024', ['customer', 'order', '2024', 'customerorders2024', 'orders']],
    ['HTTPServer', ['http', 'server', 'httpserver']],
    ['a needle, in Hay!', ['a', 'needle', 'in', 'hay']],
    ['Café Müller', ['cafe', 'muller']],
    ['顧客注文', ['顧客', '客注', '注文', '顧客注文']],
    ['dim_顧客', ['dim', '顧客', 'dim顧客']],
    ['заказы клиентов', ['заказы', 'клиентов']],
    ['ＦＵＬＬ', ['full']],
    ['', []],
    ['__--**', []],
  ])('%s', (text, tokens) => {
    expect(indexTokens(text)).toEqual(tokens);
  });

  it.each([
    ['categories', 'category'],
    ['boxes', 'box'],
    ['status', 'status'],
    ['address', 'address'],
    ['sales', 'sale'],
    ['orders', 'order'],
    ['analysis', 'analysis'],
    ['news', 'news'],
  ])('stems %s', (word, root) => {
    expect(stem(word)).toBe(root);
  });

  it('joins a whole name', () => {
    expect(wholeToken('Customer Orders')).toBe('customerorders');
    expect(wholeToken('customer_orders')).toBe(wholeToken('customerOrders'));
  });

  it('keeps the parts of a query word together', () => {
    expect(splitWords('fct_sales x')).toEqual([
      { parts: ['fct', 'sale'], raw: ['fct', 'sales'], joined: 'fctsales' },
      { parts: ['x'], raw: ['x'], joined: 'x' },
    ]);
  });

  it('splits ASCII by the same rules as other text', () => {
    const texts = [
      'HTTPServer2x',
      'aB',
      'AB',
      'ABc',
      'a1B2',
      '_a__b_',
      'x_1Yz',
      'ABCdefGHI',
      'a.b-c d',
      '1_2',
      'Ab',
      '__',
      'A_B',
      'fooBAR',
      '9to5Job',
    ];
    for (const text of texts) {
      const marked = splitWords(`${text} é`).slice(0, -1);
      expect(splitWords(text), text).toEqual(marked);
    }
  });

  it('takes linear time for hostile texts', () => {
    const start = process.cpuUsage();
    for (const text of ['A', '_', 'a1', 'Aa', '\u0301', '\u0301\u0323', '\uff9e\u0323', '漢', 'ßﬁ'])
      indexTokens(text.repeat(50_000));
    const { user } = process.cpuUsage(start); // microseconds, independent of the load of the machine
    expect(user).toBeLessThan(1_500_000);
  });
});
