export * from './search-documents.js';
export * from './search-matches.js';
export * from './search-numbers.js';
export * from './search-shadow.js';
export * from './search-sources.js';
export * from './search-state.js';
export * from './search-tables.js';
export * from './search-words.js';
