/** Computes the profiles of the columns of a table, many columns with each statement. */
import type { ColumnProfile } from '../../../contract/index.js';
import {
  aggregatesStatement,
  type Bins,
  distinctStatement,
  histogramStatement,
  type ProfiledColumn,
  quantilesStatement,
  type SourceRows,
  type SourceValue,
} from '../../egress/index.js';
import type { ServiceSource } from '../source/index.js';
import { binsOf, boundariesOf, countOf, numberOf, proportion, quantileBetween } from './figures.js';
import type { Attempts, PresentColumn } from './measure-table.js';

export interface ColumnsToMeasure {
  source: ServiceSource;
  /** The rows to profile, as the SQL after `from`. */
  from: string;
  columns: readonly PresentColumn[];
  /** Time of the profile in milliseconds. */
  at: number;
  /** Each profile is added with its first figure. */
  into: ColumnProfile[];
}

/** Number of columns per statement; fewer for figures that cost the source more. */
const OF_AGGREGATES = 50;
const OF_GROUPS = 10;
const OF_HISTOGRAMS = 8;

interface Draft extends ProfiledColumn {
  profile: ColumnProfile;
  wants(...metrics: string[]): boolean;
  chosen: readonly string[] | undefined;
}

export async function measureColumns(
  { source, from, columns, at, into }: ColumnsToMeasure,
  attempts: Attempts,
): Promise<void> {
  const { kind } = source;
  const drafts = columns.map(
    ({ name, nameInSource, kind: columnKind, metrics }, index): Draft => ({
      ...{ index, name: nameInSource, kind: columnKind, profile: { name, timestamp: at }, chosen: metrics },
      wants: (...names) => metrics === undefined || names.some((one) => metrics.includes(one)),
    }),
  );
  const steps: Steps = {
    kind,
    from,
    run: (what, list, size, statement, take) => inChunks({ what, list, size, statement, take, source, attempts }),
  };
  const counted: Draft[] = [];
  try {
    await measureAggregates(drafts, steps, (draft) => {
      into.push(draft.profile);
      counted.push(draft);
    });
    await measureDistinct(counted, steps);
    await measureQuantiles(counted, steps);
    await measureHistograms(counted, steps);
  } finally {
    for (const draft of counted) dropUnwanted(draft);
  }
}

/** The input that the statements of a profile share. */
interface Steps {
  kind: ServiceSource['kind'];
  from: string;
  /** Runs a statement for each group of columns, and adds its figures. */
  run<D extends Draft>(
    what: string,
    list: readonly D[],
    size: number,
    statement: (chunk: readonly D[]) => string,
    take: (rows: SourceRows, chunk: readonly D[]) => void,
  ): Promise<void>;
}

function measureAggregates(
  drafts: readonly Draft[],
  { kind, from, run }: Steps,
  found: (draft: Draft) => void,
): Promise<void> {
  return run(
    'aggregates',
    drafts,
    OF_AGGREGATES,
    (chunk) => aggregatesStatement(kind, from, chunk),
    ({ rows }, chunk) => {
      for (const [place, draft] of chunk.entries()) {
        takeAggregates(draft.profile, draft, rows[0] ?? [], place);
        found(draft);
      }
    },
  );
}

function measureDistinct(counted: readonly Draft[], { kind, from, run }: Steps): Promise<void> {
  const metrics = ['distinctCount', 'distinctProportion', 'uniqueCount', 'uniqueProportion'];
  return run(
    'distinct values',
    counted.filter(({ wants }) => wants(...metrics)),
    OF_GROUPS,
    (chunk) => distinctStatement(kind, from, chunk),
    ({ rows }, chunk) => {
      for (const draft of chunk) takeDistinct(draft.profile, rowOf(rows, draft.index));
    },
  );
}

const SPREAD = ['median', 'firstQuartile', 'thirdQuartile', 'interQuartileRange', 'stddev', 'nonParametricSkew'];

function measureQuantiles(counted: readonly Draft[], { kind, from, run }: Steps): Promise<void> {
  const spread = counted.flatMap((draft) =>
    draft.profile.mean === undefined ? [] : [{ ...draft, mean: draft.profile.mean }],
  );
  return run(
    'quantiles',
    spread.filter(({ wants }) => wants(...SPREAD, 'histogram')),
    OF_GROUPS,
    (chunk) => quantilesStatement(kind, from, chunk),
    ({ rows }, chunk) => {
      for (const draft of chunk) takeQuantiles(draft.profile, rowOf(rows, draft.index));
    },
  );
}

function measureHistograms(counted: readonly Draft[], { kind, from, run }: Steps): Promise<void> {
  const binned = counted
    .filter((draft) => draft.kind === 'number' && draft.wants('histogram'))
    .flatMap((draft) => withBins(draft));
  return run(
    'histogram',
    binned,
    OF_HISTOGRAMS,
    (chunk) => histogramStatement(kind, from, chunk),
    ({ rows }, chunk) => {
      for (const draft of chunk) {
        const own = rows.filter(([index]) => numberOf(index) === draft.index);
        takeHistogram(draft.profile, draft.bins, own);
      }
    },
  );
}

