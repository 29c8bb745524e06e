// `npm run dev`: serves, and builds and starts again when a source changes. Arguments go on to `cairn serve`.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { buildServer } from './build-server.mjs';
import { root, stopChild } from './run.mjs';

const serve = () =>
  spawn(process.execPath, ['--enable-source-maps', 'bin/cairn.js', 'serve', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  });

await buildServer();
let server = serve();
let timer;
for (const folder of ['src', 'contract'])
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(restart, 150);
  });
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    await stopChild(server);
    process.exit(0);
  });

async function restart() {
  try {
    if (!(await buildServer())) return;
  } catch {
    return; // esbuild has said what is wrong; the old server goes on
  }
  await stopChild(server);
  server = serve();
}
