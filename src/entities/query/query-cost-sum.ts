// Sums of the costs of query runs. Pure.

export interface Cost {
  cost: number;
  count: number;
  totalDuration?: number;
}

export interface CostSum {
  records: number;
  cost: number;
  count: number;
  duration: number;
  /** Lowest and highest cost of a record. `min` is `Number.MAX_VALUE` while there is none. */
  min: number;
  max: number;
}

export function emptySum(): CostSum {
  return { records: 0, cost: 0, count: 0, duration: 0, min: Number.MAX_VALUE, max: 0 };
}

export function addCost(sum: CostSum, { cost, count, totalDuration = 0 }: Cost): CostSum {
  return addSums(sum, { records: 1, cost, count, duration: totalDuration, min: cost, max: cost });
}

export function addSums(a: CostSum, b: CostSum): CostSum {
  return {
    records: a.records + b.records,
    cost: a.cost + b.cost,
    count: a.count + b.count,
    duration: a.duration + b.duration,
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
  };
}

/** Reported counts may be fractions; responses have whole runs. */
export function roundedCount(count: number): number {
  return Math.trunc(count);
}
