import { expect, it } from 'vitest';
import { csvLine } from './csv-line.js';

it('quotes separators of fields and lines', () => {
  expect(csvLine(['a', '', 'b,c', 'say "hi"', 'two\nlines'])).toBe('a,,"b,c","say ""hi""","two\nlines"\r\n');
});

it.each(['=1+1', '+1', '-1', '@x', ' =1', '\t=1'])('escapes %j, which a spreadsheet would evaluate', (value) => {
  expect(csvLine([value])).toBe(`'${value}\r\n`);
});
