import { expect, it } from 'vitest';
import { forEachStore } from '../../../test/support/stores.js';
import { currentTables, knownWords, type Sql } from '../../storage/index.js';
import { createLearnedWords } from './learned-words.js';

forEachStore('the vocabulary', (use) => {
  const learning = () => {
    const { learn, forget } = createLearnedWords();
    const asked: string[] = [];
    const listening = (tx: Sql): Sql => ({
      ...tx,
      all: (text, params) => {
        asked.push(text);
        return tx.all(text, params);
      },
    });
    const write = (words: string[], last?: () => Promise<void>) =>
      use().store.write(async (tx) => {
        const tables = await currentTables(tx);
        await learn(listening(tx), tables, tables.filling, [words]);
      }, last);
    return { write, asked, forget };
  };
  const has = (words: string[]) =>
    use().store.read(async (sql) => (await knownWords(sql, await currentTables(sql), words)).sort());

  it('stores learned words, and queries them at most twice', async () => {
    const { write, asked } = learning();
    for (let i = 0; i < 4; i++) await write(['otter', 'badger']);
    expect(asked).toHaveLength(2);
    expect(await has(['badger', 'lynx', 'otter'])).toEqual(['badger', 'otter']);
  });

  it('adds words again whose commit failed', async () => {
    const { write, forget } = learning();
    await expect(write(['heron', 'stork'], () => Promise.reject(new Error('the disk is full')))).rejects.toThrow(
      'full',
    );
    expect(await has(['heron', 'stork'])).toEqual([]);
    forget();
    await write(['heron']);
    await write(['stork', 'heron']);
    expect(await has(['heron', 'stork'])).toEqual(['heron', 'stork']);
  });
});
