/** Single relation types of glossary terms, stored as entries of the setting `glossaryTermRelationSettings`. */
import { catalogError, type GlossaryTermRelationType, isObject, listOf } from '../../../contract/index.js';
import { json, type Request, type Route, readBody, readLimit, type Scope } from '../../catalog/index.js';
import type { SettingValue } from '../../feature/index.js';
import { readRoute, requireAdmin, writeRoute } from '../system-route.js';
import type { Settings } from './setting-store.js';

const name = 'glossaryTermRelationSettings';
const path = `/v1/system/settings/${name}/relationTypes`;
const schema = 'configuration/glossaryTermRelationSettings#glossaryTermRelationType';

type RelationType = GlossaryTermRelationType;

/** A sufficient check, because the setting is validated by its schema when written. */
const isRelationType = (one: unknown): one is RelationType => isObject(one) && typeof one.name === 'string';

const typesIn = (value: SettingValue | null) => listOf(value?.relationTypes, isRelationType);

interface RelationTypes {
  read(scope: Scope): Promise<RelationType[]>;
  readToChange(scope: Scope): Promise<RelationType[]>;
  /** Stores the list and returns the stored type with this name. */
  write(relationTypes: readonly RelationType[], wanted: string, scope: Scope): Promise<RelationType | undefined>;
}

export function relationTypeRoutes(settings: Settings): Route[] {
  const types: RelationTypes = {
    read: async (scope) => typesIn(await settings.read(name, scope)),
    readToChange: async (scope) => typesIn(await settings.readToChange(name, scope)),
    async write(relationTypes, wanted, scope) {
      const value = await settings.write(name, { ...(await settings.read(name, scope)), relationTypes }, scope);
      return typesIn(value).find((type) => type.name === wanted);
    },
  };
  return [listRoute(types), createRoute(types), updateRoute(types), deleteRoute(types)];
}

function listRoute({ read }: RelationTypes): Route {
  return readRoute(path, {
    id: 'listGlossaryTermRelationTypes',
    summary: 'List the relation types of glossary terms',
    description: 'Returns the relation types that glossary terms may use. Everybody who is signed in may list them.',
    answer: { pageOf: schema },
    query: [
      {
        name: 'limit',
        description: 'Maximum number to return',
        schema: { type: 'integer', minimum: 1, maximum: 1000, default: 15 },
      },
      { name: 'offset', description: 'Number to skip', schema: { type: 'integer', minimum: 0, default: 0 } },
    ],
    handle: async ({ query }, scope) => {
      const limit = readLimit(query.limit, 15, 1, 1000);
      const offset = readLimit(query.offset, 0, 0, 1_000_000, 'offset');
      const all = await read(scope);
      return json(200, { data: all.slice(offset, offset + limit), paging: { total: all.length, limit, offset } });
    },
  });
}

function createRoute({ readToChange, write }: RelationTypes): Route {
  return writeRoute('POST', path, {
    id: 'createGlossaryTermRelationType',
    summary: 'Add a relation type',
    description: 'Adds a relation type for glossary terms.',
    status: 201,
    answer: schema,
    body: { schema, required: true },
    errors: [409],
    handle: async (request, scope) => {
      requireAdmin(scope.actor, 'EditAll');
      const given = { ...readBody(request, schema, scope), isSystemDefined: false };
      const all = await readToChange(scope);
      const same = all.find((type) => type.name.toLowerCase() === given.name.toLowerCase());
      if (same) throw catalogError('ENTITY_ALREADY_EXISTS', `relation type ${same.name} already exists`);
      return json(201, await write([...all, given], given.name, scope));
    },
  });
}

function updateRoute({ readToChange, write }: RelationTypes): Route {
  return writeRoute('PUT', `${path}/{name}`, {
    id: 'updateGlossaryTermRelationType',
    summary: 'Update a relation type',
    description: 'Updates a relation type of glossary terms.',
    answer: schema,
    body: { schema, required: true },
    errors: [404],
    handle: async (request, scope) => {
      requireAdmin(scope.actor, 'EditAll');
      const given = readBody(request, schema, scope);
      const { all, found } = named(await readToChange(scope), request);
      if (given.name !== found.name) throw catalogError('BAD_REQUEST', `name: must be ${found.name}, as in the path`);
      const changed = { ...given, isSystemDefined: found.isSystemDefined ?? false };
      return json(
        200,
        await write(
          all.map((type) => (type === found ? changed : type)),
          found.name,
          scope,
        ),
      );
    },
  });
}

function deleteRoute({ readToChange, write }: RelationTypes): Route {
  return writeRoute('DELETE', `${path}/{name}`, {
    id: 'deleteGlossaryTermRelationType',
    summary: 'Delete a relation type',
    description:
      'Deletes a relation type that was added. Relation types provided by the system or used by terms cannot be deleted.',
    answer: schema,
    errors: [404],
    handle: async (request, scope) => {
      requireAdmin(scope.actor, 'EditAll');
      const { all, found } = named(await readToChange(scope), request);
      await write(
        all.filter((type) => type !== found),
        found.name,
        scope,
      );
      return json<GlossaryTermRelationType>(200, found);
    },
  });
}

function named(all: readonly RelationType[], { params }: Request) {
  const found = all.find((type) => type.name === params.name);
  if (!found) throw catalogError('ENTITY_NOT_FOUND', `relation type ${params.name} does not exist`);
  return { all, found };
}
