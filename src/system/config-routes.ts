import { apiUrl, json, type Route, type Scope } from '../catalog/index.js';
import type { Settings } from './settings/setting-store.js';
import type { SystemDeps } from './system-deps.js';
import { anyObject, readRoute, type SystemRoute } from './system-route.js';

/** The public keys (`/v1/system/config/jwks`) are served by the access module. */
export function configRoutes(
  { principalDomain, signup }: Pick<SystemDeps, 'principalDomain' | 'signup'>,
  settings: Settings,
): Route[] {
  const open = (name: string, route: Omit<SystemRoute, 'open'>) =>
    readRoute(`/v1/system/config/${name}`, { ...route, open: true });
  return [
    open('auth', {
      id: 'getAuthConfiguration',
      summary: 'Get the log-in configuration',
      description: 'Returns how users sign in: the provider, authority and client that a log-in page needs.',
      answer: 'configuration/authenticationConfiguration',
      handle: async (_request, scope) => json(200, authentication(scope, signup)),
    }),
    open('authorizer', {
      id: 'getAuthorizerConfig',
      summary: 'Get the e-mail domain of users created by the server',
      answer: { inline: { type: 'object', properties: { principalDomain: { type: 'string' } } } },
      handle: async () => json(200, { principalDomain }),
    }),
    open('customUiThemePreference', {
      id: 'getCustomUiThemePreference',
      summary: 'Get the logo and colours',
      description: 'Returns the configured logo and colours for user interfaces.',
      answer: 'configuration/uiThemePreference',
      handle: async (_request, scope) => json(200, await settings.read('customUiThemePreference', scope)),
    }),
    open('loginConfig', {
      id: 'getLoginConfiguration',
      summary: 'Get the log-in limits',
      description: 'Returns the number of failed log-in attempts allowed and the waiting time after that.',
      answer: 'configuration/loginConfiguration',
      handle: async (_request, scope) => json(200, await settings.read('loginConfiguration', scope)),
    }),
    open('pipeline-service-client', {
      id: 'getPipelineServiceConfiguration',
      summary: 'Get the scheduler of ingestion pipelines (none is connected)',
      answer: anyObject,
      handle: async () => json(200, {}),
    }),
    open('rdf', {
      id: 'getRdfConfiguration',
      summary: 'Get whether a knowledge graph is available (it is not)',
      answer: anyObject,
      handle: async () => json(200, { basePath: '/', rdfEnabled: false }),
    }),
  ];
}

/** Sign-in configuration. */
export function authentication({ catalog }: Scope, signup: SystemDeps['signup']) {
  const { publicUrl } = catalog.options;
  return {
    clientType: 'public',
    provider: 'basic',
    providerName: 'basic',
    responseType: 'id_token',
    publicKeyUrls: [`${apiUrl({ catalog })}/v1/system/config/jwks`],
    tokenValidationAlgorithm: 'RS256',
    authority: publicUrl,
    clientId: 'cairn',
    callbackUrl: `${publicUrl}/callback`,
    jwtPrincipalClaims: ['email', 'preferred_username', 'sub'],
    jwtPrincipalClaimsMapping: [],
    enableSelfSignup: signup?.enabled ?? false,
  };
}
