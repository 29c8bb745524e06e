import { defineType } from '../../../src/catalog/index.js';
import { owners, tags } from '../../../src/traits/index.js';

/** A note about anything. Its schemas are borrowed from glossaries. */
export const memo = defineType({
  name: 'memo',
  path: '/v1/memos',
  schema: 'entity/data/glossary',
  create: 'api/data/createGlossary',
  about: 'A note about anything.',
  traits: [owners, tags],
});
