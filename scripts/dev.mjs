// `npm run dev`: runs the server, and rebuilds and restarts it when a source file changes. Arguments are passed to `cairn serve`. The web pages
// are at a port of their own (5173; `CAIRN_UI_PORT`), where changes show without a reload.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { viteConfig } from '../ui/vite.config.mjs';
import { buildServer } from './build-server.mjs';
import { root, stopChild } from './run.mjs';

const { CAIRN_UI_PORT: _pagesOnly, ...env } = process.env; // the server refuses options that it does not know
const serve = () =>
  spawn(process.execPath, ['--enable-source-maps', 'bin/cairn.js', 'serve', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env,
  });

await buildServer();
let server = serve();
const pages = await createServer(viteConfig({ server: `http://127.0.0.1:${portOf(process.argv)}` }));
await pages.listen();
pages.printUrls();
let timer;
for (const folder of ['src', 'contract'])
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(restart, 150);
  });
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    await Promise.all([stopChild(server), pages.close()]);
    process.exit(0);
  });

function portOf(args) {
  const at = args.findIndex((arg) => arg === '--port' || arg.startsWith('--port='));
  if (at < 0) return process.env.CAIRN_PORT ?? 8585;
  return args[at].split('=')[1] ?? args[at + 1];
}

async function restart() {
  try {
    if (!(await buildServer())) return;
  } catch {
    return; // esbuild has printed the error; the old server keeps running
  }
  await stopChild(server);
  server = serve();
}
