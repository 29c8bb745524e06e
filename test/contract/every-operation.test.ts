// Every operation of the OpenAPI document asks for rights before it does or tells anything.
import { beforeAll, expect, it } from 'vitest';
import { forEachApp } from './support/contract-app.js';
import { type Known, knownEntities, type Operation, operationsOf, realPath } from './support/operations.js';
import { createWorld, post, type World } from './support/world.js';

/** Open to everybody who has a token, whatever the policies say. */
const forEverybody: ReadonlySet<string> = new Set([
  // People see, follow and cancel jobs of their own.
  'cancelJob',
  'getJob',
  'listJobs',
  'streamJobProgress',
  // about oneself
  'changeUserPassword',
  'checkEmailIsVerified',
  'createPersonalToken',
  'explainDecision',
  'explainMyPermissions',
  'getLoggedInUser',
  'getLoggedInUserGroupTeams',
  'getPermission',
  'getPermissionById',
  'getPermissionByName',
  'listPermissions',
  'listPersonalTokens',
  'logoutUser',
  'revokePersonalTokens',
  // filtered by what one may see
  'listChangeEvents',
  'streamChangeEvents',
  'listEntitiesCount',
  'listServicesCount',
  // about the product, not about what it holds
  'getCustomLogicOps',
  'getCustomPropertiesOfType',
  'getEntityRulesSetting',
  'getFeatureLimit',
  'getLimits',
  'getTypeById',
  'getTypeByName',
  'getTypeFields',
  'getViewOperations',
  'getIpOfSchedulerIngestionPipeline',
  'getStatusOfSchedulerIngestionPipeline',
  'isNaturalLanguageSearchEnabled',
  'listCustomProperties',
  'listGlossaryTermRelationTypes',
  'listPolicyFunctions',
  'listPolicyResources',
  'listTypes',
  'validateDeployment',
  'validatePolicyCondition',
]);

/** Have no end to wait for; what they show to whom is tested with them. */
const endless: ReadonlySet<string> = new Set(['streamChangeEvents']);

forEachApp('every operation', (use) => {
  let operations: Operation[] = [];
  let known: Known;
  let token = '';

  beforeAll(async () => {
    operations = operationsOf((await use().send('GET', '/openapi.json')).body);
    const world = createWorld(use());
    known = await knownEntities(world);
    token = await powerless(world);
  });

  it('is refused to those without a token', async () => {
    const wrong: string[] = [];
    for (const operation of operations.filter(({ open }) => !open)) {
      const { status } = await send(operation, null);
      if (status !== 401) wrong.push(`${operation.id} ${operation.method} ${operation.path}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  it('is refused to those without a right to it', async () => {
    const wrong: string[] = [];
    for (const operation of operations.filter(({ open, id }) => !open && !forEverybody.has(id))) {
      const { status, text } = await send(operation, token);
      if (status !== 403)
        wrong.push(`${operation.id} ${operation.method} ${operation.path}: ${status} ${text.slice(0, 100)}`);
    }
    expect(wrong).toEqual([]);
  });

  it('shows nothing of what may not be seen where everybody may ask', async () => {
    const secret = known.get('/v1/tables')?.fullyQualifiedName;
    const asked = ({ id, method }: Operation) => forEverybody.has(id) && !endless.has(id) && method === 'GET';
    for (const operation of operations.filter(asked))
      expect((await send(operation, token)).text, operation.id).not.toContain(secret);
    const { body } = await use().send('GET', '/v1/system/entities/count', { token });
    expect(Object.values(body).every((count) => count === 0)).toBe(true);
    const events = await use().send('GET', '/v1/events?entityCreated=*&timestamp=0', { token });
    expect(events.body).toEqual({ data: [], paging: { total: 0 } });
  });

  function send(operation: Operation, as: string | null) {
    const { method, media, hasBody, path } = operation;
    const isForm = media === 'multipart/form-data';
    const text = isForm ? '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n' : '{}';
    const headers = { 'content-type': isForm ? `${media}; boundary=x` : media };
    const options = hasBody ? { text, headers } : {};
    return use().send(method, realPath(path, known), { ...options, token: as });
  }
});

async function powerless(world: World): Promise<string> {
  const rules = [{ name: 'nothing', effect: 'deny', resources: ['all'], operations: ['All'] }];
  const policy = await post(world, '/v1/policies', { name: 'nothing', rules });
  const role = await post(world, '/v1/roles', { name: 'nothing', policies: [policy.name] });
  await post(world, '/v1/users', { name: 'powerless', email: 'powerless@example.com', roles: [role.id] });
  return world.app.tokenOf('powerless');
}
