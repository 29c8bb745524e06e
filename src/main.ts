/** The server: opens what the configuration names, starts the write worker, serves until it is closed. */
import { mkdirSync } from 'node:fs';
import { createServer as createSocket } from 'node:net';
import { resolve } from 'node:path';
import { type BootstrapNews, loadSecretKey } from './access/index.js';
import type { Assembled } from './assemble.js';
import { type Config, readVersion, storeOptions } from './config/index.js';
import { createSystemContext } from './context/index.js';
import type { WorkerStart } from './worker.js';
import { startWorkerWriter } from './writer/index.js';

export interface Running {
  /** Where clients reach the server. */
  address: string;
  /** What a person who started the server wants to know. */
  greeting: string;
  /** Finishes what was begun and closes everything. */
  close(): Promise<void>;
}

export async function serve(given: Config): Promise<Running> {
  process.umask(0o077); // what the server writes is for its own user
  const config = given.port === 0 ? { ...given, port: await freePort(given.host) } : given;
  const context = createSystemContext(config.logLevel);
  const publicUrl = config.publicUrl || `http://${reachable(config.host)}:${config.port}`;
  mkdirSync(config.data, { recursive: true, mode: 0o700 });
  const secretKey = loadSecretKey(config.secretKey ? { given: config.secretKey } : { folder: config.data });
  let assembled: Assembled | null = null;
  const starting = startWorkerWriter({
    program: new URL('./worker.js', import.meta.url),
    start: { config, publicUrl, secretKey } satisfies WorkerStart,
    onMarks: (marks) => assembled?.hear(marks),
    log: context.log,
    queueLimit: config.queueLimit,
    onLost: () => process.exit(1),
  });
  starting.catch(() => {}); // a failure that comes early is thrown below, where it is waited for
  // Loaded while the worker starts: on two cores the start takes little more than half the time.
  const [{ assemble }, { createCatalogServer }, { openStore }] = await Promise.all([
    import('./assemble.js'),
    import('./http/index.js'),
    import('./storage/index.js'),
  ]);
  assembled = assemble({ config, publicUrl, secretKey });
  const { writer, news } = await starting;
  const store = openStore({ ...storeOptions(config), readOnly: true });
  const server = createCatalogServer({ ...assembled, config, version: readVersion(), context, store, writer });
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
  return { address: publicUrl, greeting: greet(publicUrl, config, news as BootstrapNews), close };
}

function greet(publicUrl: string, { data, databaseUrl }: Config, { admin }: BootstrapNews): string {
  const lines = [
    `Cairn ${readVersion()} is ready.`,
    `  address   ${publicUrl}, the API below /api, its description at /docs`,
    `  data      ${resolve(data)}${databaseUrl ? ', the catalog itself in PostgreSQL' : ''}`,
  ];
  if (admin) {
    lines.push(`  admin     ${admin.name} (${admin.email}), password ${admin.password}`);
    lines.push('            The password is shown only this once.');
  }
  return lines.join('\n');
}

function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

async function freePort(host: string): Promise<number> {
  const socket = createSocket();
  await new Promise<void>((done, failed) => socket.once('error', failed).listen(0, host, done));
  const address = socket.address();
  await new Promise((done) => socket.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}
