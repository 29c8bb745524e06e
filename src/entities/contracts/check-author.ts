/**
 * The author of a rule must be able to view what it reads. Results are stored, and shown to everybody who sees the contract: a rule about a
 * field that its author may not view would reveal its value, bit by bit, once somebody with more rights validates the contract.
 */
import { catalogError, type DataContract } from '../../../contract/index.js';
import { createSight, guardsOf, type Scope } from '../../catalog/index.js';
import type { EntityRow } from '../../storage/index.js';
import { fieldsOf, readRule } from '../entity-rules/read-rule.js';

/** The right to profiles, which rules of quality read. */
export const PROFILES = 'ViewDataProfile';

type Rules = Partial<Pick<DataContract, 'semantics' | 'odcsQualityRules'>>;

/** 403 for a rule that differs from `before` and reads what the caller may not view. */
export async function checkAuthor(asset: EntityRow, after: Rules, before: Rules | null, scope: Scope): Promise<void> {
  const guards = guardsOf(scope.catalog.registry.get(asset.type));
  const old = new Set(before?.semantics?.map(({ rule }) => rule));
  const wanted = new Map<string, string>();
  for (const { name, rule } of after.semantics ?? []) {
    if (old.has(rule)) continue;
    const fields = fieldsOf(readRule(rule));
    for (const [field, operation] of guards)
      if (fields === null || fields.has(field)) wanted.set(operation, `semantics: the rule ${name} reads ${field}`);
  }
  const oldQuality = new Set(before?.odcsQualityRules?.map((rule) => JSON.stringify(rule)));
  if (after.odcsQualityRules?.some((rule) => !oldQuality.has(JSON.stringify(rule))))
    wanted.set(PROFILES, 'odcsQualityRules read profiles');
  const sight = createSight(scope);
  for (const [operation, what] of wanted)
    if (!(await sight.allowed(operation, [{ id: asset.id, type: asset.type }])).has(asset.id))
      throw catalogError('FORBIDDEN', `${what}, which requires ${operation} on the ${asset.type}`);
}
