import { expect, it } from 'vitest';
import { kindText, searchFieldText } from './format.js';

it.each([
  ['StoredProcedure', 'Stored procedure'],
  ['StreamableHTTP', 'Streamable HTTP'],
  ['WebAPI', 'Web API'],
  ['PowerBIDataModel', 'Power BI data model'],
  ['UDF', 'UDF'],
  ['recreateIndex', 'Recreate index'],
  ['metadata', 'Metadata'],
  [undefined, ''],
])('says %s in words', (name, text) => {
  expect(kindText(name)).toBe(text);
});

it.each([
  ['name', 'name'],
  ['displayName.keyword', 'display name'],
  ['columns.name', 'columns'],
  ['columns.dataType', 'columns data type'],
  ['tags.tagFQN', 'tags'],
  ['endpointURL', 'endpoint URL'],
  ['requestSchema.schemaFields.name', 'request schema fields'],
])('says the search field %s in words', (field, text) => {
  expect(searchFieldText(field)).toBe(text);
});
