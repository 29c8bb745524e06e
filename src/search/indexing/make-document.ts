/**
 * Builds the search document of an entity from its stored state alone: its own text, and the ids of the entities it
 * refers to. Names of owners, tags and containers are resolved at search time, so a rename never makes a document
 * outdated.
 */
import { hash } from 'node:crypto';
import { at, containersOf, type EntityType, type Fields, quoteName } from '../../catalog/index.js';
import { CERTIFICATION_PART, type IndexedEntity, RELATION, type SearchDocument } from '../../storage/index.js';
import { boundedCache } from '../bounded-cache.js';
import { writeColumnDigest } from '../columns/column-digest.js';
import { namesField, partsText } from '../query/part-fields.js';
import { createTokenMaker, type TextTokens, type TokenMaker, tokensOfText } from '../words/text-tokens.js';
import { wholeToken } from '../words/tokenize.js';
import { createKeyTokens, type KeyTokens, keyToken, referenceToken } from './key-token.js';

/** Edges into an entity and tags on it. */
export interface Surroundings {
  edges: readonly { kind: string; from_id: string }[];
  tags: readonly { part: string; tag_id: string }[];
}

/** Values that hits are counted by. Property names are short because every document has one of these. */
export interface Facets {
  /** Type. */
  y: string;
  /** Fields with few distinct values. */
  s?: Record<string, string>;
  /** Containers, nearest first. */
  c?: readonly (readonly [field: string, id: string])[];
  /** Own owners, domains, data products; tags of the entity and of its parts; certification. */
  o?: string[];
  d?: string[];
  p?: string[];
  t?: string[];
  z?: string;
  /** 1 where it is soft deleted, 2 where its hard deletion is in progress. */
  x?: number;
}

/** Edges into an entity that its document includes. */
export const INDEXED_EDGES: readonly string[] = [
  RELATION.owns,
  RELATION.hasDomain,
  RELATION.reviews,
  RELATION.follows,
  RELATION.has,
  'hasAsset',
];

const COUNTED_EDGES: ReadonlySet<string> = new Set([RELATION.owns, RELATION.hasDomain, 'hasAsset']);

const MOST_COMBINATIONS = 5000;
const MOST_NAMES = 10_000;
const MOST_LISTS = 200;
const unkeyed = new Set([
  'id',
  'description',
  'href',
  'version',
  'updatedAt',
  'updatedBy',
  'impersonatedBy',
  'deleted',
  'sourceHash',
]);
const VERSION = '5';
const FQN = 'fullyQualifiedName';

/** Builds the document of an entity from its row, edges and tags. */
export type DocumentMaker = (type: EntityType, row: IndexedEntity, around: Surroundings) => SearchDocument;

