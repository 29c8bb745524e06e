// Writes docs/coverage.md and the list of types in the README, from the routes and types that the server registers.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadProgram } from './load-program.mjs';
import { root } from './run.mjs';

const { describeProgram } = await loadProgram('src/cli/describe-program.ts');
const endpoints = JSON.parse(readFileSync(join(root, 'contract/endpoints.json'), 'utf8'));
const { coverage, types } = describeProgram(endpoints);
writeFileSync(join(root, 'docs/coverage.md'), coverage);

const readme = join(root, 'README.md');
writeFileSync(
  readme,
  readFileSync(readme, 'utf8').replace(
    /(<!-- types -->\n)[\s\S]*?(<!-- \/types -->)/,
    (_all, open, close) => `${open}${types}${close}`,
  ),
);
