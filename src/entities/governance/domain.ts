import { defineType, type Fields, type Scope } from '../../catalog/index.js';
import { certification, childCount, children, experts, followers, owners, tags, votes } from '../../traits/index.js';
import { assetChangeRoutes } from '../asset-lists/assets.js';
import type { AssetChange } from '../asset-lists/change-assets.js';
import { nestedContainers } from '../nested-containers.js';
import { guardOwnDomain } from '../people/user-checks.js';
import { refuseUnfilled } from '../workflows/intake-check.js';
import { guardDomain, guardElsewhere, inDomain } from './domain-assets.js';
import { domainHierarchyRoute } from './domain-hierarchy.js';
import { leaveProducts } from './leave-products.js';

const path = '/v1/domains';

export const domain = defineType({
  name: 'domain',
  path,
  schema: 'entity/domains/domain',
  create: 'api/domains/createDomain',
  about: 'An area of the organization that assets belong to; domains can be nested.',
  targetOf: ['domains'],
  search: { calledAs: ['domain'] },
  parents: [{ field: 'parent', type: 'domain', given: 'fqn' }],
  containers: nestedContainers,
  without: ['restore'],
  renameable: true,
  transient: ['fullyQualifiedName'],
  shownOnCreate: ['owners', 'experts'],
  alerts: { notifications: 'metadata' },
  traits: [
    owners,
    experts,
    tags,
    followers,
    votes,
    certification,
    children({ field: 'children', type: 'domain', inWrites: true }),
    childCount({ field: 'childrenCount', type: 'domain' }),
  ],
  onRequest: ['extension'],
  readOnly: ['assets'],
  preserveOnPut: ['extension', 'style'],
  hooks: {
    build: (_core, create, scope, stored) => refuseUnfilled('domain', create, stored, scope),
    // Members of a domain also have access to its subdomains, so a new or renamed domain changes rights.
    stored: async (_row, after, before, scope) => {
      if (before === null || after.name !== before.name) scope.invalidate({ kind: 'access' });
      return 'unseen';
    },
    guard: guardDomain,
    beforeDelete: async (_row, scope) => scope.invalidate({ kind: 'access' }),
  },
  filters: { parent: { by: 'below', type: 'domain', given: 'fqn' } },
  routes: [
    ...assetChangeRoutes({
      ...{ type: 'domain', path, by: 'name', body: 'api/bulkAssets', word: 'assets' },
      stored: { field: 'domains', change: putInDomain },
      guardAdding: guardOwnDomain,
      guardRemoving: guardElsewhere,
    }),
    domainHierarchyRoute(path),
  ],
});

async function putInDomain(asset: Fields, { holder, verb }: AssetChange, scope: Scope): Promise<Fields> {
  const after = inDomain(asset, holder, verb);
  await leaveProducts(after, asset, scope);
  return after;
}
