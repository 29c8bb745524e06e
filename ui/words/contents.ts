import { defineWords } from './define-words.js';

export const contentsWords = defineWords('contents', {
  contents: 'Contents',
  name: 'Name',
  description: 'Description',
  owners: 'Owners',
  empty: 'Nothing is in it yet',
  emptyText: 'Ingestion brings what belongs here, or a request to the API.',
  more: 'Show more: {{shown}} of {{total}} are shown',
});