interface Chunks<D extends Draft> {
  what: string;
  list: readonly D[];
  size: number;
  statement(chunk: readonly D[]): string;
  take(rows: SourceRows, chunk: readonly D[]): void;
  source: ServiceSource;
  attempts: Attempts;
}

/** If the source rejects a statement, each column is tried alone, since one of them may have a type that the figure does not support. */
async function inChunks<D extends Draft>({
  what,
  list,
  size,
  statement,
  take,
  source,
  attempts,
}: Chunks<D>): Promise<void> {
  const one = async (chunk: readonly D[], name: string): Promise<boolean> => {
    const rows = await attempts.attempt(name, () => source.query(statement(chunk)));
    if (rows) take(rows, chunk);
    return rows !== undefined;
  };
  for (let i = 0; i < list.length; i += size) {
    const chunk = list.slice(i, i + size);
    const before = attempts.problems.length;
    if (await one(chunk, nameOf(what, chunk))) continue;
    if (chunk.length === 1) continue;
    attempts.problems.length = before;
    for (const draft of chunk) await one([draft], nameOf(what, [draft]));
  }
}

const nameOf = (what: string, chunk: readonly Draft[]): string =>
  chunk.length === 1 ? `column ${chunk[0]?.profile.name ?? ''}: ${what}` : what;

type Row = readonly SourceValue[];

const rowOf = (rows: readonly Row[], index: number): Row => rows.find(([i]) => numberOf(i) === index) ?? [];

/** Sets the fields that have a value. */
function put(profile: ColumnProfile, values: Partial<ColumnProfile>): void {
  Object.assign(profile, Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)));
}

/** compat: of texts, the least, greatest, mean and sum are those of their lengths, as the Python client has them. */
function takeAggregates(profile: ColumnProfile, { kind }: ProfiledColumn, row: Row, place: number): void {
  const [values, min, max, mean, sum] = row.slice(1 + place * 5, 6 + place * 5);
  const all = countOf(row[0]);
  const valuesCount = countOf(values);
  const nullCount = all === undefined || valuesCount === undefined ? undefined : Math.max(0, all - valuesCount);
  put(profile, { valuesCount, nullCount, nullProportion: proportion(nullCount, all) });
  if (kind === 'time') put(profile, { min: textOrNone(min), max: textOrNone(max) });
  if (kind !== 'number' && kind !== 'text') return;
  put(profile, { min: numberOf(min), max: numberOf(max), mean: numberOf(mean), sum: numberOf(sum) });
  if (kind === 'text') put(profile, { minLength: numberOf(min), maxLength: numberOf(max) });
}

const textOrNone = (value: SourceValue | undefined): string | undefined =>
  value === null || value === undefined || value instanceof Uint8Array ? undefined : String(value);

function takeDistinct(profile: ColumnProfile, [, distinct, unique]: Row): void {
  const distinctCount = countOf(distinct);
  // Without any value there is no sum.
  const uniqueCount = distinctCount === 0 ? 0 : countOf(unique);
  put(profile, {
    distinctCount,
    distinctProportion: proportion(distinctCount, profile.valuesCount),
    uniqueCount,
    uniqueProportion: proportion(uniqueCount, profile.valuesCount),
  });
}

function takeQuantiles(profile: ColumnProfile, row: Row): void {
  const [, total, ...figures] = row.map(numberOf);
  if (!total) return;
  const quartile = (fourths: 1 | 2 | 3) =>
    quantileBetween(fourths, total, figures[fourths * 2 - 2], figures[fourths * 2 - 1]);
  const [firstQuartile, median, thirdQuartile] = [quartile(1), quartile(2), quartile(3)];
  const squares = figures[6];
  const stddev = squares === undefined ? undefined : Math.sqrt(Math.max(0, squares) / total);
  const { mean } = profile;
  put(profile, {
    ...{ firstQuartile, median, thirdQuartile, stddev },
    interQuartileRange:
      firstQuartile === undefined || thirdQuartile === undefined ? undefined : thirdQuartile - firstQuartile,
    nonParametricSkew: mean === undefined || median === undefined || !stddev ? undefined : (mean - median) / stddev,
  });
}

function withBins(draft: Draft): (Draft & { bins: Bins })[] {
  const { min, max, valuesCount: count = 0, interQuartileRange: range } = draft.profile;
  const bins = typeof min === 'number' && typeof max === 'number' ? binsOf({ min, max, count, range }) : null;
  return bins ? [{ ...draft, bins }] : [];
}

function takeHistogram(profile: ColumnProfile, bins: Bins, rows: readonly Row[]): void {
  const frequencies = new Array<number>(bins.count).fill(0);
  for (const [, bin, count] of rows) {
    const place = numberOf(bin);
    if (place !== undefined && place in frequencies) frequencies[place] = countOf(count) ?? 0;
  }
  profile.histogram = { boundaries: boundariesOf(bins), frequencies };
}

const ALWAYS = new Set(['name', 'timestamp']);

function dropUnwanted({ profile, chosen }: Draft): void {
  if (chosen === undefined) return;
  for (const key of Object.keys(profile))
    if (!ALWAYS.has(key) && !chosen.includes(key)) Reflect.deleteProperty(profile, key);
}
