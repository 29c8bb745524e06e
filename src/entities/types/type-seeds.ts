/** Seeds an entity of type `type` for every registered type and every kind of custom properties. */
import { createHash } from 'node:crypto';
import {
  type Command,
  describingType,
  type Fields,
  partTypes,
  propertyKinds,
  putOwn,
  type Scope,
} from '../../catalog/index.js';
import { getSetting, putSetting } from '../../storage/index.js';
import { jdbcTypes } from './jdbc-types.js';

/** Kinds with values of several members. */
const COMPLEX: ReadonlySet<string> = new Set(['entityReference', 'entityReferenceList', 'hyperlink-cp', 'table-cp']);

const SETTING = 'types.seeded';

/** The schema of the columns that have custom properties. */
export const COLUMN = 'entity/data/table#column';

/** Stores the descriptions of types, if they changed since they were last stored; their ids stay the same. */
export const typeSeeds: Command = {
  name: 'entities.seedTypes',
  async run(_, scope) {
    const creates = [...entityTypes(scope), ...columnTypes(scope), ...fieldTypes(scope)];
    const doc = JSON.stringify(createHash('sha256').update(JSON.stringify(creates)).digest('hex'));
    if ((await getSetting(scope.sql, SETTING))?.doc === doc) return null;
    const { registry } = scope.catalog;
    await putOwn(registry.get(describingType(registry) ?? ''), creates, { override: false }, scope);
    await putSetting(scope.sql, { name: SETTING, updated_at: scope.context.now(), doc });
    return null;
  },
};

function entityTypes({ catalog: { registry, contract } }: Scope): Fields[] {
  return registry.types.map(({ name, about, schema }) =>
    described(name, about, 'entity', JSON.stringify(contract.schema(schema))),
  );
}

/** Types that describe the custom properties of columns. */
function columnTypes({ catalog: { registry, contract } }: Scope): Fields[] {
  const schema = JSON.stringify(contract.schema(COLUMN));
  return partTypes(registry).map((name) => described(name, 'A column with its custom properties.', 'entity', schema));
}

function fieldTypes({ catalog: { contract } }: Scope): Fields[] {
  const kinds = Object.entries(propertyKinds).map(([name, { about }]) => {
    const key = COMPLEX.has(name) ? `type/customProperties/complexTypes#${name}` : `type/basic#${name}`;
    return described(name, about, 'field', JSON.stringify(contract.schema(key)));
  });
  const jdbc = Object.entries(jdbcTypes).map(([name, { about, schema }]) =>
    described(name, about, 'field', JSON.stringify(contract.schema(schema))),
  );
  return [...kinds, ...jdbc];
}

function described(name: string, description: string, category: 'entity' | 'field', schema: string): Fields {
  return { name, displayName: name, description, category, nameSpace: category === 'entity' ? 'data' : 'type', schema };
}
