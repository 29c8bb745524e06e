/** The severity that a new incident starts with: that of the tier of what the test is about. */
import type { TestCaseResolutionStatus } from '../../../../contract/index.js';
import { factsOf, type Scope } from '../../../catalog/index.js';
import { type EntityRow, getEntityByFqn } from '../../../storage/index.js';
import { aboutOf } from '../cases/entity-link.js';
import { TESTED } from '../edges.js';

/** `Tier.Tier1` gives `Severity1`, down to the fifth; undefined without a tier. */
export async function severityOf(
  { fqn }: Pick<EntityRow, 'fqn'>,
  scope: Scope,
): Promise<TestCaseResolutionStatus['severity']> {
  const table = await getEntityByFqn(scope.sql, TESTED, aboutOf(fqn).tableFqn);
  if (!table) return undefined;
  const { tags } = await factsOf(scope.catalog.registry.get(TESTED), table, scope);
  const tier = tags.map((tag) => /^Tier\.Tier([1-5])$/.exec(tag)?.[1]).find((number) => number !== undefined);
  return SEVERITIES.find((severity) => severity.endsWith(tier ?? '-'));
}

export const SEVERITIES = ['Severity1', 'Severity2', 'Severity3', 'Severity4', 'Severity5'] as const;
