/**
 * The search document of an entity, from what is stored of it alone: its own text, and the ids of what it points at. Names of
 * owners, tags and containers are looked up when a search asks, so no rename ever leaves a document behind.
 */
import { hash } from 'node:crypto';
import { at, containersOf, type EntityType, eachPart, type Fields, isObject } from '../catalog/index.js';
import { CERTIFICATION_PART, type EntityRow, RELATION, type SearchDocument } from '../storage/index.js';
import { EVERY, keyToken, presenceToken, referenceToken } from './key-token.js';
import { indexTokens, splitWords, wholeToken } from './tokenize.js';

/** What points at an entity or is put on it. */
export interface Surroundings {
  edges: readonly { kind: string; from_id: string }[];
  tags: readonly { part: string; tag_id: string }[];
}

/** Values that hits are counted by. Short names: there is one of these for every document. */
export interface Facets {
  /** Type. */
  y: string;
  /** Fields with few values. */
  s?: Record<string, string>;
  /** Containers, nearest first. */
  c?: [field: string, id: string][];
  /** Own owners, domains, data products; tags of the entity and of its parts; certification. */
  o?: string[];
  d?: string[];
  p?: string[];
  t?: string[];
  z?: string;
}

/** Edges into an entity that its document tells of. */
export const INDEXED_EDGES: readonly string[] = [
  RELATION.owns,
  RELATION.hasDomain,
  RELATION.reviews,
  RELATION.follows,
  RELATION.has,
  'hasAsset',
];

/** How many words of a long text are kept. */
const MOST_WORDS = 5000;
const unkeyed = new Set(['id', 'description', 'href', 'version', 'updatedAt', 'updatedBy', 'deleted', 'sourceHash']);
const VERSION = '1';

export function makeDocument(type: EntityType, row: EntityRow, around: Surroundings): SearchDocument {
  const core = JSON.parse(row.doc) as Fields;
  const parts = partsOf(type, core);
  const names = [row.name, ...texts(core.displayName), ...further(type, core, 'name')];
  const partNames = [
    ...parts.flatMap((part) => [...texts(part.name), ...texts(part.displayName)]),
    ...further(type, core, 'parts'),
  ];
  const document = {
    id: row.id,
    type: row.type,
    weight: Math.min(99, indexTokens(row.name).length),
    nameKey: wholeToken(row.name),
    name: row.name,
    facets: JSON.stringify(facetsOf(type, core, row, around)),
    parts: JSON.stringify(parts.slice(0, 300).map((part) => String(part.name))),
    tokens: {
      exact: [...new Set(names.map(wholeToken).filter((token) => token !== ''))],
      name: tokensOf(names),
      parts: tokensOf(partNames),
      refs: referencesOf(row, around),
      body: tokensOf([
        ...texts(core.description),
        ...parts.flatMap((part) => texts(part.description)),
        ...further(type, core, 'body'),
      ]),
      keys: keysOf(core, row, parts, around),
    },
  };
  return { ...document, hash: fingerprint(document), words: vocabulary([...names, ...partNames]) };
}

function fingerprint(document: object): string {
  return hash('sha1', VERSION + JSON.stringify(document), 'base64').slice(0, 20);
}

function partsOf(type: EntityType, core: Fields): Fields[] {
  const parts: Fields[] = [];
  for (const rule of type.parts ?? []) eachPart(core, rule, (part) => void parts.push(part));
  return parts;
}

function further(type: EntityType, core: Fields, column: 'name' | 'parts' | 'body'): string[] {
  return Object.entries(type.search?.text ?? {}).flatMap(([path, where]) =>
    where === column ? texts(at(core, path)) : [],
  );
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return Array.isArray(value) ? value.flatMap(texts) : [];
}

function tokensOf(given: readonly string[]): string[] {
  return given.flatMap(indexTokens).slice(0, MOST_WORDS);
}

function vocabulary(names: readonly string[]): string[] {
  const words = names.flatMap(splitWords).flatMap(({ parts, raw }) => [...parts, ...raw]);
  return [...new Set(words)].filter((word) => word.length >= 2 && word.length <= 30 && !/^\d+$/.test(word));
}

function referencesOf(row: EntityRow, { edges, tags }: Surroundings): string[] {
  const ids = [
    ...containersOf(row).map(([, id]) => id),
    ...edges.filter(({ kind }) => kind !== RELATION.follows).map((edge) => edge.from_id),
    ...tags.map((tag) => tag.tag_id),
  ];
  return [...new Set(ids)].map(referenceToken);
}

function keysOf(core: Fields, row: EntityRow, parts: readonly Fields[], { edges, tags }: Surroundings): string[] {
  const keys = new Set([
    EVERY,
    keyToken('id', row.id),
    keyToken('entityType', row.type),
    keyToken('deleted', String(row.deleted)),
    keyToken('seen', `${row.type} ${row.deleted}`),
  ]);
  const add = (field: string, value: string) => {
    keys.add(keyToken(field, value));
    keys.add(presenceToken(field));
  };
  for (const [field, value] of Object.entries(core))
    for (const item of Array.isArray(value) ? value : [value])
      if (isScalar(item) && item !== '' && !unkeyed.has(field)) add(field, String(item));
  if (typeof core.description === 'string' && core.description !== '') keys.add(presenceToken('description'));
  for (const part of parts) add('columns.name', String(part.name));
  for (const [field, id] of containersOf(row)) add(field, id);
  for (const { kind, from_id } of edges) add(`edge.${kind}`, from_id);
  for (const { part, tag_id } of tags) add(part === CERTIFICATION_PART ? 'certification' : 'tags', tag_id);
  return [...keys];
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function facetsOf(type: EntityType, core: Fields, row: EntityRow, { edges, tags }: Surroundings): Facets {
  const of = (kind: string) => edges.filter((edge) => edge.kind === kind).map((edge) => edge.from_id);
  const fields = Object.entries(core).filter(
    ([field, value]) =>
      (field.endsWith('Type') || type.search?.facets?.includes(field)) && typeof value === 'string' && !isObject(value),
  ) as [string, string][];
  const labels = [...new Set(tags.filter(({ part }) => part !== CERTIFICATION_PART).map((tag) => tag.tag_id))];
  const certificate = tags.find(({ part }) => part === CERTIFICATION_PART);
  return {
    y: row.type,
    ...(fields.length > 0 ? { s: Object.fromEntries(fields) } : {}),
    ...(row.refs === null ? {} : { c: containersOf(row).map(([field, id]) => [field, id] as [string, string]) }),
    ...filled('o', of(RELATION.owns)),
    ...filled('d', of(RELATION.hasDomain)),
    ...filled('p', of('hasAsset')),
    ...filled('t', labels),
    ...(certificate ? { z: certificate.tag_id } : {}),
  };
}

function filled(key: 'o' | 'd' | 'p' | 't', ids: string[]): Partial<Facets> {
  return ids.length > 0 ? { [key]: ids } : {};
}
