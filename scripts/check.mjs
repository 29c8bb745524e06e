// `npm run check`: format and lint, types, module layout, web pages, generated files. Runs all checks and fails if one failed.
import { join } from 'node:path';
import { localProgram, run } from './run.mjs';

const script = (name) => join(import.meta.dirname, name);
const CHECKS = [
  ['format and lint', localProgram('biome'), ['check', '--max-diagnostics=50', '.']],
  ['types', localProgram('tsc'), ['-p', 'tsconfig.json']],
  ['types of pages', localProgram('tsc'), ['-p', 'tsconfig.ui.json']],
  ['layout', process.execPath, [script('check-arrows.mjs')]],
  ['pages', process.execPath, [script('check-ui.mjs')]],
  ['generated files', process.execPath, [script('gen.mjs'), '--check']],
];

const failed = [];
for (const [name, program, args] of CHECKS) {
  const started = performance.now();
  const code = await run(program, args);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (code !== 0) failed.push(name);
}
if (failed.length) console.error(`check failed: ${failed.join(', ')}`);
process.exitCode = failed.length ? 1 : 0;
