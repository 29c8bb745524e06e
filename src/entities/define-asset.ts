import type { SchemaValue, Stored } from '../../contract/index.js';
import {
  type Container,
  defineType,
  type EntityType,
  type Fields,
  type ListFilter,
  type ParentRule,
  type StandardRoute,
} from '../catalog/index.js';
import { certification, dataProducts, domains, followers, owners, tags, votes } from '../traits/index.js';
import { contractOfAsset } from './contracts/contract-fields.js';
import { leaveProducts } from './governance/leave-products.js';
import { mergeLifeCycle } from './life-cycle.js';

const standardTraits = [owners, tags, domains, dataProducts, followers, votes, certification, contractOfAsset] as const;

const standardRoutes: readonly StandardRoute[] = ['bulk', 'deleteStale'];

/** Who created, changed or read data. */
const ACCESSED_BY = { in: 'lifeCycle', field: 'accessedBy' } as const;

/** Fields that `defineAsset` declares. */
type StandardField =
  | (typeof standardTraits)[number]['field']
  | 'serviceType'
  | 'lifeCycle'
  | 'sourceHash'
  | 'extension';

/** What `defineAsset` derives from `within`, or declares for every asset. */
type Derived = 'dataAsset' | 'parentRequired' | 'inheritedCore' | 'containers';

interface AssetRule {
  /**
   * Field and type of each container, nearest first. The first is the parent that a create request must name, unless
   * `parents` says otherwise; assets can be listed by any of them. Empty for assets that lie in nothing.
   */
  within: Readonly<Record<string, string>>;
  /** Standard fields that the schema of the type does not have. */
  lacks?: readonly StandardField[];
}

type AssetType<E, C> = Omit<EntityType<E, C>, Derived> & AssetRule;

type EntityOf<S extends string> = Stored<SchemaValue<S>>;

/** `lacks` is required if the schema lacks a standard field. */
type Lacking<S extends string> = [Exclude<StandardField, keyof EntityOf<S>>] extends [never]
  ? unknown
  : Required<Pick<AssetRule, 'lacks'>>;

type DeclaredAsset<S extends string, C extends string | null> = AssetType<
  EntityOf<S>,
  C extends string ? SchemaValue<C> : Fields
> & { schema: S; create: C } & Lacking<S>;

/**
 * A data asset, mostly one that lives in a service: `defineType` with the traits, routes, filters and rules for PUT of
 * every asset. `traits`, `with`, `onRequest`, `unversioned`, `preserveOnPut`, `readOnly`, `mergedOnPut` and `filters` add
 * to them; `lacks` and `without` take away.
 */
export function defineAsset<S extends string, C extends string | null>(asset: DeclaredAsset<S, C>): EntityType;
export function defineAsset({ within, lacks = [], ...type }: AssetType<Fields, Fields>): EntityType {
  const has = (field: StandardField) => !lacks.includes(field);
  const standard = (...fields: StandardField[]) => fields.filter(has);
  return defineType({
    ...type,
    dataAsset: true,
    parents: type.parents ?? Object.entries(within).slice(0, 1).map(parentRule),
    parentRequired: Object.keys(within).length > 0,
    ...(type.parents ? { containers: containersWithin(within) } : {}),
    inheritedCore: standard('serviceType'),
    with: [...standardRoutes.filter((route) => !type.without?.includes(route)), ...(type.with ?? [])],
    traits: [...standardTraits.filter(({ field }) => has(field)), ...(type.traits ?? [])],
    onRequest: [...(type.onRequest ?? []), ...standard('extension')],
    unversioned: [...standard('sourceHash', 'lifeCycle'), ...(type.unversioned ?? [])],
    readOnly: [...Object.keys(within), ...(type.readOnly ?? [])],
    mergedOnPut: { ...(has('lifeCycle') ? { lifeCycle: mergeLifeCycle } : {}), ...type.mergedOnPut },
    preserveOnPut: [...standard('extension', 'lifeCycle', 'sourceHash'), ...(type.preserveOnPut ?? [])],
    references: [...(has('lifeCycle') ? [ACCESSED_BY] : []), ...(type.references ?? [])],
    filters: { ...Object.fromEntries(Object.entries(within).map(belowFilter)), ...type.filters },
    hooks: has('domains') && has('dataProducts') ? { ...type.hooks, check: leavingProducts(type.hooks) } : type.hooks,
  });
}

function leavingProducts(hooks: EntityType['hooks'] = {}): NonNullable<NonNullable<EntityType['hooks']>['check']> {
  return async (after, before, scope) => {
    await leaveProducts(after, before, scope);
    await hooks.check?.(after, before, scope);
  };
}

const parentRule = ([field, type]: [string, string]): ParentRule => ({ field, type, given: 'fqn' });

const belowFilter = ([field, type]: [string, string]): [string, ListFilter] => [
  field,
  { by: 'below', type, given: 'fqn' },
];

/**
 * Containers of a type with several possible parents: shows the nearest of each field of `within`. Others only pass
 * down inherited values and decide membership.
 */
function containersWithin(within: AssetRule['within']): NonNullable<EntityType['containers']> {
  const fields = Object.entries(within);
  return (parent, given, above) => {
    const [field] = fields.find(([, type]) => type === parent.type) ?? [given];
    const shown = new Set([field]);
    const rest = above.map(([name, id]): Container => {
      if (within[name] === undefined || shown.has(name)) return ['$above', id];
      shown.add(name);
      return [name, id];
    });
    return [[field, parent.id], ...rest];
  };
}
