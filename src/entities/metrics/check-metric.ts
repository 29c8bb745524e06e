import { catalogError, type EntityReference, type Metric, type Stored } from '../../../contract/index.js';
import type { Scope } from '../../catalog/index.js';
import { metricsAbove } from './metric-hierarchy.js';

/**
 * A custom unit is given if, and only if, the unit is OTHER. A metric is not related to itself, and not derived from
 * itself, directly or through others.
 */
export async function checkMetric(after: Stored<Metric>, before: Stored<Metric> | null, scope: Scope): Promise<void> {
  checkUnit(after);
  const { id } = before ?? {};
  if (id !== undefined && after.relatedMetrics?.some((other) => other.id === id))
    throw catalogError('BAD_REQUEST', 'relatedMetrics: a metric cannot be related to itself');
  if (id !== undefined && after.derivedFrom) await checkOrigin(id, after.derivedFrom, scope);
}

function checkUnit(metric: Stored<Metric>): void {
  if (metric.unitOfMeasurement !== 'OTHER') {
    delete metric.customUnitOfMeasurement;
    return;
  }
  const unit = metric.customUnitOfMeasurement?.trim();
  if (!unit) throw catalogError('BAD_REQUEST', 'customUnitOfMeasurement is required when unitOfMeasurement is OTHER');
  metric.customUnitOfMeasurement = unit;
}

async function checkOrigin(id: string, origin: EntityReference, scope: Scope): Promise<void> {
  if ((await metricsAbove(origin.id, scope)).includes(id))
    throw catalogError(
      'BAD_REQUEST',
      'derivedFrom: a metric cannot be derived from itself or from a metric derived from it',
    );
}
