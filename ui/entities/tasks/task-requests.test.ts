import { expect, it } from 'vitest';
import { type Asked, endOf, partsOf, requestOf } from './task-requests.js';

const entity = {
  id: '1',
  name: 'orders',
  fullyQualifiedName: 's.d.p.orders',
  version: 0.1,
  columns: [{ name: 'id', description: 'Key.' }, { name: 'a.b' }],
};
const about = '<#E::table::s.d.p.orders>';

function asked(change: Partial<Asked>): Asked {
  const [part] = partsOf(entity);
  if (!part) throw new Error('an entity is its own first part');
  return {
    ...{ part, why: '', description: '', tags: [], accessType: 'FullAccess', requestedAccess: 'Read', columns: [] },
    ...{ ticket: '', until: '', ...change },
  };
}

it('offers the entity and its columns, quoted where links need it', () => {
  expect(partsOf(entity).map(({ path }) => path)).toEqual(['', 'columns::id', 'columns::"a.b"']);
});
it('asks for the description of a column', () => {
  const request = requestOf('description', asked({ part: partsOf(entity)[1] as Asked['part'], why: ' ?' }), about, [
    'tom',
  ]);
  expect(request).toEqual({
    about,
    category: 'MetadataUpdate',
    type: 'DescriptionUpdate',
    assignees: ['tom'],
    description: '?',
    payload: { fieldPath: 'columns::id::description', currentDescription: 'Key.', newDescription: '' },
  });
});
it('asks for columns only where the access is to columns', () => {
  const columns = ['id'];
  const payload = (accessType: Asked['accessType']) =>
    requestOf('access', asked({ accessType, columns, why: 'Audit' }), about, []).payload;
  expect(payload('ColumnLevel')).toMatchObject({ columns, reason: 'Audit' });
  expect(payload('Masked')).not.toHaveProperty('columns');
});
it('asks for access until the end of a day', () => {
  const payload = (until: string) => requestOf('access', asked({ until, why: 'Audit' }), about, []).payload;
  expect(payload('2026-12-31')).toMatchObject({ expirationDate: endOf('2026-12-31') });
  expect(new Date(endOf('2026-12-31') ?? 0).getDate()).toBe(31);
  expect(payload('')).not.toHaveProperty('expirationDate');
  expect(endOf('no day')).toBeNull();
});
