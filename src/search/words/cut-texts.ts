/** Long texts of what search shows are cut: a page of hits needs their beginnings, the whole is at the entity. Pure. */
import { isObject } from '../../../contract/index.js';
import type { Fields } from '../../catalog/index.js';

/** Characters of a description, an SQL text and the like. */
export const SHOWN_TEXT = 4_000;
/** The same of a field that was asked for by its name, for programs that read it here. */
export const SHOWN_ON_REQUEST = 65_536;
/** Characters of long texts in one answer; what comes behind them is cut to `SHORT`. */
export const SHOWN_IN_ALL = 8 * 1024 * 1024;
const SHORT = 500;

/** Cuts the texts of as many sources as one answer shows. */
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

  /** The value itself where nothing in it is too long. */
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

/** Never half of a character. */
function beginning(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
