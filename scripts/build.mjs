// `npm run build`: bundles into dist/ when something changed; `--force` builds anyway, `--types` adds the types of `cairn/contract`.
import { buildServer } from './build-server.mjs';
import { localProgram, run } from './run.mjs';

const started = performance.now();
const built = await buildServer({ force: process.argv.includes('--force') });
console.log(built ? `built dist/ in ${Math.round(performance.now() - started)} ms` : 'dist/ is up to date');
if (process.argv.includes('--types'))
  process.exitCode = await run(localProgram('tsc'), ['-p', 'tsconfig.contract.json']);
