import { expect, it } from 'vitest';
import { entityLink, readEntityLink } from './entity-links.js';

it('names an entity that a link can hold', () => {
  expect(entityLink('table', 'a."b.c".d')).toBe('<#E::table::a."b.c".d>');
  for (const name of ['', 'a::b', 'a>b', 'a|b', 'a:']) expect(entityLink('table', name), name).toBeNull();
});
it('reads the entity and its part', () => {
  expect(readEntityLink('<#E::table::a.b::columns::id::description>')).toEqual({
    type: 'table',
    fqn: 'a.b',
    part: ['columns', 'id', 'description'],
  });
  expect(readEntityLink('a.b')).toBeNull();
});
