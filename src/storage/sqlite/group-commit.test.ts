import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { forEachStore } from '../../../test/support/stores.js';

forEachStore('writers that come again and again', (use, kind) => {
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
    // Nearly twice as many without waiting; a machine that pauses may break up a few pairs.
    expect(commits).toBeLessThan(1.4 * each);
  });
});
