import { catalogError, PROFILED_TYPE } from '../../../contract/index.js';
import {
  applyOperations,
  isObject,
  json,
  type Reply,
  type Route,
  readBody,
  readJson,
  readPatch,
  type Scope,
} from '../../catalog/index.js';
import { present } from '../../context/index.js';
import type { SettingKinds } from '../../feature/index.js';
import { anyObject, readRoute, requireAdmin, writeRoute } from '../system-route.js';
import type { Setting, Settings } from './setting-store.js';
import { settingKinds, startOptions } from './setting-table.js';

const path = '/v1/system/settings';
const setting = 'settings/settings';

export function settingRoutes(settings: Settings): Route[] {
  return [...readRoutes(settings), ...writeRoutes(settings), ...profilerRoutes(settings), ...mcpRoutes(settings)];
}

function readRoutes(settings: Settings): Route[] {
  return [
    readRoute(path, {
      id: 'listSettings',
      summary: 'List the settings that have a value',
      description: 'Returns every setting that has a value, with secrets masked.',
      answer: { pageOf: setting },
      handle: async (_request, scope) => {
        requireAdmin(scope.actor, 'ViewAll');
        const data = await settings.readAll(scope);
        return json(200, { data, paging: { total: data.length } });
      },
    }),
    readRoute(`${path}/{name}`, {
      id: 'getSetting',
      summary: 'Get one setting',
      description: 'Returns the value of one setting, with secrets masked, or an empty response if it has none.',
      answer: setting,
      errors: [404],
      handle: async ({ params }, scope) => {
        const name = nameOf(params, settings.kinds);
        if (!settings.kinds[name]?.everyone) requireAdmin(scope.actor, 'ViewAll');
        return settingReply(name, settings, scope);
      },
    }),
  ];
}

function writeRoutes(settings: Settings): Route[] {
  return [
    writeRoute('PUT', path, {
      id: 'createOrUpdateSetting',
      summary: 'Set the value of a setting',
      description: 'Validates and stores the value of a setting.',
      answer: setting,
      body: { schema: setting, required: true },
      handle: async (request, scope) => {
        requireAdmin(scope.actor, 'EditAll');
        const body = readJson(request);
        const given = isObject(body) ? body : {};
        if (typeof given.config_type !== 'string') throw catalogError('BAD_REQUEST', 'config_type: is required');
        const name = changeable(given.config_type, settings.kinds);
        return answer(name, await settings.write(name, given.config_value, scope));
      },
    }),
    writeRoute('PATCH', `${path}/{name}`, {
      id: 'patchSetting',
      summary: 'Update the value of a setting with a JSON Patch',
      description: 'Applies a JSON Patch to the value of a setting, validates the result and stores it.',
      answer: setting,
      body: {
        schema: { inline: { type: 'array', items: { type: 'object' } } },
        media: 'application/json-patch+json',
        required: true,
      },
      errors: [404],
      handle: async (request, scope) => {
        requireAdmin(scope.actor, 'EditAll');
        const name = changeable(nameOf(request.params, settings.kinds), settings.kinds);
        const before = (await settings.readToChange(name, scope)) ?? {};
        const { bodyLimit } = scope.catalog.options;
        const after = applyOperations(before, readPatch(readJson(request)), bodyLimit);
        return answer(name, await settings.write(name, after, scope));
      },
    }),
    writeRoute('PUT', `${path}/reset/{name}`, {
      id: 'resetSettingToDefault',
      summary: 'Reset a setting to its default value',
      description: 'Removes the stored value of a setting and returns its default value.',
      answer: anyObject,
      errors: [404],
      handle: async ({ params }, scope) => {
        requireAdmin(scope.actor, 'EditAll');
        const name = changeable(nameOf(params, settings.kinds), settings.kinds);
        const value = await settings.reset(name, scope);
        return value === null ? { status: 204 } : json(200, value);
      },
    }),
  ];
}

/** Reading the profiler settings is a separate operation, so that ingestion bots can be allowed to. */
function profilerRoutes(settings: Settings): Route[] {
  const name = 'profilerConfiguration';
  const { schema } = present(settingKinds[name]);
  return [
    readRoute(`${path}/${name}`, {
      id: 'getProfilerConfigurationSetting',
      summary: 'Get the default metrics of the profiler',
      description: 'Returns which metrics the profiler measures for each data type by default.',
      answer: setting,
      handle: async (request, scope) => {
        const { entityType = '' } = request.query;
        scope.catalog.authorizer.possible(scope.actor, 'ViewProfilerGlobalConfiguration', entityType || PROFILED_TYPE);
        return settingReply(name, settings, scope);
      },
    }),
    writeRoute('PUT', `${path}/${name}`, {
      id: 'updateProfilerConfigurationSetting',
      summary: 'Set the default metrics of the profiler; accepts the setting or its value',
      answer: setting,
      body: { schema, required: true },
      handle: async (request, scope) => {
        requireAdmin(scope.actor, 'EditAll');
        const body = readJson(request);
        const given = isObject(body) && 'config_value' in body ? body.config_value : body;
        return answer(name, await settings.write(name, given, scope));
      },
    }),
  ];
}

function mcpRoutes(settings: Settings): Route[] {
  const name = 'mcpConfiguration';
  const { schema } = present(settingKinds[name]);
  return [
    readRoute('/v1/system/mcp/config', {
      id: 'getMcpConfiguration',
      summary: 'Get the settings of the MCP server',
      answer: schema,
      handle: async (_request, scope) => {
        requireAdmin(scope.actor, 'ViewAll');
        return json(200, await settings.read(name, scope));
      },
    }),
    writeRoute('PUT', '/v1/system/mcp/config', {
      id: 'updateMcpConfiguration',
      summary: 'Update the settings of the MCP server',
      answer: schema,
      body: { schema, required: true },
      handle: async (request, scope) => {
        requireAdmin(scope.actor, 'EditAll');
        return json(200, await settings.write(name, readBody(request, schema, scope), scope));
      },
    }),
  ];
}

async function settingReply(name: string, settings: Settings, scope: Scope): Promise<Reply> {
  const value = await settings.read(name, scope);
  return value === null ? { status: 204 } : answer(name, value);
}

function answer(name: string, value: Setting['config_value']): Reply {
  return json<Setting>(200, { config_type: name, config_value: value });
}

/**
 * The canonical name of a setting; the path is case-insensitive. Fails with 404 if the interface has no such setting.
 */
function nameOf(params: Record<string, string>, kinds: SettingKinds): string {
  const given = (params.name ?? '').toLowerCase();
  const name = [...Object.keys(kinds), ...startOptions].find((known) => known.toLowerCase() === given);
  if (name === undefined) throw catalogError('ENTITY_NOT_FOUND', `setting ${params.name} does not exist`);
  return name;
}

function changeable(name: string, kinds: SettingKinds): string {
  if (Object.hasOwn(kinds, name)) return name;
  throw catalogError(
    'BAD_REQUEST',
    startOptions.has(name)
      ? `${name} is set by server options at startup`
      : `config_type: must be one of ${Object.keys(kinds).join(', ')}`,
  );
}
