/** Maps the fields of a query to the index. Pure. */
import { labelTypes } from '../../../contract/index.js';
import { type EntityType, EXTENSION, type PartList, type Registry } from '../../catalog/index.js';
import { type PartField, partField } from './part-fields.js';

export type SearchField =
  | { kind: 'id' | 'type' | 'deleted' | 'fqnPart' | 'fqn' }
  /** Text of one strength; that of parts only in the types that have them, declared texts in those that declare them. */
  | { kind: 'text'; column: TextColumn; lists?: readonly PartList[]; declaredBy?: readonly string[] }
  /** Whole names of parts. */
  | { kind: 'partNames'; lists: readonly PartList[] }
  /** Own or inherited. */
  | { kind: 'inherited'; field: InheritedField; by: ReferencePart }
  /** References to entities; `key` is the field that indexes their ids. */
  | {
      kind: 'reference';
      key: string;
      by: ReferencePart;
      types: readonly string[] | null;
      /** Hits list only references that the caller may see. */
      guarded?: boolean;
      /** Types that have the field, where it belongs to parts. */
      within?: readonly string[];
    }
  /** The type of the container in a field. */
  | { kind: 'containerType'; field: string }
  | { kind: 'time'; column: 'updated_at' | 'version' }
  | { kind: 'updatedBy' }
  /** A custom property, or a member of its values; `named` without the part of a reference. */
  | { kind: 'property'; name: string; named: string; by: ReferencePart }
  /** A member of the items of a list that is returned on request. */
  | { kind: 'item'; list: string; member: string; declaredBy: readonly string[] }
  /** A field value of the entity. */
  | { kind: 'value'; key: string };

type TextColumn = 'name' | 'parts' | 'body';

/** Fields that are inherited from containers. */
export type InheritedField = 'owners' | 'domains';

/** How a value identifies the referenced entity. */
export type ReferencePart = 'id' | 'name' | 'displayName' | 'fqn' | 'any';

/** Text of parts of any type. */
export const ANY_PART = '_parts';

const LABELS: readonly string[] = Object.values(labelTypes);

/** Fields whose values are references, and their target: labels, or types that declare the field in `targetOf`. */
const references: Readonly<
  Record<string, { key: string; types?: readonly string[]; by?: ReferencePart; guarded?: true }>
> = {
  tags: { key: 'tags', types: LABELS },
  tier: { key: 'tags', types: LABELS },
  classificationTags: { key: 'tags', types: [labelTypes.Classification], by: 'fqn' },
  glossaryTags: { key: 'tags', types: [labelTypes.Glossary], by: 'fqn' },
  certification: { key: 'certification', types: LABELS },
  followers: { key: 'edge.follows', by: 'id', guarded: true },
  dataProducts: { key: 'edge.hasAsset' },
  reviewers: { key: 'edge.reviews' },
  teams: { key: 'edge.has' },
};

const names = new Set(['name', 'displayName', 'name.ngram', 'displayName.ngram', 'displayName.actualCase']);

/** Clients also use the singular. */
const INHERITED: Readonly<Record<string, InheritedField>> = {
  owners: 'owners',
  owner: 'owners',
  domains: 'domains',
  domain: 'domains',
};

const HOLDING = ['owners', 'domains', 'dataProducts'];

/** Types that other entities refer to: a search for their name also finds the entities that refer to them. */
export function holderTypes(registry: Registry): string[] {
  return [...new Set([...referredTypes(registry), ...containerTypes(registry)])];
}

/** Types whose entities documents refer to without lying in them. */
export function referredTypes(registry: Registry): string[] {
  const referred = new Set([...HOLDING.flatMap((field) => registry.targetsOf(field)), ...LABELS]);
  return [...referred].filter((name) => registry.find(name) !== undefined);
}

/** Types that contain other entities; `within`: entities of these types. */
export function containerTypes(registry: Registry, within: readonly string[] | null = null): string[] {
  const parents = registry.types.flatMap((type) => type.parents ?? []);
  const all = [...new Set(parents.flatMap(({ type }) => type))];
  return within ? all.filter((container) => within.some((type) => registry.liesBelow(type, container))) : all;
}

