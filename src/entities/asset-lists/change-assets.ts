/** Adds assets to a holder and removes them. What the actor may not change is refused by itself; another error undoes all. */
import {
  CatalogError,
  catalogError,
  type EntityReference,
  errorMessages,
  parseReference,
} from '../../../contract/index.js';
import {
  aNounOf,
  type BulkItem,
  changeEntities,
  type EntityType,
  eachPart,
  type Fields,
  loadEntities,
  mayLift,
  nounOf,
  recordUpdate,
  refuseLifting,
  type Scope,
  visibleIds,
} from '../../catalog/index.js';
import { groupBy } from '../../context/index.js';
import { type EntityRow, lockEntities } from '../../storage/index.js';
import { decide, type Target } from '../entity-route.js';
import { type NamedAsset, nameAssets } from './name-assets.js';

export type Verb = 'add' | 'remove';

/** Assets that belong to a holder without knowing of it. */
export interface AssetEdges {
  add(holder: EntityRow, assets: readonly EntityRow[], scope: Scope): Promise<void>;
  remove(holder: EntityRow, assets: readonly EntityRow[], scope: Scope): Promise<void>;
}

/** What of an asset is meant: paths of parts, and '' for the asset itself. */
export type Places = ReadonlySet<string>;

export interface AssetChange {
  holder: EntityRow;
  verb: Verb;
  type: EntityType;
  places: Places;
}

/** A field of the assets that names their holders. Changing it makes a version and an event of each asset, as a PATCH of it does. */
export interface HolderField {
  field: string;
  /** The asset after it was added or removed, from a copy of what it was. */
  change(asset: Fields, change: AssetChange, scope: Scope): Promise<Fields> | Fields;
}

/** How assets are added and removed. */
export interface ChangeRule {
  /** Path segment, also used in operation ids and change descriptions: `assets`, `inputPorts`. */
  word: string;
  /** How assets are stored. */
  stored: HolderField | AssetEdges;
  /** Operation required on each asset, if it is not `EditAll`. It is all that is needed: the holder only has to be visible. */
  operation?(holder: EntityRow): string;
  /** Parts of entities, such as columns, are assets too. */
  takesParts?: true;
  /** Refuses an asset that may not be added, whatever rights the actor has. `place`: path of the part, '' for the asset itself. */
  guardAdding?(asset: EntityRow, scope: Scope, holder: EntityRow, place: string): Promise<void> | void;
  /** Refuses an asset that would stay in the list. */
  guardRemoving?(asset: EntityRow, scope: Scope, holder: EntityRow): Promise<void>;
}

/** What is done to the assets. */
interface Doing {
  rule: ChangeRule;
  verb: Verb;
  holder: EntityRow;
}

interface Chosen {
  row: EntityRow;
  places: Set<string>;
}

/** Changes assets in one transaction. Resolves to the result for each. */
export async function changeSome(
  rule: ChangeRule,
  verb: Verb,
  holder: Target,
  assets: readonly EntityReference[],
  dryRun: boolean,
  scope: Scope,
): Promise<BulkItem[]> {
  const named = await nameAssets(assets, rule.takesParts === true, scope);
  // Locked before anything is decided, so that no other writer changes meanwhile what the decisions depend on.
  const locked = await lockEntities(scope.sql, [...new Set(named.map(({ id }) => id))]);
  const found = new Map(locked.map((row) => [row.id, row]));
  const doing = { rule, verb, holder: holder.row };
  const refusals = new Map<NamedAsset, CatalogError>();
  const chosen: Chosen[] = [];
  for (const [id, some] of groupBy(named, (one) => one.id)) {
    const row = found.get(id);
    const places = await placesIn(row, some, { doing, refusals, scope });
    if (row && places.size > 0) chosen.push({ row, places });
  }
  if (!dryRun && chosen.length > 0) await saveAssets(rule, verb, holder, chosen, scope);
  return named.map((one): BulkItem => {
    const error = refusals.get(one);
    if (error) return { request: one.request, status: error.status, message: error.message };
    const row = found.get(one.id);
    return { request: row && one.place === '' ? parseReference(row.ref) : one.request, status: 200 };
  });
}

/** The places of one asset that the actor may add or remove; the others get an entry in `refusals`. */
async function placesIn(
  row: EntityRow | undefined,
  named: readonly NamedAsset[],
  { doing, refusals, scope }: { doing: Doing; refusals: Map<NamedAsset, CatalogError>; scope: Scope },
): Promise<Set<string>> {
  const paths = row && named.some(({ place }) => place !== '') ? await pathsIn(row, scope) : null;
  const isHere = (one: NamedAsset) =>
    row?.type === one.type && row.deleted < 2 && (one.place === '' || paths?.has(one.place) === true);
  const allowed: NamedAsset[] = [];
  for (const one of named) {
    const error = row && isHere(one) ? await refusal(doing, row, one, scope) : notFound(one);
    if (error) refusals.set(one, error);
    else allowed.push(one);
  }
  const places = new Set(allowed.map(({ place }) => place));
  const error = row && places.size > 0 ? await liftingOf(doing, row, places, scope) : null;
  if (error === null) return places;
  for (const one of allowed) refusals.set(one, error);
  return new Set();
}

