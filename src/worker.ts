/** The write worker: owns the connection that writes and brings the database up to date. */
import { parentPort, workerData } from 'node:worker_threads';
import { assemble } from './assemble.js';
import { type Config, storeOptions } from './config/index.js';
import { createSystemContext } from './context/index.js';
import { migrate, openStore } from './storage/index.js';
import { type FromWorker, openWriteSide, serveCalls } from './writer/index.js';

/** What the main thread hands over. */
export interface WorkerStart {
  config: Config;
  publicUrl: string;
  secretKey: Uint8Array;
}

async function start(port: NonNullable<typeof parentPort>, given: WorkerStart): Promise<void> {
  const { config } = given;
  const context = createSystemContext(config.logLevel);
  const store = openStore(storeOptions(config));
  await migrate(store);
  const assembled = assemble(given);
  const side = await openWriteSide({
    ...assembled,
    store,
    context,
    config,
    onMarks(marks) {
      assembled.hear(marks);
      port.postMessage({ kind: 'marks', marks } satisfies FromWorker);
    },
  });
  serveCalls(port, side.runner, side.news, async () => {
    await side.stop();
    await store.close();
  });
}

if (!parentPort) throw new Error('this program runs as a worker of the server');
await start(parentPort, workerData as WorkerStart);
