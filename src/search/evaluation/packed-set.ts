/** A compact set of document ids for caching: a list, or a bitmap where the ids are dense. */
import { type DocIdSet, intersect, minus, NO_DOC_IDS, union } from './doc-id-set.js';

export interface PackedSet {
  readonly bytes: number;
  add(docIds: DocIdSet): void;
  remove(docIds: DocIdSet): void;
  all(): DocIdSet;
  /** The given ids that are in the set. */
  among(docIds: DocIdSet): DocIdSet;
}

const BITS = 32;

export function createPackedSet(): PackedSet {
  let few = NO_DOC_IDS;
  let bits: Int32Array | null = null;
  let size = 0;

  function setBits(docIds: DocIdSet): void {
    const needed = ((docIds.at(-1) ?? 0) >>> 5) + 1;
    if (bits === null || bits.length < needed) {
      const wider = new Int32Array(Math.max(needed, bits === null ? 0 : bits.length + (bits.length >> 3)));
      if (bits !== null) wider.set(bits);
      bits = wider;
    }
    for (let i = 0; i < docIds.length; i++) {
      const n = docIds[i] ?? 0;
      const word = bits[n >>> 5] ?? 0;
      const bit = 1 << (n & 31);
      if ((word & bit) === 0) size++;
      bits[n >>> 5] = word | bit;
    }
  }

  function clearBits(from: Int32Array, docIds: DocIdSet): void {
    for (let i = 0; i < docIds.length; i++) {
      const n = docIds[i] ?? 0;
      const word = from[n >>> 5] ?? 0;
      const bit = 1 << (n & 31);
      if ((word & bit) === 0) continue;
      size--;
      from[n >>> 5] = word & ~bit;
    }
  }

  return {
    get bytes() {
      return (bits ?? few).byteLength;
    },
    add(numbers) {
      if (bits !== null) return setBits(numbers);
      few = union(few, numbers);
      if (few.length * BITS <= (few.at(-1) ?? 0)) return;
      setBits(few);
      few = NO_DOC_IDS;
    },
    remove(numbers) {
      if (bits !== null) clearBits(bits, numbers);
      else few = minus(few, numbers);
    },
    all: () => (bits === null ? few : numbersOf(bits, size)),
    among: (numbers) => (bits === null ? intersect(few, numbers) : withBits(numbers, bits)),
  };
}

function numbersOf(bits: Int32Array, size: number): DocIdSet {
  const out = new Int32Array(size);
  let at = 0;
  for (let i = 0; i < bits.length; i++)
    for (let word = bits[i] ?? 0; word !== 0; word &= word - 1)
      out[at++] = i * BITS + BITS - 1 - Math.clz32(word & -word);
  return out;
}

function withBits(docIds: DocIdSet, bits: Int32Array): DocIdSet {
  const out = new Int32Array(docIds.length);
  let size = 0;
  for (let i = 0; i < docIds.length; i++) {
    const n = docIds[i] ?? 0;
    if (((bits[n >>> 5] ?? 0) >>> (n & 31)) & 1) out[size++] = n;
  }
  return size === docIds.length ? docIds : out.slice(0, size);
}
