import { expect, it } from 'vitest';
import { kindText } from './format.js';

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
