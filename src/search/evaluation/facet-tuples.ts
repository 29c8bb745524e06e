/**
 * Facet tuples in memory: each is a list of terms, each term a value in a field, stored once. Takes about forty bytes
 * per tuple and about a hundred per distinct owner, tag or container.
 */
import type { Facets } from '../indexing/make-document.js';

export interface FacetTuples {
  /** Greater than every tuple id. */
  readonly end: number;
  /** Number of distinct terms. */
  readonly termCount: number;
  has(f: number): boolean;
  add(f: number, facets: Facets): void;
  /**
   * Calls `test` with each term of a tuple in order, containers nearest first, until it returns true. Returns whether
   * it did.
   */
  some(f: number, test: (term: number) => boolean): boolean;
  /** The id of a term; undefined when no tuple has it. */
  term(field: string, value: string): number | undefined;
  /** The id of a field; undefined when no tuple has it. */
  field(name: string): number | undefined;
  fieldOf(term: number): number;
  fieldName(field: number): string;
  /** Whether a term names a container. */
  isContainer(term: number): boolean;
  /** In lower case, where case does not matter to filters. */
  valueOf(term: number): string;
  /** The value as the first document with it has it. */
  writtenOf(term: number): string;
}

export function createFacetTuples(): FacetTuples {
  const terms = new Map<string, number>();
  const values: string[] = [];
  const written: string[] = [];
  const fields = new Map<string, number>();
  const fieldNames: string[] = [];
  const holdsContainers: boolean[] = [];
  let fieldOf = new Int32Array(256);
  let starts = new Int32Array(256);
  let lengths = new Int32Array(256);
  let data = new Int32Array(1024);
  let size = 0;
  let end = 0;

  function fieldNumber(name: string): number {
    const known = fields.get(name);
    if (known !== undefined) return known;
    fields.set(name, fieldNames.length);
    holdsContainers.push(name.startsWith('c.'));
    return fieldNames.push(name) - 1;
  }

  function termNumber(field: string, given: string): number {
    const value = field.startsWith('s.') ? given.toLowerCase() : given;
    const name = `${field}=${value}`;
    const known = terms.get(name);
    if (known !== undefined) return known;
    const term = values.length;
    terms.set(name, term);
    values.push(value);
    written.push(given);
    fieldOf = grown(fieldOf, term);
    fieldOf[term] = fieldNumber(field);
    return term;
  }

  return {
    get end() {
      return end;
    },
    get termCount() {
      return values.length;
    },
    has: (f) => f < end && (lengths[f] ?? 0) > 0,
    add(f, facets) {
      const list = termsOf(facets);
      starts = grown(starts, f);
      lengths = grown(lengths, f);
      data = grown(data, size + list.length);
      starts[f] = size;
      lengths[f] = list.length;
      for (const [field, value] of list) data[size++] = termNumber(field, value);
      end = Math.max(end, f + 1);
    },
    some(f, test) {
      if (f >= end) return false;
      const start = starts[f] ?? 0;
      const stop = start + (lengths[f] ?? 0);
      for (let i = start; i < stop; i++) if (test(data[i] ?? 0)) return true;
      return false;
    },
    term: (field, value) => terms.get(`${field}=${value}`),
    field: (name) => fields.get(name),
    fieldOf: (term) => fieldOf[term] ?? 0,
    fieldName: (field) => fieldNames[field] ?? '',
    isContainer: (term) => holdsContainers[fieldOf[term] ?? 0] === true,
    valueOf: (term) => values[term] ?? '',
    writtenOf: (term) => written[term] ?? '',
  };
}

/** Every tuple has a type, so no list is empty. */
function termsOf({ y, s, c, o, d, p, t, z, x }: Facets): [field: string, value: string][] {
  const list: [string, string][] = [
    ['y', y],
    ['x', String(x ?? 0)],
  ];
  for (const [field, id] of c ?? []) list.push([`c.${field}`, id]);
  for (const [field, value] of Object.entries(s ?? {})) list.push([`s.${field}`, value]);
  for (const [field, ids] of [['o', o] as const, ['d', d] as const, ['p', p] as const, ['t', t] as const])
    for (const id of ids ?? []) list.push([field, id]);
  if (z !== undefined) list.push(['z', z]);
  return list;
}

function grown(array: Int32Array<ArrayBuffer>, index: number): Int32Array<ArrayBuffer> {
  if (index < array.length) return array;
  const wider = new Int32Array(Math.max(index + 1, array.length * 2));
  wider.set(array);
  return wider;
}
