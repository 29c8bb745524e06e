// `npm start`: builds when needed and serves in this process; arguments go on, as in `npm start -- --demo`.
import { buildPages } from './build-pages.mjs';
import { buildServer } from './build-server.mjs';
import { root } from './run.mjs';

await Promise.all([buildServer(), buildPages()]);
process.argv = [process.argv[0], `${root}/bin/cairn.js`, 'serve', ...process.argv.slice(2)];
await import('../bin/cairn.js');
