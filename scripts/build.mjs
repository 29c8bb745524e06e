// `npm run build`: bundles into dist/ when something changed; `--force` builds anyway.
import { buildServer } from './build-server.mjs';

const started = performance.now();
const built = await buildServer({ force: process.argv.includes('--force') });
console.log(built ? `built dist/ in ${Math.round(performance.now() - started)} ms` : 'dist/ is up to date');
