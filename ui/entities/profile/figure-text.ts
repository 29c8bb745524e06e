/** Figures of profiles and their names as people read them. */
import { formatNumber, spaced } from '../../words/format.js';

/** `nullProportion` as "Null proportion". */
export function figureTitle(name: string): string {
  const words = spaced(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function figureText(name: string, value: number): string {
  if (name.endsWith('Proportion')) return formatNumber(value, { style: 'percent', maximumFractionDigits: 2 });
  if (name === 'sizeInByte') return bytesText(value);
  return formatNumber(value, { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 });
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;

function bytesText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1000))));
  const unit = UNITS[step] ?? 'byte';
  return formatNumber(bytes / 1000 ** step, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 });
}
