/** Truncates long texts in hits: a page of hits needs only their beginnings, the entity has the whole text. Pure. */
import { isObject } from '../../../contract/index.js';
import type { Fields } from '../../catalog/index.js';

/** Characters of a text field, such as a description or an SQL text. */
export const SHOWN_TEXT = 4_000;
/** The same for a field that was requested by name, for programs that read it from hits. */
export const SHOWN_ON_REQUEST = 65_536;
/** Total characters of long texts in one response; beyond that, texts are cut to `SHORT`. */
export const SHOWN_IN_ALL = 8 * 1024 * 1024;
const SHORT = 500;

/** A cutter for all sources of one response. */
export function createTextCutter(asked: readonly string[] | null): (source: Fields) => Fields {
  const names = new Set(asked);
  let left = SHOWN_IN_ALL;

  function shown(text: string, longest: number): string {
    if (text.length <= SHORT) return text;
    const most = Math.max(SHORT, Math.min(longest, left));
    const cut = text.length <= most ? text : beginning(text, most);
    left -= cut.length;
    return cut;
  }

  /** Returns the value itself where nothing in it is too long. */
  function cutIn(value: unknown, longest: number): unknown {
    if (typeof value === 'string') return shown(value, longest);
    if (Array.isArray(value)) {
      let changed: unknown[] | null = null;
      for (const [i, item] of value.entries()) {
        const after = cutIn(item, longest);
        if (after === item) continue;
        changed ??= [...value];
        changed[i] = after;
      }
      return changed ?? value;
    }
    return isObject(value) ? cutFields(value, () => longest) : value;
  }

  function cutFields(fields: Fields, longestOf: (name: string) => number): Fields {
    let changed: Fields | null = null;
    for (const name in fields) {
      const after = cutIn(fields[name], longestOf(name));
      if (after === fields[name]) continue;
      changed ??= { ...fields };
      changed[name] = after;
    }
    return changed ?? fields;
  }

  return (source) => cutFields(source, (name) => (names.has(name) ? SHOWN_ON_REQUEST : SHOWN_TEXT));
}

/** Does not split a surrogate pair. */
function beginning(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
