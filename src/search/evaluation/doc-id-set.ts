/**
 * Sets of document ids (the integer `n` of a search document): ascending, without duplicates. Pure; linear in the
 * lengths. Every index lies inside its list, so `?? 0` never applies; it costs nothing.
 */
export type DocIdSet = Int32Array;

export const NO_DOC_IDS: DocIdSet = new Int32Array(0);

export function intersect(a: DocIdSet, b: DocIdSet): DocIdSet {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  const out = new Int32Array(few.length);
  let size = 0;
  if (many.length > few.length * 32) {
    let low = 0;
    for (const n of few) {
      low = lowerBound(many, n, low);
      if (low < many.length && many[low] === n) out[size++] = n;
    }
    return out.slice(0, size);
  }
  let j = 0;
  for (let i = 0; i < few.length; i++) {
    const n = few[i] ?? 0;
    while (j < many.length && (many[j] ?? 0) < n) j++;
    if (j < many.length && many[j] === n) out[size++] = n;
  }
  return out.slice(0, size);
}

export function union(a: DocIdSet, b: DocIdSet): DocIdSet {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const out = new Int32Array(a.length + b.length);
  let size = 0;
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const left = a[i] ?? 0;
    const right = b[j] ?? 0;
    out[size++] = left < right ? left : right;
    if (left <= right) i++;
    if (right <= left) j++;
  }
  while (i < a.length) out[size++] = a[i++] ?? 0;
  while (j < b.length) out[size++] = b[j++] ?? 0;
  return out.slice(0, size);
}

/** The members of `a` that are not in `b`. */
export function minus(a: DocIdSet, b: DocIdSet): DocIdSet {
  if (b.length === 0) return a;
  const out = new Int32Array(a.length);
  let size = 0;
  let j = 0;
  for (let i = 0; i < a.length; i++) {
    const n = a[i] ?? 0;
    while (j < b.length && (b[j] ?? 0) < n) j++;
    if (j >= b.length || b[j] !== n) out[size++] = n;
  }
  return out.slice(0, size);
}

export function filtered(set: DocIdSet, fits: (n: number) => boolean): DocIdSet {
  const out = new Int32Array(set.length);
  let size = 0;
  for (let i = 0; i < set.length; i++) {
    const n = set[i] ?? 0;
    if (fits(n)) out[size++] = n;
  }
  return size === set.length ? set : out.slice(0, size);
}

/** Accepts any order and duplicates. */
export function setOf(numbers: Iterable<number>): DocIdSet {
  const sorted = Int32Array.from(numbers).sort();
  let size = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[size++] = sorted[i] ?? 0;
  return sorted.slice(0, size);
}

/** Parses ascending ids separated by commas. */
export function parseDocIds(text: string): DocIdSet {
  const out = new Int32Array((text.length >> 1) + 1);
  let size = 0;
  let value = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 44) {
      out[size++] = value;
      value = 0;
    } else value = value * 10 + code - 48;
  }
  if (text.length > 0) out[size++] = value;
  return out.slice(0, size);
}

/** The first index from `low` on whose id is not below `n`. */
export function lowerBound(set: DocIdSet, n: number, low = 0): number {
  let left = low;
  let right = set.length;
  while (left < right) {
    const middle = (left + right) >>> 1;
    if ((set[middle] ?? 0) < n) left = middle + 1;
    else right = middle;
  }
  return left;
}
