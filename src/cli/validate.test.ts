import { expect, it } from 'vitest';
import { placeAll } from '../../test/support/read-events.js';
import { entityRow, eventRow } from '../../test/support/rows.js';
import { forEachStore } from '../../test/support/stores.js';
import { insertEntity, insertEvents, type Store, updateEntity } from '../storage/index.js';
import { validate } from './commands/validate-command.js';

const event = (id: string, eventType: string, currentVersion: number) =>
  eventRow(`${id}-${currentVersion}`, { entity_id: id, doc: JSON.stringify({ eventType, currentVersion }) });

forEachStore('validating a database', (use) => {
  async function problemsOf(store: Store): Promise<string[]> {
    const problems: string[] = [];
    await validate(store, (problem) => problems.push(problem));
    return problems;
  }

  it('reports versions without an event', async () => {
    const { store } = use();
    await store.write(async (tx) => {
      for (const id of ['whole', 'untold']) await insertEntity(tx, entityRow({ id, version: 2 }));
      const events = [event('whole', 'entityCreated', 0.1), event('whole', 'entityUpdated', 0.2)];
      await insertEvents(tx, [...events, event('untold', 'entityCreated', 0.1)]);
    });
    await placeAll(store);
    expect(await problemsOf(store)).toEqual(['thing untold (untold): no event for version 0.2']);
    await store.write((tx) => insertEvents(tx, [event('untold', 'entityUpdated', 0.2)]));
    expect(await problemsOf(store)).toEqual([]);
  });

  it('reports no problem for concurrent writes', async () => {
    const { store } = use();
    await store.write(async (tx) => {
      await insertEntity(tx, entityRow({ id: 'busy' }));
      await insertEvents(tx, [event('busy', 'entityCreated', 0.1)]);
    });
    await placeAll(store);
    let written = false;
    const busy: Store = {
      ...store,
      async read(work) {
        const found = await store.read(work);
        if (
          !written &&
          Array.isArray(found) &&
          found.some((row) => (row as { entity_id?: string }).entity_id === 'busy')
        ) {
          written = true;
          await store.write(async (tx) => {
            await updateEntity(tx, entityRow({ id: 'busy', version: 2 }));
            await insertEvents(tx, [event('busy', 'entityUpdated', 0.2)]);
          });
        }
        return found;
      },
    };
    expect(await problemsOf(busy)).toEqual([]);
    expect(written).toBe(true);
  });
});
