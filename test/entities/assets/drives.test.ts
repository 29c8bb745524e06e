import { beforeAll, expect, it } from 'vitest';
import { forEachAssetsApp, grade, search } from './support/assets-app.js';

const columns = [{ name: 'wordOfSheet', dataType: 'STRING', tags: [grade('Good')] }];

forEachAssetsApp('drives', (use) => {
  beforeAll(async () => {
    for (const name of ['drive', 'other'])
      await use().expect(201, 'POST', '/v1/services/driveServices', { name, serviceType: 'GoogleDrive' });
    await make('directories', { name: 'top' });
    await make('directories', { name: 'sub', parent: 'drive.top' });
  });
  const make = (path: string, body: object) =>
    use().expect(201, 'POST', `/v1/drives/${path}`, { service: 'drive', ...body });
  const names = (list: { name: string }[]) => list.map(({ name }) => name);
  const list = async (path: string, query: string) =>
    names((await use().expect(200, 'GET', `/v1/drives/${path}?limit=1000&${query}`)).data);

  it('hold directories, files and spreadsheets, nested', async () => {
    const sub = await use().expect(200, 'GET', '/v1/drives/directories/name/drive.top.sub?fields=parent,children');
    expect(sub).toMatchObject({ parent: { name: 'top' }, service: { name: 'drive' }, children: [] });
    const file = await make('files', { name: 'a.csv', directory: 'drive.top.sub', fileType: 'CSV', columns });
    expect(file).toMatchObject({ fullyQualifiedName: 'drive.top.sub."a.csv"', directory: { name: 'sub' } });
    expect(file).not.toHaveProperty('parent');
    const loose = await make('files', { name: 'loose.txt' });
    expect(loose).not.toHaveProperty('directory');
    const parent = { id: sub.id, type: 'directory' };
    const book = await make('spreadsheets', { name: 'book', parent });
    expect(book).toMatchObject({ fullyQualifiedName: 'drive.top.sub.book', directory: { id: sub.id } });
    expect(book).not.toHaveProperty('parent');
    await make('spreadsheets', { name: 'top book' });
    const whole = await use().expect(200, 'GET', `/v1/drives/directories/${sub.id}?fields=children,usageSummary`);
    expect(whole.children.map(({ type, name }: { type: string; name: string }) => `${type} ${name}`)).toEqual([
      'file a.csv',
      'spreadsheet book',
    ]);
    expect(await list('directories', 'root=true&service=drive')).toEqual(['top']);
    expect(await list('directories', 'parent=drive.top')).toEqual(['sub']);
    expect(await list('files', 'directory=drive.top')).toEqual(['a.csv']);
    expect(await list('files', 'root=true')).toEqual(['loose.txt']);
    expect(await list('files', 'fileType=CSV')).toEqual(['a.csv']);
    expect(await list('files', 'service=other')).toEqual([]);
    expect(await list('spreadsheets', 'root=true')).toEqual(['top book']);
    expect(await list('spreadsheets', 'directory=drive.top.sub')).toEqual(['book']);
    const refused = await use().expect(400, 'POST', '/v1/drives/files', {
      name: 'x',
      service: 'other',
      directory: 'drive.top',
    });
    expect(refused.message).toBe('service: directory drive.top is not in the driveService other');
    const moved = [{ op: 'add', path: '/directory', value: { id: sub.id, type: 'directory' } }];
    const stays = await use().expect(200, 'PATCH', `/v1/drives/files/${loose.id}`, moved);
    expect(stays).not.toHaveProperty('directory');
    const user = await use().expect(201, 'POST', '/v1/users', { name: 'writer', email: 'writer@example.com' });
    const writer = [{ op: 'add', path: '/lastModifiedBy', value: { id: user.id, type: 'user' } }];
    expect(await use().expect(200, 'PATCH', `/v1/drives/files/${loose.id}`, writer)).toMatchObject({
      lastModifiedBy: { id: user.id, name: 'writer' },
    });
    const sample = { columns: ['wordOfSheet'], rows: [['x']] };
    const shown = await use().expect(200, 'PUT', `/v1/drives/files/${file.id}/sampleData`, sample);
    expect(shown.sampleData).toEqual(sample);
  });

  it('show the columns of worksheets on request, and find them', async () => {
    const book = await make('spreadsheets', { name: 'ledger' });
    const sheet = await make('worksheets', { name: 'May', spreadsheet: 'drive.ledger', index: 0, columns });
    expect(sheet).toMatchObject({
      spreadsheet: { id: book.id },
      service: { name: 'drive' },
      serviceType: 'GoogleDrive',
    });
    await use().expect(400, 'POST', '/v1/drives/worksheets', {
      name: 'June',
      spreadsheet: 'drive.ledger',
      service: 'other',
    });
    const path = `/v1/drives/worksheets/${sheet.id}`;
    expect(await use().expect(200, 'GET', path)).not.toHaveProperty('columns');
    const full = await use().expect(200, 'GET', `${path}?fields=columns,tags`);
    expect(full.columns).toMatchObject([{ fullyQualifiedName: 'drive.ledger.May.wordOfSheet', tags: [grade('Good')] }]);
    expect(await list('worksheets', 'spreadsheet=drive.ledger')).toEqual(['May']);
    const whole = await use().expect(200, 'GET', `/v1/drives/spreadsheets/${book.id}?fields=worksheets`);
    expect(names(whole.worksheets)).toEqual(['May']);
    const column = '/v1/columns/name/drive.ledger.May.wordOfSheet?entityType=worksheet';
    expect(await use().expect(200, 'PUT', column, { description: 'Said' })).toMatchObject({ description: 'Said' });
    const { hits } = await search(use(), 'columns.name:wordOfSheet', 'worksheet_search_index');
    expect(hits.hits.map(({ _id }) => _id)).toEqual([sheet.id]);
    const usage = { date: new Date().toISOString().slice(0, 10), count: 4 };
    await use().expect(201, 'POST', `/v1/usage/worksheet/${sheet.id}`, usage);
    const used = await use().expect(200, 'GET', `${path}?fields=usageSummary`);
    expect(used.usageSummary.dailyStats.count).toBe(4);
  });

  it('are restored by id too', async () => {
    const gone = await make('directories', { name: 'gone' });
    const file = await make('files', { name: 'in.txt', directory: 'drive.gone' });
    const path = `/v1/drives/directories/${gone.id}`;
    await use().expect(200, 'DELETE', `${path}?recursive=true`);
    await use().expect(404, 'GET', `/v1/drives/files/${file.id}`);
    await use().expect(400, 'PUT', `${path}/restore`, { id: file.id });
    await use().expect(400, 'PUT', '/v1/drives/directories/no-uuid/restore');
    const back = await use().expect(200, 'PUT', `${path}/restore`);
    expect(back).toMatchObject({ id: gone.id, deleted: false });
    await use().expect(200, 'GET', `/v1/drives/files/${file.id}`);
    await use().expect(200, 'DELETE', `/v1/drives/files/${file.id}`);
    await use().expect(200, 'PUT', `/v1/drives/files/${file.id}/restore`, { id: file.id });
  });
});
