/** The write worker: owns the connection that writes and brings the database up to date. */
import { generateKeyPair } from 'node:crypto';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { type Config, databaseFile, saveSecretKey, storeOptions } from './config/index.js';
import type { IndexerStart } from './indexer.js';

/** What the main thread hands over. */
export interface WorkerStart {
  config: Config;
  publicUrl: string;
  secretKey: Uint8Array;
  /** It was made now, and is kept when the database is found to be that of a new catalog. */
  isNewKey: boolean;
}

async function start(port: NonNullable<typeof parentPort>, given: WorkerStart): Promise<void> {
  const { config } = given;
  const firstPair = beginFirstPair(config);
  const [
    { assemble },
    { createSystemContext },
    { threadSource },
    { capabilitiesOf, migrate, openStore, watchStore },
    { refuseNewKey },
    { createOutbox, openWriteSide, serveCalls },
  ] = await Promise.all([
    import('./assemble.js'),
    import('./context/index.js'),
    import('./search/index.js'),
    import('./storage/index.js'),
    import('./access/index.js'),
    import('./writer/index.js'),
  ]);
  const context = createSystemContext(config.logLevel);
  const checkpointer = new URL('./checkpointer.js', import.meta.url);
  const opened = openStore({ ...storeOptions(config), checkpointer, alone: true });
  const tell = createOutbox(port);
  const store = watchStore(opened, (problem) => tell({ kind: 'health', problem }));
  await store.inspect?.();
  if (given.isNewKey) await refuseNewKey(store, config.data);
  await migrate(store);
  if (given.isNewKey) saveSecretKey(config.data, given.secretKey); // before anything is sealed with it
  const assembled = assemble({
    ...given,
    firstPair,
    // Threads read one file side by side; where statements wait for a server, they would gain nothing.
    ...(capabilitiesOf(store).blocking ? { openDocuments: () => threadSource(indexers(config)) } : {}),
  });
  const side = await openWriteSide({
    ...assembled,
    store,
    context,
    onMarks(marks) {
      assembled.hear(marks);
      tell({ kind: 'marks', marks });
    },
  });
  serveCalls(port, tell, side.runner, side.news, async () => {
    await side.stop();
    await store.close();
  });
}

/** A new catalog needs a key; looking for its primes takes longer than loading the program, and goes on beside it. */
function beginFirstPair(config: Config) {
  if (config.databaseUrl || existsSync(databaseFile(config))) return null;
  const pair = promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  pair.catch(() => {}); // told where it is waited for
  return pair;
}

function indexers(config: Config) {
  const program = new URL('./indexer.js', import.meta.url);
  // One core stays for those who ask and write meanwhile.
  const threads = Math.max(1, Math.min(4, availableParallelism() - 1));
  return { program, start: { config } satisfies IndexerStart, threads };
}

if (!parentPort) throw new Error('this program runs as a worker of the server');
await start(parentPort, workerData as WorkerStart); // what the main thread started it with
