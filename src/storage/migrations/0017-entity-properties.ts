import type { Migration } from './migration.js';

/**
 * The values of custom properties, one row per value, for searches and to find the entities that have a property.
 * Derived from `extension` of the entity; `value` is folded and short, `words` holds long texts in full.
 */
export const entityProperties: Migration = {
  number: 17,
  name: 'entity-properties',
  statements: ({ types: { text, integer } }) => [
    `create table entity_property (
      entity_id ${text} not null, name ${text} not null, ord ${integer} not null, type ${text} not null,
      value ${text} not null, words ${text}, number double precision, primary key (entity_id, name, ord))`,
    'create index entity_property_value on entity_property (name, value)',
    'create index entity_property_number on entity_property (name, number) where number is not null',
  ],
};
