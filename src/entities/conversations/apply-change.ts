/**
 * Applies what a task or suggestion proposes to the entity that it is about, as a PATCH by the person who accepts it: with
 * the rights, checks, versions and events of one.
 */
import { catalogError, isObject, type TagLabel } from '../../../contract/index.js';
import {
  type EntityType,
  type Fields,
  loadEntities,
  type Operation,
  patchEntity,
  type Scope,
  splitFqn,
} from '../../catalog/index.js';
import { first } from '../../context/index.js';
import type { EntityRow } from '../../storage/index.js';

/** An entity, or with `part` a part of it: `columns::id`. */
export interface Subject {
  type: EntityType;
  row: EntityRow;
  part: string;
}

/** Sets the description of the entity or part. */
export function applyDescription(subject: Subject, description: string, scope: Scope): Promise<void> {
  return apply(subject, (_, pointer) => [{ op: 'add', path: `${pointer}/description`, value: description }], scope);
}

/** Replaces the tags of the entity or part. */
export function applyTags(subject: Subject, tags: readonly TagLabel[], scope: Scope): Promise<void> {
  return apply(subject, (_, pointer) => [{ op: 'add', path: `${pointer}/tags`, value: tags }], scope);
}

/** Adds and removes tags of the entity or part. */
export function changeTags(
  subject: Subject,
  { added, removed }: { added: readonly TagLabel[]; removed: readonly TagLabel[] },
  scope: Scope,
): Promise<void> {
  const keyOf = ({ source = 'Classification', tagFQN }: Partial<TagLabel>) => `${source} ${tagFQN}`;
  const gone = new Set([...added, ...removed].map(keyOf));
  return apply(
    subject,
    (target, pointer) => {
      const stored: Fields[] = Array.isArray(target.tags) ? target.tags.filter(isObject) : [];
      const kept = stored.filter((label) => !gone.has(keyOf(label)));
      return [{ op: 'add', path: `${pointer}/tags`, value: [...kept, ...added] }];
    },
    scope,
  );
}

/** Sets a field of the entity itself. */
export function applyField(subject: Subject, field: string, value: unknown, scope: Scope): Promise<void> {
  if (subject.part !== '') throw catalogError('BAD_REQUEST', `${field} can be set on the entity only`);
  return apply(subject, () => [{ op: 'add', path: `/${field}`, value }], scope);
}

async function apply(
  { type, row, part }: Subject,
  steps: (target: Fields, pointer: string) => Operation[],
  scope: Scope,
): Promise<void> {
  const { value } = first(await loadEntities([row], type, scope));
  const { target, pointer } = targetOf(value, part);
  await patchEntity(type, { id: row.id }, () => steps(target, pointer), null, scope);
}

/** `columns::address.street::description` → the column, and its JSON Pointer. Throws 404 if there is none. */
function targetOf(value: Fields, part: string): { target: Fields; pointer: string } {
  const keys = part.split('::').filter((key) => key !== '');
  const last = keys.at(-1);
  if (last === 'description' || last === 'tags') keys.pop();
  const [list, name, ...more] = keys;
  if (list === undefined) return { target: value, pointer: '' };
  if (name === undefined || more.length > 0) throw noSuchPart(part);
  let found: Fields = value;
  let pointer = '';
  for (const [depth, step] of splitFqn(name).entries()) {
    const member = memberNamed(found, depth === 0 ? listsNamed(list) : ['children'], step);
    if (!member) throw noSuchPart(part);
    found = member.target;
    pointer += member.pointer;
  }
  return { target: found, pointer };
}

/** Where the parts named so may be: `columns` of a container, `schemaFields` of a topic, `requestSchema` of an API endpoint. */
const listsNamed = (list: string) => [list, `${list}.schemaFields`, `dataModel.${list}`, `messageSchema.${list}`];

function memberNamed(holder: Fields, lists: readonly string[], name: string) {
  for (const path of lists) {
    const keys = path.split('.');
    const list = keys.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), holder);
    if (!Array.isArray(list)) continue;
    const i = list.findIndex((item) => isObject(item) && item.name === name);
    const target: unknown = list[i];
    if (isObject(target)) return { target, pointer: `/${keys.join('/')}/${i}` };
  }
  return null;
}

function noSuchPart(part: string) {
  return catalogError('ENTITY_NOT_FOUND', `The entity has no part ${part.slice(0, 200)}`);
}
