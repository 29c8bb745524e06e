import { catalogError, type EntityReference, type Metric, type Stored } from '../../../contract/index.js';
import { quoteName, type Scope } from '../../catalog/index.js';
import { present } from '../../context/index.js';
import { metricsAbove } from './metric-hierarchy.js';

/**
 * A custom unit is given if, and only if, the unit is OTHER. A metric is not related to itself, and not derived from
 * itself, directly or through others. Dimensions and measures get their names below the metric.
 */
export async function checkMetric(after: Stored<Metric>, before: Stored<Metric> | null, scope: Scope): Promise<void> {
  checkUnit(after);
  nameItems(after);
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

/** Others refer to them by these names, as lineage between columns and measures does. */
function nameItems(metric: Stored<Metric>): void {
  const fqn = quoteName(present(metric.name));
  const fqnOf = (segment: string, name: string) => `${fqn}.${segment}.${quoteName(name)}`;
  const { dimensions, measures } = metric;
  if (dimensions)
    metric.dimensions = dimensions.map((one) => ({ ...one, fullyQualifiedName: fqnOf('dimension', one.name) }));
  if (measures) metric.measures = measures.map((one) => ({ ...one, fullyQualifiedName: fqnOf('measure', one.name) }));
}

async function checkOrigin(id: string, origin: EntityReference, scope: Scope): Promise<void> {
  if ((await metricsAbove(origin.id, scope)).includes(id))
    throw catalogError(
      'BAD_REQUEST',
      'derivedFrom: a metric cannot be derived from itself or from a metric derived from it',
    );
}
