import { isId } from '../../../entities/fields/values.js';
import { formatTime, spaced } from '../../../words/format.js';
import { resultName } from '../../../words/results.js';

/** Members that say nothing to people. */
const SILENT = /^(id|href|deleted|version|inherited|hash|.*Id)$/;
const TIMES = /(timestamp|At|Date|Ts)$/;

/** A value of an event as `textOf` shows it: JSON in texts is parsed, ids are omitted, times are formatted. */
export function readable(value: unknown, key = ''): unknown {
  if (typeof value === 'number') return TIMES.test(key) && value > 1e11 ? formatTime(value) : value;
  if (typeof value === 'string') {
    if (key === 'testCaseStatus') return resultName(value);
    if (isId(value)) return '';
    const found = /^\s*[[{]/.test(value) ? parsed(value) : undefined;
    return found === undefined ? value : readable(found, key);
  }
  if (Array.isArray(value)) return value.map((one) => readable(one, key));
  if (typeof value !== 'object' || value === null) return value;
  const { id, ...rest } = value as Record<string, unknown>;
  // Tags and references stay as they are: `textOf` shows their names.
  if (rest.tagFQN || (id && (rest.displayName || rest.fullyQualifiedName || rest.name))) return value;
  return Object.fromEntries(
    Object.entries(rest).flatMap(([name, one]) => {
      const shown = SILENT.test(name) ? '' : readable(one, name);
      return shown === '' || shown === null || shown === undefined ? [] : [[spaced(name), shown]];
    }),
  );
}

/** Text that only looks like JSON stays a text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
