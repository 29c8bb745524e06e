import { defineType, type Fields, type Scope } from '../../catalog/index.js';
import type { EntityRow } from '../../storage/index.js';
import { domains, link, owners } from '../../traits/index.js';
import { providerOf } from '../people/provider.js';
import { refuseSystemDeletion } from '../system-provided.js';
import { ACCESS_EDGE } from './access-edges.js';
import { refuseUnknownNames } from './condition-names.js';
import { policyRoutes } from './policy-routes.js';
import { checkRules, conditionsOf } from './policy-rules.js';
import { guardInForce, refuseInForce } from './rights-in-force.js';

export const policy = defineType({
  name: 'policy',
  path: '/v1/policies',
  schema: 'entity/policies/policy',
  create: 'api/policies/createPolicy',
  about: 'A set of access rules, applied through roles and teams.',
  targetOf: ['policies'],
  traits: [
    owners,
    domains,
    link({ field: 'teams', kind: ACCESS_EDGE.applies, end: 'from', types: ['team'], liveOnly: true }),
    link({ field: 'roles', kind: ACCESS_EDGE.applies, end: 'from', types: ['role'], liveOnly: true }),
  ],
  readOnly: ['provider'],
  preserveOnPut: ['provider'],
  namedItems: ['rules'],
  transient: ['location'],
  routes: policyRoutes(),
  hooks: {
    build: (core: Fields, _create: Fields, scope: Scope, stored: Fields | null) => {
      core.provider = providerOf(stored, scope);
    },
    check: async (after: Fields, before, scope) => {
      checkRules(after.rules, (name) => scope.catalog.registry.find(name) !== undefined);
      const known = conditionsOf(before?.rules);
      for (const condition of conditionsOf(after.rules)) await refuseUnknownNames(condition, known, scope);
      await guardInForce(['rules', 'enabled'], after, before, scope);
    },
    stored: async (_row, _after, _before, scope) => scope.invalidate({ kind: 'access' }),
    guard: (row, what, scope) => refuseInForce(row.id, what, scope),
    beforeDelete: async (row: EntityRow, scope: Scope) => {
      await refuseSystemDeletion(row);
      scope.invalidate({ kind: 'access' });
    },
  },
});
