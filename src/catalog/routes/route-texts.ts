/** Operation ids and texts of the standard routes, for OpenAPI. */
import type { EntityType } from '../define/define.js';
import { aNounOf, groupOf, namesOf, nounOf, nounsOf } from '../define/type-words.js';

export type Standard =
  | 'getById'
  | 'getByName'
  | 'list'
  | 'create'
  | 'createOrUpdate'
  | 'patch'
  | 'patchByName'
  | 'delete'
  | 'deleteByName'
  | 'deleteAsync'
  | 'restore'
  | 'restoreById'
  | 'listVersions'
  | 'getVersion'
  | 'createMany'
  | 'bulk'
  | 'deleteStale';

interface Texts {
  operationId: string;
  summary: string;
  description: string;
  tag: string;
}

export function textsOf(type: EntityType): (route: Standard) => Texts {
  const rows = { ...readTexts(type), ...writeTexts(type), ...deleteTexts(type) };
  const tag = groupOf(type);
  return (route) => {
    const [operationId, summary, description] = rows[route];
    return { operationId, summary, description, tag };
  };
}

type Row = readonly [operationId: string, summary: string, description: string];

function readTexts(type: EntityType) {
  const { one, many } = namesOf(type);
  const [a, noun, nouns] = [aNounOf(type), nounOf(type), nounsOf(type)];
  const more = '`fields` requests additional fields.';
  return {
    getById: [`get${one}ById`, `Get ${a} by id`, `Returns one ${noun}. ${more} ${type.about}`],
    getByName: [
      `get${one}ByName`,
      `Get ${a} by fully qualified name`,
      `Returns the ${noun} with this fully qualified name. Name parts that contain a dot must be quoted. ${more} ${type.about}`,
    ],
    list: [
      `list${many}`,
      `List ${nouns}`,
      `Returns a page of the ${nouns} that the caller may see, ordered by name. ${more} \`after\` and \`before\` take the cursors in \`paging\` of the response.`,
    ],
    listVersions: [
      `list${one}Versions`,
      `List the versions of ${a}`,
      `Returns every version of the ${noun} as a JSON string, newest first. \`changeDescription\` lists the changes since the previous version.`,
    ],
    getVersion: [
      `get${one}Version`,
      `Get one version of ${a}`,
      `Returns the given version of the ${noun}, such as \`0.2\`.`,
    ],
  } satisfies Partial<Record<Standard, Row>>;
}

function writeTexts(type: EntityType) {
  const { one, many } = namesOf(type);
  const [a, noun, nouns] = [aNounOf(type), nounOf(type), nounsOf(type)];
  const patch =
    'Applies a JSON Patch (RFC 6902) to the entity as returned by GET. Fields managed by the server do not change. A `replace` also adds a field that is absent. A change creates a new version.';
  return {
    create: [`create${one}`, `Create ${a}`, `Creates ${a} and returns it. Returns 409 if the name is already in use.`],
    createOrUpdate: [
      `createOrUpdate${one}`,
      `Create or update ${a}`,
      `Creates the ${noun}, or updates the one with the same fully qualified name; 201 means that it was created. Bots do not overwrite what people wrote, unless \`overrideMetadata\` is true.`,
    ],
    patch: [`patch${one}`, `Update ${a} with a JSON Patch`, patch],
    patchByName: [`patch${one}ByName`, `Update ${a}, given by name, with a JSON Patch`, patch],
    createMany: [
      `createMany${many}`,
      `Create several ${nouns}`,
      `Creates the ${nouns} of the list in their order, at most 100, and returns them. If one is refused, none is created.`,
    ],
    bulk: [
      `createOrUpdateMany${many}`,
      `Create or update several ${nouns}`,
      `Creates or updates each ${noun} of the list independently. The response has the result of each item.`,
    ],
  } satisfies Partial<Record<Standard, Row>>;
}

function deleteTexts(type: EntityType) {
  const { one, many } = namesOf(type);
  const [a, noun, nouns] = [aNounOf(type), nounOf(type), nounsOf(type)];
  const remove =
    'A soft deleted entity can be restored; `hardDelete` deletes it permanently. It must not contain other entities, unless `recursive` is true.';
  return {
    delete: [`delete${one}`, `Delete ${a}`, `Deletes the ${noun} with this id. ${remove}`],
    deleteByName: [
      `delete${one}ByName`,
      `Delete ${a} by fully qualified name`,
      `Deletes the ${noun} with this name. ${remove}`,
    ],
    deleteAsync: [
      `delete${one}InBackground`,
      `Delete ${a} in the background`,
      `Starts deleting the ${noun} and returns immediately. ${remove}`,
    ],
    restore: [
      `restore${one}`,
      `Restore a soft deleted ${noun}`,
      `Restores the ${noun} and everything below it that was deleted together with it.`,
    ],
    restoreById: [
      `restore${one}ById`,
      `Restore a soft deleted ${noun}, given by id`,
      `Restores the ${noun} and everything below it that was deleted together with it. A body that names another id is refused.`,
    ],
    deleteStale: [
      `deleteStale${many}`,
      `Delete stale ${nouns}`,
      `Deletes the ${nouns} in a container whose names are not in the request, because a crawl no longer found them in the source. Deletes nothing when \`seenFqns\` is empty or the container does not exist.`,
    ],
  } satisfies Partial<Record<Standard, Row>>;
}
