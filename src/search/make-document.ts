/**
 * The search document of an entity, from what is stored of it alone: its own text, and the ids of what it points at. Names of
 * owners, tags and containers are looked up when a search asks, so no rename ever leaves a document behind.
 */
import { hash } from 'node:crypto';
import { at, containersOf, type EntityType, eachPart, type Fields, isObject } from '../catalog/index.js';
import { CERTIFICATION_PART, type IndexedEntity, RELATION, type SearchDocument } from '../storage/index.js';
import { boundedMemory } from './bounded-memory.js';
import { createKeyTokens, type KeyTokens, referenceToken } from './key-token.js';
import { createTokenMaker } from './text-tokens.js';
import { wholeToken } from './tokenize.js';

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
  /** 1 where it is soft deleted, 2 where it is on its way out for good. */
  x?: number;
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

const COUNTED_EDGES: ReadonlySet<string> = new Set([RELATION.owns, RELATION.hasDomain, 'hasAsset']);

type Containers = readonly (readonly [field: string, id: string])[];

const MOST_PARTS = 300;
const MOST_COMBINATIONS = 5000;
const unkeyed = new Set(['id', 'description', 'href', 'version', 'updatedAt', 'updatedBy', 'deleted', 'sourceHash']);
const VERSION = '3';

/** The document of an entity, from its row and what is around it. */
export type DocumentMaker = (type: EntityType, row: IndexedEntity, around: Surroundings) => SearchDocument;

/** What a maker gives depends on its arguments alone; it remembers what it saw to be fast. */
export function createDocumentMaker(): DocumentMaker {
  const { of: tokensOf, join } = createTokenMaker();
  const keys = createKeyTokens();
  const facetKeyOf = boundedMemory(MOST_COMBINATIONS, fingerprint);
  const containersIn = boundedMemory(MOST_COMBINATIONS, (refs) => containersOf({ refs }));
  return (type, row, around) => {
    const core = JSON.parse(row.doc) as Fields;
    const containers = row.refs === null ? [] : containersIn(row.refs);
    const parts = partsOf(type, core);
    const nameTexts = [...new Set([row.name, ...texts(core.displayName), ...further(type, core, 'name')])];
    const names = nameTexts.map(tokensOf);
    const partNames = textsOfParts(parts, ['name', 'displayName'], further(type, core, 'parts')).map(tokensOf);
    const body = textsOfParts(parts, ['description'], further(type, core, 'body'));
    const facets = JSON.stringify(facetsOf(type, core, row, containers, around));
    const fields = {
      type: row.type,
      weight: Math.min(99, tokensOf(row.name).count),
      nameKey: wholeToken(row.name),
      name: row.name,
      parts: JSON.stringify(parts.slice(0, MOST_PARTS).map((part) => String(part.name))),
    };
    const tokens = {
      exact: [...new Set(nameTexts.map(wholeToken))].filter((whole) => whole !== '').join(' '),
      name: join(names),
      parts: join(partNames),
      refs: referencesOf(containers, around).join(' '),
      body: join([...texts(core.description), ...body].map(tokensOf)),
      keys: keysOf(core, row, parts, around, keys).join(' '),
    };
    const hash = fingerprint([VERSION, ...Object.values(fields), ...Object.values(tokens)].join('\n'));
    return {
      id: row.id,
      ...fields,
      facets,
      facetKey: facetKeyOf(facets),
      tokens,
      hash,
      words: [...names, ...partNames].map(({ words }) => words),
    };
  };
}

function fingerprint(text: string): string {
  return hash('sha1', text, 'base64').slice(0, 20);
}

function textsOfParts(parts: readonly Fields[], fields: readonly string[], others: readonly string[]): string[] {
  const found: string[] = [];
  for (const part of parts)
    for (const field of fields) {
      const value = part[field];
      if (typeof value === 'string' && value !== '') found.push(value);
    }
  return others.length === 0 ? found : [...found, ...others];
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

function referencesOf(containers: Containers, { edges, tags }: Surroundings): string[] {
  const ids = [
    ...containers.map(([, id]) => id),
    ...edges.filter(({ kind }) => kind !== RELATION.follows).map((edge) => edge.from_id),
    ...tags.map((tag) => tag.tag_id),
  ];
  return [...new Set(ids)].map(referenceToken);
}

/** Tokens of values. What documents are counted by stands in their combination and has none. */
function keysOf(
  core: Fields,
  row: IndexedEntity,
  parts: readonly Fields[],
  { edges }: Surroundings,
  { of: keyToken, presence: presenceToken }: KeyTokens,
): string[] {
  const keys = new Set([keyToken('id', row.id), keyToken('entityType', row.type)]);
  const add = (field: string, value: string) => {
    keys.add(keyToken(field, value));
    keys.add(presenceToken(field));
  };
  for (const [field, value] of Object.entries(core))
    if (!unkeyed.has(field) && !isCounted(field))
      for (const item of Array.isArray(value) ? value : [value])
        if (isScalar(item) && item !== '') add(field, String(item));
  if (typeof core.description === 'string' && core.description !== '') keys.add(presenceToken('description'));
  for (const part of parts) add('columns.name', String(part.name));
  for (const { kind, from_id } of edges) if (!COUNTED_EDGES.has(kind)) add(`edge.${kind}`, from_id);
  return [...keys];
}

/** Whether documents are counted by a field of the core, whatever their type. */
export function isCounted(field: string): boolean {
  return field.endsWith('Type');
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function facetsOf(
  type: EntityType,
  core: Fields,
  row: IndexedEntity,
  containers: Containers,
  { edges, tags }: Surroundings,
): Facets {
  const of = (kind: string) => edges.filter((edge) => edge.kind === kind).map((edge) => edge.from_id);
  const fields = Object.entries(core).filter(
    ([field, value]) =>
      (isCounted(field) || type.search?.facets?.includes(field)) && typeof value === 'string' && !isObject(value),
  ) as [string, string][];
  const labels = [...new Set(tags.filter(({ part }) => part !== CERTIFICATION_PART).map((tag) => tag.tag_id))];
  const certificate = tags.find(({ part }) => part === CERTIFICATION_PART);
  return {
    y: row.type,
    ...(fields.length > 0 ? { s: Object.fromEntries(fields) } : {}),
    ...(row.refs === null ? {} : { c: containers.map(([field, id]) => [field, id] as [string, string]) }),
    ...filled('o', of(RELATION.owns)),
    ...filled('d', of(RELATION.hasDomain)),
    ...filled('p', of('hasAsset')),
    ...filled('t', labels),
    ...(certificate ? { z: certificate.tag_id } : {}),
    ...(row.deleted ? { x: row.deleted } : {}),
  };
}

function filled(key: 'o' | 'd' | 'p' | 't', ids: string[]): Partial<Facets> {
  return ids.length > 0 ? { [key]: ids } : {};
}
