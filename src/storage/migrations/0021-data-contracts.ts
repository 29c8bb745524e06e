import type { Migration } from './migration.js';

/** Results of data contracts, and the documents that contracts were imported from. */
export const dataContracts: Migration = {
  number: 21,
  name: 'data-contracts',
  statements: ({ types: { text, integer }, rowOrder }) => {
    // Rows of one contract lie together.
    const clustered = rowOrder.column === 'rowid' ? ' without rowid' : '';
    return [
      `create table contract_result (
        contract_id ${text} not null, at ${integer} not null, id ${text} not null, status ${text} not null,
        doc ${text} not null, primary key (contract_id, at))${clustered}`,
      'create unique index contract_result_id on contract_result (contract_id, id)',
      `create table contract_document (contract_id ${text} not null, doc ${text} not null, primary key (contract_id))`,
    ];
  },
};
