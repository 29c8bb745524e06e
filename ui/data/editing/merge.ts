// Changes as JSON Patch: from two values, backwards, and over what somebody else changed meanwhile. Pure.
import type { JsonPatch, PatchStep } from 'cairn/client';

type Json = unknown;
type Obj = Record<string, Json>;

const isObj = (value: Json): value is Obj => typeof value === 'object' && value !== null && !Array.isArray(value);

export function equal(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => equal(item, b[i]));
  if (!isObj(a) || !isObj(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && equal(a[key], b[key]));
}

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');
const unescaped = (key: string) => key.replaceAll('~1', '/').replaceAll('~0', '~');

/** The steps from one value to another. Lists of one length are compared by place, others are replaced. */
export function diff(from: Json, to: Json, path = ''): PatchStep[] {
  if (equal(from, to)) return [];
  if (isObj(from) && isObj(to)) {
    const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])];
    return keys.flatMap((key): PatchStep[] => {
      const at = `${path}/${escaped(key)}`;
      if (to[key] === undefined) return from[key] === undefined ? [] : [{ op: 'remove', path: at }];
      if (from[key] === undefined) return [{ op: 'add', path: at, value: to[key] }];
      return diff(from[key], to[key], at);
    });
  }
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length && path !== '')
    return from.flatMap((item, i) => diff(item, to[i], `${path}/${i}`));
  return [{ op: 'replace', path, value: to }];
}

/** The value after the steps `add`, `replace` and `remove`; others are not made here. */
export function apply<T>(value: T, patch: JsonPatch): T {
  return patch.reduce<Json>((now, step) => change(now, step.path.split('/').slice(1).map(unescaped), step), value) as T;
}

function change(value: Json, [key, ...rest]: string[], step: PatchStep): Json {
  if (key === undefined) return 'value' in step ? step.value : undefined;
  if (Array.isArray(value)) {
    const copy = [...value];
    const at = key === '-' ? copy.length : Number(key);
    if (rest.length > 0) copy[at] = change(copy[at], rest, step);
    else if (step.op === 'remove') copy.splice(at, 1);
    else if (step.op === 'add') copy.splice(at, 0, step.value);
    else if ('value' in step) copy[at] = step.value;
    return copy;
  }
  const object = isObj(value) ? value : {};
  if (rest.length > 0) return { ...object, [key]: change(object[key], rest, step) };
  if (step.op === 'remove') {
    const { [key]: _, ...others } = object;
    return others;
  }
  return 'value' in step ? { ...object, [key]: step.value } : object;
}

/** The value at a path; undefined where there is none. */
export function valueAt(value: Json, path: string): Json {
  return path
    .split('/')
    .slice(1)
    .map(unescaped)
    .reduce<Json>((now, key) => {
      if (Array.isArray(now)) return now[Number(key)];
      return isObj(now) ? now[key] : undefined;
    }, value);
}

/** The patch that undoes another one made from `before` to `after`. */
export function inverse(before: Json, after: Json, patch: JsonPatch): PatchStep[] {
  return diff(only(after, patch), only(before, patch));
}

/** The parts of a value that a patch touches, so that an undo touches nothing else. */
function only(value: Json, patch: JsonPatch): Json {
  if (!isObj(value)) return value;
  const keys = new Set(patch.map(({ path }) => unescaped(path.split('/')[1] ?? '')));
  return Object.fromEntries(Object.entries(value).filter(([key]) => keys.has(key)));
}

export interface Conflict {
  /** The field, such as `/description` or `/columns/3/description`. */
  path: string;
  base: Json;
  theirs: Json;
  mine: Json;
}

export interface Merged {
  /** My steps that nobody else touched. */
  patch: PatchStep[];
  conflicts: Conflict[];
}

/** My change from `base`, over what others made of it: disjoint paths are kept, others are conflicts. */
export function merge(base: Json, theirs: Json, mine: JsonPatch): Merged {
  const changed = diff(base, theirs).map(({ path }) => path);
  const overlaps = (a: string, b: string) => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
  const patch: PatchStep[] = [];
  const conflicts: Conflict[] = [];
  for (const step of mine) {
    const want = step.op === 'remove' ? undefined : 'value' in step ? step.value : undefined;
    if (!changed.some((path) => overlaps(path, step.path))) patch.push(step);
    else if (!equal(valueAt(theirs, step.path), want))
      conflicts.push({
        path: step.path,
        base: valueAt(base, step.path),
        theirs: valueAt(theirs, step.path),
        mine: want,
      });
  }
  return { patch, conflicts };
}

/** The step that gives a field a value, whether it has one or not. */
export function stepTo(now: Json, path: string, value: Json): PatchStep[] {
  const is = valueAt(now, path);
  if (value === undefined) return is === undefined ? [] : [{ op: 'remove', path }];
  if (equal(is, value)) return [];
  return [{ op: is === undefined ? 'add' : 'replace', path, value }];
}
