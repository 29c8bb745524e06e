import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { forEachStore } from '../../../test/support/stores.js';

forEachStore('writers that write repeatedly', (use, kind) => {
  it.runIf(kind === 'sqlite')('share commits, though one is always a little later than the other', async () => {
    const { store } = use();
    let commits = 0;
    const committed = async () => {
      commits += 1;
    };
    const write = async (pause: number) => {
      for (let i = 0; i < pause; i++) await turn();
      await store.write(() => Promise.resolve(), committed);
    };
    const each = 50;
    const loop = async (pause: number) => {
      for (let i = 0; i < each; i++) await write(pause);
    };
    await Promise.all([loop(0), loop(4)]);
    // Nearly twice as many without waiting; a pause of the machine may split a few pairs.
    expect(commits).toBeLessThan(1.4 * each);
  });

  it.runIf(kind === 'sqlite')(
    'go before background work if they wait, one group between two pieces of it',
    async () => {
      const { store } = use();
      const order: string[] = [];
      const waiting: Promise<unknown>[] = [];
      const write = (name: string, priority: 'request' | 'background', then: () => void = () => {}) =>
        void waiting.push(
          store.write(
            async () => {
              order.push(name);
              then();
            },
            undefined,
            priority,
          ),
        );
      for (const name of ['one', 'two', 'three'])
        write(`background ${name}`, 'background', () => {
          if (name === 'one') write('request while it runs', 'request');
          if (name === 'two') setImmediate(() => write('request after it', 'request'));
        });
      write('request', 'request');
      while (waiting.length < 6) await Promise.all(waiting);
      await Promise.all(waiting);
      expect(order).toEqual([
        'request',
        'background one',
        'request while it runs',
        'background two',
        'request after it',
        'background three',
      ]);
    },
  );
});
