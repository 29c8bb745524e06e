export * from './get-relations.js';
export * from './list-related.js';
export * from './put-relations.js';
export * from './remove-uses.js';
export * from './tag-usages.js';
