import type { EntityReference } from '../../contract/index.js';
import { linkTo, type Trait } from '../catalog/index.js';
import { listChildren } from '../storage/index.js';

/** A read-only trait that lists the non-deleted direct children of some types, ordered by name. */
export function children<const F extends string>({
  field,
  type,
  inWrites,
}: {
  field: F;
  type: string | readonly string[];
  inWrites?: boolean;
}): Trait<EntityReference[], F> {
  return {
    field,
    empty: '[]',
    inWrites: inWrites ?? false,
    async load(rows, scope) {
      const types = typeof type === 'string' ? [type] : type;
      const texts = new Map<string, string[]>();
      for (const child of await listChildren(
        scope.sql,
        rows.map((row) => row.id),
        { types },
      )) {
        const list = texts.get(child.parent_id) ?? [];
        list.push(linkTo(child, scope));
        texts.set(child.parent_id, list);
      }
      return new Map([...texts].map(([id, list]) => [id, `[${list.join(',')}]`]));
    },
  };
}
