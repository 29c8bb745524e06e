import { describe, expect, it } from 'vitest';
import { quoteSourceName, quoteSourceTable, quoteSourceText } from './quote.js';

describe('quoting for a source', () => {
  it('doubles quotes inside of names', () => {
    expect(quoteSourceName('postgres', 'a"b')).toBe('"a""b"');
    expect(quoteSourceName('sqlite', 'a"b')).toBe('"a""b"');
    expect(quoteSourceName('mysql', 'a`b"')).toBe('`a``b"`');
    expect(quoteSourceTable('postgres', { schema: 'My Schema', table: 'x.y' })).toBe('"My Schema"."x.y"');
  });

  it('escapes texts so that backslashes have one meaning', () => {
    for (const kind of ['postgres', 'mysql', 'sqlite'] as const) expect(quoteSourceText(kind, "it's")).toBe("'it''s'");
    expect(quoteSourceText('postgres', "\\'")).toBe("E'\\\\'''");
    expect(quoteSourceText('mysql', "\\'")).toBe("_utf8mb4 x'5c27'");
    expect(quoteSourceText('sqlite', "\\'")).toBe("'\\'''");
    expect(() => quoteSourceText('sqlite', 'a\0')).toThrow('NUL');
  });
});
