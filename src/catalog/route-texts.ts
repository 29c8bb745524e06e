/** Names and texts of the standard routes, for OpenAPI. */
import type { EntityType } from './define.js';
import { aNounOf, groupOf, namesOf, nounOf, nounsOf } from './type-words.js';

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
  | 'listVersions'
  | 'getVersion'
  | 'bulk'
  | 'deleteStale';

interface Texts {
  operationId: string;
  summary: string;
  description: string;
  tag: string;
}

export function textsOf(type: EntityType, route: Standard): Texts {
  const [operationId, summary, description] = { ...readTexts(type), ...writeTexts(type), ...deleteTexts(type) }[route];
  return { operationId, summary, description, tag: groupOf(type) };
}

type Row = readonly [operationId: string, summary: string, description: string];

function readTexts(type: EntityType) {
  const { one, many } = namesOf(type);
  const [a, noun, nouns] = [aNounOf(type), nounOf(type), nounsOf(type)];
  const more = '`fields` adds what is not part of every answer.';
  return {
    getById: [`get${one}ById`, `Get ${a} by its id`, `Returns one ${noun}. ${more} ${type.about}`],
    getByName: [
      `get${one}ByName`,
      `Get ${a} by its fully qualified name`,
      `Returns the ${noun} with this fully qualified name; parts of the name with a dot in them are quoted. ${more} ${type.about}`,
    ],
    list: [
      `list${many}`,
      `List ${nouns}`,
      `Returns a page of the ${nouns} that the caller may see, ordered by name. ${more} \`after\` and \`before\` take the cursors that \`paging\` of the answer holds.`,
    ],
    listVersions: [
      `list${one}Versions`,
      `List the versions of ${a}`,
      `Returns every version of the ${noun} as a JSON text, the newest first. Each says in \`changeDescription\` what changed since the one before.`,
    ],
    getVersion: [
      `get${one}Version`,
      `Get one version of ${a}`,
      `Returns the ${noun} as it was in this version, such as \`0.2\`.`,
    ],
  } satisfies Partial<Record<Standard, Row>>;
}

function writeTexts(type: EntityType) {
  const { one, many } = namesOf(type);
  const [a, noun, nouns] = [aNounOf(type), nounOf(type), nounsOf(type)];
  const patch =
    'Applies a JSON Patch (RFC 6902) to the entity as a GET returns it. Fields that the server owns stay as they are. A change makes a new version.';
  return {
    create: [
      `create${one}`,
      `Create ${a}`,
      `Creates ${a} and returns it. The answer is 409 when there is one of this name already.`,
    ],
    createOrUpdate: [
      `createOrUpdate${one}`,
      `Create ${a}, or update the one of this name`,
      `Creates the ${noun}, or updates the one with the same fully qualified name; 201 says that it was created. What a bot sends does not replace what people wrote, unless \`overrideMetadata\` is true.`,
    ],
    patch: [`patch${one}`, `Change ${a} with a JSON Patch`, patch],
    patchByName: [`patch${one}ByName`, `Change ${a}, found by name, with a JSON Patch`, patch],
    bulk: [
      `createOrUpdateMany${many}`,
      `Create or update several ${nouns}`,
      `Creates or updates each ${noun} of the list by itself; the answer says which were stored and why others were refused.`,
    ],
  } satisfies Partial<Record<Standard, Row>>;
}

function deleteTexts(type: EntityType) {
  const { one, many } = namesOf(type);
  const [a, noun, nouns] = [aNounOf(type), nounOf(type), nounsOf(type)];
  const remove =
    'Hides it, so that it can be restored; with `hardDelete` it is removed for good. What is below it has to be deleted first, unless `recursive` is true.';
  return {
    delete: [`delete${one}`, `Delete ${a}`, `Deletes the ${noun} with this id. ${remove}`],
    deleteByName: [
      `delete${one}ByName`,
      `Delete ${a} by its fully qualified name`,
      `Deletes the ${noun} with this name. ${remove}`,
    ],
    deleteAsync: [
      `delete${one}Async`,
      `Delete ${a} in the background`,
      `Starts to delete the ${noun} and answers at once. ${remove}`,
    ],
    restore: [
      `restore${one}`,
      `Restore a soft deleted ${noun}`,
      `Makes the ${noun} visible again, with everything below it that was deleted together with it.`,
    ],
    deleteStale: [
      `deleteStale${many}`,
      `Delete the ${nouns} that a crawl did not see`,
      `Deletes the ${nouns} in a container that are not among the names of the request: what a crawl of the source no longer found.`,
    ],
  } satisfies Partial<Record<Standard, Row>>;
}
