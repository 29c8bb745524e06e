/** Services that are plain HTTP: reachability, and a GET with the documented login. */
import { isObject, type JsonObject, listOf, textOf } from '../../../contract/index.js';
import { EgressError } from '../../egress/index.js';
import type { Connector } from './connector.js';
import { basicAuth, counted, httpSource, httpSteps, type Login, ownVerification } from './http-source.js';

const DESCRIPTION = /"(?:openapi|swagger)"\s*:|^[ \t]*(?:openapi|swagger)\s*:/m;

/** An API described by OpenAPI, in JSON or YAML. */
export const restConnector: Connector = {
  refuses: (config) => (schemaUrl(config) ? ownVerification(config) : 'openAPISchemaConnection is not a URL'),
  async open(config, access) {
    const token = textOf(config.token);
    const url = schemaUrl(config);
    const source = httpSource(url, access, (): Login => (token ? { authorization: `Bearer ${token}` } : {}));
    return httpSteps({
      CheckURL: async () => ({ command: `GET ${url}`, summary: `${(await source.get('')).status}` }),
      async CheckSchema() {
        const text = new TextDecoder().decode((await source.get('')).body);
        if (!DESCRIPTION.test(text)) throw new EgressError('failed', 'the response is not an OpenAPI description');
        return { command: `GET ${url}`, summary: 'an OpenAPI description' };
      },
    });
  },
};

const schemaUrl = ({ openAPISchemaConnection: given }: JsonObject): string =>
  isObject(given) ? textOf(given.openAPISchemaURL) : '';

export const supersetConnector: Connector = {
  refuses({ connection }) {
    if (!isObject(connection) || connection.provider === undefined) return 'connection is a database, not the API';
    return ownVerification(connection);
  },
  async open(config, access) {
    const { connection } = config;
    const { provider, username, password } = isObject(connection) ? connection : {};
    const source = httpSource(textOf(config.hostPort), access, async ({ post }) => {
      const login = await post('/api/v1/security/login', { provider, username, password, refresh: true });
      return { authorization: `Bearer ${required(login, 'access_token')}` };
    });
    const lists = (path: string, what: string) =>
      source.reads(path, (body) => counted(isObject(body) ? body.count : body, what));
    return httpSteps({
      CheckAccess: lists('/api/v1/dashboard/', 'dashboards'),
      GetDashboards: lists('/api/v1/dashboard/', 'dashboards'),
      GetCharts: lists('/api/v1/chart/', 'charts'),
    });
  },
};

export const metabaseConnector: Connector = {
  refuses: () => null,
  async open({ hostPort, apiKey, username, password }, access) {
    const source = httpSource(textOf(hostPort), access, async ({ post }): Promise<Login> => {
      if (textOf(apiKey)) return { 'x-api-key': textOf(apiKey) };
      return { 'x-metabase-session': required(await post('/api/session', { username, password }), 'id') };
    });
    return httpSteps({ GetDashboards: source.reads('/api/dashboard', (body) => counted(body, 'dashboards')) });
  },
};

export const grafanaConnector: Connector = {
  refuses: ownVerification,
  async open({ hostPort, apiKey }, access) {
    const source = httpSource(textOf(hostPort), access, () => ({ authorization: `Bearer ${textOf(apiKey)}` }));
    const path = '/api/search?type=dash-db&limit=100';
    return httpSteps({ GetDashboards: source.reads(path, (body) => counted(body, 'dashboards')) });
  },
};

/** Elasticsearch and OpenSearch. */
export const elasticConnector: Connector = {
  refuses(config) {
    const { authType } = config;
    if (isObject(authType) && !('username' in authType || 'apiKey' in authType))
      return 'authType is not a password or key';
    return ownVerification(config);
  },
  async open({ hostPort, authType }, access) {
    const { username, password, apiKey, apiKeyId } = isObject(authType) ? authType : {};
    const key = apiKeyId ? Buffer.from(`${textOf(apiKeyId)}:${textOf(apiKey)}`).toString('base64') : textOf(apiKey);
    const headers = key ? { authorization: `ApiKey ${key}` } : username ? basicAuth(username, password) : {};
    const source = httpSource(textOf(hostPort), access, () => headers);
    return httpSteps({
      CheckAccess: source.reads('/', (body) => `version ${versionIn(body)}`),
      GetSearchIndexes: source.reads('/_cat/indices?format=json&h=index', (body) =>
        counted(listOf(body, isObject), 'indexes'),
      ),
    });
  },
};

function versionIn(body: unknown): string {
  const version = isObject(body) ? body.version : undefined;
  return isObject(version) ? textOf(version.number) || 'unknown' : 'unknown';
}

function required(body: unknown, field: string): string {
  const value = isObject(body) ? textOf(body[field]) : '';
  if (value === '') throw new EgressError('failed', `the response to the login has no ${field}`);
  return value;
}
