/** The write worker: owns the connection that writes, brings the database up to date, runs background work. */
import { parentPort, workerData } from 'node:worker_threads';
import { BOOTSTRAP, PURGE_TOKENS, watchAccess } from './access/index.js';
import { assemble } from './assemble.js';
import type { Mark } from './catalog/index.js';
import { type Config, storeOptions } from './config/index.js';
import { createSystemContext } from './context/index.js';
import { migrate, openStore } from './storage/index.js';
import { createWriteRunner, type FromWorker, serveCalls, startBackgroundWork } from './writer/index.js';

/** What the main thread hands over. */
export interface WorkerStart {
  config: Config;
  publicUrl: string;
  secretKey: Uint8Array;
}

const HOUR = 3_600_000;
const WATCH_MS = 500;

async function start(
  port: NonNullable<typeof parentPort>,
  { config, publicUrl, secretKey }: WorkerStart,
): Promise<void> {
  const context = createSystemContext(config.logLevel);
  const store = openStore(storeOptions(config));
  await migrate(store);
  const assembled = assemble({ config, publicUrl, secretKey });
  const { catalog, writeRoutes: routes, commands, access } = assembled;
  const hearers: ((marks: readonly Mark[]) => void)[] = [
    assembled.hear,
    (marks) => port.postMessage({ kind: 'marks', marks } satisfies FromWorker),
  ];
  const onMarks = (marks: readonly Mark[]) => {
    for (const hear of hearers) hear(marks);
  };
  const runner = createWriteRunner({ store, catalog, context, routes, commands, prepare: access.prepare, onMarks });
  const news = await runner.command(BOOTSTRAP, null);
  const purge = { name: PURGE_TOKENS, everyMs: HOUR, run: async () => void (await runner.command(PURGE_TOKENS, null)) };
  const background = startBackgroundWork({ ...config, store, context, runner, jobs: [purge] });
  hearers.push(background.hear);
  const stopWatch = store.dialect.concurrentWriters
    ? watchAccess({
        read: store.read,
        now: context.now,
        interval: WATCH_MS,
        changed: () => access.hear([{ kind: 'access' }]),
        failed: (err) => context.log.warn({ err }, 'the rights could not be looked at'),
      })
    : () => {};
  serveCalls(port, runner, news, async () => {
    stopWatch();
    await background.stop();
    await store.close();
  });
}

if (!parentPort) throw new Error('this program runs as a worker of the server');
await start(parentPort, workerData as WorkerStart);
