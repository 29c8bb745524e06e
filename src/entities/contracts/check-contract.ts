/** Checks that a contract promises only what its asset can keep. */
import { type Column, catalogError, type DataContract, type JsonObject, parseObject } from '../../../contract/index.js';
import { equal, type Scope } from '../../catalog/index.js';
import { type EntityRow, getEntityById, listChildren, lockEntityById } from '../../storage/index.js';
import { checkRules } from '../entity-rules/check-rules.js';
import { checkAuthor } from './check-author.js';
import { compareSchema, fieldLists } from './checks/check-schema.js';
import { CONTRACT } from './contract-names.js';

export type Promised = Partial<
  Pick<DataContract, 'schema' | 'semantics' | 'qualityExpectations' | 'sla' | 'odcsQualityRules'>
>;

const FIELDS = ['schema', 'qualityExpectations', 'sla', 'semantics', 'odcsQualityRules'] as const;

/** 400 if the asset has a contract already. Locks the asset, so that no other can be made meanwhile. */
export async function refuseSecond(assetId: string, scope: Scope): Promise<void> {
  const row = await lockEntityById(scope.sql, assetId);
  if (!row || (await listChildren(scope.sql, [row.id], { types: [CONTRACT] })).length === 0) return;
  throw catalogError('BAD_REQUEST', `A data contract already exists for entity '${row.type}' with ID ${row.id}`);
}

/** Refuses with 400 what the asset cannot keep. Only parts that differ from `before` are checked, because the asset may have changed since. */
export async function checkPromises(
  assetId: string,
  after: Promised,
  before: Promised | null,
  scope: Scope,
): Promise<void> {
  const changed = (field: keyof Promised) => !equal(after[field] ?? null, before?.[field] ?? null);
  if (changed('semantics')) checkRules(after.semantics ?? [], 'semantics');
  if (!FIELDS.some(changed)) return;
  const asset = await getEntityById(scope.sql, assetId);
  if (!asset) return;
  await checkAuthor(asset, after, before, scope);
  const [problem] = promiseProblems(asset, after, changed, scope);
  if (problem) throw catalogError('BAD_REQUEST', problem);
}

/** Everything about the schema, quality and service level that the asset cannot keep. */
export function promiseProblems(
  asset: EntityRow,
  { schema = [], qualityExpectations = [], sla }: Promised,
  concerns: (field: keyof Promised) => boolean,
  scope: Pick<Scope, 'catalog'>,
): string[] {
  const problems: string[] = [];
  const type = scope.catalog.registry.get(asset.type);
  const lists = fieldLists(type);
  if (concerns('schema') && schema.length > 0) {
    if (lists.length === 0)
      problems.push(`schema: a ${asset.type} has no columns or fields that a contract could promise`);
    else problems.push(...schemaProblems(schema, asset, type));
  }
  if (
    concerns('qualityExpectations') &&
    qualityExpectations.length > 0 &&
    !type.parts?.some(({ path }) => path === 'columns')
  )
    problems.push(`qualityExpectations: a ${asset.type} has no test cases`);
  const column = sla?.columnName;
  if (concerns('sla') && column !== undefined && lists.length > 0) {
    const { failedFields = [] } = compareSchema([{ name: column }], parseObject(asset.doc), type).validation;
    if (failedFields.length > 0)
      problems.push(`sla: columnName ${column} is not a column of the ${asset.type} ${asset.fqn}`);
  }
  return problems;
}

function schemaProblems(
  schema: readonly Column[],
  asset: EntityRow,
  type: Parameters<typeof compareSchema>[2],
): string[] {
  const { duplicateFields = [], failedFields = [] } = compareSchema(
    schema,
    parseObject<JsonObject>(asset.doc),
    type,
  ).validation;
  const texts: string[] = [];
  if (duplicateFields.length > 0)
    texts.push(`Duplicate column names in contract schema: ${duplicateFields.join(', ')}`);
  if (failedFields.length > 0)
    texts.push(
      `The following fields specified in the data contract do not exist in the ${asset.type}: ${failedFields.join(', ')}`,
    );
  return texts.length > 0 ? [`Schema validation failed. ${texts.join('. ')}`] : [];
}
