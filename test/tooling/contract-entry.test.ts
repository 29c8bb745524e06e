import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CreateTable,
  type EntityReference,
  errors,
  eventTypes,
  isEventType,
  isObject,
  isOperation,
  type JsonObject,
  operations,
  type SchemaValue,
  type Table,
  type TagLabel,
} from 'cairn/contract';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { defineType } from '../../src/catalog/index.js';
import { owners, tags } from '../../src/traits/index.js';

const root = join(import.meta.dirname, '../..');

describe('cairn/contract', () => {
  it('gives clients the errors, operations and kinds of events by name', () => {
    expect(errors.ENTITY_NOT_FOUND.status).toBe(404);
    expect(operations).toContain('EditTags');
    expect([isOperation('EditTags'), isOperation('Fly')]).toEqual([true, false]);
    expect([isEventType('entityCreated'), isEventType('fallen')]).toEqual([true, false]);
    expect(eventTypes).toContain('entityDeleted');
    expect([isObject({}), isObject([]), isObject(null)]).toEqual([true, false, false]);
  });

  it('has the types of entities, requests and what they share', () => {
    expectTypeOf<Table['owners']>().toEqualTypeOf<EntityReference[] | undefined>();
    expectTypeOf<Table['tags']>().toEqualTypeOf<TagLabel[] | undefined>();
    expectTypeOf<SchemaValue<'api/data/createTable'>>().toEqualTypeOf<CreateTable>();
    expectTypeOf<SchemaValue<'entity/data/table'>>().toEqualTypeOf<Table>();
    expectTypeOf<Table>().toExtend<JsonObject>();
  });

  it('is found by Node and needs nothing of it', () => {
    const script = "import('cairn/contract').then(({ operations }) => console.log(operations.length))";
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(Number(printed)).toBe(operations.length);
    expect(readFileSync(join(root, 'dist/contract.js'), 'utf8')).not.toMatch(/^import |node:/m);
  });
});

describe('the declaration of a type', () => {
  const rest = {
    name: 'thing',
    path: '/v1/things',
    about: 'A thing.',
    schema: 'entity/data/table',
    create: null,
  } as const;

  it('has the fields of its schema', () => {
    defineType({ ...rest, traits: [owners, tags], majorFields: ['tableType'], hooks: { check } });
    function check(after: { columns?: Table['columns'] }) {
      return void after.columns?.[0]?.dataType;
    }
    // @ts-expect-error: a table has no such field
    defineType({ ...rest, majorFields: ['tableKind'] });
    // @ts-expect-error: a role has no tags
    defineType({ ...rest, schema: 'entity/teams/role', traits: [tags] });
    expect(defineType({ ...rest, hooks: {} }).name).toBe('thing');
  });
});
