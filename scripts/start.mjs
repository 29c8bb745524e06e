// `npm start`: builds if needed and serves in this process; arguments are passed on, as in `npm start -- --demo`. The build runs in a process of
// its own: Vite and esbuild would otherwise stay in memory beside the server, with several hundred MB.
import { arePagesBuilt } from './build-pages.mjs';
import { isServerBuilt } from './build-server.mjs';
import { root, run } from './run.mjs';

if (!isServerBuilt() || !arePagesBuilt()) {
  const code = await run(process.execPath, [`${root}/scripts/build.mjs`]);
  if (code !== 0) process.exit(code);
}
process.argv = [process.argv[0], `${root}/bin/cairn.js`, 'serve', ...process.argv.slice(2)];
await import('../bin/cairn.js');
