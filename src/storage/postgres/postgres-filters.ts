// PostgreSQL takes a millisecond to plan each of these conditions where they are written out, a hundred times what it takes to
// check a row, and a policy has as many of them as somebody writes. As functions they are planned once per connection.
import { labelTypes } from '../../../contract/index.js';
import type { FilterDialect } from '../port.js';
import { CERTIFICATION_PART, RELATION } from '../queries/relation-kinds.js';

/** What has an edge of a kind to an entity, or else to the nearest container that has any; empty if none has. */
const HOLDERS = `create or replace function entity_holders(entity_id text, container_id text, edge_kind text)
  returns text[] stable parallel safe language plpgsql as $body$
  declare
    here text := entity_id;
    above text := container_id;
    found_ids text[];
  begin
    loop
      select array_agg(edge.from_id) into found_ids
        from relation edge join entity giver on giver.id = edge.from_id and giver.deleted < 2
        where edge.to_id = here and edge.kind = edge_kind;
      if found_ids is not null or above is null then
        return coalesce(found_ids, '{}');
      end if;
      select e.id, e.parent_id into here, above from entity e where e.id = above;
      if not found then
        return '{}';
      end if;
    end loop;
  end $body$`;

/** The labels with these names, and the labels that come with one of them. */
const LABEL_IDS = `create or replace function label_ids(types text, names text)
  returns text[] stable parallel safe language plpgsql as $body$
  begin
    return array(
      with named as (select tag.id from entity tag
        where tag.type in (select value from json_array_elements_text(types::json))
          and tag.fqn_hash in (select sha256(convert_to(value, 'UTF8')) from json_array_elements_text(names::json))
          and tag.deleted < 2)
      select id from named
      union
      select derived.to_id from named
        join relation derived on derived.from_id = named.id and derived.kind = '${RELATION.labels}'
        join entity term on term.id = derived.to_id and term.deleted < 2);
  end $body$`;

const LABEL_TYPES = JSON.stringify(Object.values(labelTypes));

export const POSTGRES_FILTERS: FilterDialect = {
  functions: [HOLDERS, LABEL_IDS],
  held: (alias, kind, holders) => {
    const call = `entity_holders(${alias}.id, ${alias}.parent_id, '${kind}')`;
    return holders === null
      ? `cardinality(${call}) > 0`
      : `exists (select 1 from unnest(${call}) as holder where holder in ${holders})`;
  },
  // In a subquery, so that the labels are looked up once per statement.
  labelled: (alias, names) => `exists (select 1 from tag_usage used
    where used.entity_id = ${alias}.id and used.part <> '${CERTIFICATION_PART}'
      and used.tag_id = any ((select label_ids('${LABEL_TYPES}', ${names}::text))::text[]))`,
};
