import { defineWords } from '../define-words.js';

export const contentsWords = defineWords('contents', {
  contents: 'Contents',
  name: 'Name',
  description: 'Description',
  owners: 'Owners',
  find: 'Find by name',
  found_one: '{{count}} has this in its name',
  found_other: '{{count}} have this in their names',
  noneFound: 'Nothing in it has this in its name',
  empty: 'Nothing in it yet',
  emptyText: 'Contents appear here after an ingestion run, or when they are created through the API.',
  more: 'Show more: {{shown}} of {{total}} are shown',
});
