// The documents say what the program does: options, errors, commands.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errors } from '../../contract/index.js';
import { documentOptions, environmentOf, flagOf, optionNames } from '../../src/config/index.js';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test.each(optionNames())('the option %s is documented', (name) => {
  for (const path of ['docs/options.md', 'README.md'])
    expect(read(path)).toContain(`| \`${flagOf(name)}\` | \`${environmentOf(name)}\` |`);
});

test('the tables of options are as generated', () => {
  for (const path of ['docs/options.md', 'README.md']) expect(read(path)).toContain(documentOptions());
});

test.each(Object.values(errors))('the error $errorType is documented', ({ status, errorType, when }) => {
  expect(read('docs/errors.md')).toContain(`| ${status} | \`${errorType}\` | ${when} |`);
});

const commands = readdirSync(join(root, 'src/cli/commands')).flatMap(
  (file) => /^(.+)-command\.ts$/.exec(file)?.[1] ?? [],
);

test.each(commands)('the command %s is in the README', (name) => {
  expect(read('README.md')).toContain(`| \`cairn ${name}`);
});
