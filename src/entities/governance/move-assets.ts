/**
 * The assets of a data product move with it to another domain. A few move in the transaction of the change, many in a
 * job.
 */
import { CatalogError, type EntityReference, listOf, parseReference } from '../../../contract/index.js';
import { type Actor, type Fields, isReference, type Scope } from '../../catalog/index.js';
import type { FeatureJob, JobDeps } from '../../feature/index.js';
import { declareJob, enqueueJob, JobFailure } from '../../jobs/index.js';
import {
  countRelations,
  type EntityRow,
  getEntitiesByIds,
  listRelated,
  lockEntities,
  RELATION,
  relationsTo,
} from '../../storage/index.js';
import { dataProductAsset } from '../../traits/index.js';
import { canHave, changeByType } from '../asset-lists/change-assets.js';
import { jobActor } from '../job-actor.js';
import { type AssetChange, guardAssets } from './domain-assets.js';

/** Maximum number of assets that move in the transaction of the change, since other writes wait for it. */
const AT_ONCE = 50;
/** Assets per transaction of a job. */
const SLICE = 20;

interface MoveInput {
  productId: string;
  /** Ids of the domains that the data product left. */
  left: string[];
}

interface MoveState {
  /** Id of the last asset that was moved or refused. */
  at: string;
  refused: number;
  /** Why the first of them was refused. */
  reason: string;
}

const moves = declareJob<MoveInput>({
  name: 'dataProduct.moveAssets',
  input: {
    type: 'object',
    properties: { productId: { type: 'string' }, left: { type: 'array', items: { type: 'string' } } },
    required: ['productId', 'left'],
  },
});

/** Moves the assets if the domains of their data product changed. 403 if the actor may not edit one of them. */
export async function moveAssets(product: EntityRow, after: Fields, before: Fields, scope: Scope): Promise<void> {
  const [old, current] = [domainsOf(before), domainsOf(after)];
  const left = old.filter(({ id }) => !current.some((domain) => domain.id === id)).map(({ id }) => id);
  if (left.length === 0 && current.length === old.length) return;
  const [found] = await countRelations(scope.sql, { ids: [product.id], kind: dataProductAsset, end: 'from' });
  const total = found?.count ?? 0;
  if (total === 0) return;
  const change = (asset: Fields) => moved(asset, left, current);
  const assets = { holder: product, kind: dataProductAsset, change };
  await guardAssets(assets, `data product ${product.fqn}`, 'be moved to another domain', scope);
  if (total > AT_ONCE) await enqueueJob(moves, { productId: product.id, left }, scope, { lane: product.id, total });
  else await changeAssets(await assetsAfter('', product.id, AT_ONCE, scope), change, scope);
}

/** The asset in the current domains of its data product instead of those that the product left. */
function moved(asset: Fields, left: readonly string[], current: readonly EntityReference[]): Fields {
  const domains = domainsOf(asset);
  const own = domains.filter(({ inherited }) => !inherited);
  const kept = own.filter(({ id }) => !left.includes(id));
  const isThere = current.every(({ id }) => domains.some((domain) => domain.id === id));
  if (isThere && kept.length === own.length) return asset;
  return { ...asset, domains: [...kept, ...current.filter(({ id }) => !kept.some((domain) => domain.id === id))] };
}

function domainsOf({ domains }: Fields): EntityReference[] {
  return listOf(domains, isReference);
}

async function assetsAfter(after: string, productId: string, limit: number, { sql }: Scope): Promise<string[]> {
  const rows = await listRelated(sql, { id: productId, kind: dataProductAsset, end: 'from', limit, after });
  return rows.map(({ id }) => id);
}

async function changeAssets(ids: readonly string[], change: AssetChange['change'], scope: Scope): Promise<void> {
  const { registry } = scope.catalog;
  const rows = (await lockEntities(scope.sql, ids)).filter(
    ({ deleted, type }) => deleted === 0 && canHave(registry.get(type), 'domains'),
  );
  await changeByType(rows, change, scope);
}

export const moveAssetsJob: FeatureJob<MoveInput> = {
  ...moves,
  async run(input, { job, store, data, transaction, progress }) {
    const actor = await jobActor(job.actorId, store);
    let state: MoveState = JSON.parse((await data('state')) ?? 'null') ?? { at: '', refused: 0, reason: '' };
    for (;;) {
      const ids = await transaction((scope) => assetsAfter(state.at, input.productId, SLICE, scope));
      const last = ids.at(-1);
      if (last === undefined) break;
      const errors = await moveSlice(ids, input, { actor, transaction });
      const refused = state.refused + errors.length;
      state = { at: last, refused, reason: state.reason || (errors[0]?.message ?? '') };
      await transaction((scope) => progress(scope, { done: ids.length, state }));
    }
    if (state.refused > 0) throw new JobFailure(`${state.refused} assets were not moved; the first: ${state.reason}`);
  },
};

/** Moves assets together or, if one is refused, each by itself. Returns why assets were refused. */
async function moveSlice(
  ids: readonly string[],
  { productId, left }: MoveInput,
  { actor, transaction }: Pick<JobDeps, 'transaction'> & { actor: Actor },
): Promise<CatalogError[]> {
  try {
    await transaction(async (scope) => {
      // The product may have moved again since; then another job waits in the lane.
      const current = await currentDomains(productId, scope);
      const gone = left.filter((id) => !current.some((domain) => domain.id === id));
      await changeAssets(ids, (asset) => moved(asset, gone, current), scope);
    }, actor);
    return [];
  } catch (error) {
    if (!(error instanceof CatalogError) || error.status >= 500) throw error;
    if (ids.length === 1) return [error];
    const errors: CatalogError[] = [];
    for (const id of ids) errors.push(...(await moveSlice([id], { productId, left }, { actor, transaction })));
    return errors;
  }
}

async function currentDomains(productId: string, { sql }: Scope): Promise<EntityReference[]> {
  const edges = await relationsTo(sql, [productId], [RELATION.hasDomain]);
  const rows = await getEntitiesByIds(
    sql,
    edges.map(({ from_id }) => from_id),
  );
  return rows.map(({ ref }) => parseReference(ref));
}