/** The result depends on the arguments alone; the maker caches intermediate results. */
export function createDocumentMaker(): DocumentMaker {
  const tokenMaker = createTokenMaker();
  const { of: tokensOf, ofBody, join } = tokenMaker;
  const keysOfField = createKeyTokens();
  const partsOf = createPartReader(tokenMaker, keysOfField);
  const facetKeyOf = boundedCache(MOST_COMBINATIONS, fingerprint);
  const countedIn = boundedCache(MOST_COMBINATIONS, countedTokens);
  const containersIn = boundedCache(MOST_COMBINATIONS, containersOfText);
  const furtherOf = new WeakMap<EntityType, Further>();

  function furtherIn(type: EntityType): Further {
    const known = furtherOf.get(type);
    if (known) return known;
    const further = furtherTexts(type);
    furtherOf.set(type, further);
    return further;
  }

  return (type, row, around) => {
    const core = row.core ?? (JSON.parse(row.doc) as Fields);
    const containers = row.refs === null ? NONE : containersIn(row.refs);
    const further = furtherIn(type);
    const nameTexts = [...new Set([row.name, ...texts(core.displayName), ...textsAt(core, further.name)])];
    const wholeNames = nameTexts.map(wholeToken);
    const names = nameTexts.map(tokensOfText);
    const body = texts(core.description).map(ofBody);
    const keys = keysOf(core, row, keysOfField);
    const { partNames, partTexts } = partsOf(type, core, { body, keys });
    partTexts.push(...textsAt(core, further.parts).map(tokensOf));
    body.push(...textsAt(core, further.body).map(ofBody));
    for (const { kind, from_id } of around.edges)
      if (!COUNTED_EDGES.has(kind)) addKey(keys, keysOfField(`edge.${kind}`), from_id);
    const facets = JSON.stringify(facetsOf(type, core, row, containers.list, around));
    const fields = {
      type: row.type,
      weight: Math.min(99, names[0]?.count ?? 0),
      nameKey: wholeNames[0] ?? '',
      name: row.name,
      parts: partsText(partNames),
      columns: writeColumnDigest(type, core, around.tags),
    };
    const tokens = {
      exact: [...new Set(wholeNames)].filter((whole) => whole !== '').join(' '),
      name: join(names),
      parts: join(partTexts),
      refs: referencesOf(containers.tokens, around),
      body: join(body),
      keys: [...keys].join(' '),
    };
    const hash = fingerprint([VERSION, ...Object.values(fields), ...Object.values(tokens)].join('\n'));
    const words = [...names, ...partTexts].map((text) => text.words);
    const counted = countedIn(facets);
    return { id: row.id, ...fields, facets, facetKey: facetKeyOf(facets), tokens, counted, hash, words };
  };
}

function createPartReader({ of: tokensOf, ofBody }: TokenMaker, keysOfField: (field: string) => KeyTokens) {
  const partsAt = boundedCache(MOST_LISTS, (path) => {
    const { of: keyOf, presence } = keysOfField(namesField(path));
    return { presence, of: boundedCache(MOST_NAMES, (name) => ({ tokens: tokensOf(name), key: keyOf(name) })) };
  });

  /** The names and texts of the parts of an entity; adds their descriptions to `body` and their keys to `keys`. */
  function partsOf(type: EntityType, core: Fields, { body, keys }: { body: TextTokens[]; keys: Set<string> }) {
    const partNames: Record<string, string[]> = {};
    const partTexts: TextTokens[] = [];
    for (const { path, children } of type.parts ?? []) {
      const names: string[] = [];
      const known = partsAt(path);
      for (const part of partsIn(at(core, path), children)) {
        const name = String(part.name);
        const { tokens, key } = known.of(name);
        names.push(name);
        if (typeof part.name === 'string' && name !== '') partTexts.push(tokens);
        for (const text of texts(part.displayName)) partTexts.push(tokensOf(text));
        for (const text of texts(part.description)) body.push(ofBody(text));
        keys.add(key);
        keys.add(known.presence);
      }
      partNames[path] = names;
    }
    return { partNames, partTexts };
  }

  return partsOf;
}

/** Tokens of facet values that have neither a key nor a reference token: fields with few values, and the state. */
function countedTokens(facets: string): string {
  const { s, x } = JSON.parse(facets) as Facets;
  const tokens = Object.entries(s ?? {}).map(([field, value]) => keyToken(`s.${field}`, value));
  if (x) tokens.push(keyToken('x', String(x)));
  return tokens.join(' ');
}

function fingerprint(text: string): string {
  return hash('sha1', text, 'base64').slice(0, 20);
}

/** Paths of additional text, by column. */
interface Further {
  name: readonly string[];
  parts: readonly string[];
  body: readonly string[];
}

function furtherTexts(type: EntityType): Further {
  const entries = Object.entries(type.search?.text ?? {});
  const of = (column: keyof Further) => entries.flatMap(([path, where]) => (where === column ? [path] : []));
  return { name: of('name'), parts: of('parts'), body: of('body') };
}

function textsAt(core: Fields, paths: readonly string[]): string[] {
  return paths.length === 0 ? [] : paths.flatMap((path) => texts(at(core, path)));
}

