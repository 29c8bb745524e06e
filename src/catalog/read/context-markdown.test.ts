import { expect, test } from 'vitest';
import { contextMarkdown } from './context-markdown.js';

test('the summary of an entity as Markdown', () => {
  const markdown = contextMarkdown({
    name: 'orders',
    fullyQualifiedName: 'shop.db.public.orders',
    entityType: 'table',
    description: 'All orders.\n\nSince 2020.',
    service: { name: 'shop' },
    owners: [{ name: 'ann', displayName: 'Ann' }, { name: 'bob' }],
    tags: ['PII.Sensitive'],
    glossaryTerms: [{ name: 'order', fullyQualifiedName: 'Sales.order', content: 'A wish to buy.' }],
    assetContext: {
      table: {
        columns: [
          { name: 'id', dataType: 'bigint', constraint: 'PRIMARY_KEY', description: undefined },
          { name: 'note', dataType: 'text', description: 'one | two\nlines' },
        ],
        primaryKey: ['id'],
        foreignKeys: [],
        schemaDefinition: 'select `a` from b',
        dataModel: { modelType: 'DBT', path: undefined },
      },
    },
  });
  expect(markdown).toBe(`# orders

All orders.

Since 2020.

- Name: shop.db.public.orders
- Type: table
- Service: shop
- Owners: Ann, bob
- Tags: PII.Sensitive

## Glossary terms

### order

Sales.order

A wish to buy.

## Columns

| Name | Data type | Constraint | Description |
| - | - | - | - |
| id | bigint | PRIMARY_KEY |  |
| note | text |  | one \\| two lines |

## Primary key

- id

## Schema definition

\`\`\`
select \`a\` from b
\`\`\`

## Data model

- Model type: DBT
`);
});

test('a name alone', () => {
  expect(contextMarkdown({ name: 'plain', entityType: 'topic' })).toBe('# plain\n\n- Type: topic\n');
});
