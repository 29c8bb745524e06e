// The documents say what the program does: options, errors, commands.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  ...readdirSync(join(root, 'docs')).flatMap((file) => (file.endsWith('.md') ? [`docs/${file}`] : [])),
];

/** Where failed comparisons of pictures write, so it is there only after one. */
const written = ['test/ui/pictures/different'];

/** A path with a name in capitals or a pattern is one for the reader to complete. */
const pathsIn = (text: string) =>
  Array.from(
    text.matchAll(/`((?:bench|client|contract|docs|scripts|src|test|ui)\/[\w./-]+)`/g),
    ([, path = '']) => path,
  ).filter((path) => !/[A-Z]{3}/.test(path) && !written.includes(path));

test.each(documents)('the files that %s names exist', (document) => {
  expect(pathsIn(read(document)).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
