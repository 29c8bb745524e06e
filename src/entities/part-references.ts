/** References inside parts, such as the owners of a task. They are stored with the part, as they were when it was written. */
import { type EntityReference, isObject } from '../../contract/index.js';
import { at, eachPart, type Fields, type PartRule, type Scope } from '../catalog/index.js';
import { present } from '../context/index.js';
import { type Naming, resolveReferences } from '../traits/index.js';

/** Replaces the references in a field of the parts by those of the entities that they name. 404 if one does not exist. */
export async function resolveInParts(
  after: Fields,
  before: Fields | null,
  { rule, field, single, types }: PartReferences,
  scope: Scope,
): Promise<void> {
  const list = at(after, rule.path);
  if (!Array.isArray(list) || (before !== null && at(before, rule.path) === list)) return;
  const holders: Fields[] = [];
  eachPart(after, rule, (part) => {
    if (part[field] !== undefined && part[field] !== null) holders.push(part);
  });
  if (holders.length === 0) return;
  const naming: Naming = { types, text: 'fqn', field: `${rule.path}.${field}` };
  const resolved = await resolveReferences(
    holders.map((part) => [part[field]].flat()),
    naming,
    scope,
    before && at(before, rule.path),
  );
  const values = new Map(holders.map((part, i) => [part, present(resolved[i]).map(lasting)]));
  after[rule.path] = rewritten(list, rule, (part) => {
    const references = values.get(part);
    if (references === undefined) return part;
    return { ...part, [field]: single ? references[0] : references };
  });
}

export interface PartReferences {
  rule: PartRule;
  field: string;
  /** One reference instead of a list. */
  single?: boolean;
  /** Types that can be referred to; null: any. */
  types: readonly string[] | null;
}

/** What of an entity does not change, or rarely: the rest would become outdated. */
function lasting({ id, type, name, fullyQualifiedName }: EntityReference): Fields {
  return { id, type, name, fullyQualifiedName };
}

/** Copies of the parts: those of the stored entity may be shared and must not be changed. */
function rewritten(list: readonly unknown[], rule: PartRule, change: (part: Fields) => Fields): unknown[] {
  return list.map((part) => {
    if (!isObject(part)) return part;
    const changed = change(part);
    const inner = rule.children ? part[rule.children] : undefined;
    return rule.children && Array.isArray(inner)
      ? { ...changed, [rule.children]: rewritten(inner, rule, change) }
      : changed;
  });
}
