/** Reads figures from what a source returned, and derives others from them. Pure. */
import type { SourceValue } from '../../egress/index.js';

/** A finite number; undefined for anything else that a source may return. */
export function numberOf(value: SourceValue | undefined): number | undefined {
  if (value === null || value === undefined || typeof value === 'boolean' || value === '') return undefined;
  if (value instanceof Uint8Array) return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** A count; undefined if the source returned no whole number from 0 on. */
export function countOf(value: SourceValue | undefined): number | undefined {
  const number = numberOf(value);
  return number !== undefined && number >= 0 && Number.isInteger(number) ? number : undefined;
}

export function proportion(part: number | undefined, whole: number | undefined): number | undefined {
  return part === undefined || !whole ? undefined : part / whole;
}

/** The quantile `fourths`/4 of `count` values, between the values at and above it. */
export function quantileBetween(
  fourths: number,
  count: number,
  below: number | undefined,
  above: number | undefined,
): number | undefined {
  if (below === undefined || above === undefined) return undefined;
  return below + (above - below) * ((((count - 1) * fourths) % 4) / 4);
}

const MOST_BINS = 100;

/**
 * Bins by the rule of Freedman and Diaconis, or that of Sturges where that makes too many, as the Python client has
 * them. Null without a spread.
 */
export function binsOf({
  min,
  max,
  count,
  range,
}: {
  min: number;
  max: number;
  count: number;
  range: number | undefined;
}): { least: number; width: number; count: number } | null {
  const apart = max - min;
  if (!(apart > 0) || count === 0) return null;
  const width = range === undefined ? 0 : range === 0 ? 1 : 2 * range * count ** (-1 / 3);
  const bins = width > 0 ? Math.ceil(apart / width) : Number.POSITIVE_INFINITY;
  if (bins <= MOST_BINS) return { least: min, width, count: bins };
  const few = Math.min(MOST_BINS, Math.ceil(Math.log2(count) + 1));
  return { least: min, width: apart / few, count: few };
}

/** `1.500K to 2.000K`; the last bin has no end. compat: the form of the Python client, which pages show as it is. */
export function boundariesOf({ least, width, count }: { least: number; width: number; count: number }): string[] {
  return Array.from({ length: count }, (_, i) => {
    const from = shortNumber(least + i * width);
    return i === count - 1 ? `${from} and up` : `${from} to ${shortNumber(least + (i + 1) * width)}`;
  });
}

const UNITS = ['', 'K', 'M', 'B', 'T'];

function shortNumber(value: number): string {
  if (value === 0) return '0';
  const thousands = Math.floor(Math.log(Math.abs(value)) / Math.log(1000));
  const unit = UNITS.at(thousands);
  if (thousands >= UNITS.length) return `${Math.trunc(value / 1000 ** thousands)}e${thousands * 3}`;
  return `${(value / 1000 ** thousands).toFixed(3)}${unit ?? ''}`;
}
