/** The write worker: owns the write connection and runs migrations. */
import { generateKeyPair } from 'node:crypto';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { type Config, databaseFile, saveSecretKey, storeOptions } from './config/index.js';
import type { IndexerStart } from './indexer.js';

/** Start data from the main thread. */
export interface WorkerStart {
  config: Config;
  publicUrl: string;
  secretKey: Uint8Array;
  /** Whether `secretKey` was just generated; it is only saved if the database has no catalog yet. */
  isNewKey: boolean;
}

type FirstPair = ReturnType<typeof beginFirstPair>;

async function start(port: NonNullable<typeof parentPort>, given: WorkerStart, firstPair: FirstPair): Promise<void> {
  const { config } = given;
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
  const opened = await openStore({ ...storeOptions(config), checkpointer, alone: true });
  const send = createOutbox(port);
  const store = watchStore(opened, (problem) => send({ kind: 'health', problem }));
  await store.inspect?.();
  if (given.isNewKey) await refuseNewKey(store, config.data);
  await migrate(store);
  if (given.isNewKey) saveSecretKey(config.data, given.secretKey); // before it seals anything
  const assembled = assemble({
    ...given,
    firstPair,
    // Threads read a file in parallel; with a database server, statements do not block, so threads would gain nothing.
    ...(capabilitiesOf(store).blocking ? { openDocuments: () => threadSource(indexers(config)) } : {}),
  });
  const side = await openWriteSide({
    ...assembled,
    store,
    context,
    onInvalidations(invalidations) {
      assembled.applyInvalidations(invalidations);
      send({ kind: 'invalidations', invalidations });
    },
  });
  serveCalls(port, send, side.runner, side.seedResults, async () => {
    await side.stop();
    await store.close();
  });
}

/**
 * Generates the first signing key of a new catalog in the background, as that takes longer than loading the program.
 */
function beginFirstPair(config: Config) {
  if (config.databaseUrl || existsSync(databaseFile(config))) return null;
  const pair = promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  pair.catch(() => {}); // avoids an unhandled rejection; the failure is thrown where the key is awaited
  return pair;
}

function indexers(config: Config) {
  const program = new URL('./indexer.js', import.meta.url);
  // Leaves one core for requests and writes.
  const threads = Math.max(1, Math.min(4, availableParallelism() - 1));
  return { program, start: { config } satisfies IndexerStart, threads };
}

if (!parentPort) throw new Error('this program runs as a worker of the server');
const given = workerData as WorkerStart; // set by the main thread
const firstPair = beginFirstPair(given.config);
try {
  await start(parentPort, given, firstPair);
} catch (error) {
  // A thread that ends while a key pair is being generated aborts the process, and nobody reads why it refused to start.
  await firstPair?.catch(() => {});
  throw error;
}
