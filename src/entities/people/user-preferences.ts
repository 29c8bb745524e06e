// Preferences of a user by type; stored outside the entity, without versions.
import { catalogError, forbidden, parseObject } from '../../../contract/index.js';
import {
  checkId,
  type DataRoute,
  findRow,
  json,
  type Reply,
  type Request,
  readBody,
  type Scope,
} from '../../catalog/index.js';
import { getPeople, putPersonPreferences } from '../../storage/index.js';

const BODY = 'api/teams/preferences/appModePreference';
const ANSWER = 'api/teams/userPreferences';

interface Preference {
  type: string;
  config: unknown;
}

interface Stored {
  at?: number;
  preferences?: Preference[];
}

export function preferenceRoutes(): DataRoute[] {
  const path = '/v1/users/{userId}/preferences';
  const answers = { 200: { description: 'The preferences of the user', schema: ANSWER } };
  const docs = (operationId: string, summary: string) => ({
    operationId,
    summary,
    tag: 'user',
    answers,
    errors: [404],
  });
  return [
    {
      kind: 'read',
      method: 'GET',
      path,
      docs: docs('getUserPreferences', 'Get the preferences of a user'),
      handle: async (request, scope) => {
        const userId = await ownerOf(request, scope);
        return answer(userId, await read(userId, scope));
      },
    },
    {
      kind: 'write',
      method: 'PUT',
      path: `${path}/{type}`,
      docs: { ...docs('putUserPreference', 'Set one preference of a user'), body: { schema: BODY, required: true } },
      handle: async (request, scope) => {
        const userId = await ownerOf(request, scope);
        const given = readBody(request, BODY, scope);
        if (given.type !== request.params.type)
          throw catalogError('BAD_REQUEST', `type is ${given.type} in the body and ${request.params.type} in the path`);
        return change(userId, given.type, given, scope);
      },
    },
    {
      kind: 'write',
      method: 'DELETE',
      path: `${path}/{type}`,
      docs: docs('deleteUserPreference', 'Delete one preference of a user'),
      handle: async (request, scope) => change(await ownerOf(request, scope), request.params.type ?? '', null, scope),
    },
  ];
}

/** The id of the user in the path. 403 unless it is the caller or the caller is an admin. */
async function ownerOf(request: Request, scope: Scope): Promise<string> {
  const id = checkId(request.params.userId ?? '');
  if (id !== scope.actor.id && !scope.actor.isAdmin) throw forbidden(scope.actor, 'is not admin');
  return (await findRow(scope.catalog.registry.get('user'), { id }, 'all', scope)).id;
}

async function read(userId: string, scope: Scope): Promise<Stored> {
  const [person] = await getPeople(scope.sql, [userId]);
  return person ? parseObject<Stored>(person.preferences) : {};
}

async function change(userId: string, type: string, given: Preference | null, scope: Scope): Promise<Reply> {
  const others = ((await read(userId, scope)).preferences ?? []).filter((preference) => preference.type !== type);
  const stored: Stored = { at: scope.context.now(), preferences: given ? [...others, given] : others };
  await putPersonPreferences(scope.sql, userId, JSON.stringify(stored));
  return answer(userId, stored);
}

function answer(userId: string, { at, preferences = [] }: Stored): Reply {
  return json(200, { userId, preferences, ...(at === undefined ? {} : { updatedAt: at }) });
}
