// The registered types, and a valid create request of each, for measurements over all types.
export { entityTypes } from '../src/entities/index.js';
export { fixtures } from '../test/contract/fixtures/index.js';
export { createWorld } from '../test/contract/support/world.js';
