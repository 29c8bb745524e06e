/**
 * The search fields of lists of named parts (columns, schema fields), and the names of parts as documents store them.
 * Pure.
 */
import {
  type EntityType,
  eachPart,
  type Fields,
  type PartList,
  type PartRule,
  type Registry,
} from '../../catalog/index.js';

/** What a field of parts holds, and in which lists. */
export interface PartField {
  of: 'names' | 'text' | 'description' | 'tags';
  lists: readonly PartList[];
}

/** The lists that a field means, at any depth: `columns.children.name` as `columns.name`; null for other fields. */
export function partField(field: string, { partLists }: Pick<Registry, 'partLists'>): PartField | null {
  const named = partLists.filter(({ rule }) => rule.nameList === field);
  if (named.length > 0) return { of: 'names', lists: named };
  const lists = partLists.filter(({ rule }) => field === rule.path || field.startsWith(`${rule.path}.`));
  const [first] = lists;
  return first ? { of: contentOf(field, first.rule), lists } : null;
}

function contentOf(field: string, { path, children }: PartRule): PartField['of'] {
  const names = field.slice(path.length + 1).split('.');
  while (children !== undefined && names.length > 1 && names[0] === children) names.shift();
  const rest = names.join('.');
  if (rest === 'name') return 'names';
  if (rest === 'tags.tagFQN') return 'tags';
  return names.at(-1) === 'description' ? 'description' : 'text';
}

/** The field of names in a list. */
export function namesField(path: string): string {
  return `${path}.name`;
}

/** Whether a field is one of the name fields of a list. */
export function isNamesOf(field: string, rule: PartRule): boolean {
  return field.startsWith(`${rule.path}.`) && contentOf(field, rule) === 'names';
}

/** Names of all parts by search field; includes empty lists. */
export function nameLists(type: EntityType, value: Fields): Record<string, string[]> {
  const lists: Record<string, string[]> = {};
  for (const rule of type.parts ?? []) {
    if (rule.nameList === undefined) continue;
    const names = lists[rule.nameList] ?? [];
    eachPart(value, rule, (part) => void names.push(String(part.name)));
    lists[rule.nameList] = names;
  }
  return lists;
}

/** Most names per document that aggregations count. */
const MOST_PARTS = 300;

/** Names by path as a document stores them: those of its only list, or of several by their paths. */
export function partsText(names: Readonly<Record<string, readonly string[]>>): string {
  const lists = Object.entries(names);
  if (lists.length <= 1) return JSON.stringify((lists[0]?.[1] ?? []).slice(0, MOST_PARTS));
  return JSON.stringify(Object.fromEntries(lists.map(([path, list]) => [path, list.slice(0, MOST_PARTS)])));
}

/** The type of a document and its parts as text; many documents share the same line. */
export interface PartLine {
  type: string;
  parts: readonly string[] | Readonly<Record<string, readonly string[]>>;
  count: number;
}

/** Parses `<type> <parts>` lines. Many lines are equal, so each distinct line is parsed once. */
export function readPartLines(text: string): PartLine[] {
  const counts = new Map<string, number>();
  for (const line of text.split('\n')) if (line !== '') counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts].map(([line, count]) => {
    const end = line.indexOf(' ');
    return { type: line.slice(0, end), parts: JSON.parse(line.slice(end + 1)) as PartLine['parts'], count };
  });
}

/** The number of documents with a part of each name in one of the lists; names that differ in case only are one. */
export function countNames(lines: readonly PartLine[], lists: readonly PartList[]): ReadonlyMap<string, number> {
  const paths = new Map<string, string[]>();
  for (const { type, rule } of lists) paths.set(type, [...(paths.get(type) ?? []), rule.path]);
  const counts = new Map<string, number>();
  const written = new Map<string, string>();
  for (const { type, parts, count } of lines) {
    const names = new Map(namesIn(parts, paths.get(type) ?? []).map((one) => [one.toLowerCase(), one]));
    for (const [folded, name] of names) {
      const first = written.get(folded) ?? name;
      written.set(folded, first);
      counts.set(first, (counts.get(first) ?? 0) + count);
    }
  }
  return counts;
}

function namesIn(parts: PartLine['parts'], paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  return isList(parts) ? parts : paths.flatMap((path) => parts[path] ?? []);
}

function isList(parts: PartLine['parts']): parts is readonly string[] {
  return Array.isArray(parts);
}
