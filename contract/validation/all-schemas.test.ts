import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { createContract } from '../contract.js';
import { eventTypes } from '../events.js';
import type { JsonSchema } from '../json-schema.js';
import { operations } from '../operations.js';

const schemasDir = new URL('../schemas', import.meta.url).pathname;
const files = readdirSync(schemasDir, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'));
const read = (path: string): JsonSchema => JSON.parse(readFileSync(join(schemasDir, path), 'utf8'));

function keysOf(path: string): string[] {
  const { $defs = {}, type, anyOf, enum: values, $ref } = read(path);
  const file = path.replace(/\.json$/, '');
  const main = type || anyOf || values || $ref ? [file] : [];
  return [...main, ...Object.keys($defs).map((name) => `${file}#${name}`)];
}

describe('the schema files', () => {
  it('are JSON Schema 2020-12 with the id of their path', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const path of files) {
      const document = read(path);
      expect(document.$id).toBe(`cairn:${path.replace(/\.json$/, '')}`);
      expect(ajv.validateSchema(document), path).toBe(true);
    }
  });

  it('all compile and can validate', () => {
    const contract = createContract({ schemasDir });
    const keys = files.flatMap(keysOf);
    expect(keys.length).toBeGreaterThan(1900);
    for (const key of keys) {
      const result = contract.validator(key)({});
      if (!result.ok) expect(result.errors[0]?.message, key).toMatch(/\w/);
    }
  }, 60_000);

  it('have defaults that match them', () => {
    const contract = createContract({ schemasDir });
    for (const key of files.flatMap(keysOf)) {
      for (const [name, property] of Object.entries(contract.schema(key).properties ?? {})) {
        if (property.default === undefined) continue;
        const holder = contract.validator(key)({ [name]: property.default });
        const wrong = holder.ok
          ? []
          : holder.errors.filter((error) => error.path.startsWith(`/${name}`) && error.rule !== 'required');
        expect(wrong, `${key}.${name}`).toEqual([]);
      }
    }
  }, 60_000);

  it('list the operations and the event kinds', () => {
    const contract = createContract({ schemasDir });
    expect(operations).toEqual(contract.enumValues('entity/policies/accessControl/resourceDescriptor#operation'));
    expect(eventTypes).toEqual(contract.enumValues('type/changeEventType'));
  });
});
