import { expect, it } from 'vitest';
import { ownPath } from './own-path.js';

it.each([
  ['/table/a%2Fb?x=1#y', '/table/a%2Fb?x=1#y'],
  ['/explore', '/explore'],
])('%s is kept', (wanted, to) => expect(ownPath(wanted)).toBe(to));

it.each([
  null,
  '',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/signin?from=/x',
  '/logout',
])('%s leads home', (wanted) => expect(ownPath(wanted)).toBe('/my-data'));
