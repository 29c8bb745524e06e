/** The server: starts the write worker, opens the configured database and serves until it is closed. */
import { createServer as createSocket } from 'node:net';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BootstrapResult } from './access/index.js';
import type { Assembled } from './assemble.js';
import {
  type Config,
  keySource,
  makeSecretKey,
  prepareDataFolder,
  readSecretKey,
  readVersion,
  storeOptions,
} from './config/index.js';
import type { WorkerStart } from './worker.js';
import type { EarlyWorker, Writer } from './writer/index.js';

/**
 * Megabytes. Objects of a write or a delivery soon become garbage. With V8's default of 48, a burst of deliveries takes 60 MB more
 * without being faster.
 */
const WRITER_YOUNG_MB = 12;

export interface Running {
  /** URL under which clients reach the server. */
  address: string;
  /** Startup message for the terminal. */
  greeting: string;
  /** Completes requests in progress and closes everything. */
  close(): Promise<void>;
}

export interface ServeOptions {
  /** Runs once the port is known to be free, before the server opens the catalog; may create the catalog. */
  prepare?: () => Promise<BootstrapResult>;
}

export async function serve(given: Config, { prepare }: ServeOptions = {}): Promise<Running> {
  process.umask(0o077); // files are readable by the server's user only
  const config = { ...given, port: await findPort(given) };
  const prepared = await prepare?.();
  const publicUrl = config.publicUrl || `http://${reachable(config.host)}:${config.port}`;
  prepareDataFolder(config);
  const found = readSecretKey(keySource(config));
  const secretKey = found ?? makeSecretKey();
  const start: WorkerStart = { config, publicUrl, secretKey, isNewKey: found === null };
  const startThread = () =>
    new Worker(new URL('./worker.js', import.meta.url), {
      workerData: start,
      resourceLimits: { maxYoungGenerationSizeMb: WRITER_YOUNG_MB },
    });
  // The rest is loaded and assembled while the worker starts: on two cores that takes little more than half the time.
  const early = bufferEvents(startThread());
  const { admin, close } = await startServer({ start, startThread, early }, await loadModules());
  return { address: publicUrl, greeting: greet(publicUrl, config, admin ?? prepared?.admin), close };
}

/** Loaded on demand, so that the worker starts before this thread spends time on loading. */
async function loadModules() {
  const [
    { BOOTSTRAP },
    { assemble },
    { createSystemContext },
    { createCatalogServer },
    { warmSearch },
    { createStoreHealth, openStore, watchStore },
    { startWorkerWriter },
  ] = await Promise.all([
    import('./access/index.js'),
    import('./assemble.js'),
    import('./context/index.js'),
    import('./http/index.js'),
    import('./search/index.js'),
    import('./storage/index.js'),
    import('./writer/index.js'),
  ]);
  return {
    BOOTSTRAP,
    assemble,
    createSystemContext,
    createCatalogServer,
    warmSearch,
    createStoreHealth,
    openStore,
    watchStore,
    startWorkerWriter,
  } as const;
}

interface Launch {
  start: WorkerStart;
  startThread: () => Worker;
  early: EarlyWorker;
}

/** Assembles the server while the worker starts, and listens once both are ready. */
async function startServer(
  { start, startThread, early }: Launch,
  modules: Awaited<ReturnType<typeof loadModules>>,
): Promise<BootstrapResult & Pick<Running, 'close'>> {
  const { config } = start;
  const context = modules.createSystemContext(config.logLevel);
  let assembled: Assembled | null = null;
  const health = modules.createStoreHealth();
  const starting = modules.startWorkerWriter({
    startThread,
    early,
    onInvalidations: (marks) => assembled?.applyInvalidations(marks),
    onProblem: health.report,
    log: context.log,
    queueLimit: config.queueLimit,
    onLost: () => process.exit(1),
  });
  starting.catch(() => {}); // avoids an unhandled rejection; an early failure is thrown below by the await
  assembled = modules.assemble(start);
  const store = modules.watchStore(await modules.openStore({ ...storeOptions(config), readOnly: true }), health.report);
  const late = lateWriter();
  const parts = { ...assembled, config, version: readVersion(), context, store, health, writer: late.writer };
  const server = modules.createCatalogServer(parts);
  const { writer, seedResults } = await starting;
  late.becomes(writer);
  const close = async () => {
    await server.close();
    await writer.close();
    await store.close();
  };
  try {
    await server.listen();
  } catch (error) {
    await close();
    throw error;
  }
  modules
    .warmSearch(store, context)
    .catch((error: unknown) => context.log.warn({ error: String(error) }, 'could not warm up search'));
  const seeded = seedResults as Record<typeof modules.BOOTSTRAP, BootstrapResult>; // the seed of this name resolves to it
  return { ...seeded[modules.BOOTSTRAP], close };
}

/** For a worker that is started before the module that handles its messages is loaded: buffers its events until `release`. */
function bufferEvents(worker: Worker): EarlyWorker {
  const buffered: [name: string, value: unknown][] = [];
  const listeners = ['message', 'error', 'exit'].map((name) => {
    const listener = (value: unknown) => buffered.push([name, value]);
    worker.on(name, listener);
    return [name, listener] as const;
  });
  return {
    worker,
    release() {
      for (const [name, listener] of listeners) worker.off(name, listener);
      for (const [name, value] of buffered) worker.emit(name, value);
    },
  };
}

/** Placeholder writer for a server that is assembled before its worker is ready. */
function lateWriter(): { writer: Omit<Writer, 'close'>; becomes(writer: Writer): void } {
  let known: Writer | null = null;
  const ready = () => {
    if (!known) throw new Error('the write worker is not ready');
    return known;
  };
  return {
    writer: {
      route: async (...call) => ready().route(...call),
      command: async (...call) => ready().command(...call),
      pending: () => known?.pending() ?? 0,
      alive: () => known?.alive() ?? false,
    },
    becomes(writer) {
      known = writer;
    },
  };
}

function greet(publicUrl: string, { data, databaseUrl }: Config, admin: BootstrapResult['admin'] = null): string {
  const lines = [
    `Cairn ${readVersion()} is ready.`,
    `  address   ${publicUrl}, API under /api, documentation at /docs`,
    `  data      ${resolve(data)}${databaseUrl ? ', catalog in PostgreSQL' : ''}`,
  ];
  return [...lines, ...(admin ? [greetAdmin(admin)] : [])].join('\n');
}

/** Startup message of a new catalog, with the password of its administrator, which is not stored. */
export function greetAdmin({ name, email, password }: NonNullable<BootstrapResult['admin']>): string {
  return [`  admin     ${name} (${email}), password ${password}`, '            The password is shown only once.'].join(
    '\n',
  );
}

function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * The port to listen on; 0 chooses a free one. Tested before anything is created: a first start that cannot listen must
 * not create the admin, whose password is shown only once.
 */
async function findPort({ host, port }: Config): Promise<number> {
  const socket = createSocket((client) => client.destroy());
  await new Promise<void>((done, failed) => socket.once('error', failed).listen(port, host, done));
  const address = socket.address();
  await new Promise((done) => socket.close(done));
  return typeof address === 'object' && address ? address.port : port;
}
