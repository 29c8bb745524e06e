import { describe, expect, it } from 'vitest';
import { readJson } from './body.js';
import type { Request } from './route.js';

const read = (body: string | null) => readJson({ body } as Request);
const nested = (levels: number, inner = '1') => `${'['.repeat(levels)}${inner}${']'.repeat(levels)}`;

describe('the body of a request', () => {
  it('must be JSON', () => {
    expect(read('{"a":[1]}')).toEqual({ a: [1] });
    for (const body of [null, '', ' ', '{', 'nul']) expect(() => read(body)).toThrow(/body/);
  });

  it('must not be nested too deeply', () => {
    expect(() => read(nested(501, '"x"'.padEnd(200)))).toThrow('nested more than 500 levels');
    expect(() => read('{"a":'.repeat(100_000))).toThrow('nested more than 500 levels');
    expect(read(nested(500))).toEqual(JSON.parse(nested(500)));
  });

  it('must be text that databases can store', () => {
    expect(read('{"a":"x\\u0000y","b":["\\ud800","\\udc00","\\ud83d\\ude00","\\ud800\\ud83d\\ude00"]}')).toEqual({
      a: 'x\ufffdy',
      b: ['\ufffd', '\ufffd', '😀', '\ufffd😀'],
    });
    expect(read('{"a":"\\\\u0000","name":"\\\\ud800"}')).toEqual({ a: '\\u0000', name: '\\ud800' });
    for (const body of ['{"name":"\\u0000"}', '[{"columns":[{"name":"\\uDC00"}]}]', '{"\\u0000":1}'])
      expect(() => read(body)).toThrow(/name/);
  });

  it('must not contain a number that would be parsed as infinite', () => {
    for (const number of ['1e400', '-1E+309', `1${'0'.repeat(309)}`, `-${'9'.repeat(400)}.5`])
      expect(() => read(`{"length":[${number}]}`), number).toThrow('too large');
    expect(read('{"a":1e300,"b":"1e400","c":1e-400,"d":0.1e0001}')).toEqual({ a: 1e300, b: '1e400', c: 0, d: 1 });
  });

  it.each([
    ['{"a":1,"a":2}', '"a" twice'],
    ['{"a":1,"b":[{"c":{},"\\u0063" : 2}]}', '"c" twice'],
    ['[{"x":1},{"x":[],\n"y":"\\"","x"\t:null}]', '"x" twice'],
    ['{"1":1,"1":1}', '"1" twice'],
    ['{"\\\\":1,"\\\\":2}', 'twice'],
    ['{"extension":{"__proto__":{"a":1}}}', '__proto__'],
    ['[{"\\u005f_proto__":1}]', '__proto__'],
    ['{"constructor":{"prototype":{}}}', 'constructor.prototype'],
  ])('is refused for %s', (body, reason) => expect(() => read(body)).toThrow(reason));

  it('may use names of object properties, and may contain text that looks like a property', () => {
    const value = {
      constructor: 'x',
      toString: 1,
      a: ['a:', ':', '":"', '\\":', '\\', '{"a":1,"a":2}'],
      'a"': { a: '', '': ':', ':': { a: [] } },
    };
    for (const space of [0, 2, '\t']) expect(read(JSON.stringify(value, null, space))).toEqual(value);
  });

  it('may contain brackets in strings', () => {
    const text = '[{"\\\\"'.repeat(2000);
    const quoted = JSON.stringify([text, `${text}\\`, '"']);
    expect(read(quoted)).toEqual([text, `${text}\\`, '"']);
  });
});
