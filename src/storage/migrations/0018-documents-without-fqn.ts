import { compareDocuments } from './compare-documents.js';
import type { Migration } from './migration.js';

/**
 * Documents do not hold FQNs, so a row whose FQN alone changes, below what is renamed, is not touched. The documents of
 * an existing index still find what they should; a job compares and rewrites them in place.
 */
export const documentsWithoutFqn: Migration = {
  number: 18,
  name: 'documents-without-fqn',
  statements: (dialect) => [...dialect.search.ignoreFqns, ...compareDocuments(dialect, 18)],
};
