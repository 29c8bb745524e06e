export * from './children.js';
export * from './count-by-type.js';
export {
  type CountPlace,
  type CountSlice,
  countEntities,
  countNow,
  countSlice,
  firstPosition,
} from './count-entities.js';
export * from './delete-entities.js';
export * from './descendants.js';
export type { EntityQuery, ListPlace } from './entity-query.js';
export * from './get-entities.js';
export * from './get-shown.js';
export * from './insert-entity.js';
export * from './pipelines.js';
export * from './rename-entities.js';
export * from './update-entity.js';
