import { catalogError } from '../../../contract/index.js';
import { defineType, type Fields, type Scope } from '../../catalog/index.js';
import type { EntityRow } from '../../storage/index.js';
import { domains, link } from '../../traits/index.js';
import { providerOf } from '../people/provider.js';
import { refuseSystemDeletion } from '../system-provided.js';
import { ACCESS_EDGE } from './access-edges.js';
import { guardInForce, refuseInForce } from './rights-in-force.js';
import { rolesRoutes } from './role-routes.js';

const policies = link({
  field: 'policies',
  kind: ACCESS_EDGE.applies,
  end: 'to',
  types: ['policy'],
  inWrites: true,
  operation: 'EditPolicy',
  check: (references) => {
    if (references.length === 0) throw catalogError('BAD_REQUEST', 'policies must contain at least one policy');
  },
});

export const role = defineType({
  name: 'role',
  path: '/v1/roles',
  schema: 'entity/teams/role',
  create: 'api/teams/createRole',
  about: 'A set of policies that is assigned to users.',
  targetOf: ['roles'],
  traits: [
    policies,
    domains,
    link({ field: 'teams', kind: ACCESS_EDGE.defaultsTo, end: 'to', types: ['team'], liveOnly: true }),
    link({ field: 'users', kind: ACCESS_EDGE.hasRole, end: 'to', types: ['user'], liveOnly: true }),
  ],
  readOnly: ['provider'],
  preserveOnPut: ['provider'],
  routes: rolesRoutes(),
  hooks: {
    build: (core: Fields, _create: Fields, scope: Scope, stored: Fields | null) => {
      core.provider = providerOf(stored, scope);
    },
    check: async (after: Fields, before, scope) => {
      if (!Array.isArray(after.policies) || after.policies.length === 0)
        throw catalogError('BAD_REQUEST', 'policies must contain at least one policy');
      await guardInForce(['policies', 'disabled'], after, before, scope);
    },
    stored: async (_row, _after, _before, scope) => scope.invalidate({ kind: 'access' }),
    guard: (row, what, scope) => refuseInForce(row.id, what, scope),
    beforeDelete: async (row: EntityRow, scope: Scope) => {
      await refuseSystemDeletion(row);
      scope.invalidate({ kind: 'access' });
    },
  },
});
