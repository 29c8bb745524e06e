/** A thread that builds search documents for a rebuild, over its own read-only connection. */
import { parentPort, workerData } from 'node:worker_threads';
import { createRegistry } from './catalog/index.js';
import { type Config, storeOptions } from './config/index.js';
import { features, typesOf } from './features.js';
import { createSearchIndex, type SliceReply, type ToIndexer } from './search/index.js';
import { openStore } from './storage/index.js';

/** Start data of the thread. */
export interface IndexerStart {
  config: Pick<Config, 'data' | 'databaseUrl' | 'readCache'>;
}

async function start(port: NonNullable<typeof parentPort>, { config }: IndexerStart): Promise<void> {
  const store = await openStore({ ...storeOptions(config), readOnly: true });
  const index = createSearchIndex({ registry: createRegistry(typesOf(features)) });
  port.on('message', async (message: ToIndexer) => {
    if (message === 'close') {
      await store.close();
      port.close();
      return;
    }
    const { id, after, upTo } = message;
    try {
      const slice = await store.read((sql) => index.slice(sql, after, upTo));
      port.postMessage({ id, text: JSON.stringify(slice) } satisfies SliceReply);
    } catch (error) {
      port.postMessage({ id, error: String(error) } satisfies SliceReply);
    }
  });
}

if (!parentPort) throw new Error('this program runs as a thread of the server');
await start(parentPort, workerData as IndexerStart); // set by the main thread