function notFound({ request, place }: NamedAsset): CatalogError {
  const { type, id, fullyQualifiedName = '' } = request;
  const message =
    place === '' ? errorMessages.notFoundById(type, id) : errorMessages.notFoundByName(type, fullyQualifiedName);
  return catalogError('ENTITY_NOT_FOUND', message);
}

/** Paths of the parts of an entity. */
async function pathsIn(row: EntityRow, scope: Scope): Promise<Set<string>> {
  const type = scope.catalog.registry.get(row.type);
  const [loaded] = await loadEntities([row], type, scope);
  const paths = new Set<string>();
  for (const rule of type.parts ?? []) eachPart(loaded?.value ?? {}, rule, (_, path) => paths.add(path));
  return paths;
}

/** Why the actor may not add or remove the asset; null if it may. What they may not see does not exist for them. */
async function refusal(
  { rule, verb, holder }: Doing,
  row: EntityRow,
  named: NamedAsset,
  scope: Scope,
): Promise<CatalogError | null> {
  const { place } = named;
  const type = scope.catalog.registry.get(row.type);
  if (!(await visibleIds([row], scope)).has(row.id)) return notFound(named);
  return errorOf(async () => {
    await decide(type, row, rule.operation?.(holder) ?? 'EditAll', scope);
    if (verb === 'add') {
      if (place === '') refuseWithout(rule, type);
      await rule.guardAdding?.(row, scope, holder, place);
    } else await rule.guardRemoving?.(row, scope, holder);
  });
}

/** The error for the caller; null if there is none. */
async function errorOf(work: () => Promise<void>): Promise<CatalogError | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof CatalogError) return error;
    throw error;
  }
}

function refuseWithout({ stored }: ChangeRule, type: EntityType): void {
  if ('change' in stored && !canHave(type, stored.field))
    throw catalogError('BAD_REQUEST', `assets: ${aNounOf(type)} cannot have ${nounOf({ name: stored.field })}`);
}

/** Whether entities of the type can be given a field of a trait. */
export function canHave({ traits = [] }: EntityType, name: string): boolean {
  return traits.some(({ field, write }) => field === name && write);
}

/**
 * Rules depend on tags and domains: refuses with 403 a change that would end a rule that denies the actor something.
 */
function liftingOf(
  { rule, verb, holder }: Doing,
  row: EntityRow,
  places: Places,
  scope: Scope,
): Promise<CatalogError | null> {
  const { stored } = rule;
  return errorOf(async () => {
    const type = scope.catalog.registry.get(row.type);
    if (!('change' in stored) || !mayLift(type, scope)) return;
    const [loaded] = await loadEntities([row], type, scope);
    const before = loaded?.value ?? {};
    const after = await stored.change(structuredClone(before), { holder, verb, type, places }, scope);
    await refuseLifting(type, { before, after, stored: row, parentId: row.parent_id }, scope);
  });
}

async function saveAssets(
  { stored, word }: ChangeRule,
  verb: Verb,
  holder: Target,
  chosen: readonly Chosen[],
  scope: Scope,
): Promise<void> {
  const rows = chosen.map(({ row }) => row);
  if ('change' in stored) {
    const placesOf = new Map(chosen.map(({ row, places }): [unknown, Places] => [row.id, places]));
    await changeByType(
      rows,
      (asset, type) => {
        const places = placesOf.get(asset.id) ?? new Set();
        return stored.change(asset, { holder: holder.row, verb, type, places }, scope);
      },
      scope,
    );
  } else await stored[verb](holder.row, rows, scope);
  const list = `[${rows.map((row) => row.ref).join(',')}]`;
  const change =
    verb === 'add' ? { added: [{ name: word, newValue: list }] } : { deleted: [{ name: word, oldValue: list }] };
  // Domains of users and of their teams determine their rights.
  if (rows.some((row) => row.type === 'user' || row.type === 'team')) scope.invalidate({ kind: 'access' });
  await recordUpdate(holder.type, holder.row, change, scope);
}

/** Changes entities of several types, with versions and events as by a PATCH. */
export async function changeByType(
  rows: readonly EntityRow[],
  change: (entity: Fields, type: EntityType) => Promise<Fields> | Fields,
  scope: Scope,
): Promise<void> {
  for (const [name, some] of groupBy(rows, (row) => row.type)) {
    const type = scope.catalog.registry.get(name);
    await changeEntities(type, some, (entity) => change(entity, type), scope, { mayMerge: true });
  }
}
