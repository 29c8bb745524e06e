/** Figures of profiles and their names as people read them. */
import { say } from '../../words/define-words.js';
import { profileWords } from '../../words/entities/profile.js';
import { formatBytes, formatNumber, spaced, upperFirst } from '../../words/format.js';

/** Figures whose names would say little. */
const NAMED = ['sizeInByte', 'stddev', 'min', 'max', 'valuesCount', 'valuesPercentage'] as const;

/** `nullProportion` as "Null proportion". */
export function figureTitle(name: string): string {
  const known = NAMED.find((one) => one === name);
  if (known) return say(profileWords)(`figure.${known}`);
  return upperFirst(spaced(name));
}

export function figureText(name: string, value: number): string {
  if (name.endsWith('Proportion')) return formatNumber(value, { style: 'percent', maximumFractionDigits: 2 });
  if (name === 'sizeInByte') return formatBytes(value);
  return formatNumber(value, { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 });
}
