import { describe, expect, it } from 'vitest';
import { readJson } from './body.js';
import type { Request } from './route.js';

const read = (body: string | null) => readJson({ body } as Request);
const nested = (levels: number, inner = '1') => `${'['.repeat(levels)}${inner}${']'.repeat(levels)}`;

describe('the body of a request', () => {
  it('is JSON', () => {
    expect(read('{"a":[1]}')).toEqual({ a: [1] });
    for (const body of [null, '', ' ', '{', 'nul']) expect(() => read(body)).toThrow(/body/);
  });

  it('is not nested beyond reason', () => {
    expect(() => read(nested(501, '"x"'.padEnd(200)))).toThrow('nested more than 500 levels');
    expect(() => read('{"a":'.repeat(100_000))).toThrow('nested more than 500 levels');
    expect(read(nested(500))).toEqual(JSON.parse(nested(500)));
  });

  it('is text that databases keep', () => {
    expect(read('{"a":"x\\u0000y","b":["\\ud800","\\udc00","\\ud83d\\ude00","\\ud800\\ud83d\\ude00"]}')).toEqual({
      a: 'x\ufffdy',
      b: ['\ufffd', '\ufffd', '😀', '\ufffd😀'],
    });
    expect(read('{"a":"\\\\u0000","name":"\\\\ud800"}')).toEqual({ a: '\\u0000', name: '\\ud800' });
    for (const body of ['{"name":"\\u0000"}', '[{"columns":[{"name":"\\uDC00"}]}]', '{"\\u0000":1}'])
      expect(() => read(body)).toThrow(/name/);
  });

  it('holds no number that would be read as infinite', () => {
    for (const number of ['1e400', '-1E+309', `1${'0'.repeat(309)}`, `-${'9'.repeat(400)}.5`])
      expect(() => read(`{"length":[${number}]}`), number).toThrow('too large');
    expect(read('{"a":1e300,"b":"1e400","c":1e-400,"d":0.1e0001}')).toEqual({ a: 1e300, b: '1e400', c: 0, d: 1 });
  });

  it('may hold brackets in its strings', () => {
    const text = '[{"\\\\"'.repeat(2000);
    const quoted = JSON.stringify([text, `${text}\\`, '"']);
    expect(read(quoted)).toEqual([text, `${text}\\`, '"']);
  });
});
