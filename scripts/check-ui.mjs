// Checks the web pages: the rules of `arrows/ui-rules.mjs`, and how much a browser loads. Prints the findings and exits with 1 if there are any.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkUi } from './arrows/ui-rules.mjs';
import { buildPages } from './build-pages.mjs';
import { root } from './run.mjs';
import { measureSizes } from './ui-sizes.mjs';

const sources = new Map(
  readdirSync(join(root, 'ui'), { recursive: true })
    .map((path) => `ui/${path}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .sort()
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);
const findings = checkUi(sources);
for (const { path, line, rule, text } of findings) console.error(`${path}:${line} [${rule}] ${text}`);
console.log(`${sources.size} files of pages, ${findings.length} findings`);

await buildPages();
const sizes = measureSizes(join(root, 'dist/ui'));
for (const { name, size, limit } of sizes)
  console.log(`${size <= limit ? '  ' : '! '}${name}: ${(size / 1024).toFixed(1)} KB of ${limit / 1024} KB`);
process.exitCode = findings.length || sizes.some(({ size, limit }) => size > limit) ? 1 : 0;
