// Generates the contract: contract/schemas from the schema reference, contract/types.ts from contract/schemas.
//   node scripts/gen-contract.mjs [--reference <folder>] [--check]
// The reference folder holds the facts of the interface (types.json) and is not part of this repository; --reference says where
// it is. Without it the schemas stay as they are and only contract/types.ts is written. --check writes nothing
// and fails when a reference inside the schemas does not resolve or when a generated file is not what it would be.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readConnectionTable } from './contract-gen/connection-table.mjs';
import { describeSchema } from './contract-gen/describe.mjs';
import { buildDocuments } from './contract-gen/json-schema.mjs';
import { overrides } from './contract-gen/overrides.mjs';
import { ownTypes } from './contract-gen/own-types.mjs';
import { printJson } from './contract-gen/print-json.mjs';
import { sharedTypes, typeNames } from './contract-gen/type-names.mjs';
import { writeTypes } from './contract-gen/typescript.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const { values: options } = parseArgs({
  options: { reference: { type: 'string', default: join(root, '../shared/reference') }, check: { type: 'boolean' } },
});
const schemasDir = join(root, 'contract/schemas');
const say = (text) => process.stdout.write(`${text}\n`);
const stale = [];

function output(path, text) {
  const current = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  if (current === text) return;
  if (options.check) {
    stale.push(path.slice(root.length + 1));
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function generateSchemas(descriptions) {
  const reference = JSON.parse(readFileSync(join(options.reference, 'types.json'), 'utf8'));
  const types = { ...reference, ...ownTypes(reference) };
  const documents = buildDocuments(types, {
    overrides,
    describe: (key, schema) => describeSchema(descriptions, key, schema),
  });
  const wanted = new Set([...documents.keys()].map((file) => `${file}.json`));
  for (const path of schemaFiles())
    if (!wanted.has(path)) say(`contract/schemas/${path} is not in the reference, and stays`);
  for (const [file, document] of documents) output(join(schemasDir, `${file}.json`), `${printJson(document)}\n`);
  const table = readConnectionTable(readFileSync(join(options.reference, 'connections.md'), 'utf8'));
  output(join(root, 'contract/connections.golden.json'), `${printJson(table)}\n`);
  say(`${documents.size} schema files from ${Object.keys(types).length} entries`);
}

function schemaFiles() {
  if (!existsSync(schemasDir)) return [];
  const paths = readdirSync(schemasDir, { recursive: true }).map((path) => String(path).replaceAll('\\', '/'));
  return paths.filter((path) => path.endsWith('.json'));
}

function readSchemas() {
  const schemas = new Map();
  for (const path of schemaFiles()) {
    const { $defs = {}, ...main } = JSON.parse(readFileSync(join(schemasDir, path), 'utf8'));
    const file = path.replace(/\.json$/, '');
    if (main.$id !== `cairn:${file}`) throw new Error(`${path} has the id ${main.$id}`);
    if (Object.keys(main).length > 2) schemas.set(file, main);
    for (const [name, schema] of Object.entries($defs)) schemas.set(`${file}#${name}`, schema);
  }
  return schemas;
}

function checkReferences(schemas) {
  for (const [key, schema] of schemas) {
    for (const [, target] of JSON.stringify(schema).matchAll(/"cairn:([^"]+)"/g)) {
      if (!schemas.has(target)) throw new Error(`${key} refers to ${target}, which does not exist`);
    }
  }
}

/** The schemas of what these requests create. */
function entitiesOf(creates) {
  const nameOf = (key) => key.slice(key.lastIndexOf('/') + 1).toLowerCase();
  const names = new Set(creates.map((key) => nameOf(key).replace('create', '')));
  return [...schemas]
    .filter(
      ([key, { properties }]) =>
        /^entity\/[^#]*$/.test(key) && properties?.fullyQualifiedName && names.has(nameOf(key)),
    )
    .map(([key]) => key);
}

const descriptions = JSON.parse(readFileSync(join(root, 'contract/descriptions.json'), 'utf8'));
if (existsSync(join(options.reference, 'types.json'))) generateSchemas(descriptions);
else say('contract/schemas is taken as it is');
const schemas = readSchemas();
checkReferences(schemas);
const creates = [...schemas.keys()].filter((key) => /\/create[A-Z][^/#]*$/.test(key));
const types = writeTypes(
  schemas,
  [...Object.keys(descriptions.types), ...creates, ...entitiesOf(creates), ...sharedTypes],
  typeNames,
);
output(join(root, 'contract/types.ts'), types);
say(`${schemas.size} schemas, all references resolve; ${types.split('\n').length} lines of types`);
if (stale.length > 0) {
  process.stderr.write(`not up to date, run scripts/gen-contract.mjs:\n  ${stale.slice(0, 20).join('\n  ')}\n`);
  process.exitCode = 1;
}
