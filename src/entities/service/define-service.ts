import {
  catalogError,
  jdbcConnectionSchema,
  jdbcInfoSchema,
  jdbcOptions,
  type ServiceFamily,
  type ServicesCount,
} from '../../../contract/index.js';
import { defineType, type EntityType, type Fields, type Scope } from '../../catalog/index.js';
import { RELATION } from '../../storage/index.js';
import { children, dataProducts, domains, followers, owners, tags } from '../../traits/index.js';
import { configOf, sealConnection } from './seal-connection.js';
import { testConnectionResultRoute } from './test-connection-result.js';

export interface ServiceRule {
  family: ServiceFamily;
  /** Entity type, collection path, contract keys. */
  name: string;
  path: string;
  schema: string;
  create: string;
  about: string;
  /** Field of `/system/services/count` that counts the family. */
  countedIn?: keyof ServicesCount;
  /** Standard fields that the schema of the service does not have. */
  lacks?: readonly (typeof serviceTraits)[number]['field'][];
  /** Children of the service that its schema lists, by field and type. */
  children?: Readonly<Record<string, string>>;
  /** Its schema has `provider`: what clients create is from a user. */
  hasProvider?: true;
  /** Transient fields of the create request (`TypeRule.transient`). */
  transient?: readonly string[];
}

const serviceTraits = [
  owners,
  tags,
  domains,
  dataProducts,
  followers,
  children({ field: 'pipelines', type: 'ingestionPipeline' }),
] as const;

/** A service: the system that assets come from, with a connection whose schema depends on the service type. */
export function defineService({
  family,
  lacks = [],
  countedIn,
  hasProvider,
  children: lists = {},
  ...rule
}: ServiceRule): EntityType {
  return defineType({
    ...rule,
    family,
    countedAs: { entities: 'servicesCount', ...(countedIn ? { services: countedIn } : {}) },
    traits: [
      ...serviceTraits.filter(({ field }) => !lacks.includes(field)),
      ...Object.entries(lists).map(([field, type]) => children({ field, type })),
    ],
    filters: { domain: { by: 'related', kind: RELATION.hasDomain, direction: 'from', type: 'domain' } },
    preserveOnPut: ['connection', 'ingestionRunner', 'style'],
    references: [{ in: 'ingestionRunner', field: 'ingestionRunner', guarded: true }],
    unversioned: ['testConnectionResult'],
    readOnly: ['serviceType', 'testConnectionResult', 'dataContract', ...(hasProvider ? ['provider'] : [])],
    routes: [testConnectionResultRoute(rule.name, rule.path)],
    hooks: {
      build(core, _create, _scope, stored) {
        if (hasProvider) core.provider = stored?.provider ?? 'user';
      },
      check(after, before, scope) {
        keepServiceType(after, before);
        checkJdbc(after, scope);
        sealConnection(family, after, before, scope);
      },
    },
  });
}

/**
 * Refuses with 400 to change serviceType: the connection was validated against it, and the assets of the service have
 * it too.
 */
function keepServiceType(after: Fields, before: Fields | null): void {
  if (before && before.serviceType !== after.serviceType)
    throw catalogError('BAD_REQUEST', `serviceType is ${String(before.serviceType)} and cannot be changed`);
}

/** connectionOptions of a custom database that name a driver must be a valid JDBC connection; otherwise 400. */
function checkJdbc(service: Fields, scope: Scope): void {
  const options = jdbcOptions(configOf(service));
  if (!options) return;
  const reduced = options.userName === undefined && options.password === undefined;
  const result = scope.catalog.contract.validator(reduced ? jdbcInfoSchema : jdbcConnectionSchema)(options);
  if (result.ok) return;
  const [error] = result.errors;
  throw catalogError(
    'BAD_REQUEST',
    `connection.config.connectionOptions: ${error?.message ?? 'is not a JDBC connection'}`,
  );
}
