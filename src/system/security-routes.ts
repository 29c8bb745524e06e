/** Sign-in is configured by options at server start; these routes show and validate it, and refuse changes. */
import { catalogError } from '../../contract/index.js';
import {
  applyOperations,
  equal,
  type Fields,
  isObject,
  json,
  type Reply,
  type Request,
  type Route,
  readBody,
  readJson,
  readPatch,
  type Scope,
} from '../catalog/index.js';
import { authentication } from './config-routes.js';
import type { SystemDeps } from './system-deps.js';
import { readRoute, requireAdmin, writeRoute } from './system-route.js';

const path = '/v1/system/security';
const schema = 'configuration/securityConfiguration';

interface FieldError {
  field: string;
  error: string;
}

export function securityRoutes({ principalDomain, signup }: Pick<SystemDeps, 'principalDomain' | 'signup'>): Route[] {
  const inForce = (scope: Scope): Fields => ({
    authenticationConfiguration: authentication(scope, signup),
    authorizerConfiguration: authorization(principalDomain, signup?.domains ?? []),
  });
  const keep = (wanted: Fields, scope: Scope): Reply => {
    const [problem] = differences(wanted, inForce(scope));
    if (problem) throw catalogError('BAD_REQUEST', `${problem.field}: ${problem.error}`);
    return json(200, inForce(scope));
  };
  return [
    readRoute(`${path}/config`, {
      id: 'getSecurityConfig',
      summary: 'Get the authentication and authorization configuration',
      answer: schema,
      handle: async (_request, scope) => {
        requireAdmin(scope.actor, 'ViewAll');
        return json(200, inForce(scope));
      },
    }),
    writeRoute('PUT', `${path}/config`, {
      id: 'updateSecurityConfig',
      summary: 'Set the security configuration (only the current one is accepted: it is set by server options)',
      answer: schema,
      body: { schema, required: true },
      handle: async (request, scope) => {
        requireAdmin(scope.actor, 'EditAll');
        return keep(readBody(request, schema, scope), scope);
      },
    }),
    writeRoute('PATCH', `${path}/config`, {
      id: 'patchSecurityConfig',
      summary:
        'Patch the security configuration (only patches without effect are accepted: it is set by server options)',
      answer: schema,
      body: {
        schema: { inline: { type: 'array', items: { type: 'object' } } },
        media: 'application/json-patch+json',
        required: true,
      },
      handle: async (request, scope) => {
        requireAdmin(scope.actor, 'EditAll');
        return keep(patched(inForce(scope), request, scope), scope);
      },
    }),
    writeRoute('POST', `${path}/validate`, {
      id: 'validateSecurityConfig',
      summary: 'Validate a security configuration (only the current one is supported)',
      answer: 'system/securityValidationResponse',
      body: { schema, required: true },
      handle: async (request, scope) => {
        requireAdmin(scope.actor, 'EditAll');
        const errors = differences(readBody(request, schema, scope), inForce(scope));
        return json(200, { status: errors.length === 0 ? 'success' : 'failed', errors });
      },
    }),
    testLoginRoute(),
  ];
}

function testLoginRoute(): Route {
  return writeRoute('POST', `${path}/test-login/validate-token`, {
    id: 'validateTestLoginToken',
    summary: 'Test a token of an identity provider (none is supported)',
    answer: 'system/testLoginResult',
    body: { schema: 'system/testLoginTokenRequest', required: true },
    handle: async (request, scope) => {
      requireAdmin(scope.actor, 'EditAll');
      readBody(request, 'system/testLoginTokenRequest', scope);
      const error = 'users sign in with a password; tokens of identity providers are not supported';
      return json(200, { status: 'failed', stage: 'configuration', errors: [error] });
    },
  });
}

/** The configuration after the JSON Patch of a request. Throws 400 if it does not fit the schema. */
function patched(config: Fields, request: Request, { catalog }: Scope): Fields {
  const result = applyOperations(config, readPatch(readJson(request)), catalog.options.bodyLimit);
  const checked = catalog.contract.validator(schema)(result);
  if (!checked.ok) throw catalogError('BAD_REQUEST', checked.errors[0]?.message ?? `does not match ${schema}`);
  return checked.value;
}

/** Fields that differ from the server's configuration; omitted fields are not compared. */
function differences(wanted: Fields, inForce: Fields): FieldError[] {
  return Object.entries(wanted).flatMap(([part, given]) => {
    const own = inForce[part];
    if (!isObject(given) || !isObject(own)) return [];
    return Object.entries(given).flatMap(([name, value]): FieldError[] => {
      if (equal(value, own[name] ?? null) || isUnsetDefault(value, own[name])) return [];
      const field = `${part}.${name}`;
      if (name === 'provider') return [{ field, error: 'only basic is supported' }];
      return [{ field, error: 'is set by server options at startup' }];
    });
  });
}

/** Whether a value is just a schema default, which does not contradict the configuration. */
function isUnsetDefault(value: unknown, own: unknown): boolean {
  return own === undefined && (value === false || value === '' || (Array.isArray(value) && value.length === 0));
}

/** The interface requires class names; these name the parts that do the work here. */
function authorization(principalDomain: string, signupDomains: readonly string[]) {
  return {
    className: 'PolicyAuthorizer',
    containerRequestFilter: 'TokenFilter',
    adminPrincipals: [],
    principalDomain,
    ...(signupDomains.length === 0 ? {} : { allowedEmailRegistrationDomains: [...signupDomains] }),
    enforcePrincipalDomain: false,
    enableSecureSocketConnection: false,
  };
}