function partsIn(list: unknown, children: string | undefined): Fields[] {
  const found: Fields[] = [];
  addParts(list, children, found);
  return found;
}

function addParts(parts: unknown, children: string | undefined, found: Fields[]): void {
  if (!Array.isArray(parts)) return;
  for (const part of parts as Fields[]) {
    found.push(part);
    if (children) addParts(part[children], children, found);
  }
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  return Array.isArray(value) ? value.flatMap(texts) : [];
}

/** Containers, nearest first, and the tokens of their ids. */
interface Containers {
  list: readonly (readonly [field: string, id: string])[];
  tokens: readonly string[];
}

const NONE: Containers = { list: [], tokens: [] };

function containersOfText(refs: string): Containers {
  const list = containersOf({ refs });
  return { list, tokens: list.map(([, id]) => referenceToken(id)) };
}

function referencesOf(containers: readonly string[], { edges, tags }: Surroundings): string {
  const found = new Set(containers);
  for (const { kind, from_id } of edges) if (kind !== RELATION.follows) found.add(referenceToken(from_id));
  for (const { tag_id } of tags) found.add(referenceToken(tag_id));
  return [...found].join(' ');
}

/** Tokens of field values. Fields that hits are counted by are part of the facet tuple and have no token here. */
function keysOf(core: Fields, row: IndexedEntity, keysOfField: (field: string) => KeyTokens): Set<string> {
  const keys = new Set([keyToken('id', row.id), keysOfField('entityType').of(row.type)]);
  for (const [field, value] of Object.entries(core)) {
    if (unkeyed.has(field) || isCounted(field) || (field === FQN && isNamedByFqn(value, row.name))) continue;
    if (Array.isArray(value)) {
      for (const item of value) if (isScalar(item) && item !== '') addKey(keys, keysOfField(field), String(item));
    } else if (isScalar(value) && value !== '') addKey(keys, keysOfField(field), String(value));
  }
  if (typeof core.description === 'string' && core.description !== '') keys.add(keysOfField('description').presence);
  return keys;
}

/** Entities with such an FQN are found by the name that it ends with, so that documents below a rename stay the same. */
function isNamedByFqn(fqn: unknown, name: string): boolean {
  if (typeof fqn !== 'string') return false;
  const ends = quoteName(name).toLowerCase();
  const folded = fqn.toLowerCase();
  return folded === ends || folded.endsWith(`.${ends}`) || folded === name.toLowerCase();
}

function addKey(keys: Set<string>, { of, presence }: KeyTokens, value: string): void {
  keys.add(of(value));
  keys.add(presence);
}

/** Whether a field is part of the facet tuple, whatever the type. */
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
  containers: Containers['list'],
  { edges, tags }: Surroundings,
): Facets {
  const of = (kind: string) => edges.filter((edge) => edge.kind === kind).map((edge) => edge.from_id);
  const values: Record<string, string> = {};
  for (const [field, value] of Object.entries(core))
    if (typeof value === 'string' && (isCounted(field) || type.search?.facets?.includes(field))) values[field] = value;
  const labels = new Set<string>();
  for (const { part, tag_id } of tags) if (part !== CERTIFICATION_PART) labels.add(tag_id);
  const certificate = tags.find(({ part }) => part === CERTIFICATION_PART);
  return {
    y: row.type,
    ...(Object.keys(values).length > 0 ? { s: values } : {}),
    ...(row.refs === null ? {} : { c: containers }),
    ...filled('o', of(RELATION.owns)),
    ...filled('d', of(RELATION.hasDomain)),
    ...filled('p', of('hasAsset')),
    ...filled('t', [...labels]),
    ...(certificate ? { z: certificate.tag_id } : {}),
    ...(row.deleted ? { x: row.deleted } : {}),
  };
}

function filled(key: 'o' | 'd' | 'p' | 't', ids: string[]): Partial<Facets> {
  return ids.length > 0 ? { [key]: ids } : {};
}