/** Response fields that hold a container. */
function containerFields(registry: Registry): Set<string> {
  return new Set(registry.types.flatMap((type) => (type.parents ?? []).map(({ field }) => field)));
}

/** `exact` matches whole values, otherwise words in text. */
export function searchField(given: string, exact: boolean, registry: Registry): SearchField {
  const keyword = /\.(keyword|raw)$/.test(given);
  const field = given.replace(/\.(keyword|raw|ngram|stemmed|actualCase|compound)$/, '');
  const [root = '', ...rest] = field.split('.');
  const by = referencePart(rest.at(-1));
  if (field === '_id' || field === 'id') return { kind: 'id' };
  if (field === 'entityType' || field === '_index') return { kind: 'type' };
  if (field === 'deleted') return { kind: 'deleted' };
  if (field === 'fqnParts') return { kind: 'fqnPart' };
  if (field === 'fullyQualifiedName' || field === 'fqnHash') return { kind: 'fqn' };
  const inherited = Object.hasOwn(INHERITED, root) ? INHERITED[root] : undefined;
  if (inherited) return { kind: 'inherited', field: inherited, by };
  if (field === 'ownerDisplayName' || field === 'ownerName')
    return { kind: 'inherited', field: 'owners', by: 'displayName' };
  if (field === 'updatedAt') return { kind: 'time', column: 'updated_at' };
  if (field === 'updatedBy') return { kind: 'updatedBy' };
  if (field === 'version') return { kind: 'time', column: 'version' };
  if (root === EXTENSION && rest.length > 0) return propertyField(rest, by);
  if (field === ANY_PART) return { kind: 'text', column: 'parts' };
  const part = partField(field, registry);
  if (part) return fieldOfParts(part, exact || keyword || !field.includes('.'));
  const reference = Object.hasOwn(references, root) ? references[root] : undefined;
  if (reference) return { kind: 'reference', types: registry.targetsOf(root), ...reference, by: reference.by ?? by };
  if (containerFields(registry).has(root))
    return rest.at(-1) === 'type'
      ? { kind: 'containerType', field: root }
      : { kind: 'reference', key: root, types: null, by };
  if (names.has(field) && !exact && !keyword) return { kind: 'text', column: 'name' };
  if (field === 'description') return { kind: 'text', column: 'body' };
  const declared = declaredItem(field, registry) ?? (exact || keyword ? null : declaredText(field, registry));
  return declared ?? { kind: 'value', key: field };
}

function declaredItem(field: string, { types }: Registry): SearchField | null {
  const declaring = types.filter(({ search }) => search?.items?.includes(field));
  if (declaring.length === 0) return null;
  const end = field.lastIndexOf('.');
  const declaredBy = declaring.map(({ name }) => name);
  return { kind: 'item', list: field.slice(0, end), member: field.slice(end + 1), declaredBy };
}

/** A text that types declare: its words share a column with others of its strength. */
function declaredText(field: string, registry: Registry): SearchField | null {
  const columnOf = ({ search }: EntityType) =>
    search?.text && Object.hasOwn(search.text, field) ? search.text[field] : undefined;
  const column = registry.types.map(columnOf).find((one) => one !== undefined);
  if (column === undefined) return null;
  const declaring = registry.types.filter((type) => columnOf(type) === column);
  return { kind: 'text', column, declaredBy: declaring.map(({ name }) => name) };
}

function propertyField(rest: readonly string[], by: ReferencePart): SearchField {
  const name = rest.join('.');
  return { kind: 'property', name, named: by === 'any' ? name : rest.slice(0, -1).join('.') || name, by };
}

function fieldOfParts({ of, lists }: PartField, exact: boolean): SearchField {
  if (of === 'names' && exact) return { kind: 'partNames', lists };
  if (of === 'tags')
    return { kind: 'reference', key: 'tags', by: 'fqn', types: LABELS, within: lists.map(({ type }) => type) };
  return { kind: 'text', column: of === 'description' ? 'body' : 'parts', lists };
}

function referencePart(word: string | undefined): ReferencePart {
  if (word === 'id') return 'id';
  if (word === 'name') return 'name';
  if (word === 'displayName') return 'displayName';
  if (word === 'fullyQualifiedName' || word === 'tagFQN') return 'fqn';
  return 'any';
}
