import type { EntityRow, EventRow, RelationRow, TagUsageRow } from '../../src/storage/index.js';

/** An entity row with the given fields; the rest is made up from its id. */
export function entityRow(fields: Partial<EntityRow> & { id: string }): EntityRow {
  const type = fields.type ?? 'thing';
  const name = fields.name ?? fields.id;
  const fqn = fields.fqn ?? name;
  return {
    type,
    name,
    fqn,
    parent_id: null,
    version: 1,
    revision: 1,
    updated_at: 1000,
    updated_by: 'somebody',
    deleted: 0,
    ref: JSON.stringify({ id: fields.id, type, name, fullyQualifiedName: fqn }),
    doc: JSON.stringify({ id: fields.id, name }),
    extra: null,
    cuts: null,
    refs: null,
    ...fields,
  };
}

export function relationRow(from: string, kind: string, to: string, fields: Partial<RelationRow> = {}): RelationRow {
  return { from_id: from, from_type: 'thing', kind, to_id: to, to_type: 'thing', ord: 0, data: null, ...fields };
}

export function tagUsageRow(entity: string, part: string, tag: string, fields: Partial<TagUsageRow> = {}): TagUsageRow {
  return {
    entity_id: entity,
    part,
    tag_id: tag,
    source: 'Classification',
    label_type: 'Manual',
    state: 'Confirmed',
    ord: 0,
    data: null,
    ...fields,
  };
}

export function eventRow(id: string, fields: Partial<EventRow> = {}): EventRow {
  return {
    id,
    kind: 'entityCreated',
    entity_type: 'thing',
    entity_id: `of-${id}`,
    entity_fqn: `of.${id}`,
    user_name: 'somebody',
    at: 1000,
    doc: JSON.stringify({ id }),
    change: null,
    entity: null,
    ...fields,
  };
}
