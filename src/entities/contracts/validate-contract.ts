/** Checks all promises of a contract. */
import type {
  ContractExecutionStatus,
  DataContract,
  DataContractResult,
  SchemaValidation,
} from '../../../contract/index.js';
import { parseObject } from '../../../contract/index.js';
import { createSight, type Scope } from '../../catalog/index.js';
import type { EntityRow } from '../../storage/index.js';
import { PROFILES } from './check-author.js';
import { type Checked, NOTHING } from './checks/check.js';
import { checkQuality } from './checks/check-quality.js';
import { compareSchema } from './checks/check-schema.js';
import { checkSemantics } from './checks/check-semantics.js';
import { checkSla } from './checks/check-sla.js';

/** The parts of a contract that can be checked. */
export type Checkable = Pick<DataContract, 'schema' | 'semantics' | 'qualityExpectations' | 'odcsQualityRules' | 'sla'>;

export type Outcome = Omit<DataContractResult, 'id' | 'dataContractFQN' | 'timestamp'>;

/**
 * The outcome of all checks. `Failed`: a promise is not kept. `PartialSuccess`: what could be checked is kept, but something could not be
 * checked. `Aborted`: nothing could be checked of what is promised. `unseen`: number of promises that the caller may not see.
 */
export async function checkContract(contract: Checkable, asset: EntityRow, scope: Scope, unseen = 0): Promise<Outcome> {
  const schema = checkSchema(contract, asset, scope);
  const semantics = await checkSemantics(contract.semantics ?? [], asset, scope);
  const { qualityExpectations = [], odcsQualityRules = [] } = contract;
  const named = { id: asset.id, type: asset.type };
  const mayViewProfiles = (await createSight(scope).allowed(PROFILES, [named])).has(asset.id);
  const promised = { cases: qualityExpectations, rules: odcsQualityRules, mayViewProfiles };
  const quality = await checkQuality(asset.id, promised, scope);
  const sla = await checkSla(contract.sla, asset, mayViewProfiles, scope);
  const all: readonly Checked<unknown>[] = [schema, semantics, quality, sla];
  const failed = all.flatMap((one) => one.failed);
  const unchecked = [
    ...all.flatMap((one) => one.unchecked),
    ...(unseen > 0 ? [`${unseen} test case${unseen === 1 ? '' : 's'} that the caller may not view`] : []),
  ];
  const kept = all.reduce((sum, one) => sum + one.kept, 0);
  return {
    contractExecutionStatus: statusOf(failed.length, unchecked.length, kept),
    result: textOf(failed, unchecked, kept),
    ...(schema.validation ? { schemaValidation: schema.validation } : {}),
    ...(semantics.validation ? { semanticsValidation: semantics.validation } : {}),
    ...(quality.validation ? { qualityValidation: quality.validation } : {}),
    ...(sla.validation ? { slaValidation: sla.validation } : {}),
    executionTime: scope.context.now(),
  };
}

function checkSchema({ schema = [] }: Checkable, asset: EntityRow, { catalog }: Scope): Checked<SchemaValidation> {
  if (schema.length === 0) return NOTHING;
  const { validation, unchecked } = compareSchema(schema, parseObject(asset.doc), catalog.registry.get(asset.type));
  const { failedFields = [], duplicateFields = [], typeMismatchFields = [], passed = 0 } = validation;
  return {
    validation,
    failed: [
      ...failedFields.map((name) => `column ${name} is missing`),
      ...duplicateFields.map((name) => `column ${name} is promised twice`),
      ...typeMismatchFields.map((text) => `type of column ${text}`),
    ],
    unchecked: unchecked.map((name) => `type of column ${name}: the asset does not tell it`),
    kept: passed,
  };
}

function statusOf(failed: number, unchecked: number, kept: number): ContractExecutionStatus {
  if (failed > 0) return 'Failed';
  if (unchecked === 0) return 'Success';
  return kept > 0 ? 'PartialSuccess' : 'Aborted';
}

const MOST_NAMED = 20;

function textOf(failed: readonly string[], unchecked: readonly string[], kept: number): string {
  const named = (label: string, list: readonly string[]) =>
    list.length === 0
      ? []
      : [`${label} (${list.length}): ${list.slice(0, MOST_NAMED).join('; ')}${list.length > MOST_NAMED ? '; …' : ''}`];
  return [`Kept: ${kept}`, ...named('Not kept', failed), ...named('Could not be checked', unchecked)]
    .join('. ')
    .slice(0, 8000);
}
