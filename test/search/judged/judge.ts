// How good an answer an asset is, by what is true of it: 3 is what was asked for by name, 2 has what was asked for in its name
// (or in that of one of its columns, where a column is wanted), 1 tells of it. Knows nothing of the engine that it judges.
import type { Asset } from '../catalog/asset.js';
import { people, tags, teams, words as titled } from '../catalog/people-and-labels.js';
import { things } from '../catalog/vocabulary.js';

export type Grade = 0 | 1 | 2 | 3;
export type Judge = (known: Known) => Grade;

/** nDCG@10 of the grades of the answers, in their order, against the best order there could be. */
export function ndcg(got: readonly number[], all: readonly number[]): number {
  const best = gain([...all].sort((a, b) => b - a));
  return best === 0 ? 0 : gain(got) / best;
}

function gain(grades: readonly number[]): number {
  return grades.slice(0, 10).reduce((sum, grade, i) => sum + (2 ** grade - 1) / Math.log2(i + 2), 0);
}

const singular = new Map(
  things.flatMap(({ name, plural }) => {
    const [one = '', many = ''] = [name.split('_').at(-1), plural.split('_').at(-1)];
    return [[many, one]];
  }),
);

/** The parts of a name or text, small, in the singular: `OrderItems` and `order_items` are order, item. */
export function partsOf(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .map((part) => singular.get(part) ?? part);
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** What an asset is called and what tells of it, taken apart once. */
export interface Known {
  asset: Asset;
  /** Its names, letters and digits only, small. */
  names: readonly string[];
  /** Its names and those of its columns, whole and in parts. */
  called: Words;
  columns: Words;
  told: ReadonlySet<string>;
}

interface Words {
  wholes: ReadonlySet<string>;
  parts: readonly ReadonlySet<string>[];
}

export function know(asset: Asset): Known {
  const names = [asset.name, ...(asset.displayName ? [asset.displayName] : [])];
  return {
    asset,
    names: names.map(letters),
    called: wordsOf(names),
    columns: wordsOf([asset.name, ...asset.columns]),
    told: new Set(textsAbout(asset).flatMap(partsOf)),
  };
}

function wordsOf(names: readonly string[]): Words {
  const parts = names.map(partsOf);
  return { wholes: new Set(parts.map((one) => one.join(''))), parts: parts.map((one) => new Set(one)) };
}

/** Asked for by its name or parts of it, in whatever spelling. */
export function byName(q: string): Judge {
  const asked = askedFor(q);
  return ({ called, told }) => grade(called, told, asked);
}

/** A table with this column is wanted. One whose column is called nearly so is a fair answer. */
export function byColumn(q: string): Judge {
  const asked = askedFor(q);
  return ({ columns, told }) => grade(columns, told, asked);
}

interface Asked {
  whole: string;
  parts: readonly string[];
}

function askedFor(q: string): Asked {
  const parts = partsOf(q);
  return { whole: parts.join(''), parts };
}

function grade({ wholes, parts }: Words, told: ReadonlySet<string>, asked: Asked): Grade {
  if (wholes.has(asked.whole)) return 3;
  // What it is called tells of it, too, and most assets have none of the words.
  if (!hasAll(told, asked.parts)) return 0;
  return parts.some((of) => hasAll(of, asked.parts)) ? 2 : 1;
}

/** Asked in words for tables about a thing that have a column. */
export function byContent(thing: string, column: string): Judge {
  const [things, columns] = [partsOf(thing), partsOf(column)];
  return ({ called, asset }) => {
    if (!called.parts.some((of) => hasAll(of, things))) return 0;
    return asset.columns.some((one) => hasAll(new Set(partsOf(one)), columns)) ? 3 : 1;
  };
}

/** Asked in words for something of a type by a name; another type of that name is a fair answer. */
export function byKind(type: string, q: string): Judge {
  const named = byName(q);
  return (known) => {
    if (named(known) < 2) return 0;
    return known.asset.type === type ? 3 : 1;
  };
}

/** Typing a name: its beginning, or that of its last word. */
export function byBeginning(q: string): Judge {
  const asked = partsOf(q);
  const before = asked.slice(0, -1);
  const last = asked.at(-1) ?? '';
  const fits = (parts: ReadonlySet<string>) =>
    hasAll(parts, before) && [...parts].some((part) => part.startsWith(last));
  const beginning = letters(q);
  return ({ names, called, told }) => {
    if (names.some((name) => name.startsWith(beginning))) return 3;
    if (called.parts.some(fits)) return 2;
    return fits(told) ? 1 : 0;
  };
}

/** What somebody owns, or bears a label; the owner or label itself when it is among what was searched. */
export function byMark(q: string, bears: (asset: Asset) => boolean): Judge {
  const named = byName(q);
  return (known) => (bears(known.asset) ? 3 : named(known));
}

/** Of those that fit a name equally well, the most used: `level` is how well, `most` how much use counts as much. */
export function byUse(q: string, level: Grade, most: number): Judge {
  const named = byName(q);
  return (known) => {
    const { use } = known.asset;
    const name = named(known);
    if (name < level) return name === 2 ? 1 : 0;
    return use >= most ? 3 : use > 0 ? 2 : 1;
  };
}

/** A name in a place, as `finance invoices`. */
export function inPlace(place: string, q: string): Judge {
  const named = byName(q);
  return (known) => {
    if (named(known) < 2) return 0;
    return (known.asset.container ?? '').split('.').includes(place) ? 3 : 1;
  };
}

/** The one that has this FQN, by it or by a text that only it has. */
export function only(wanted: (asset: Asset) => boolean): Judge {
  return ({ asset }) => (wanted(asset) ? 3 : 0);
}

const shown = new Map([
  ...[...people(), ...teams()].map(({ name, displayName }) => [name, displayName ?? ''] as const),
  ...tags().map(({ fqn, name }) => [fqn, name] as const),
]);

function textsAbout(asset: Asset): string[] {
  const { name, displayName = '', description = '', columns, owner, container = '', domain = '' } = asset;
  const marks = [...asset.tags, ...Object.values(asset.columnTags)];
  const texts = [name, displayName, description, ...columns, container, titled(container), domain, ...marks];
  if (owner) texts.push(owner.name, shown.get(owner.name) ?? '');
  return texts;
}

function hasAll(parts: ReadonlySet<string>, asked: readonly string[]): boolean {
  return asked.every((word) => parts.has(word));
}
