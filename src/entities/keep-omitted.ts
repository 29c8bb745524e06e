import type { Fields } from '../catalog/index.js';

/**
 * A PUT that omits a field arrives with the default of the schema, which must not overwrite the stored value.
 * `defaults` holds such fields with their defaults: each that equals its default keeps the stored value.
 */
export function keepOmitted(core: Fields, stored: Fields | null, defaults: Readonly<Fields>): void {
  if (!stored) return;
  for (const [field, value] of Object.entries(defaults))
    if (core[field] === value && stored[field] !== undefined) core[field] = stored[field];
}
