// SQLite prepares a statement in microseconds, so the conditions are written out.
import type { FilterDialect } from '../port.js';
import { CERTIFICATION_PART, RELATION } from '../queries/relation-kinds.js';

export const SQLITE_FILTERS: FilterDialect = {
  functions: [],
  // Walks up while there is no edge of the kind, so only the nearest ancestor that has one counts.
  held: (alias, kind, holders) => `exists (with recursive up (id, parent_id) as (
      select ${alias}.id, ${alias}.parent_id
      union all
      select above.id, above.parent_id from up join entity above on above.id = up.parent_id
       where not exists (select 1 from relation own join entity owner on owner.id = own.from_id and owner.deleted < 2
         where own.to_id = up.id and own.kind = '${kind}'))
    select 1 from up join relation edge on edge.to_id = up.id and edge.kind = '${kind}'
      join entity giver on giver.id = edge.from_id and giver.deleted < 2
      where ${holders === null ? '1 = 1' : `edge.from_id in ${holders}`})`,
  labelled: (alias, names) => `(exists (select 1 from tag_usage used
      join entity tag on tag.id = used.tag_id and tag.deleted < 2
      where ${ofEntity(alias)} and tag.fqn in ${list(names)})
    or exists (select 1 from tag_usage used
      join relation derived on derived.to_id = used.tag_id and derived.kind = '${RELATION.labels}'
      join entity term on term.id = used.tag_id and term.deleted < 2
      join entity tag on tag.id = derived.from_id and tag.deleted < 2
      where ${ofEntity(alias)} and tag.fqn in ${list(names)}))`,
};

function ofEntity(alias: string): string {
  return `used.entity_id = ${alias}.id and used.part <> '${CERTIFICATION_PART}'`;
}

function list(parameter: string): string {
  return `(select value from json_each(${parameter}))`;
}
