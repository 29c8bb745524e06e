// `npm run build`: bundles into dist/ when something changed; `--force` builds anyway, without files of earlier builds, which
// packages must not contain; `--types` adds the types of `cairn/contract` and `cairn/client`.
import { buildPages } from './build-pages.mjs';
import { buildServer } from './build-server.mjs';
import { localProgram, run } from './run.mjs';

const started = performance.now();
const force = process.argv.includes('--force');
const built = await Promise.all([buildServer({ force }), buildPages({ force })]);
console.log(
  built.includes(true) ? `built dist/ in ${Math.round(performance.now() - started)} ms` : 'dist/ is up to date',
);
if (process.argv.includes('--types'))
  process.exitCode = await run(localProgram('tsc'), ['-p', 'tsconfig.contract.json']);
